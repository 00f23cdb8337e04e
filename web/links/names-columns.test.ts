import { expect, test } from 'vitest';
import type { Candidate } from '../../workers/model/plan';
import { namesColumns } from './names-columns';

const candidateOf = (options: Candidate['options']): Candidate => ({
  format: 'parquet',
  implementation: 'arrow-rs',
  codec: null,
  options,
});

test('a candidate names columns by settings for single ones and by the columns that it is sorted by', () => {
  expect(namesColumns(candidateOf({}))).toBe(false);
  expect(namesColumns(candidateOf({ columns: '', sortedBy: '' }))).toBe(false);
  expect(namesColumns(candidateOf({ columns: 'salary: PLAIN' }))).toBe(true);
  expect(namesColumns(candidateOf({ sortedBy: 'salary' }))).toBe(true);
  expect(namesColumns({ ...candidateOf({ columns: 'salary: PLAIN' }), format: 'gone' })).toBe(false);
});
