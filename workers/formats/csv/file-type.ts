import type { FileType } from '../../model/file-type';

const MiB = 1_048_576;

export const fileTypes: readonly FileType[] = [
  {
    id: 'csv',
    rank: 1,
    label: 'CSV or TSV',
    phrase: 'a CSV or TSV file',
    extensions: ['csv', 'tsv', 'tab'],
    signatures: [],
    text: 'records',
    infersTypes: true,
    reading: 'delimited',
    size: {
      limitBytes: 512 * MiB,
      noun: 'a CSV file',
      remedy: 'sample',
    },
  },
];
