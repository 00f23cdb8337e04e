import type { FileReaders } from '../../own-file/file-reader';

export const readers: FileReaders = {
  sdf: {
    read: async (file, options) => (await import('./open/sdf')).readSdfFile(file, options),
    cut: async (file, sample) => (await import('../../own-file/sample/text/cut-lines')).cutSdf(file, sample),
    writing: async (content, dialect) =>
      (await import('../../own-file/settings/text')).detectTextWriting(content, dialect),
  },
};
