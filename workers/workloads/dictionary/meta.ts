import type { WorkloadMeta } from '../../model/entry';

/** Mean bytes of key and value at full size. A test compares it with generated data. */
export const meanRecordBytes = 694;

export const meta: WorkloadMeta = {
  id: 'dictionary',
  notInNativeScript: null,
  slowInPython: true,
  label: 'English–Japanese dictionary',
  kind: 'records',
  description:
    'An English–Japanese dictionary of invented words. Each word or phrase maps to JSON with senses, translations, synonyms and words that occur with it.',
  source: '002',
  parameters: [],
  sizeUnit: 'records',
  size: { min: 1, max: 1_000_000, default: 5_000 },
  presets: [
    { label: '5,000', size: 5_000, note: '3.5 MB: a quick run.' },
    { label: '50,000', size: 50_000, note: '35 MB.' },
    { label: '246,469', size: 246_469, note: '173 MB: the source’s size.' },
  ],
  dataBytesApproximate: true,
  // Each record has two int32 offsets besides its bytes.
  dataBytes: (_parameters, size) => 8 * (size + 1) + size * meanRecordBytes,
  schema: () => ({ kind: 'records' }),
};
