import { expect, it } from 'vitest';
import { whyNoData } from './file-paths';

it.each([
  ['macOS keeps it for itself', 't/.DS_Store'],
  ['Windows keeps it for itself', 't/Thumbs.db'],
  ['it holds the checksum of another file', 't/.a.parquet.crc'],
  ['it tells programs about the other files', 't/_SUCCESS'],
  ['“_delta_log” begins with “_”, as names do that readers of folders pass over', 't/_delta_log/0.json'],
])('%s', (words, path) => expect(whyNoData(path)).toBe(words));
