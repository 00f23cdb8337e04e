import type { ChosenType } from '../../../../model/chosen-type';
import type { ColumnSchema } from '../../../../model/column-schema';
import { takeRows } from '../../../../model/column-rows';
import type { ColumnType } from '../../../../model/column';
import type { Table } from '../../../../model/dataset';
import type { DetectedReading } from '../../../../model/protocol/coordinator';
import { keepsEveryDigit } from '../../../../own-file/decimal-text';
import { type BadRow, type ImportResult, listedBadRows } from '../../../../own-file/imported';
import { checkDecodedSize } from '../../../../own-file/limits';
import { columnName, numbersAlteredNote, offsetLossNote } from '../../../../own-file/notes';
import { unreadableFileError } from '../../../../own-file/refusal';
import { inUtc } from '../../../../own-file/utc';
import { columnsOfBuffers, minColumnBytes, withBitmaps } from './columns';
import { typeEffectsOfColumns, type TypeEffects } from './effects';
import type { FileCounts, SecondPassCounts, ValueCounts } from './facts';
import type { ByteChunks, RecordReader, RepairLine } from './record-reader';
import { inferType, type InferredType, type JsonType, internedTypes, timestampUnitOf } from './types';

/** The first bad lines, and how many there are. */
interface BadLines {
  readonly listed: readonly BadRow[];
  readonly count: number;
}

export interface RecordTable {
  readonly read: ImportResult;
  /** What each possible type would leave out or alter of all records. */
  readonly countEffects: () => NonNullable<DetectedReading['typeEffects']>;
}

interface Found {
  readonly seen: ValueCounts;
  readonly inferred: InferredType;
  readonly type: JsonType;
  readonly schema: ColumnSchema;
}

/**
 * Makes the table of the records that the reader has read. It has a column for each name, in the order of first appearance, with the type that holds
 * all its values exactly. With `columnTypes`, records whose values do not fit are left out and listed. `pieces` are read once more for columns
 * whose type was only known at their end, or is chosen.
 */
export async function tableOfRecords(
  reader: RecordReader,
  counts: FileCounts,
  {
    pieces,
    onRejected,
    columnTypes,
    bad,
    notes: earlierNotes,
    dialect,
  }: {
    readonly pieces: ByteChunks;
    readonly onRejected: RepairLine;
    readonly columnTypes: readonly ChosenType[] | null;
    readonly bad: BadLines;
    readonly notes: readonly string[];
    readonly dialect: string;
  },
): Promise<RecordTable> {
  const notes = [...earlierNotes];
  const { columns, rows } = counts;
  if (columns.length === 0)
    throw unreadableFileError('Its records have no fields.', 'Check that it holds the data you expect.');
  if (columnTypes !== null && columnTypes.length !== columns.length)
    throw unreadableFileError(
      `${columnTypes.length} column types were given for ${columns.length} columns.`,
      'Give one for each column.',
      { tag: 'invalidPlan' },
    );
  const found = columns.map((seen, index) => foundOf(seen, rows, columnTypes?.[index] ?? null, notes));
  checkDecodedSize(
    found.reduce((sum, { schema }) => sum + minColumnBytes(schema, rows), 0),
    'json',
  );
  const schemas = found.map(({ schema }) => schema);
  const isForced = found.map(({ type }) => columnTypes !== null && losesByChoice.has(type));
  const again = reader.plan(schemas, isForced);
  if (again > 0) await reader.read(pieces, onRejected);
  const second = again > 0 ? reader.secondCounts() : null;
  const leftOut = second === null ? new Uint32Array(0) : reader.leftOut();
  const kept = leftOut.length === 0 ? null : rowsWithout(leftOut, rows);
  const made = [...columnsOfBuffers(reader.columns(), schemas)].map((column, index) => {
    const { schema, type } = found[index] as Found;
    const isSecond = (second?.columns[index] ?? null) !== null;
    const taken = kept === null || isSecond ? column : takeRows(column, kept);
    if (type === 'nested') return withBitmaps(taken, schema, rows - leftOut.length);
    return isSecond && (second?.columns[index]?.offsets?.length ?? 0) > 0 ? inUtc(taken) : taken;
  });
  if (second !== null && columnTypes !== null)
    for (const [index, { seen, type }] of found.entries()) {
      const lost = lostByChoice(seen.name, type, second.columns[index] ?? null);
      if (lost !== null) notes.push(lost);
    }
  const dataset: Table = { kind: 'table', rowCount: rows - leftOut.length, columns: made };
  return {
    read: {
      dataset,
      dialect,
      badRows: badRowsOf(bad.listed, second, found),
      badRowCount: bad.count + leftOut.length,
      notes,
      possibleTypes: found.map(({ inferred, type }) => internedTypes([...new Set([type, ...inferred.possible])])),
    },
    countEffects: () => {
      const harmless = new Map<readonly JsonType[], TypeEffects>();
      return found.map(({ seen, inferred }, index) =>
        typeEffectsOfColumns(seen, inferred.possible, { alteredSingle: () => reader.alteredSingle(index), harmless }),
      );
    },
  };
}

/** What a column is: its type is the user's choice, or the one that was found. */
function foundOf(seen: ValueCounts, rows: number, choice: ChosenType | null, notes: string[]): Found {
  const own: string[] = [];
  const inferred = inferType(seen, rows, seen.name, own);
  // Notes about nested values apply only if they stay nested.
  if (inferred.chosen !== 'nested' || (choice ?? 'nested') === 'nested') notes.push(...own);
  if (choice === null && inferred.timesNote !== null) notes.push(inferred.timesNote);
  const type = typeOf(seen.name, inferred, choice);
  if (type === 'nested' || (choice === null && type === inferred.chosen))
    return { seen, inferred, type, schema: inferred.schema };
  const { name, nullable } = inferred.schema;
  const unit = timestampUnitOf(seen.ofTexts);
  const schema: ColumnSchema =
    type === 'timestamp' && unit === 'ns'
      ? { name, type, nullable, unit }
      : { name, type: type as ColumnType, nullable };
  return { seen, inferred, type, schema };
}

/** The type that the user chose, otherwise the inferred type. Lists and structs can be chosen only if the values contain some. */
function typeOf(name: string, { chosen, possible }: InferredType, choice: ChosenType | null): JsonType {
  if (choice === 'decimal' || choice === 'time')
    throw unreadableFileError(`${columnName(name)} of JSON cannot be read as ${choice}.`, 'Choose another type.', {
      tag: 'unsupported',
      format: 'json',
    });
  if (choice === 'nested' && !possible.includes('nested'))
    throw unreadableFileError(
      `${columnName(name)} was to be read as lists and structs, but its values are neither.`,
      'Choose another type.',
      { tag: 'invalidPlan' },
    );
  return choice ?? chosen;
}

/** Types that alter what they hold, of which the records that are kept are counted. */
const losesByChoice: ReadonlySet<JsonType> = new Set(['float64', 'float32', 'timestamp']);

/** A note on what the values lose in the type that the user chose. Null if they lose nothing. */
function lostByChoice(name: string, type: JsonType, counts: SecondPassCounts['columns'][number]): string | null {
  if (counts === null) return null;
  const { present, altered = 0, firstAltered, offsets = [], withoutOffset } = counts;
  if (type === 'float64' || type === 'float32')
    return altered === 0 ? null : numbersAlteredNote(name, type, altered, present, firstAltered);
  if (type !== 'timestamp') return null;
  return offsetLossNote(name, present, new Set(withoutOffset === undefined ? offsets : [...offsets, null]));
}

/** The numbers of the rows from 0 that are not among those in order. */
function rowsWithout(leftOut: Uint32Array, rows: number): Int32Array {
  const kept = new Int32Array(rows - leftOut.length);
  let [next, at] = [0, 0];
  for (let row = 0; row < rows; row += 1) {
    if (leftOut[next] === row) next += 1;
    else {
      kept[at] = row;
      at += 1;
    }
  }
  return kept;
}

function badRowsOf(
  lines: readonly BadRow[],
  second: SecondPassCounts | null,
  found: readonly Found[],
): ImportResult['badRows'] {
  const records = (second?.leftOut ?? []).map(({ line, column, json }): BadRow => {
    const { seen, type } = found[column] as Found;
    return {
      line,
      message: `“${seen.name}” is ${JSON.stringify(shownValue(json)).slice(0, 60)}, which is not a valid ${type}.`,
    };
  });
  return [...lines, ...records].sort((one, other) => one.line - other.line).slice(0, listedBadRows);
}

/** A value that is written as JSON, as JavaScript would show it: lists and objects as JSON. */
function shownValue(json: string): string {
  if (json.startsWith('"')) return JSON.parse(json) as string;
  const isShort = /^-?[\d.eE+-]+$/u.test(json) && !/^-?\d{16,}$/u.test(json) && keepsEveryDigit(json, 'float64');
  return isShort ? String(Number(json)) : json;
}
