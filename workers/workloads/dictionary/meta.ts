import type { WorkloadMeta } from '../../model/entry';

/** Key and value, as generated at full size; a test holds it. */
export const meanRecordBytes = 694;

export const meta: WorkloadMeta = {
  id: 'dictionary',
  notInNativeScript: null,
  slowInPython: true,
  label: 'English–Japanese dictionary',
  kind: 'records',
  description:
    'An English–Japanese dictionary of made-up words: word or phrase → JSON with senses, translations, synonyms and words found beside it.',
  source: '002',
  parameters: [],
  sizeUnit: 'records',
  size: { min: 1, max: 1_000_000, default: 5_000 },
  presets: [
    { label: '5,000', size: 5_000, note: '3.5 MB: the quick look.' },
    { label: '50,000', size: 50_000, note: '35 MB.' },
    { label: '246,469', size: 246_469, note: '173 MB: the source’s size.' },
  ],
  dataBytesApproximate: true,
  // Two int32 offsets a record beside its bytes.
  dataBytes: (_parameters, size) => 8 * (size + 1) + size * meanRecordBytes,
  schema: () => ({ kind: 'records' }),
};
