import type { FileType } from '../../model/file-type';

const MiB = 1_048_576;

export const fileTypes: readonly FileType[] = [
  {
    id: 'bytes',
    rank: 16,
    label: 'Any file, as bytes',
    phrase: 'plain bytes',
    extensions: [],
    signatures: [],
    reading: 'none',
    size: {
      limitBytes: 512 * MiB,
      noun: 'a file',
      unpackedNoun: 'any file',
      remedy: 'sample',
    },
  },
];
