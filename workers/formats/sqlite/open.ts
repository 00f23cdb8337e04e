import type { FileReaders } from '../../own-file/file-reader';

export const readers: FileReaders = {
  sqlite: {
    read: async (file, options) => (await import('./open/read-sqlite')).readSqlite(file, options),
  },
};
