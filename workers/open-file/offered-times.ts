import { type ChosenType, chosenTypeOf } from '../model/chosen-type';
import type { Column, VariableWidthColumn } from '../model/column';
import type { OwnFileType } from '../model/plan';
import { isNotNull } from '../model/table-row';
import { ValidityBuilder } from '../own-file/column-builders';
import type { ImportResult } from '../own-file/imported';
import { columnName, offsetLossNote, timesAsTextNote } from '../own-file/notes';
import { unreadableFileError } from '../own-file/refusal';
import { indicesOfRead } from '../own-file/refused-columns';
import { type TimestampTextCounts, TimestampTextCounter, timestampTicks } from '../own-file/timestamp-texts';

/**
 * Offers to read columns of texts that are all times as timestamps, in files that state their types and so hold them as texts. `columnTypes` are the
 * user's choices for the columns of the file, with `utf8` for those whose type has no word there.
 * @throws FormatlabError if another type than text or timestamp was chosen
 */
export function offerTimes(
  read: ImportResult,
  columnTypes: readonly ChosenType[] | null,
  format: OwnFileType,
): ImportResult {
  const { dataset, refusedColumns = [] } = read;
  if (dataset.kind !== 'table') return read;
  const places = indicesOfRead(dataset.columns.length, refusedColumns);
  const times = dataset.columns.map((column) => (column.type === 'utf8' ? timesOf(column, dataset.rowCount) : null));
  if (columnTypes === null && times.every((found) => found === null)) return read;
  const fileColumns = dataset.columns.length + refusedColumns.length;
  if (columnTypes !== null && columnTypes.length !== fileColumns)
    throw unreadableFileError(
      `${columnTypes.length} column types were given for ${fileColumns} columns.`,
      'Give one for each column.',
      { tag: 'invalidPlan', format },
    );
  const possibleTypes: ChosenType[][] = Array.from({ length: fileColumns }, () => []);
  const typeEffects: Partial<Record<ChosenType, { leftOut: number; altered: number }>>[] = possibleTypes.map(
    () => ({}),
  );
  const notes = [...read.notes];
  const columns = dataset.columns.map((column, index) => {
    const place = places[index] ?? index;
    const own = chosenTypeOf(column.type) ?? 'utf8';
    const found = times[index] ?? null;
    const wanted = columnTypes?.[place] ?? own;
    if (wanted !== own && (wanted !== 'timestamp' || found === null))
      throw unreadableFileError(`${columnName(column.name)} can’t be read as ${wanted}.`, 'Choose another type.', {
        tag: 'unsupported',
        format,
      });
    if (found === null || column.type !== 'utf8') return column;
    possibleTypes[place] = ['utf8', 'timestamp'];
    typeEffects[place] = { timestamp: { leftOut: 0, altered: 0 } };
    const kept = timesAsTextNote(column.name, found.times);
    if (wanted !== 'timestamp') {
      if (!notes.includes(kept)) notes.push(kept);
      return column;
    }
    const lost = offsetLossNote(column.name, found.times, found.offsets);
    if (notes.includes(kept)) notes.splice(notes.indexOf(kept), 1);
    if (lost !== null) notes.push(lost);
    return timestampsOf(column, dataset.rowCount, found);
  });
  return {
    ...read,
    dataset: { ...dataset, columns },
    notes,
    possibleTypes,
    found: { ...read.found, typeEffects },
  };
}

function textReader({ data, offsets }: VariableWidthColumn): (row: number) => string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return (row) => decoder.decode(data.subarray(offsets[row], offsets[row + 1]));
}

/** The longest text of a time, with zeros after its nanoseconds. */
const longestTimeBytes = 60;

/** The times of a column. Null if it has other texts, dates alone, or times that no unit holds. */
function timesOf(column: VariableWidthColumn, rowCount: number): TimestampTextCounts | null {
  const text = textReader(column);
  const counter = new TimestampTextCounter();
  let haveClock = false;
  for (let row = 0; row < rowCount; row += 1) {
    if (!isNotNull(column, row)) continue;
    const length = (column.offsets[row + 1] as number) - (column.offsets[row] as number);
    if (length < 'YYYY-MM-DD'.length || length > longestTimeBytes) return null;
    counter.add(text(row));
    if (length > 'YYYY-MM-DD'.length) haveClock = true;
    if (!counter.areTimes) return null;
  }
  const counts = counter.counts();
  return haveClock && counts.unfit === 0 ? counts : null;
}

function timestampsOf(column: VariableWidthColumn, rowCount: number, { unit, offsets }: TimestampTextCounts): Column {
  const text = textReader(column);
  const values = new BigInt64Array(rowCount);
  const validity = new ValidityBuilder(rowCount);
  for (let row = 0; row < rowCount; row += 1) {
    if (isNotNull(column, row)) values[row] = timestampTicks(text(row), unit) ?? 0n;
    else validity.setNull(row);
  }
  const isInstant = [...offsets].some((offset) => offset !== null);
  const { name } = column;
  return isInstant || unit === 'ns'
    ? { name, type: 'timestamp', unit, timeZone: isInstant ? 'UTC' : null, validity: validity.build(), values }
    : { name, type: 'timestamp', validity: validity.build(), values };
}
