import { expect, test } from 'vitest';
import type { Candidate } from '../../workers/model/plan';
import { namesColumns, withColumnNames } from './names-columns';

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

test('a candidate gets other names, and loses options that can’t be read', () => {
  const rename = (name: string) => `c ${name.length}`;
  expect(
    withColumnNames(
      candidateOf({ columns: 'salary: PLAIN, zstd 9; "a: b": brotli', sortedBy: 'salary descending', pageKiB: 8 }),
      rename,
    ).options,
  ).toEqual({
    columns: '"c 6": PLAIN, zstd 9; "c 4": brotli 1',
    sortedBy: 'c 6 descending',
    pageKiB: 8,
  });
  expect(withColumnNames(candidateOf({ columns: 'salary' }), rename).options).toEqual({ columns: 'left out' });
  const plain = candidateOf({ columns: '' });
  expect(withColumnNames(plain, rename)).toBe(plain);
});
