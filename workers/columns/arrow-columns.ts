import { bitAt } from '../model/bits';
import { withDistinctCategories } from './categories';
import { normalizeColumn, nullRowIndex, takeRows } from '../model/column-rows';
import type { LaidOutColumn } from './laid-out-column';
import {
  type Column,
  decimalWordCount,
  listItemColumnName,
  numericConstructor,
  type NumericType,
  type NumericValues,
  type PlainColumn,
  storageType,
} from '../model/column';
import { isPlainColumn } from '../model/column-schema';
import { type ArrowType, type DecimalBytes, bytesPerTick, type ArrowRun } from './arrow-type';
import {
  checkedAtOnce,
  copied,
  type Placement,
  roomFor,
  rowCountOfRuns,
  childRows,
  joinFixedWidthRuns,
  type TypedArrayConstructor,
  fixedWidthValues,
  unsupportedArrowData,
  malformedArrowData,
  copyFixedWidthRuns,
  joinValidity,
  forEachNullRow,
  joinVariableWidthRuns,
  offsetOfRow,
  joinVectorRuns,
} from './arrow-runs';

/**
 * Converts Arrow's memory layout to a column, for all readers of Arrow. Joins the runs of a column, one for each record batch, in order, to one column in canonical form: null rows hold 0 or nothing, and validity is null if no row is null.
 *
 * `placement` says where the buffers go; by default, every column has buffers of its own.
 * @throws `unsupportedArrowData` if a column cannot represent the Arrow type or value; `malformedInput` if an index lies outside its dictionary or a
 * decimal has too many digits.
 */
export function columnFromRuns(
  name: string,
  type: ArrowType,
  runs: readonly ArrowRun[],
  placement: Placement = copied,
): LaidOutColumn {
  const rowCount = rowCountOfRuns(runs);
  if (type.kind === 'vector') {
    if (joinValidity(runs, rowCount) !== null)
      throw unsupportedArrowData(`The column “${name}” has rows that hold no list.`);
    return joinVectorRuns(name, type.elementType, type.length, runs, rowCount, placement);
  }
  const column = convert(name, type, runs, placement);
  return column.type === 'list' || column.type === 'struct' ? normalizeColumn(column, rowCount) : column;
}

/** Converts the runs of one column. Null lists and structs may still have values below them, which are dropped later. */
function convert(name: string, type: ArrowType, runs: readonly ArrowRun[], placement: Placement): Column {
  const rowCount = rowCountOfRuns(runs);
  if (type.kind === 'category') return category(name, type, runs, rowCount, placement);
  const validity = joinValidity(runs, rowCount);
  switch (type.kind) {
    case 'fixed': {
      const Values = numericConstructor(storageType[type.columnType]) as TypedArrayConstructor<NumericValues>;
      const values = fixedWidthValues(Values, runs, validity, placement);
      return { name, type: type.columnType, validity, values } as PlainColumn;
    }
    case 'float16':
      return { name, type: 'float16', validity, values: fixedWidthValues(Uint16Array, runs, validity, placement) };
    case 'timestamp': {
      const { unit, timeZone } = type;
      const values = fixedWidthValues(BigInt64Array, runs, validity, placement);
      return unit === 'us' && timeZone === null
        ? { name, type: 'timestamp', validity, values }
        : { name, type: 'timestamp', validity, unit, timeZone, values };
    }
    case 'time':
    case 'duration': {
      const values =
        bytesPerTick(type) === 8
          ? fixedWidthValues(BigInt64Array, runs, validity, placement)
          : widened(joinFixedWidthRuns(new Int32Array(rowCount), runs, 4, validity));
      return { name, type: type.kind, validity, unit: type.unit, values };
    }
    case 'decimal': {
      const { precision, scale, bytes } = type;
      const words = decimalWordCount(precision);
      const stored = joinFixedWidthRuns(new Int32Array((rowCount * bytes) / 4), runs, bytes, validity);
      return {
        name,
        type: 'decimal',
        validity,
        precision,
        scale,
        values: wordsOf(name, stored, rowCount, bytes, words),
      };
    }
    case 'fixedBinary': {
      const { width } = type;
      return {
        name,
        type: 'fixedBinary',
        validity,
        width,
        data: joinFixedWidthRuns(new Uint8Array(rowCount * width), runs, width, validity),
      };
    }
    case 'bool': {
      const values = roomFor(Uint8Array, rowCount, placement);
      let row = 0;
      for (const run of runs) {
        unpackBits(run, values.subarray(row, row + run.rowCount));
        row += run.rowCount;
      }
      if (validity !== null) forEachNullRow(validity, rowCount, (nullRow) => values.fill(0, nullRow, nullRow + 1));
      return { name, type: 'bool', validity, values };
    }
    case 'variable':
      return {
        name,
        type: type.columnType,
        validity,
        ...joinVariableWidthRuns(name, runs, rowCount, validity, placement),
      };
    case 'list':
      return list(name, type, runs, rowCount, validity, placement);
    case 'struct': {
      const fields = type.fields.map((field, index) =>
        convert(
          field.name,
          field.type,
          runs.map((run) => childRows(run.children?.[index], run.offset, run.rowCount)),
          placement,
        ),
      );
      return { name, type: 'struct', validity, fields };
    }
    case 'vector':
      throw unsupportedArrowData(`The column “${name}” has vectors within other columns.`);
  }
}

/** Four bits as four bytes: the product has bit i at 8i, and the rest is masked. */
const fourBytes = (bits: number) => (bits * 0x20_4081) & 0x0101_0101;

/** Writes one byte for each row. */
function unpackBits({ values, offset, rowCount }: ArrowRun, target: Uint8Array): void {
  let row = 0;
  if ((offset & 7) === 0 && target.byteOffset % 4 === 0) {
    const words = new Uint32Array(target.buffer, target.byteOffset, target.length >> 2);
    for (let at = offset >> 3; row + 8 <= rowCount; at += 1, row += 8) {
      const byte = values[at] as number;
      words[row >> 2] = fourBytes(byte & 15);
      words[(row >> 2) + 1] = fourBytes(byte >> 4);
    }
  }
  for (; row < rowCount; row += 1) target[row] = bitAt(values, offset + row);
}

/** Converts int32 ticks to int64. */
function widened(ticks: Int32Array): BigInt64Array {
  const values = new BigInt64Array(ticks.length);
  const halves = new Int32Array(values.buffer);
  for (let row = 0; row < ticks.length; row += 1) {
    const tick = ticks[row] ?? 0;
    halves[2 * row] = tick;
    halves[2 * row + 1] = tick >> 31;
  }
  return values;
}

/** Converts decimals of `bytes` bytes to `wordCount` int64 words each. It cuts off words that only repeat the sign, or extends the sign. */
function wordsOf(
  name: string,
  stored: Int32Array,
  rowCount: number,
  bytes: DecimalBytes,
  words: number,
): BigInt64Array {
  const [from, to] = [bytes / 4, words * 2];
  if (from === to) return new BigInt64Array(stored.buffer);
  const values = new BigInt64Array(rowCount * words);
  const halves = new Int32Array(values.buffer);
  for (let row = 0; row < rowCount; row += 1) {
    const kept = Math.min(from, to);
    for (let half = 0; half < kept; half += 1) halves[row * to + half] = stored[row * from + half] ?? 0;
    const sign = (stored[row * from + kept - 1] ?? 0) >> 31;
    halves.fill(sign, row * to + kept, (row + 1) * to);
    for (let half = kept; half < from; half += 1)
      if (stored[row * from + half] !== sign)
        throw malformedArrowData(`The column “${name}” holds a decimal with more digits than its type has`);
  }
  return values;
}

function list(
  name: string,
  { item, length }: Extract<ArrowType, { kind: 'list' }>,
  runs: readonly ArrowRun[],
  rowCount: number,
  validity: Uint8Array | null,
  placement: Placement,
): Column {
  const offsets = new Int32Array(rowCount + 1);
  let row = 0;
  let end = 0;
  const items = runs.map((run) => {
    const place = (index: number) =>
      length === null ? offsetOfRow(run, run.offset + index) : (run.offset + index) * length;
    const first = place(0);
    for (let index = 1; index <= run.rowCount; index += 1) offsets[++row] = end + place(index) - first;
    const itemCount = run.rowCount === 0 ? 0 : place(run.rowCount) - first;
    end += itemCount;
    if (end > 0x7fffffff) throw unsupportedArrowData(`The column “${name}” holds more than 2³¹ items.`);
    return childRows(run.children?.[0], first, itemCount);
  });
  return { name, type: 'list', validity, offsets, item: convert(listItemColumnName, item, items, placement) };
}

type CategoryType = Extract<ArrowType, { kind: 'category' }>;

/** Converted dictionaries. Without this cache, each look-up of a row would convert its dictionary again. */
const dictionaryColumns = new WeakMap<readonly ArrowRun[], Column>();

function entriesOf(dictionary: readonly ArrowRun[], { item }: CategoryType): Column {
  const known = dictionaryColumns.get(dictionary);
  if (known !== undefined) return known;
  const column = columnFromRuns(listItemColumnName, item, dictionary) as Column;
  dictionaryColumns.set(dictionary, column);
  return column;
}

/**
 * Converts a category. If all batches share one dictionary, it is kept unchanged. If they differ, or hold nulls, the result lists each
 * entry once and without nulls. If the entries have a type with parameters, which categories cannot have, each row gets its own value.
 */
function category(
  name: string,
  type: CategoryType,
  runs: readonly ArrowRun[],
  rowCount: number,
  placement: Placement,
): Column {
  const dictionaries = [...new Set(runs.flatMap(({ dictionary }) => (dictionary === undefined ? [] : [dictionary])))];
  const [only] = dictionaries;
  const entries =
    dictionaries.length === 1 && only !== undefined
      ? entriesOf(only, type)
      : (columnFromRuns(listItemColumnName, type.item, dictionaries.flat()) as Column);
  const places = new Map<readonly ArrowRun[], { readonly start: number; readonly count: number }>();
  let entryCount = 0;
  for (const dictionary of dictionaries) {
    const count = rowCountOfRuns(dictionary);
    places.set(dictionary, { start: entryCount, count });
    entryCount += count;
  }
  const validity = joinValidity(runs, rowCount);
  if (type.indexType === 'int32' && dictionaries.length === 1 && isPlainColumn(entries) && entries.validity === null) {
    const indices = fixedWidthValues(Int32Array, runs, validity, placement);
    for (let row = firstBeyond(indices, entryCount); row < rowCount; row += 1) {
      const entry = indices[row] as number;
      // A negative index is a large one without its sign.
      if (entry >>> 0 >= entryCount && (validity === null || bitAt(validity, row) === 1))
        throw outsideDictionary(name, entry, entryCount);
    }
    return { name, type: 'category', validity, ordered: type.ordered, indices, categories: entries };
  }
  const rows = new Int32Array(rowCount);
  let row = 0;
  for (const run of runs) {
    const indices = indicesOf(run, type.indexType);
    const { start, count } = (run.dictionary && places.get(run.dictionary)) ?? { start: 0, count: 0 };
    for (let index = 0; index < run.rowCount; index += 1, row += 1) {
      if (validity !== null && bitAt(validity, row) === 0) {
        rows[row] = nullRowIndex;
        continue;
      }
      const entry = Number(indices[index]);
      if (!(entry >= 0 && entry < count)) throw outsideDictionary(name, entry, count);
      rows[row] = start + entry;
    }
  }
  if (!isPlainColumn(entries)) return { ...takeRows(entries, rows), name } as Column;
  const indices = rows.map((entry) => Math.max(0, entry));
  const column = { name, type: 'category', validity, ordered: type.ordered, indices, categories: entries } as const;
  return dictionaries.length <= 1 && entries.validity === null ? column : withDistinctCategories(column, entryCount);
}

/** A row at or before the first whose index is negative or at least `count`; the number of rows if there is none. Checks many rows with one branch. */
function firstBeyond(indices: Int32Array, count: number): number {
  const last = (count - 1) | 0;
  for (let from = 0; from < indices.length; from += checkedAtOnce) {
    const to = Math.min(indices.length, from + checkedAtOnce);
    // Its sign is set by an index below 0 or above the last.
    let signs = 0;
    for (let row = from; row < to; row += 1) {
      const index = indices[row] as number;
      signs |= index | (last - index);
    }
    if (signs < 0) return from;
  }
  return indices.length;
}

const outsideDictionary = (name: string, entry: number, count: number) =>
  malformedArrowData(`The column “${name}” has an index of ${entry} into a dictionary of ${count}`);

function indicesOf(run: ArrowRun, type: NumericType): ArrayLike<number | bigint> {
  const indices = new (numericConstructor(type))(run.rowCount);
  copyFixedWidthRuns(new Uint8Array(indices.buffer), [run], indices.BYTES_PER_ELEMENT);
  return indices;
}
