import { expect, it } from 'vitest';
import {
  caughtErrorRecord,
  columnValues,
  foreignFileBytes,
  readTestFile,
  readTestTable,
} from '../../../open-file/testing/test-files';
import { told } from '../../../open-file/testing/told';
import { telling } from '../../../model/testing/telling';

const read = (name: string, options = {}) => readTestFile(foreignFileBytes(name), name, options);

it('each value is read exactly as Python wrote it', async () => {
  const { dataset, report } = await read('exact.sqlite');
  if (dataset.kind !== 'table') throw new Error(dataset.kind);
  const text = (value: string) => [...new TextEncoder().encode(value)];
  expect(dataset.columns.map((column) => [column.name, column.type, columnValues(dataset, column.name)])).toEqual([
    ['id', 'int64', [1n, 2n, 3n]],
    ['big', 'int64', [2n ** 63n - 1n, -(2n ** 63n), null]],
    // SQLite itself stores −0 as 0.
    ['real', 'float64', [0.1, 0, 1e300]],
    ['text', 'utf8', ['tëxt\0end', '', null]],
    ['blob', 'binary', [[0, 255], [], null]],
    ['numbers', 'float64', [1, 2.5, -3]],
    ['mixed', 'binary', [text('a'), text('7'), [1]]],
    ['empty', 'utf8', [null, null, null]],
    ['texts', 'utf8', ['1', 'x', '30']],
    ['twice', 'int64', [2n, 4n, 6n]],
  ]);
  expect(report.notes).toEqual([
    told('“numbers”', '2 integers', '1 real number', 'float64'),
    told('“mixed”', '1 integer', '1 text', '1 blob', 'bytes', 'UTF-8'),
  ]);
  expect(report.settings?.facts).toEqual([
    { name: 'Written by', value: expect.stringMatching(/^SQLite 3\./u) },
    { name: 'Page size', value: '4,096 bytes' },
    { name: 'Text encoding', value: 'UTF-8' },
  ]);
});

it('a mixed column takes another type at the cost of rows, which are counted before', async () => {
  const { report } = await read('wal.sqlite');
  expect(report.notes[0]).toMatch(telling('WAL'));
  expect(report.possibleTypes).toEqual([['utf8', 'int64', 'float64']]);
  expect(report.found.typeEffects?.[0]).toMatchObject({
    int64: { leftOut: 1, altered: 0 },
    utf8: { leftOut: 0, altered: 0 },
  });
  const chosen = await read('wal.sqlite', { columnTypes: ['int64'] });
  expect(chosen.report).toMatchObject({
    itemCount: 1,
    badRowCount: 1,
    badRows: [{ line: 2, message: told('“a”', '"two"', 'int64') }],
  });
});

it('text that is not UTF-8 is kept as bytes', async () => {
  const { table } = await readTestTable(foreignFileBytes('not-utf-8.sqlite'), 'not-utf-8.sqlite');
  expect(columnValues(table, 'a')).toEqual([[0xff, 0x41], [0x62]]);
});

it('the user chooses one of several tables and views', async () => {
  expect(await caughtErrorRecord(foreignFileBytes('tables.sqlite'), 'tables.sqlite')).toMatchObject({
    message: told('3 tables'),
    parts: [
      { name: 'first', holds: '2 rows, 1 column' },
      { name: 'second', holds: '300 rows, 2 columns' },
      { name: 'doubled', holds: 'a view' },
    ],
  });
  const { table: first } = await readTestTable(foreignFileBytes('tables.sqlite'), 'tables.sqlite', {
    reading: { part: 0 },
  });
  expect(columnValues(first, 'a')).toEqual(['ä', '😀']);
  expect((await read('tables.sqlite', { reading: { part: 1, rows: 10 } })).report.itemCount).toBe(10);
  const view = await read('tables.sqlite', { reading: { part: 2 } });
  expect(view.report.preview[299]).toBeUndefined();
  expect(view.report.itemCount).toBe(300);
});

it('a database in UTF-16 is refused, since the library does not read it', async () => {
  expect(await caughtErrorRecord(foreignFileBytes('utf-16.sqlite'), 'utf-16.sqlite')).toMatchObject({
    tag: 'unsupported',
    message: expect.stringMatching(/texts are in UTF-16le/u),
    remedy: expect.stringMatching(/UTF-8/u),
  });
});

it('what is empty, truncated or damaged is refused', async () => {
  expect((await caughtErrorRecord(foreignFileBytes('empty.sqlite'), 'empty.sqlite')).message).toMatch(
    /holds no table/u,
  );
  const whole = foreignFileBytes('tables.sqlite');
  for (const bytes of [whole.slice(0, 60), whole.slice(0, 5_000), whole.slice(0, whole.length - 4_096)]) {
    const record = await caughtErrorRecord(bytes, 'tables.sqlite', { reading: { part: 1 } });
    expect(record.message).toMatch(/truncated|damaged|malformed|could not be read/u);
    expect(record.remedy).toBeTruthy();
  }
});
