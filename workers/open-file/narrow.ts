import { takeRows } from '../model/column-rows';
import type { Table } from '../model/dataset';
import type { RefusedColumn } from '../model/errors';
import type { OwnFileType } from '../model/plan';
import type { ReadingOptions } from '../model/reading-options';
import { shortList } from '../own-file/notes';
import { unreadableFileError } from '../own-file/refusal';
import { checkRefusedLeftOut, fileColumnsOf, indicesOfRead, refusalText } from '../own-file/refused-columns';

const number = (count: number) => count.toLocaleString('en');

/** The most names that a note lists. */
const listedNames = 20;

/**
 * The table without the columns and rows that the user leaves out. `notes` names them. `refused` are the columns that the file has beside
 * those of the table.
 * @throws FormatlabError if a refused column is not left out
 */
export function narrowTable(
  table: Table,
  { leftOutColumns = [], rows, rowsFrom = 'start' }: ReadingOptions,
  refused: readonly RefusedColumn[],
  type: OwnFileType,
  notes: string[],
): Table {
  const fileColumns = fileColumnsOf(table, refused, leftOutColumns);
  if (fileColumns.length === 0)
    throw unreadableFileError('It has no columns.', 'Choose a file whose table has at least one.', {
      tag: 'unsupported',
    });
  const beyond = leftOutColumns.find((place) => place >= fileColumns.length);
  if (beyond !== undefined)
    throw unreadableFileError(
      `Column ${number(beyond + 1)} cannot be left out: the table has ${number(fileColumns.length)} columns.`,
      'Choose the columns again.',
      { tag: 'invalidPlan' },
    );
  checkRefusedLeftOut(refused, leftOutColumns, table.columns.length, type);
  const without = new Set(leftOutColumns);
  const indices = indicesOfRead(table.columns.length, refused);
  const columns = table.columns.filter((_, at) => !without.has(indices[at] ?? 0));
  if (columns.length === 0)
    throw unreadableFileError('All columns are left out.', 'Keep at least one.', { tag: 'invalidPlan' });
  const leftOut = fileColumns.filter(({ isRead }) => !isRead);
  if (leftOut.length > 0) {
    const names = leftOut.map(({ name }) => `“${name.slice(0, 60)}”`);
    notes.push(
      `${number(leftOut.length)} of ${number(fileColumns.length)} columns ${leftOut.length === 1 ? 'is' : 'are'} left out, as chosen: ${shortList(names, listedNames)}.`,
    );
  }
  notes.push(...refused.map(refusalText));
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
