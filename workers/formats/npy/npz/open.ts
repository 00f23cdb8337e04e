import type { FileReaders } from '../../../own-file/file-reader';

export const readers: FileReaders = {
  npz: {
    readsSamples: true,
    read: async (file, options) => (await import('./open/npz')).readNpz(file, options),
  },
};
