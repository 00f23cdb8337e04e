import type { FormatMeta } from '../../model/entry';

export const meta: FormatMeta = {
  id: 'pickle',
  label: 'Pickle',
  extension: 'pkl',
  mediaType: 'application/octet-stream',
  description:
    'Python’s own serialization, byte for byte as pickle.dumps of CPython writes it: dictionaries and lists of Python’s own objects (records as str → str), tables and vectors as dictionaries of numpy arrays, an array of texts as numpy’s <U. Reading a pickle of unknown origin in Python can run any code; the reader here executes nothing.',
  // A dictionary of arrays may be a table or vectors by id, and an empty one says nothing of what it would have held.
  selfDescribing: false,
  implementations: [
    {
      id: 'formatlab',
      label: 'Formatlab',
      library: { package: 'formatlab', version: '', license: 'MIT' },
      options: [
        {
          type: 'choice',
          id: 'protocol',
          label: 'Protocol',
          help: 'Python 3.8 to 3.13 write 4 unless told otherwise, later ones 5. 5 hands numpy’s values on without copying them first.',
          choices: [
            { value: '5', label: '5' },
            { value: '4', label: '4' },
          ],
          default: '5',
        },
        {
          type: 'choice',
          id: 'numpy',
          label: 'numpy',
          help: 'A pickle names numpy’s inner modules. numpy._core is read by numpy 1.26 and later; numpy.core by every numpy, but 2 warns of it at protocol 5.',
          choices: [
            { value: '2', label: '1.26 and later (numpy._core)' },
            { value: '1', label: 'before 1.26 (numpy.core)' },
          ],
          default: '2',
        },
      ],
      innerCodecs: [],
      unsupported: (operation, schema) => {
        if (operation === 'project')
          return 'A pickle is read whole: a column can’t be had without all that stand before it.';
        if (operation === 'lookup' || operation === 'warmLookup')
          return 'A pickle is read whole: a single entry can’t be had without all that stand before it.';
        if (schema.kind === 'table' && schema.columns.length === 0)
          return 'A dictionary without columns does not say how many rows it has.';
        if (schema.kind === 'table' && new Set(schema.columns.map(({ name }) => name)).size !== schema.columns.length)
          return 'A dictionary can’t hold two columns of the same name.';
        return null;
      },
      clock: { encode: ['allocate'], decode: ['allocate'] },
      wasmCopyInClock: null,
      loss: (schema) =>
        schema.kind === 'stringArray'
          ? ['NUL characters at the end of a text, which numpy doesn’t tell from the padding.']
          : [],
      estimateMBps: { encode: 2_000, decode: 2_000, objects: { encode: 90, decode: 40 } },
    },
  ],
};
