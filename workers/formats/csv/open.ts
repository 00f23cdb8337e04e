import type { FileReaders } from '../../own-file/file-reader';

export const readers: FileReaders = {
  csv: {
    read: async (file, options) => (await import('./open/read-csv')).readCsv(file, options),
    cut: async (file, sample) => (await import('./sample/cut-csv')).sampleCsv(file, sample),
    cutText: async (source, sample) => (await import('./sample/cut-csv')).sampleCsvText(source, sample),
    writing: async (content, dialect) => (await import('./open/detect-writing')).detectCsvWriting(content, dialect),
  },
};
