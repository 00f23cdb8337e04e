import type { FormatMeta } from '../../model/entry';

export const meta: FormatMeta = {
  id: 'npy',
  readsParts: true,
  notInNativeScript: null,
  readInChunks: true,
  label: 'npy',
  extension: 'npy',
  mediaType: 'application/octet-stream',
  description:
    'numpy’s file format for one array, byte for byte as numpy.save writes it: a line with type and shape, then the values with the same layout as in memory. Each text takes as much room as the longest one, at four bytes per character.',
  plainness: 5,
  selfDescribing: true,
  readers: {
    python: 'numpy',
    r: 'RcppCNPy (one or two dimensions)',
    julia: 'NPZ.jl',
    browser: 'npyjs',
    commandLine: 'clickhouse local',
  },
  readersWith: ({ schema }) => {
    if (schema?.kind !== 'stringArray') return {};
    const reason = 'It reads arrays of numbers, but not of texts.';
    return { r: { reason }, julia: { reason }, browser: { reason } };
  },
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
            return 'An .npy file holds one array and cannot store ids. Choose npz for them.';
          case 'dict':
          case 'records':
            return 'An .npy file holds one array and cannot store keys beside the values. Choose npz for them.';
          case 'list':
            return 'An .npy file holds an array, not a list of Python objects.';
          case 'table':
            return 'An .npy file holds one array of one type, not the columns of a table.';
          case 'bytes':
            return 'An .npy file holds an array of numbers or texts, not the bytes of a file.';
        }
        if (operation === 'project') return 'An array has no columns.';
        if (operation === 'lookup' || operation === 'warmLookup') return 'An array has no ids or rows to look up.';
        return null;
      },
      clock: { encode: ['allocate'], decode: ['allocate'] },
      wasmCopyInClock: null,
      loss: (schema) =>
        schema.kind === 'stringArray'
          ? ['NUL characters at the end of a text: numpy can’t distinguish them from padding.']
          : [],
      estimateMBps: { encode: 3_000, decode: 3_000, objects: { encode: 80, decode: 90 } },
    },
  ],
};
