import type { FileReaders } from '../../own-file/file-reader';

export const readers: FileReaders = {
  hdf5: {
    readsSamples: true,
    read: async (file, options) => (await import('./open/read-hdf5')).readHdf5(file, options),
  },
};
