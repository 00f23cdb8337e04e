import type { FormatMeta } from '../../model/entry';

export const meta: FormatMeta = {
  id: 'atom-container',
  notInNativeScript:
    'CDK’s molecules, of which the stream is made, are Java’s: npm run bench:molecules-java -- --out result.json measures how Java reads it.',
  label: 'AtomContainer stream',
  extension: 'acs',
  mediaType: 'application/octet-stream',
  description:
    'Stores each molecule’s graph as plain bytes, without classes or references: counts, then a few bytes for each atom and bond, and coordinates as doubles. It corresponds to CDK’s AtomContainer written by an Externalizable class. The layout is Formatlab’s own and documented byte by byte; a Java program can read it with a DataInputStream.',
  selfDescribing: true,
  readers: 'The layout is Formatlab’s own; docs/atom-container-format.md describes it.',
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
        'The layout behind the published figures was never published. This layout serves the same purpose, and also stores stereo elements, atom classes and titles.',
    },
  ],
};
