import { expect, it } from 'vitest';
import {
  caughtErrorRecord,
  columnValues,
  foreignFileBytes,
  readTestFile,
  readTestTable,
} from '../../../../open-file/testing/test-files';
import { told } from '../../../../open-file/testing/told';
import { telling } from '../../../../model/testing/telling';

it.each(['arrays.npz', 'deflated.npz'])('%s: the user chooses one of its arrays', async (name) => {
  expect(await caughtErrorRecord(foreignFileBytes(name), name)).toMatchObject({
    message: told('3 arrays'),
    remedy: told('Choose', 'array'),
    parts: [
      { name: 'grid', holds: '3 × 4 int32' },
      { name: 'rows', holds: '2 rows of 3 fields' },
      { name: 'flags', holds: '3 bool' },
    ],
  });
  const { dataset, report } = await readTestFile(foreignFileBytes(name), name, { reading: { part: 0 } });
  expect(dataset).toEqual({
    kind: 'array',
    elementType: 'int32',
    shape: [3, 4],
    values: Int32Array.from({ length: 12 }, (_, index) => index),
  });
  expect(report).toMatchObject({ type: 'npz', found: { parts: { chosen: 0 } } });
  expect(report.notes).toContainEqual(told('Fortran', 'C order'));
  const { table } = await readTestTable(foreignFileBytes(name), name, { reading: { part: 1 } });
  expect(table.columns.map(({ name }) => columnValues(table, name))).toEqual([
    [1n, 2n],
    ['ä', 'b'],
    [0.5, -0],
  ]);
});

it('an archive of one array is read without a question', async () => {
  const { dataset, report } = await readTestFile(foreignFileBytes('one.npz'), 'one.npz');
  expect(dataset).toMatchObject({ kind: 'array', shape: [50] });
  expect(report.settings?.facts).toEqual([{ name: 'Members', value: 'deflated' }]);
});

it('a damaged archive and a choice that is none are refused', async () => {
  const whole = foreignFileBytes('arrays.npz');
  expect((await caughtErrorRecord(whole, 'a.npz', { reading: { part: 3 } })).message).toMatch(
    telling('array 4', '3 arrays'),
  );
  expect((await caughtErrorRecord(whole.slice(0, -30), 'a.npz')).message).toMatch(/Zip archive|directory/u);
  const damaged = whole.slice();
  damaged.fill(7, 150, 160);
  expect((await caughtErrorRecord(damaged, 'a.npz', { reading: { part: 0 } })).message).toMatch(
    /differs from its size/u,
  );
});

it.each([
  ['arrays.npz', 0],
  ['deflated.npz', 1],
  ['one.npz', 0],
])('of array %s, %i, ranges of rows are a sample, kept as it is unpacked', async (name, part) => {
  const reading = { part };
  const whole = await readTestFile(foreignFileBytes(name), name, { reading });
  const sample = { seed: 4, targetBytes: 40 };
  const read = await readTestFile(foreignFileBytes(name), name, { reading, sample });
  expect(read.sample?.info).toMatchObject({ unitKind: 'rows', totalItems: whole.report.itemCount, isFirstPart: false });
  expect(read.report.itemCount).toBeLessThan(whole.report.itemCount);
});
