import { lossOfCdkObjects } from '../../libraries/cdk-objects/loss';
import type { FormatMeta } from '../../model/entry';

export const meta: FormatMeta = {
  id: 'kryo',
  notInNativeScript:
    'Java’s own objects have no writer in Python: npm run bench:molecules-java -- --out result.json measures them with CDK and Kryo.',
  label: 'Kryo (CDK)',
  extension: 'kryo',
  mediaType: 'application/octet-stream',
  description:
    'CDK’s objects of each molecule as Kryo 3.0.3 writes them if no class is registered. Fields are in the order of their names, a repeated object is a number, and each molecule repeats the names of the classes. A Java program needs one line for it. It is smaller and faster than Java’s own serialization, and can be read by the same version of Kryo with the same classes.',
  selfDescribing: true,
  readers: { java: 'Kryo 3.0.3 with CDK' },
  implementations: [
    {
      id: 'formatlab',
      label: 'Formatlab',
      library: { package: 'formatlab', version: '', license: 'MIT' },
      options: [
        {
          type: 'choice',
          id: 'numbers',
          label: 'Numbers',
          help: 'Kryo’s Output writes an int in one to five bytes. Its UnsafeOutput copies ints from memory, with four bytes each: the file is larger, but Java writes and reads it faster. The file does not record which one wrote it.',
          choices: [
            { value: 'variable-length', label: 'Variable length (Output)' },
            { value: 'fixed-width', label: 'Fixed width (UnsafeOutput)' },
          ],
          default: 'variable-length',
        },
      ],
      innerCodecs: [],
      unsupported: (operation, schema) => {
        if (schema.kind !== 'molecules')
          return 'Kryo writes Java objects, and Formatlab supports only those of CDK’s molecules.';
        if (operation === 'encode' || operation === 'decode') return null;
        return 'Molecules differ in length and follow one another without an index: the stream is read from its beginning.';
      },
      clock: { encode: ['convert', 'allocate', 'encode'], decode: ['allocate', 'decode', 'convert'] },
      wasmCopyInClock: null,
      loss: lossOfCdkObjects,
      holdsMolecules: true,
      estimateMBps: { encode: 150, decode: 150 },
      warning:
        'Formatlab assumes that the source’s “Kryo (Auto)” is Kryo 3.0.3, the newest version in October 2015, with default settings and one writeClassAndObject per molecule. Formatlab creates no Java objects: it converts directly between the file and the dataset’s columns.',
    },
  ],
};
