import type { FileReaders } from '../../own-file/file-reader';

export const readers: FileReaders = {
  npy: {
    read: async (file) => (await import('./open/npy')).readNpy(new Uint8Array(await file.arrayBuffer())),
    cut: async (file, sample) => (await import('./sample/cut-npy')).sampleNpy(file, sample),
    writing: async (content) => (await import('./open/file-settings')).detectNpyWriting(content),
  },
};
