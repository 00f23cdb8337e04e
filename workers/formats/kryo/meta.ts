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
    'CDK’s objects of each molecule as Kryo 3.0.3 writes them without being told anything of their classes: every field in the order of the names, every object that was written before as a number, and the classes’ names anew with each molecule. It is what a Java program gets from one line, smaller and faster than Java’s own serialization, and read by Kryo of the same version with the same classes.',
  selfDescribing: true,
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
          help: 'Kryo’s Output writes ints in one to five bytes. Its UnsafeOutput copies them as they lie in memory, in four bytes each: the file is larger, and made and read faster in Java. Nothing in the file tells which.',
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
          return 'Kryo writes Java’s objects, and the classes here are those of CDK’s molecules.';
        if (operation === 'encode' || operation === 'decode') return null;
        return 'Molecules differ in length and follow one another without an index: the stream is read from its beginning.';
      },
      clock: { encode: ['convert', 'allocate', 'encode'], decode: ['allocate', 'decode', 'convert'] },
      wasmCopyInClock: null,
      loss: lossOfCdkObjects,
      holdsMolecules: true,
      estimateMBps: { encode: 150, decode: 150 },
      warning:
        'As the source’s “Kryo (Auto)” is taken to be: Kryo 3.0.3, the newest in October 2015, with nothing set, and one writeClassAndObject a molecule. No Java objects are made here: the file’s bytes come from the dataset’s columns and go back to them.',
    },
  ],
};
