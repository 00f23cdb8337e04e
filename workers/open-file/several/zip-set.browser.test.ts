import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Table } from '../../model/dataset';
import { FormatlabError } from '../../model/errors';
import type { ReadingOptions } from '../../model/reading-options';
import { countWord } from '../count-word';
import { readOwnFile } from '../read';
import { rowsOf, setOf } from '../testing/test-sets';
import { told } from '../testing/told';

const zipped = (files: Readonly<Record<string, string>>) =>
  new Blob([zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))).slice()]);

const read = (file: Blob, reading: ReadingOptions = {}) =>
  readOwnFile(file, { fileName: 'sales.zip', type: null, columnTypes: null, reading });

async function refusal(file: Blob, reading: ReadingOptions = {}) {
  try {
    await read(file, reading);
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return thrown.record;
    throw thrown;
  }
  throw new Error('The archive was read.');
}

const archive = zipped({
  'sales/_SUCCESS': '',
  'sales/part-10.json': '[{"a": 10}]',
  'sales/part-2.json': '[{"a": 2}]',
  'sales/other-1.json': '[{"b": 1}]',
  'sales/other-2.json': '[{"b": 2}]',
  'sales/part-3.json': '[{"a": 3}]',
  'sales/broken.json': '[{"a"',
});
// In the natural order: broken, other-1, other-2, part-2, part-3, part-10.

describe('an archive of files that differ', () => {
  it('names those that differ, and all, by their numbers among the files with data', async () => {
    const record = await refusal(archive);
    expect(record.archiveFiles).toEqual([0, 1, 2, 3, 4, 5]);
    expect(record.differingFiles?.map(({ index, path, group }) => [index, path, group])).toEqual([
      [0, 'sales/broken.json', undefined],
      [1, 'sales/other-1.json', 1],
      [2, 'sales/other-2.json', 1],
    ]);
    expect(await refusal(archive, { leftOutFiles: [0] })).toMatchObject({
      archiveFiles: [1, 2, 3, 4, 5],
      differingFiles: [
        { index: 1, group: 1 },
        { index: 2, group: 1 },
      ],
    });
  });

  it('is read without those that are left out, which are listed', async () => {
    const { dataset, report, packing } = await read(archive, { leftOutFiles: [0, 1, 2] });
    expect(packing).toBe('zip');
    expect(rowsOf(dataset as Table)).toEqual([['a', [2n, 3n, 10n]]]);
    const differs = told('differs');
    expect(report.found.files?.leftOut).toEqual([
      { path: 'sales/_SUCCESS', reason: told('programs') },
      { path: 'sales/other-1.json', reason: differs },
      { path: 'sales/other-2.json', reason: differs },
      { path: 'sales/broken.json', reason: differs },
    ]);
    const others = await read(archive, { leftOutFiles: [0, 3, 4, 5] });
    expect(rowsOf(others.dataset as Table)).toEqual([['b', [1n, 2n]]]);
  });

  it('is refused if all are left out, or one that it does not hold; and so is what is no such archive', async () => {
    expect(await refusal(archive, { leftOutFiles: [0, 1, 2, 3, 4, 5] })).toMatchObject({
      tag: 'invalidPlan',
      message: told('All 6 files'),
    });
    expect(await refusal(archive, { leftOutFiles: [6] })).toMatchObject({
      tag: 'invalidPlan',
      message: told('file 7', '6 files'),
    });
    const text = new Blob(['[{"a": 1}]']);
    for (const data of [text, setOf({ 'a.json': '[{"a": 1}]', 'b.json': '[{"a": 2}]' })])
      expect(await refusal(data as Blob, { leftOutFiles: [0] })).toMatchObject({
        tag: 'invalidPlan',
        message: told('no archive', 'files'),
      });
  });

  it('has words counted in the files that are read only', async () => {
    const file = zipped({ 'a.csv': 'x,y\ngone,1\n', 'b.csv': 'x,y\ngone,2\n', 'c.csv': 'z\ngone\n' });
    const reading = { leftOutFiles: [2] };
    const { report } = await read(file, reading);
    const counted = await countWord({ file, fileName: 'sales.zip', reading, report, word: 'gone' });
    expect(counted).toEqual({ inText: 2, inOthers: 0 });
  });
});

it('of a large archive, a sample is unpacked, spread over its files', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_, file) => [
      `part-${file}.csv`,
      `id,text\n${Array.from({ length: 200 }, (_, row) => `${file * 200 + row},row ${row}\n`).join('')}`,
    ]),
  );
  const { report, sample, fileCount } = await readOwnFile(zipped(files), {
    fileName: 'sales.zip',
    type: null,
    columnTypes: null,
    sample: { seed: 2, targetBytes: 16_000 },
  });
  expect(sample?.info).toMatchObject({ unitKind: 'files', unitCount: 40, isTotalEstimated: true });
  expect(sample?.info.unitItems.length).toBeLessThan(40);
  expect(report.itemCount).toBeLessThan(8_000);
  expect(Math.abs((sample?.info.totalItems ?? 0) - 8_000)).toBeLessThan(200);
  expect(fileCount).toBe(null);
});
