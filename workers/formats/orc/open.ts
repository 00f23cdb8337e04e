import type { FileReaders } from '../../own-file/file-reader';

export const readers: FileReaders = {
  orc: {
    read: async (file) => (await import('./open/read-orc')).readOrc(file),
    cut: async (file, sample) => (await import('./sample/cut-orc')).sampleOrc(file, sample),
  },
};
