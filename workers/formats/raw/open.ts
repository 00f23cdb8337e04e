import type { FileReaders } from '../../own-file/file-reader';
import { importResult } from '../../own-file/imported';

export const readers: FileReaders = {
  bytes: {
    read: async (file) => importResult({ kind: 'bytes', bytes: new Uint8Array(await file.arrayBuffer()) }),
    cut: async (file, sample) => (await import('./sample/cut-bytes')).cutBytes(file, sample),
  },
};
