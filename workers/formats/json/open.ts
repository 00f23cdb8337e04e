import type { FileReaders } from '../../own-file/file-reader';

export const readers: FileReaders = {
  json: {
    read: async (file, options) => (await import('./open/json')).readJson(file, options),
    writing: async (content, dialect) =>
      (await import('./open/detect-writing')).detectJsonWriting(content, 'json', dialect),
  },
  ndjson: {
    read: async (file, options) => (await import('./open/ndjson')).readNdjson(file, options),
    cut: async (file, sample) => (await import('../../own-file/sample/text/cut-lines')).cutLines(file, sample),
    cutText: async (source) => (await import('../../own-file/sample/text/cut-lines')).cutLinesText(source),
    writing: async (content, dialect) =>
      (await import('./open/detect-writing')).detectJsonWriting(content, 'ndjson', dialect),
  },
};
