import type { FileReaders } from '../../own-file/file-reader';

export const readers: FileReaders = {
  pickle: {
    read: async (file, options) => (await import('./open/read-pickle')).readPickle(file, options),
    offersTimes: true,
  },
};
