import type { FileReaders } from '../../own-file/file-reader';

export const readers: FileReaders = {
  xlsx: {
    read: async (file, options) => (await import('./open/read-xlsx')).readXlsx(file, options),
  },
};
