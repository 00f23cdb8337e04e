import type { FileReaders } from '../../own-file/file-reader';

export const readers: FileReaders = {
  arrow: {
    read: async (file) => (await import('./open/arrow')).readArrow(file),
    cut: async (file, sample) => (await import('./sample/cut-arrow')).sampleArrow(file, sample),
    writing: async (content) => (await import('./open/file-settings')).detectArrowWriting(content),
  },
};
