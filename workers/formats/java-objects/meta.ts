import { lossOfCdkObjects } from '../../libraries/cdk-objects/loss';
import type { FormatMeta } from '../../model/entry';

export const meta: FormatMeta = {
  id: 'java-objects',
  notInNativeScript:
    'Java’s own objects have no writer in Python: npm run bench:molecules-java -- --out result.json measures them with CDK and Kryo.',
  label: 'Java objects (CDK)',
  extension: 'obj',
  mediaType: 'application/x-java-serialized-object',
  description:
    'What Java’s own ObjectOutputStream makes of each molecule as the Chemistry Development Kit (CDK 1.5.11) holds it in memory: every atom and bond as an object with all its fields, most of them null, and references between them. A Java program that has CDK reads it with an ObjectInputStream, and nothing else can.',
  selfDescribing: true,
  implementations: [
    {
      id: 'formatlab',
      label: 'Formatlab',
      library: { package: 'formatlab', version: '', license: 'MIT' },
      options: [],
      innerCodecs: [],
      unsupported: (operation, schema) => {
        if (schema.kind !== 'molecules')
          return 'The objects are CDK’s molecules: other data have classes of their own.';
        if (operation === 'encode' || operation === 'decode') return null;
        return 'Objects refer to those before them, and classes are described where they first come: a stream is read from its beginning.';
      },
      clock: { encode: ['convert', 'allocate', 'encode'], decode: ['allocate', 'decode', 'convert'] },
      wasmCopyInClock: null,
      loss: lossOfCdkObjects,
      holdsMolecules: true,
      estimateMBps: { encode: 180, decode: 110 },
      warning:
        'The stream is that of CDK in Java, byte for byte, but writer and reader here go straight between it and columns, without making the objects: Java’s time holds those, too.',
    },
  ],
};
