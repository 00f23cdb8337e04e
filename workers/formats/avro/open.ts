import type { FileReaders } from '../../own-file/file-reader';

export const readers: FileReaders = {
  avro: {
    read: async (file) => (await import('./open/read-avro')).readAvro(file),
    offersTimes: true,
    cut: async (file, sample) => (await import('./sample/cut-avro')).sampleAvro(file, sample),
  },
};
