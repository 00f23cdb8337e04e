import type { FormatMeta } from '../../model/entry';

export const meta: FormatMeta = {
  id: 'atom-container',
  notInNativeScript:
    'CDK’s molecules, of which the stream is made, are Java’s: npm run bench:molecules-java -- --out result.json measures how Java reads it.',
  label: 'AtomContainer stream',
  extension: 'acs',
  mediaType: 'application/octet-stream',
  description:
    'Each molecule’s graph as plain bytes, without classes or references: counts, then a few bytes for each atom and bond, coordinates as doubles. It is what an externalized stream of CDK’s AtomContainer comes down to; the layout is ours, documented byte by byte, and a Java program reads it with a DataInputStream.',
  selfDescribing: true,
  implementations: [
    {
      id: 'formatlab',
      label: 'Formatlab',
      library: { package: 'formatlab', version: '', license: 'MIT' },
      options: [],
      innerCodecs: [],
      unsupported: (operation, schema) => {
        if (schema.kind !== 'molecules') return 'The stream holds atoms and bonds of molecules, and nothing else.';
        if (operation === 'encode' || operation === 'decode') return null;
        return 'Molecules differ in length and follow one another without an index: the stream is read from its beginning.';
      },
      clock: { encode: ['allocate', 'encode'], decode: ['allocate', 'decode'] },
      wasmCopyInClock: null,
      loss: () => [],
      holdsMolecules: true,
      estimateMBps: { encode: 400, decode: 300 },
      warning:
        'The layout that the published figures are of was never published: this one was made to the same purpose, and holds stereo elements, atom classes and titles too, where the molecules have any.',
    },
  ],
};
