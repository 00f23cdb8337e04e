import { type DatasetSchema, kindNames } from '../../model/dataset';
import type { FormatMeta } from '../../model/entry';

/** Null where the layout has a place for such a dataset. */
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
        ? 'Lists have no Julia side: Julia has no list built in, so that the source leaves it out.'
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
    'A header of 64 bytes, then data laid out for the one language that will read them, Python or Julia, as source 001 proposes: its arrays of numbers are used where they lie in the file. docs/destination-format.md says every byte.',
  selfDescribing: true,
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
          help: 'Python keeps texts in 1, 2 or 4 bytes a character and in NumPy’s arrays in 4; Julia keeps them in UTF-8. Numbers are the same for both.',
          choices: [
            { value: 'Python', label: 'Python' },
            { value: 'Julia', label: 'Julia' },
          ],
          default: 'Python',
        },
      ],
      innerCodecs: [],
      unsupported: (operation, schema, { options }) => {
        if (operation === 'project') return 'Arrays, lists and dictionaries of scalars have no columns.';
        if (operation === 'lookup' || operation === 'warmLookup')
          return 'The format has no index: the source reads its dictionaries whole.';
        return reasonAgainst(schema, options.destination);
      },
      clock: { encode: ['allocate'], decode: ['allocate'] },
      wasmCopyInClock: null,
      loss: () => [],
      estimateMBps: { encode: 400, decode: 200 },
      warning:
        'Decoding an array of numbers makes a view of the file and reads nothing else, so that its time says nothing of the first use of the values. An array of texts is such a view in NumPy only: JavaScript, as Julia, has to make each text.',
    },
  ],
};
