import { bitAt, countBits } from './bits';
import { withDistinctCategories } from './categories';
import { normalizeColumn, nullRowIndex, takeRows } from './column-rows';
import type { LaidOutColumn } from './columnar-layout';
import {
  type Column,
  decimalWordCount,
  type FixedWidthType,
  listItemColumnName,
  numericConstructor,
  type NumericType,
  type NumericValues,
  type PlainColumn,
  storageType,
  type TimeUnit,
} from './column';
import { isPlainColumn } from './column-schema';
import { FormatlabError } from './errors';

/**
 * An Arrow type. This file converts Arrow's memory layout to our columns, for all readers of Arrow (C data interface, IPC, apache-arrow's
 * Data). A column is read as runs, one for each record batch, and becomes one column with its own buffers.
 */
export type ArrowType =
  | { readonly kind: 'fixed'; readonly columnType: Exclude<FixedWidthType, 'bool'> }
  /** One bit for each value. */
  | { readonly kind: 'bool' }
  | { readonly kind: 'variable'; readonly columnType: 'utf8' | 'binary' }
  | { readonly kind: 'float16' }
  | { readonly kind: 'timestamp'; readonly unit: TimeUnit; readonly timeZone: string | null }
  /** Values in s and ms have 32 bits if they are times; all others have 64. */
  | { readonly kind: 'time' | 'duration'; readonly unit: TimeUnit }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number; readonly bytes: DecimalBytes }
  | { readonly kind: 'fixedBinary'; readonly width: number }
  /** Indices into a dictionary, whose values have the type `item`. */
  | {
      readonly kind: 'category';
      readonly ordered: boolean;
      readonly indexType: NumericType;
      readonly item: ArrowType;
    }
  /** `length` is null if the rows differ in length. */
  | { readonly kind: 'list'; readonly item: ArrowType; readonly length: number | null }
  | { readonly kind: 'struct'; readonly fields: readonly { readonly name: string; readonly type: ArrowType }[] }
  /** Lists of numbers that become one {@link LaidOutColumn} of vectors. All rows must have the same length, even if `length` is null. */
  | { readonly kind: 'vector'; readonly elementType: NumericType; readonly length: number | null };

/** Bytes of an Arrow decimal: decimal32, decimal64, decimal128 or decimal256. */
export type DecimalBytes = 4 | 8 | 16 | 32;

/** Bytes of one value: 4 for times in s or ms, else 8. */
export const bytesPerTick = ({ kind, unit }: Extract<ArrowType, { kind: 'time' | 'duration' }>) =>
  kind === 'time' && (unit === 's' || unit === 'ms') ? 4 : 8;

/** Bytes of one row of a fixed-width type. */
export function bytesPerRow(
  type: Extract<
    ArrowType,
    { kind: 'fixed' | 'float16' | 'timestamp' | 'time' | 'duration' | 'decimal' | 'fixedBinary' }
  >,
): number {
  switch (type.kind) {
    case 'fixed':
      return numericConstructor(storageType[type.columnType]).BYTES_PER_ELEMENT;
    case 'float16':
      return 2;
    case 'timestamp':
      return 8;
    case 'time':
    case 'duration':
      return bytesPerTick(type);
    case 'decimal':
      return type.bytes;
    case 'fixedBinary':
      return type.width;
  }
}

/** The part of a column that belongs to one record batch. */
export interface ArrowRun {
  readonly rowCount: number;
  /** Rows to skip at the start of every buffer. */
  readonly offset: number;
  /** Bitmap, least significant bit first; null if no row is null. */
  readonly validity: Uint8Array | null;
  /** For `variable`, `list`, and `vector` without a fixed length: at least offset + rowCount + 1 offsets, counted in bytes or elements. */
  readonly offsets: Int32Array | BigInt64Array | null;
  /** Bytes of the values, the bits, the indices, or the elements of vectors. */
  readonly values: Uint8Array;
  /** The items of a list, or the fields of a struct: all rows of their buffers, each child with its own offset. */
  readonly children?: readonly ArrowRun[];
  /** The dictionary of a category, in one run or several. Batches that share a dictionary share this array. */
  readonly dictionary?: readonly ArrowRun[];
}

/**
 * Joins the runs, in order, to one column in canonical form: null rows hold 0 or nothing, and validity is null if no row is null.
 *
 * With `inPlace`, a column of one run is a view of the run's buffers wherever the layouts are equal, and null rows are cleared there. Without, every
 * column has buffers of its own.
 * @throws `unsupported` if a column cannot represent the Arrow type or value; `malformedInput` if an index lies outside its dictionary or a
 * decimal has too many digits.
 */
export function columnFromRuns(
  name: string,
  type: ArrowType,
  runs: readonly ArrowRun[],
  inPlace = false,
): LaidOutColumn {
  const rowCount = rowsOf(runs);
  if (type.kind === 'vector') {
    if (mergeValidity(runs, rowCount) !== null) throw unsupported(`The column “${name}” has rows that hold no list.`);
    return mergeLists(name, type.elementType, type.length, runs, rowCount, inPlace);
  }
  const column = convert(name, type, runs, inPlace);
  return column.type === 'list' || column.type === 'struct' ? normalizeColumn(column, rowCount) : column;
}

const rowsOf = (runs: readonly ArrowRun[]) => runs.reduce((rows, run) => rows + run.rowCount, 0);

/** Converts the runs of one column. Null lists and structs may still have values below them, which are dropped later. */
function convert(name: string, type: ArrowType, runs: readonly ArrowRun[], inPlace: boolean): Column {
  const rowCount = rowsOf(runs);
  if (type.kind === 'category') return category(name, type, runs, rowCount);
  const validity = mergeValidity(runs, rowCount);
  switch (type.kind) {
    case 'fixed': {
      const Values = numericConstructor(storageType[type.columnType]) as ValuesConstructor<NumericValues>;
      const values = valuesOf(Values, runs, validity, inPlace);
      return { name, type: type.columnType, validity, values } as PlainColumn;
    }
    case 'float16':
      return { name, type: 'float16', validity, values: valuesOf(Uint16Array, runs, validity, inPlace) };
    case 'timestamp': {
      const { unit, timeZone } = type;
      const values = valuesOf(BigInt64Array, runs, validity, inPlace);
      return unit === 'us' && timeZone === null
        ? { name, type: 'timestamp', validity, values }
        : { name, type: 'timestamp', validity, unit, timeZone, values };
    }
    case 'time':
    case 'duration': {
      const values =
        bytesPerTick(type) === 8
          ? valuesOf(BigInt64Array, runs, validity, inPlace)
          : widened(fill(new Int32Array(rowCount), runs, 4, validity));
      return { name, type: type.kind, validity, unit: type.unit, values };
    }
    case 'decimal': {
      const { precision, scale, bytes } = type;
      const words = decimalWordCount(precision);
      const stored = fill(new Int32Array((rowCount * bytes) / 4), runs, bytes, validity);
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
        data: fill(new Uint8Array(rowCount * width), runs, width, validity),
      };
    }
    case 'bool': {
      const values = new Uint8Array(rowCount);
      let row = 0;
      for (const run of runs) {
        for (let index = run.offset; index < run.offset + run.rowCount; index += 1)
          values[row++] = bitAt(run.values, index);
      }
      if (validity !== null) clearNulls(validity, rowCount, (nullRow) => values.fill(0, nullRow, nullRow + 1));
      return { name, type: 'bool', validity, values };
    }
    case 'variable':
      return { name, type: type.columnType, validity, ...mergeVariable(name, runs, rowCount, validity, inPlace) };
    case 'list':
      return list(name, type, runs, rowCount, validity, inPlace);
    case 'struct': {
      const fields = type.fields.map((field, index) =>
        convert(
          field.name,
          field.type,
          runs.map((run) => within(run.children?.[index], run.offset, run.rowCount)),
          inPlace,
        ),
      );
      return { name, type: 'struct', validity, fields };
    }
    case 'vector':
      throw unsupported(`The column “${name}” has vectors within other columns.`);
  }
}

/** Rows `from` to `from` + `rowCount` of a child, counted from the child's own offset. */
function within(child: ArrowRun | undefined, from: number, rowCount: number): ArrowRun {
  if (child === undefined) throw malformed('A list or struct lacks a child column.');
  return { ...child, offset: child.offset + from, rowCount };
}

function fill<V extends { readonly buffer: ArrayBufferLike }>(
  values: V,
  runs: readonly ArrowRun[],
  width: number,
  validity: Uint8Array | null,
): V {
  const bytes = new Uint8Array(values.buffer);
  copyFixed(bytes, runs, width);
  if (validity !== null) clearNulls(validity, rowsOf(runs), (row) => bytes.fill(0, row * width, (row + 1) * width));
  return values;
}

interface ValuesConstructor<V> {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): V;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): V;
}

/** The values of fixed width, in place if that is wanted and possible. */
function valuesOf<V extends { readonly buffer: ArrayBufferLike }>(
  Values: ValuesConstructor<V>,
  runs: readonly ArrowRun[],
  validity: Uint8Array | null,
  inPlace: boolean,
): V {
  const width = Values.BYTES_PER_ELEMENT;
  const [run] = runs;
  if (!inPlace || run === undefined || runs.length > 1) return fill(new Values(rowsOf(runs)), runs, width, validity);
  const { values, offset, rowCount } = run;
  const at = values.byteOffset + offset * width;
  if (at % width !== 0) return fill(new Values(rowCount), runs, width, validity);
  const view = new Values(values.buffer, at, rowCount);
  if (validity !== null)
    clearNulls(validity, rowCount, (row) => values.fill(0, (offset + row) * width, (offset + row + 1) * width));
  return view;
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
        throw malformed(`The column “${name}” holds a decimal with more digits than its type has.`);
  }
  return values;
}

function list(
  name: string,
  { item, length }: Extract<ArrowType, { kind: 'list' }>,
  runs: readonly ArrowRun[],
  rowCount: number,
  validity: Uint8Array | null,
  inPlace: boolean,
): Column {
  const offsets = new Int32Array(rowCount + 1);
  let row = 0;
  let end = 0;
  const items = runs.map((run) => {
    const place = (index: number) =>
      length === null ? offsetAt(run, run.offset + index) : (run.offset + index) * length;
    const first = place(0);
    for (let index = 1; index <= run.rowCount; index += 1) offsets[++row] = end + place(index) - first;
    const itemCount = run.rowCount === 0 ? 0 : place(run.rowCount) - first;
    end += itemCount;
    if (end > 0x7fffffff) throw unsupported(`The column “${name}” holds more than 2³¹ items.`);
    return within(run.children?.[0], first, itemCount);
  });
  return { name, type: 'list', validity, offsets, item: convert(listItemColumnName, item, items, inPlace) };
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
function category(name: string, type: CategoryType, runs: readonly ArrowRun[], rowCount: number): Column {
  const dictionaries = [...new Set(runs.flatMap(({ dictionary }) => (dictionary === undefined ? [] : [dictionary])))];
  const [only] = dictionaries;
  const entries =
    dictionaries.length === 1 && only !== undefined
      ? entriesOf(only, type)
      : (columnFromRuns(listItemColumnName, type.item, dictionaries.flat()) as Column);
  const places = new Map<readonly ArrowRun[], { readonly start: number; readonly count: number }>();
  let entryCount = 0;
  for (const dictionary of dictionaries) {
    const count = rowsOf(dictionary);
    places.set(dictionary, { start: entryCount, count });
    entryCount += count;
  }
  const validity = mergeValidity(runs, rowCount);
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
      if (!(entry >= 0 && entry < count))
        throw malformed(`The column “${name}” has an index of ${entry} into a dictionary of ${count}.`);
      rows[row] = start + entry;
    }
  }
  if (!isPlainColumn(entries)) return { ...takeRows(entries, rows), name } as Column;
  const indices = rows.map((entry) => Math.max(0, entry));
  const column = { name, type: 'category', validity, ordered: type.ordered, indices, categories: entries } as const;
  return dictionaries.length <= 1 && entries.validity === null ? column : withDistinctCategories(column, entryCount);
}

function indicesOf(run: ArrowRun, type: NumericType): ArrayLike<number | bigint> {
  const indices = new (numericConstructor(type))(run.rowCount);
  copyFixed(new Uint8Array(indices.buffer), [run], indices.BYTES_PER_ELEMENT);
  return indices;
}

const unsupported = (message: string) => new FormatlabError({ tag: 'unsupported', stage: 'decode', message });
const malformed = (message: string) => new FormatlabError({ tag: 'malformedInput', stage: 'decode', message });

function copyFixed(target: Uint8Array, runs: readonly ArrowRun[], width: number): void {
  let at = 0;
  for (const { offset, rowCount, values } of runs) {
    target.set(values.subarray(offset * width, (offset + rowCount) * width), at);
    at += rowCount * width;
  }
}

function mergeValidity(runs: readonly ArrowRun[], rowCount: number): Uint8Array | null {
  if (runs.every(({ validity }) => validity === null)) return null;
  const merged = new Uint8Array((rowCount + 7) >> 3);
  let at = 0;
  for (const run of runs) {
    copyBits(merged, at, run);
    at += run.rowCount;
  }
  return countBits(merged) === rowCount ? null : merged;
}

function copyBits(target: Uint8Array, at: number, { validity, offset, rowCount }: ArrowRun): void {
  let row = 0;
  // Copies whole bytes if source and target both start at a byte; copies bit by bit otherwise.
  if ((at & 7) === 0 && (offset & 7) === 0) {
    const whole = rowCount >> 3;
    if (validity === null) target.fill(255, at >> 3, (at >> 3) + whole);
    else target.set(validity.subarray(offset >> 3, (offset >> 3) + whole), at >> 3);
    row = whole * 8;
  }
  for (; row < rowCount; row += 1) {
    if (validity === null || bitAt(validity, offset + row) === 1)
      target[(at + row) >> 3] = (target[(at + row) >> 3] ?? 0) | (1 << ((at + row) & 7));
  }
}

function clearNulls(validity: Uint8Array, rowCount: number, clear: (row: number) => void): void {
  for (let byte = 0; byte < validity.length; byte += 1) {
    if (validity[byte] === 255) continue;
    const end = Math.min(rowCount, 8 * byte + 8);
    for (let row = 8 * byte; row < end; row += 1) if (bitAt(validity, row) === 0) clear(row);
  }
}

function mergeVariable(
  name: string,
  runs: readonly ArrowRun[],
  rowCount: number,
  validity: Uint8Array | null,
  inPlace: boolean,
): { offsets: Int32Array; data: Uint8Array } {
  const [only] = runs;
  if (
    inPlace &&
    runs.length === 1 &&
    only?.offsets instanceof Int32Array &&
    only.offset === 0 &&
    only.offsets[0] === 0
  ) {
    const offsets = only.offsets.subarray(0, rowCount + 1);
    const data = only.values.subarray(0, offsets[rowCount] ?? 0);
    return validity === null ? { offsets, data } : dropNullBytes(offsets, data, validity, rowCount);
  }
  const offsets = new Int32Array(rowCount + 1);
  const starts: number[] = [];
  let row = 0;
  let end = 0;
  for (const run of runs) {
    starts.push(end);
    const first = offsetAt(run, run.offset);
    for (let index = 1; index <= run.rowCount; index += 1) {
      row += 1;
      offsets[row] = end + offsetAt(run, run.offset + index) - first;
    }
    end += offsetAt(run, run.offset + run.rowCount) - first;
    if (end > 0x7fffffff) throw unsupported(`The column “${name}” holds more than 2 GiB of text or bytes.`);
  }
  const data = new Uint8Array(end);
  for (const [index, run] of runs.entries())
    data.set(run.values.subarray(offsetAt(run, run.offset), offsetAt(run, run.offset + run.rowCount)), starts[index]);
  return validity === null ? { offsets, data } : dropNullBytes(offsets, data, validity, rowCount);
}

/** Removes the bytes of null rows, which Arrow allows and the canonical form does not. */
function dropNullBytes(
  offsets: Int32Array,
  data: Uint8Array,
  validity: Uint8Array,
  rowCount: number,
): { offsets: Int32Array; data: Uint8Array } {
  let end = 0;
  let start = 0;
  for (let row = 0; row < rowCount; row += 1) {
    const next = offsets[row + 1] ?? 0;
    if (bitAt(validity, row) === 1) {
      if (end !== start) data.copyWithin(end, start, next);
      end += next - start;
    }
    offsets[row + 1] = end;
    start = next;
  }
  return { offsets, data: end === data.length ? data : data.slice(0, end) };
}

const offsetAt = ({ offsets }: ArrowRun, index: number) => Number(offsets?.[index] ?? 0);

function mergeLists(
  name: string,
  elementType: NumericType,
  fixedLength: number | null,
  runs: readonly ArrowRun[],
  rowCount: number,
  inPlace: boolean,
): LaidOutColumn {
  const firstRun = runs.find((run) => run.rowCount > 0);
  const length =
    fixedLength ?? (firstRun ? offsetAt(firstRun, firstRun.offset + 1) - offsetAt(firstRun, firstRun.offset) : 0);
  const Values = numericConstructor(elementType);
  const width = Values.BYTES_PER_ELEMENT;
  const only = inPlace && runs.length === 1 ? runs[0] : undefined;
  if (only !== undefined && only.offsets === null) {
    const at = only.values.byteOffset + only.offset * length * width;
    if (at % width === 0)
      return {
        name,
        type: 'vector',
        elementType,
        length,
        values: new Values(only.values.buffer as ArrayBuffer, at, rowCount * length),
      };
  }
  const values = new Values(rowCount * length);
  const target = new Uint8Array(values.buffer);
  let at = 0;
  for (const run of runs) {
    const start = run.offsets === null ? run.offset * length : offsetAt(run, run.offset);
    if (run.offsets !== null) {
      for (let index = 0; index <= run.rowCount; index += 1) {
        if (offsetAt(run, run.offset + index) !== start + index * length)
          throw unsupported(`The rows of the list column “${name}” differ in length.`);
      }
    }
    target.set(run.values.subarray(start * width, (start + run.rowCount * length) * width), at);
    at += run.rowCount * length * width;
  }
  return { name, type: 'vector', elementType, length, values };
}
