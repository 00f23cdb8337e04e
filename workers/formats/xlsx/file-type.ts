import type { FileType } from '../../model/file-type';

const MiB = 1_048_576;

export const fileTypes: readonly FileType[] = [
  {
    id: 'xlsx',
    rank: 10,
    label: 'Excel .xlsx',
    phrase: 'an Excel workbook',
    extensions: ['xlsx', 'xlsm'],
    signatures: [],
    // The names in a Zip archive tell whether it is one (detect.ts).
    isCompressedInside: true,
    reading: 'sheets',
    size: {
      limitBytes: 128 * MiB,
      noun: 'a workbook',
      remedy:
        'Here no part of it is read alone. Save the table as Parquet or CSV, of which a sample is measured, whatever its size.',
    },
  },
];
