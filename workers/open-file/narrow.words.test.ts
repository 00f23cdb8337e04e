import { expect, it } from 'vitest';
import type { Column } from '../model/column';
import type { Table } from '../model/dataset';
import { narrowTable } from './narrow';

const column = (name: string): Column => ({ name, type: 'int8', validity: null, values: new Int8Array(10) });
const table: Table = { kind: 'table', rowCount: 10, columns: ['a', 'b', 'c'].map(column) };

it.each([
  [{ leftOutColumns: [1] }, '1 of 3 columns is left out, as chosen: “b”.'],
  [{ leftOutColumns: [0, 2] }, '2 of 3 columns are left out, as chosen: “a”, “c”.'],
  [{ rows: 4 }, 'The first 4 of 10 rows are read, as chosen.'],
  [{ rows: 5, rowsFrom: 'spread' as const }, '5 of 10 rows are read, evenly spread, as chosen.'],
])('a note says what %j leaves out', (reading, words) => {
  const notes: string[] = [];
  narrowTable(table, reading, [], 'csv', notes);
  expect(notes).toEqual([words]);
});

it('a note says why a column that is left out cannot be read', () => {
  const notes: string[] = [];
  narrowTable(table, { leftOutColumns: [3] }, [{ index: 3, name: 'd', reason: 'it is odd' }], 'csv', notes);
  expect(notes[1]).toBe('Column “d” can’t be read: it is odd.');
});
