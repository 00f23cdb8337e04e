import { type DatasetSchema, kindNames } from '../../model/dataset';
import type { FormatMeta } from '../../model/entry';

/** Why the layout cannot hold the dataset; null if it can. */
function reasonAgainst(schema: DatasetSchema, destination: unknown): string | null {
  switch (schema.kind) {
    case 'array':
      if (schema.elementType !== 'float64' && schema.elementType !== 'int64')
        return `The format knows int64, float64 and texts, as its source does, but not ${schema.elementType}.`;
      if (schema.shape.length !== 1)
        return 'The format’s header has one length and no shape: arrays of one dimension only.';
      return null;
    case 'list':
      return destination === 'Julia'
        ? 'Julia has no built-in lists, so the source has no layout of lists for Julia.'
        : null;
    case 'stringArray':
    case 'dict':
      return null;
    default:
      return `The format has arrays, lists and dictionaries of scalars; there is no layout for ${kindNames[schema.kind]}.`;
  }
}

export const meta: FormatMeta = {
  id: 'destination',
  notInNativeScript: null,
  label: 'Destination-specific',
  extension: 'dsf',
  mediaType: 'application/octet-stream',
  description:
    'A header of 64 bytes, then data laid out for the language that will read them, Python or Julia, as Nozawa et al. (001) propose. That language can use arrays of numbers in place, without copying them out of the file. docs/destination-format.md defines every byte.',
  selfDescribing: true,
  readers: 'The layout comes from a publication; only Formatlab has a reader.',
  implementations: [
    {
      id: 'formatlab',
      label: 'Formatlab',
      library: { package: 'formatlab', version: '', license: 'MIT' },
      options: [
        {
          type: 'choice',
          id: 'destination',
          label: 'Destination',
          help: 'Python stores texts with 1, 2 or 4 bytes per character, and NumPy arrays with 4; Julia stores them in UTF-8. Numbers are the same for both.',
          choices: [
            { value: 'Python', label: 'Python' },
            { value: 'Julia', label: 'Julia' },
          ],
          default: 'Python',
        },
      ],
      innerCodecs: [],
      unsupported: (operation, schema, { options }) => {
        if (operation === 'project') return 'Arrays, lists and dictionaries of scalars have no columns to read.';
        if (operation === 'lookup' || operation === 'warmLookup')
          return 'The format has no index: the source reads its dictionaries whole.';
        return reasonAgainst(schema, options.destination);
      },
      clock: { encode: ['allocate'], decode: ['allocate'] },
      wasmCopyInClock: null,
      loss: () => [],
      estimateMBps: { encode: 400, decode: 200 },
      warning:
        'Decoding an array of numbers only makes a view of the file, so its time does not include the first access to the values. An array of texts is such a view only in NumPy: JavaScript, like Julia, must create each text.',
    },
  ],
};
