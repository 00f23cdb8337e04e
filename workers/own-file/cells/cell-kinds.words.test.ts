import { expect, it } from 'vitest';
import { caughtErrorRecord, foreignFileBytes, readTestTable } from '../../open-file/testing/test-files';
import type { Cell } from './cell-kinds';
import { tableOfCells } from './table-of-cells';

const read = (...cells: Cell[]) =>
  tableOfCells(
    { format: 'sqlite', names: ['a'], rowCount: cells.length, firstRow: 1, rows: () => cells.map((cell) => [cell]) },
    null,
    [],
  ).notes;

it('a note says of a mixed column as what it is kept', () => {
  expect(read(1n, 2n, 2.5)).toEqual([
    'Column “a” mixes 2 integers, 1 real number. It is kept as float64, which holds each of them; which were integers is not kept.',
  ]);
  expect(read(1n, 'x', new Uint8Array(1))).toEqual([
    'Column “a” mixes 1 integer, 1 text, 1 blob. It is kept as bytes: those of the blobs, and of all others as text in UTF-8. Choose another type to leave rows out.',
  ]);
  expect(read(1n, 'x')).toEqual([
    'Column “a” mixes 1 integer, 1 text. It is kept as text. Choose another type to leave rows out whose value does not fit.',
  ]);
});

it('SQLite files say what they do not hold, and which tables they do', async () => {
  const bytes = foreignFileBytes('wal.sqlite');
  const { report } = await readTestTable(bytes, 'a.sqlite', { columnTypes: ['int64'] });
  expect(report.notes[0]).toBe(
    'The database writes to a log first (WAL). What only the log file beside it (-wal) holds is not in this file.',
  );
  expect(report.badRows).toEqual([{ line: 2, message: '“a” is "two", which is not a valid int64.' }]);
  expect((await caughtErrorRecord(foreignFileBytes('tables.sqlite'), 'a.sqlite')).message).toBe(
    'It holds 3 tables and views.',
  );
});
