import { expect, it } from 'vitest';
import type { FileSet } from '../../workers/model/user-data';
import { filesNotRead, onlyGroup, withoutFiles } from './differing-files';
import { ownFileOf } from './file-set';

const setOf = async (names: readonly string[]) =>
  (await ownFileOf(names.map((name) => new File(['x'], name)))) as FileSet;

it('leaves out the files that differ, with their reasons', async () => {
  const set = withoutFiles(await setOf(['a.csv', 'b.csv', 'c.csv']), [{ index: 1, reason: 'it is empty' }]);
  expect(set.files.map(({ path }) => path)).toEqual(['a.csv', 'c.csv']);
  expect(set).toMatchObject({ name: '2 files', size: 2, leftOut: [{ path: 'b.csv', reason: 'it is empty' }] });
});

it('keeps only the differing files that agree with each other', async () => {
  const all = await setOf(['a.csv', 'b.csv', 'c.csv', 'd.csv', 'e.csv', 'f.csv']);
  const differing = [
    { index: 0, path: 'a.csv', reason: 'it lacks the column “n”', group: 0 },
    { index: 2, path: 'c.csv', reason: 'it is empty' },
    { index: 3, path: 'd.csv', reason: 'it lacks the column “n”', group: 0 },
  ];
  const set = onlyGroup(all, differing, 0);
  expect(set.files.map(({ path }) => path)).toEqual(['a.csv', 'd.csv']);
  const differs = 'it differs from the files that are read';
  expect(set.leftOut).toEqual([
    { path: 'b.csv', reason: differs },
    { path: 'c.csv', reason: 'it is empty' },
    { path: 'e.csv', reason: differs },
    { path: 'f.csv', reason: differs },
  ]);
});

it('finds the files of an archive that are not read with those of a group, or with those that agree', () => {
  const differing = [
    { index: 1, path: 'b.csv', reason: 'it lacks the column “n”', group: 1 },
    { index: 3, path: 'd.csv', reason: 'it is empty' },
    { index: 5, path: 'f.csv', reason: 'it lacks the column “n”', group: 1 },
  ];
  const numbers = [0, 1, 3, 4, 5];
  expect(filesNotRead(numbers, differing, 1)).toEqual([0, 3, 4]);
  expect(filesNotRead(numbers, differing, null)).toEqual([1, 3, 5]);
});
