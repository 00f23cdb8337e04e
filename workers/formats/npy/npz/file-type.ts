import type { FileType, MappedFiles } from '../../../model/file-type';

const MiB = 1_048_576;

export const npz: FileType = {
  id: 'npz',
  rank: 9,
  label: 'NumPy .npz',
  phrase: 'a NumPy .npz archive',
  extensions: ['npz'],
  signatures: [],
  // The names in a Zip archive tell whether it is one (detect.ts).
  isCompressedInside: true,
  reading: 'parts',
  size: {
    limitBytes: 512 * MiB,
    noun: 'an npz file',
    unpackedNoun: 'an array of an npz file',
    remedy: 'sample',
  },
};
export const fileTypes: readonly FileType[] = [npz];

/** What map.ts explains. */
export const mapped: MappedFiles = { signatures: [{ bytes: 'PK\x03\x04' }, { bytes: 'PK\x05\x06' }] };
