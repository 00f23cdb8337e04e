import { describe, expect, it } from 'vitest';
import { FormatlabError } from '../../../model/errors';
import { rowValues } from '../../../model/table-row';
import { mutantsOfFile } from '../../../open-file/testing/mutants';
import {
  caughtErrorRecord,
  columnTypesByName,
  columnValues,
  foreignFileBytes,
  readTestFile,
  readTestTable,
} from '../../../open-file/testing/test-files';
import { told } from '../../../open-file/testing/told';

/** Pickles of pandas 1.5, 2.2 and 3.1 (fixtures/make_pickles.py). The expected values are those that Python wrote. */

const leftOut = (indices: number[]) => ({ reading: { leftOutColumns: indices } });
const mutantCount = 60;
const majors = ['1', '2', '3'];

describe.each([
  ...majors.map((major) => `rich-${major}.pkl`),
  ...majors.map((major) => `rich-${major}-protocol-2.pkl`),
])('%s', (file) => {
  const read = () => readTestTable(foreignFileBytes(file), file, leftOut([2, 9, 18]));
  const perSecond = file.startsWith('rich-3') ? 1_000_000n : 1_000_000_000n;
  const unit = perSecond === 1_000_000n ? 'us' : 'ns';

  it('categories keep their order, and which are ordered', async () => {
    const { table } = await read();
    expect(table.columns[0]).toMatchObject({ type: 'category', ordered: true });
    expect(columnValues(table, 'ordered')).toEqual(['b', null, 'a']);
    const [ordered, numbers] = table.columns;
    expect(
      ordered?.type === 'category' &&
        columnValues({ ...table, rowCount: 3, columns: [ordered.categories] }, ordered.categories.name),
    ).toEqual(['c', 'b', 'a']);
    expect(numbers).toMatchObject({ type: 'category', ordered: false, categories: { type: 'int64' } });
    expect(columnValues(table, 'numbers')).toEqual([10n, 20n, 10n]);
  });

  it('timestamps keep their zones', async () => {
    const { table } = await read();
    const instants = [1_704_067_200n * perSecond, null, 1_719_837_000n * perSecond];
    const zones = {
      berlin: 'Europe/Berlin',
      york: 'America/New_York',
      paris: 'Europe/Paris',
      utc: 'UTC',
      offset: '-03:30',
    };
    for (const [name, timeZone] of Object.entries(zones)) {
      expect(table.columns.find((column) => column.name === name)).toMatchObject({ type: 'timestamp', unit, timeZone });
      expect(columnValues(table, name)).toEqual(instants);
    }
    expect(table.columns.find(({ name }) => name === 'seen')).toMatchObject({ unit, timeZone: 'UTC' });
    expect(columnValues(table, 'seen')).toEqual([1_704_074_400n * perSecond, null, null]);
  });

  it('decimals, nullable arrays and Python’s times have types of their own', async () => {
    const { table } = await read();
    expect(columnTypesByName(table)).toMatchObject({
      price: 'decimal',
      text: 'utf8',
      flag: 'bool',
      real: 'float32',
      u: 'uint64',
      took: 'duration',
      at: 'time',
      wide: 'decimal',
    });
    expect(columnValues(table, 'price')).toEqual(['1.50', null, '-20.00']);
    expect(columnValues(table, 'text')).toEqual(['a', null, 'ü']);
    expect(columnValues(table, 'flag')).toEqual([1, null, 0]);
    expect(columnValues(table, 'real')).toEqual([0.5, null, 2]);
    expect(columnValues(table, 'u')).toEqual([2n ** 64n - 1n, null, 0n]);
    expect(columnValues(table, 'took')).toEqual([
      86_402n * perSecond + (3n * perSecond) / 1_000_000n,
      null,
      -86_400n * perSecond,
    ]);
    expect(columnValues(table, 'at')).toEqual([86_398_000_007n, null, 0n]);
    expect(columnValues(table, 'wide')).toEqual([`1${'0'.repeat(19)}`, '1', `-1${'0'.repeat(30)}`]);
  });

  it('periods, intervals and sparse arrays are refused by name, and only they', async () => {
    const { refusedColumns } = await caughtErrorRecord(foreignFileBytes(file), file);
    expect(refusedColumns?.map(({ index, name }) => [index, name])).toEqual([
      [2, 'bins'],
      [9, 'month'],
      [18, 'sparse'],
    ]);
    expect(refusedColumns?.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/IntervalIndex/u),
      expect.stringMatching(/PeriodArray/u),
      expect.stringMatching(/SparseArray/u),
    ]);
  });
});

it.each(majors)('the levels of an index of pandas %s are the columns that reset_index makes', async (major) => {
  const { table, report } = await readTestTable(foreignFileBytes(`levels-${major}.pkl`), 'levels.pkl');
  expect(table.columns.map(({ name }) => [name, columnValues(table, name)])).toEqual([
    ['k', ['x', null, 'y']],
    ['level_1', [1n, 2n, 2n]],
    ['v', [1.5, 2.5, 3.5]],
  ]);
  expect(report.notes).toContainEqual(told('levels', 'DataFrame', 'columns “k”, “level_1”'));
});

it.each(majors)('columns of several levels are called as Python prints them, pandas %s', async (major) => {
  const { table } = await readTestTable(foreignFileBytes(`labels-${major}.pkl`), 'labels.pkl');
  expect(table.columns.map(({ name, type }) => [name, type])).toEqual([
    ['index', 'category'],
    ["('a', 1)", 'int64'],
    ["('b', 2)", 'int64'],
  ]);
  expect(rowValues(table, 0)).toEqual(['r', 1n, 2n]);
});

it.each(majors)('a Series with a time zone, and an index of periods, of pandas %s', async (major) => {
  const { table } = await readTestTable(foreignFileBytes(`series-${major}-zoned.pkl`), 'series.pkl');
  expect(table.columns).toMatchObject([{ name: 'when', type: 'timestamp', timeZone: 'UTC' }]);
  const { refusedColumns } = await caughtErrorRecord(foreignFileBytes(`periods-${major}.pkl`), 'periods.pkl');
  expect(refusedColumns).toMatchObject([{ index: 0, name: 'index', reason: expect.stringMatching(/PeriodIndex/u) }]);
  const rest = await readTestTable(foreignFileBytes(`periods-${major}.pkl`), 'periods.pkl', leftOut([0]));
  expect(columnValues(rest.table, 'v')).toEqual([1n, 2n]);
});

it.each(['2', '3'])('arrays of pyarrow in pandas %s', async (major) => {
  const { table } = await readTestTable(foreignFileBytes(`arrow-${major}.pkl`), 'arrow.pkl', leftOut([3]));
  expect(columnTypesByName(table)).toEqual({ s: 'utf8', i: 'int16', b: 'bool' });
  expect([0, 1].map((row) => rowValues(table, row))).toEqual([
    ['a', 1, null],
    [null, null, true],
  ]);
  const { refusedColumns } = await caughtErrorRecord(foreignFileBytes(`arrow-${major}.pkl`), 'arrow.pkl');
  expect(refusedColumns).toMatchObject([{ name: 't', reason: expect.stringMatching(/pyarrow/u) }]);
});

it('the layout of pandas before 1.3', async () => {
  const { table } = await readTestTable(foreignFileBytes('frame-2-old-layout.pkl'), 'frame.pkl');
  const { table: same } = await readTestTable(foreignFileBytes('frame-2.pkl'), 'frame.pkl');
  expect(table).toEqual(same);
});

it('objects in Fortran order are in C order in the pickle', async () => {
  const { table } = await readTestTable(foreignFileBytes('fortran-objects.pkl'), 'fortran.pkl');
  expect(columnValues(table, 'p')).toEqual(['a', 'c', 'e']);
  expect(columnValues(table, 'q')).toEqual(['b', 'd', 'f']);
});

it('named tuples and dataclasses are refused by the names of their classes', async () => {
  for (const [file, name] of [
    ['points.pkl', 'Point'],
    ['places.pkl', 'Place'],
  ] as const)
    expect(await caughtErrorRecord(foreignFileBytes(file), file)).toMatchObject({
      tag: 'unsupported',
      message: expect.stringContaining(`__main__.${name}`),
    });
});

it('of equal keys of a dictionary the last value counts, at the first one’s place', async () => {
  // Protocol 0: {'a': [1], 'b': [2], 'a': [3]}
  const text = '(dVa\n(lI1\nasVb\n(lI2\nasVa\n(lI3\nas.';
  const { table } = await readTestTable(new TextEncoder().encode(text), 'twice.pkl', { type: 'pickle' });
  expect(table.columns.map(({ name }) => [name, columnValues(table, name)])).toEqual([
    ['a', [3n]],
    ['b', [2n]],
  ]);
  // {1: 5, True: 6, 1.0: 7} is {1: 7}.
  const rows = '(l(dI1\nI5\nsI01\nI6\nsF1.0\nI7\nsa.';
  const { dataset } = await readTestFile(new TextEncoder().encode(rows), 'rows.pkl', { type: 'pickle' });
  expect(dataset.kind === 'table' && dataset.columns.map(({ name }) => [name, columnValues(dataset, name)])).toEqual([
    ['1', [7n]],
  ]);
});

it.each(['rich-1.pkl', 'rich-2-protocol-2.pkl', 'rich-3.pkl', 'levels-3.pkl', 'frame-2-old-layout.pkl'])(
  'a damaged %s is read or refused with advice',
  async (file) => {
    const whole = foreignFileBytes(file);
    const cuts = Array.from({ length: 20 }, (_, part) => whole.slice(0, Math.floor((whole.length * part) / 20)));
    for (const bytes of [...cuts, ...[...mutantsOfFile(whole, 7, mutantCount)].map((mutant) => mutant.bytes)])
      try {
        await readTestFile(bytes, file, { type: 'pickle' });
      } catch (thrown) {
        if (!(thrown instanceof FormatlabError)) throw thrown;
        expect(thrown.record.remedy).toEqual(expect.any(String));
      }
  },
);
