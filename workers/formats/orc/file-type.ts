import type { FileType } from '../../model/file-type';

const MiB = 1_048_576;

export const fileTypes: readonly FileType[] = [
  {
    id: 'orc',
    rank: 7,
    label: 'ORC',
    phrase: 'an ORC file',
    extensions: ['orc'],
    signatures: [{ bytes: 'ORC' }],
    isCompressedInside: true,
    reading: 'table',
    size: {
      limitBytes: 512 * MiB,
      noun: 'an ORC file',
      remedy: 'sample',
    },
  },
];
