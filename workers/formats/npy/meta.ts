import type { FormatMeta } from '../../model/entry';

export const meta: FormatMeta = {
  id: 'npy',
  notInNativeScript: null,
  readInChunks: true,
  label: 'npy',
  extension: 'npy',
  mediaType: 'application/octet-stream',
  description:
    'numpy’s own file of one array: a line that says type and shape, then the values as they lie in memory, byte for byte as numpy.save writes it. Texts all take the room of the longest, four bytes a character.',
  selfDescribing: true,
  implementations: [
    {
      id: 'formatlab',
      label: 'Formatlab',
      library: { package: 'formatlab', version: '', license: 'MIT' },
      options: [],
      innerCodecs: [],
      unsupported: (operation, schema) => {
        switch (schema.kind) {
          case 'keyedVectors':
            return 'An .npy file holds one array and nothing else: there is no place for the ids, for which there is npz.';
          case 'dict':
          case 'records':
            return 'An .npy file holds one array: there is no place for keys beside the values, for which there is npz.';
          case 'list':
            return 'numpy’s files hold arrays, of which a list of Python’s own objects is none.';
          case 'table':
            return 'An .npy file holds one array of one type: there is no place for a table’s columns.';
          case 'bytes':
            return 'An .npy file holds an array of numbers or texts, not a file.';
        }
        if (operation === 'project') return 'An array has no columns.';
        if (operation === 'lookup' || operation === 'warmLookup') return 'An array has no ids or rows to look up.';
        return null;
      },
      clock: { encode: ['allocate'], decode: ['allocate'] },
      wasmCopyInClock: null,
      loss: (schema) =>
        schema.kind === 'stringArray'
          ? ['NUL characters at the end of a text, which numpy doesn’t tell from the padding.']
          : [],
      estimateMBps: { encode: 3_000, decode: 3_000, objects: { encode: 80, decode: 90 } },
    },
  ],
};
