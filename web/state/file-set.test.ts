import { describe, expect, it } from 'vitest';
import { whyNoData } from '../../workers/model/file-paths';
import { telling } from '../../workers/model/testing/telling';
import { ownFileOf } from './file-set';
import type { FileSet } from '../../workers/model/user-data';

const file = (path: string, content = 'x') => {
  const made = new File([content], path.split('/').at(-1) ?? '');
  Object.defineProperty(made, 'webkitRelativePath', { value: path.includes('/') ? path : '' });
  return made;
};
const setOf = async (paths: readonly string[]) => (await ownFileOf(paths.map((path) => file(path)))) as FileSet;

describe('ownFileOf', () => {
  it('orders files by folders and names, with numbers by their values', async () => {
    const set = await setOf(['d/part-10.csv', 'd/b/1.csv', 'd/part-2.csv', 'd/a/20.csv', 'd/a/3.csv']);
    expect(set.files.map(({ path }) => path)).toEqual([
      'd/a/3.csv',
      'd/a/20.csv',
      'd/b/1.csv',
      'd/part-2.csv',
      'd/part-10.csv',
    ]);
    expect(set).toMatchObject({ name: '5 files of d', size: 5, leftOut: [] });
  });

  it('lists the files that hold no data', async () => {
    const set = await setOf(['t/_SUCCESS', 't/a.parquet', 't/.a.parquet.crc', 't/.DS_Store', 't/_delta_log/0.json']);
    expect(set.files.map(({ path }) => path)).toEqual(['t/a.parquet']);
    expect(set.leftOut).toEqual([
      { path: 't/_SUCCESS', reason: expect.any(String) },
      { path: 't/.a.parquet.crc', reason: expect.any(String) },
      { path: 't/.DS_Store', reason: expect.stringMatching(telling('macOS')) },
      { path: 't/_delta_log/0.json', reason: expect.stringMatching(telling('“_delta_log”', '“_”')) },
    ]);
    expect(new Set(set.leftOut.map(({ reason }) => reason)).size).toBe(4);
  });

  it('keeps chosen files whose names begin with “_”, since the user chose each', () => {
    expect(whyNoData('_a.csv')).toBeNull();
  });

  it('reads a file before the folder of its name, and numbers by their values', async () => {
    const set = await setOf(['t/a/1.csv', 't/a', 't/part-10.csv', 't/part-2.csv']);
    expect(set.files.map(({ path }) => path)).toEqual(['t/a', 't/a/1.csv', 't/part-2.csv', 't/part-10.csv']);
  });

  it('takes “.” and “..” for no names, as archives have them', () => {
    expect(['./a.csv', '../a.csv', './t/a.csv'].map((path) => whyNoData(path))).toEqual([null, null, null]);
    expect(whyNoData('./.git/a.csv')).toMatch(telling('“.git”'));
    expect(whyNoData('./...a/a.csv')).toMatch(telling('“...a”'));
  });

  it('keeps the files of a chosen folder whose own name begins with “_” or “.”', async () => {
    const set = await setOf(['_exports/a.csv', '_exports/b.csv', '_exports/_old/c.csv']);
    expect(set.files.map(({ path }) => path)).toEqual(['_exports/a.csv', '_exports/b.csv']);
    expect(set.leftOut.map(({ path }) => path)).toEqual(['_exports/_old/c.csv']);
  });

  it('gives a single file alone, unless its path may give columns', async () => {
    expect(await ownFileOf([file('a.csv')])).toBeInstanceOf(File);
    expect(await setOf(['year=2024/a.csv'])).toMatchObject({ name: '1 file of year=2024' });
  });

  it('says so if nothing is left', async () => {
    expect(await ownFileOf([])).toEqual(expect.any(String));
    expect(await ownFileOf([file('d/_SUCCESS')])).toMatch(telling('“d/_SUCCESS”'));
    expect(await ownFileOf([file('d/_SUCCESS'), file('d/a.crc')])).toMatch(telling(2, '“d/_SUCCESS”'));
  });
});
