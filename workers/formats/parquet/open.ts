import type { FileReaders } from '../../own-file/file-reader';

export const readers: FileReaders = {
  parquet: {
    read: async (file, options) => (await import('./open/parquet')).readParquet(file, options),
    cut: async (file, sample) => (await import('./sample/cut-parquet')).sampleParquet(file, sample),
    writing: async (content) => (await import('./open/file-settings')).detectParquetWriting(content),
  },
};
