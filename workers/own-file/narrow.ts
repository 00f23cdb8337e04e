import { takeRows } from '../model/column-rows';
import type { Table } from '../model/dataset';
import type { ReadingOptions } from '../model/reading-options';
import { unreadableFileError } from './refusal';

const number = (count: number) => count.toLocaleString('en');

/** The table without the columns and rows that the user leaves out. `notes` says how many. */
export function narrowTable(
  table: Table,
  { leftOutColumns = [], rows, rowsFrom = 'start' }: ReadingOptions,
  notes: string[],
): Table {
  if (table.columns.length === 0)
    throw unreadableFileError('It has no columns.', 'Choose a file whose table has at least one.', {
      tag: 'unsupported',
    });
  const beyond = leftOutColumns.find((place) => place >= table.columns.length);
  if (beyond !== undefined)
    throw unreadableFileError(
      `Column ${number(beyond + 1)} cannot be left out: the table has ${number(table.columns.length)} columns.`,
      'Choose the columns again.',
      { tag: 'invalidPlan' },
    );
  const without = new Set(leftOutColumns);
  const columns = table.columns.filter((_, index) => !without.has(index));
  if (columns.length === 0)
    throw unreadableFileError('All columns are left out.', 'Keep at least one.', { tag: 'invalidPlan' });
  if (without.size > 0)
    notes.push(`${number(without.size)} of ${number(table.columns.length)} columns are left out, as chosen.`);
  if (rows === undefined || rows >= table.rowCount) return { ...table, columns };
  notes.push(
    rowsFrom === 'start'
      ? `The first ${number(rows)} of ${number(table.rowCount)} rows are read, as chosen.`
      : `${number(rows)} of ${number(table.rowCount)} rows are read, evenly spread, as chosen.`,
  );
  const taken = Int32Array.from({ length: rows }, (_, row) =>
    rowsFrom === 'start' ? row : Math.floor((row * table.rowCount) / rows),
  );
  return { ...table, rowCount: rows, columns: columns.map((column) => takeRows(column, taken)) };
}
