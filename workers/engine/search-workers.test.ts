import { expect, test } from 'vitest';
import { searchWorkerCount } from './search-workers';

test.each([
  [400_000_000, 2, 2],
  [400_000_001, 2, 1],
  [1, 1, 1],
  [400_000_001, 1, 1],
  [1, 16, 2],
])('a search of %i bytes on %i cores has %i workers', (tableBytes, cores, count) =>
  expect(searchWorkerCount(tableBytes, cores)).toBe(count),
);
