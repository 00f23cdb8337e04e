import type { FileType, MappedFiles } from '../../model/file-type';

const signatures = [{ bytes: '\x93NUMPY' }];

const MiB = 1_048_576;

export const fileTypes: readonly FileType[] = [
  {
    id: 'npy',
    rank: 8,
    label: 'NumPy .npy',
    phrase: 'a NumPy .npy file',
    extensions: ['npy'],
    signatures: signatures,
    decoder: 'formatlab',
    reading: 'none',
    size: {
      limitBytes: 512 * MiB,
      noun: 'an npy file',
      remedy: 'sample',
    },
  },
];

/** What map.ts explains. */
export const mapped: MappedFiles = { signatures };
