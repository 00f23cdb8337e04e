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
    'Java’s own serialization (ObjectOutputStream) of the objects by which the Chemistry Development Kit (CDK 1.5.11) represents each molecule. Every atom and bond is an object with all its fields, most of them null, and references to other objects. Only a Java program with CDK can read it, with an ObjectInputStream.',
  selfDescribing: true,
  readers: { java: 'CDK 1.5.11' },
  implementations: [
    {
      id: 'formatlab',
      label: 'Formatlab',
      library: { package: 'formatlab', version: '', license: 'MIT' },
      options: [],
      innerCodecs: [],
      unsupported: (operation, schema) => {
        if (schema.kind !== 'molecules') return 'The objects are CDK’s molecules; the format stores no other data.';
        if (operation === 'encode' || operation === 'decode') return null;
        return 'Objects refer to earlier objects, and a class is described only at its first use, so a stream must be read from its beginning.';
      },
      clock: { encode: ['convert', 'allocate', 'encode'], decode: ['allocate', 'decode', 'convert'] },
      wasmCopyInClock: null,
      loss: lossOfCdkObjects,
      holdsMolecules: true,
      estimateMBps: { encode: 180, decode: 110 },
      warning:
        'The stream is byte for byte the one that CDK writes in Java. Formatlab converts directly between the stream and columns, without creating the objects. Java’s times include creating them.',
    },
  ],
};
