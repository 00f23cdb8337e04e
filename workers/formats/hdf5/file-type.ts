import { type FileType, type MappedFiles, typeDetectionBytes } from '../../model/file-type';

export const signature = '\x89HDF\r\n\x1a\n';

/** The sizes of the user block that may precede the signature, as in files of MATLAB 7.3: 512 bytes and its doubles. */
export function* userBlocks(limitBytes: number): Generator<number> {
  for (let sizeBytes = 512; sizeBytes < limitBytes; sizeBytes *= 2) yield sizeBytes;
}

const MiB = 1_048_576;

export const hdf5: FileType = {
  id: 'hdf5',
  rank: 12,
  label: 'HDF5',
  phrase: 'an HDF5 file',
  extensions: ['h5', 'hdf5', 'he5', 'h5ad', 'h5mu', 'hdf'],
  signatures: [0, ...userBlocks(typeDetectionBytes)].map((at) => ({ bytes: signature, at })),
  reading: 'parts',
  size: {
    limitBytes: 512 * MiB,
    noun: 'an HDF5 file',
    remedy: 'sample',
  },
};
export const fileTypes: readonly FileType[] = [hdf5];

/** What map.ts explains. */
export const mapped: MappedFiles = { signatures: [{ bytes: signature }], laterPlaces: userBlocks };
