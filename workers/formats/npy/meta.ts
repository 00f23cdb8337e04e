import { isNumericSchema, kindNames } from '../../model/dataset';
import type { FormatMeta } from '../../model/entry';

export const meta: FormatMeta = {
  id: 'npy',
  label: 'npy',
  extension: 'npy',
  mediaType: 'application/octet-stream',
  description: 'numpy’s own file of one array: a line that says type and shape, then the values as they lie in memory, byte for byte as numpy.save writes it.',
  selfDescribing: true,
  implementations: [
    {
      id: 'formatlab',
      label: 'Formatlab',
      library: { package: 'formatlab', version: '', license: 'MIT' },
      options: [],
      innerCodecs: [],
      unsupported: (operation, schema) => {
        if (schema.kind === 'keyedVectors') return 'An .npy file holds one array and nothing else: there is no place for the ids.';
        if (schema.kind === 'table') return 'An .npy file holds one array of one type: there is no place for a table’s columns.';
        if (schema.kind === 'bytes') return 'An .npy file holds an array of numbers, not a file.';
        if (!isNumericSchema(schema)) return `NumPy’s files have no layout here for ${kindNames[schema.kind]}.`;
        if (operation === 'project') return 'An array has no columns.';
        if (operation === 'lookup') return 'An array has no ids or rows to look up.';
        return null;
      },
      clock: { encode: ['allocate'], decode: ['allocate'] },
      wasmCopyInClock: null,
      loss: () => [],
      estimateMBps: { encode: 3_000, decode: 3_000 },
    },
  ],
};
