import type { FileReaders } from '../../own-file/file-reader';

export const readers: FileReaders = {
  smiles: {
    read: async (file, options) => (await import('./open/smiles')).readSmilesFile(file, options),
    cut: async (file, sample) => (await import('../../own-file/sample/text/cut-lines')).cutSmiles(file, sample),
    writing: async (content, dialect) =>
      (await import('../../own-file/settings/text')).detectTextWriting(content, dialect),
  },
};
