import { categoryColumn } from './categories';
import { concatenated, normalized, nullRow, rowCountOf, takeRows } from './column-rows';
import {
  type Column,
  decimalWords,
  type FixedWidthType,
  isPlain,
  itemName,
  type NumericType,
  type NumericValues,
  numericConstructor,
  type PlainColumn,
  storageType,
  type TimeUnit,
} from './dataset';
import { FormatlabError } from './errors';
import type { LaidOutColumn } from './columnar-layout';

/**
 * From Arrow's memory layout to ours, for whoever reads Arrow (C data interface, IPC, apache-arrow's Data): a column comes as
 * runs, one from each record batch, and leaves as one column with buffers of its own.
 */
export type ArrowType =
  | { readonly kind: 'fixed'; readonly columnType: Exclude<FixedWidthType, 'bool'> }
  /** One bit a value. */
  | { readonly kind: 'bool' }
  | { readonly kind: 'variable'; readonly columnType: 'utf8' | 'binary' }
  /** `length` is null where every row has a length of its own; only rows of equal length can be read. */
  | { readonly kind: 'vector'; readonly elementType: NumericType; readonly length: number | null }
  | { readonly kind: 'float16' }
  | {
      readonly kind: 'ticks';
      readonly bits: 32 | 64;
      readonly type: 'timestamp' | 'time' | 'duration';
      readonly unit: TimeUnit;
      readonly timeZone: string | null;
    }
  /** Milliseconds since 1970, which are to be whole days. */
  | { readonly kind: 'date64' }
  | {
      readonly kind: 'decimal';
      readonly bits: 32 | 64 | 128 | 256;
      readonly precision: number;
      readonly scale: number;
    }
  | { readonly kind: 'fixedBinary'; readonly width: number }
  /** Every row is null. */
  | { readonly kind: 'null' }
  | { readonly kind: 'category'; readonly ordered: boolean; readonly indexType: NumericType }
  /** `length`: of every row; null where each has its own. */
  | { readonly kind: 'list'; readonly length: number | null; readonly item: ArrowType }
  | { readonly kind: 'struct'; readonly fields: readonly ArrowField[] };

export interface ArrowField {
  readonly name: string;
  readonly type: ArrowType;
}

export interface ArrowRun {
  readonly rowCount: number;
  /** Rows to skip at the start of every buffer. */
  readonly offset: number;
  /** Bits, least significant first; null where no row is null. */
  readonly validity: Uint8Array | null;
  /** `variable`, `list`, and `vector` of varying length: at least offset + rowCount + 1 offsets, counted in bytes or elements. */
  readonly offsets: Int32Array | BigInt64Array | null;
  /** Bytes of the values, of the bits, of a category's indices, or of the elements of vectors; nothing for lists and structs. */
  readonly values: Uint8Array;
  /** Of a list its items; of a struct its fields, to which the rows that the struct skips are added. */
  readonly children?: readonly ArrowRun[];
  /** Of a category: the column that its indices point into. */
  readonly dictionary?: Column;
}

/** Bytes of a value that lies in one buffer of values. */
export function bytesPerValue(type: ArrowType): number {
  switch (type.kind) {
    case 'fixed':
      return numericConstructor(storageType[type.columnType]).BYTES_PER_ELEMENT;
    case 'float16':
      return 2;
    case 'ticks':
    case 'decimal':
      return type.bits / 8;
    case 'date64':
      return 8;
    case 'fixedBinary':
      return type.width;
    default:
      throw new Error(`Values of ${type.kind} lie in more than one buffer.`);
  }
}

/** One column of the runs, in order. Null rows hold 0 or nothing; validity is null where no row is null. Throws `unsupported` where Arrow can say more than a column can. */
export function columnFromRuns(name: string, type: ArrowType, runs: readonly ArrowRun[]): LaidOutColumn {
  const rowCount = runs.reduce((rows, run) => rows + run.rowCount, 0);
  const validity = mergeValidity(runs, rowCount);
  switch (type.kind) {
    case 'fixed': {
      const storage = storageType[type.columnType];
      const values = new (numericConstructor(storage))(rowCount);
      const bytes = new Uint8Array(values.buffer);
      const width = values.BYTES_PER_ELEMENT;
      copyFixed(bytes, runs, width);
      if (validity !== null) clearNulls(validity, rowCount, (row) => bytes.fill(0, row * width, (row + 1) * width));
      return { name, type: type.columnType, validity, values } as PlainColumn;
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
      return { name, type: type.columnType, validity, ...mergeVariable(name, runs, rowCount, validity) };
    case 'vector':
      if (validity !== null) throw unsupported(`The column “${name}” has rows that hold no list.`);
      return mergeVectors(name, type.elementType, type.length, runs, rowCount);
    case 'float16':
      return { name, type: 'float16', validity, values: fixedOf(runs, Uint16Array, rowCount, validity) };
    case 'ticks': {
      const values =
        type.bits === 64
          ? fixedOf(runs, BigInt64Array, rowCount, validity)
          : BigInt64Array.from(fixedOf(runs, Int32Array, rowCount, validity), BigInt);
      if (type.type !== 'timestamp') return { name, type: type.type, validity, unit: type.unit, values };
      const { unit, timeZone } = type;
      if (unit === 'us' && timeZone === null) return { name, type: 'timestamp', validity, values };
      return { name, type: 'timestamp', validity, unit, timeZone, values };
    }
    case 'date64':
      return datesOf(name, validity, fixedOf(runs, BigInt64Array, rowCount, validity));
    case 'decimal': {
      const { precision, scale, bits } = type;
      const bytes = fixedOf(runs, Uint8Array, rowCount, validity, bits / 8);
      return { name, type: 'decimal', validity, precision, scale, values: decimalValues(bytes, bits / 8, precision) };
    }
    case 'fixedBinary': {
      const { width } = type;
      return { name, type: 'fixedBinary', validity, width, data: fixedOf(runs, Uint8Array, rowCount, validity, width) };
    }
    case 'null':
      return {
        name,
        type: 'utf8',
        validity: rowCount === 0 ? null : new Uint8Array((rowCount + 7) >> 3),
        offsets: new Int32Array(rowCount + 1),
        data: new Uint8Array(0),
      };
    case 'category':
      return mergeCategories(name, type, runs, rowCount, validity);
    case 'list':
      return mergeLists(name, type, runs, rowCount, validity);
    case 'struct': {
      const fields = type.fields.map(({ name: fieldName, type: fieldType }, index) =>
        columnOf(
          fieldName,
          fieldType,
          runs.map((run) => {
            const child = childOf(run, index, name);
            return { ...child, offset: child.offset + run.offset, rowCount: run.rowCount };
          }),
        ),
      );
      return normalized({ name, type: 'struct', validity, fields }, rowCount);
    }
  }
}

/** As {@link columnFromRuns}, of a type that a table has. */
export function columnOf(name: string, type: ArrowType, runs: readonly ArrowRun[]): Column {
  const column = columnFromRuns(name, type, runs);
  if (column.type === 'vector') throw unsupported(`The column “${name}” holds vectors, for which a table has no type.`);
  return column;
}

function childOf({ children }: ArrowRun, index: number, name: string): ArrowRun {
  const child = children?.[index];
  if (child === undefined)
    throw new FormatlabError({ tag: 'malformedInput', stage: 'decode', message: `The column “${name}” lacks a part.` });
  return child;
}

/** `perRow` elements a row, with zeros at nulls. */
function fixedOf<V extends NumericValues>(
  runs: readonly ArrowRun[],
  Values: new (length: number) => V,
  rowCount: number,
  validity: Uint8Array | null,
  perRow = 1,
): V {
  const values = new Values(rowCount * perRow);
  const bytes = new Uint8Array(values.buffer as ArrayBuffer);
  const width = perRow * values.BYTES_PER_ELEMENT;
  copyFixed(bytes, runs, width);
  if (validity !== null) clearNulls(validity, rowCount, (row) => bytes.fill(0, row * width, (row + 1) * width));
  return values;
}

const msPerDay = 86_400_000n;

/** Dates in milliseconds are dates where each is a whole day, and else timestamps, which are exact. */
function datesOf(name: string, validity: Uint8Array | null, milliseconds: BigInt64Array): Column {
  const areDays = milliseconds.every((value) => {
    const days = value / msPerDay;
    return value % msPerDay === 0n && BigInt.asIntN(32, days) === days;
  });
  if (!areDays) return { name, type: 'timestamp', validity, unit: 'ms', timeZone: null, values: milliseconds };
  return { name, type: 'date', validity, values: Int32Array.from(milliseconds, (value) => Number(value / msPerDay)) };
}

/** Two's complement of any width in the words that the precision takes. */
function decimalValues(bytes: Uint8Array, width: number, precision: number): BigInt64Array {
  const words = decimalWords(precision);
  const rowCount = width === 0 ? 0 : bytes.length / width;
  const stored = new Uint8Array(rowCount * words * 8);
  const common = Math.min(width, words * 8);
  for (let row = 0; row < rowCount; row += 1) {
    const negative = ((bytes[(row + 1) * width - 1] ?? 0) & 0x80) !== 0;
    const start = row * words * 8;
    for (let byte = 0; byte < common; byte += 1) stored[start + byte] = bytes[row * width + byte] ?? 0;
    if (negative) stored.fill(0xff, start + common, start + words * 8);
  }
  return new BigInt64Array(stored.buffer);
}

function mergeCategories(
  name: string,
  { ordered, indexType }: Extract<ArrowType, { kind: 'category' }>,
  runs: readonly ArrowRun[],
  rowCount: number,
  validity: Uint8Array | null,
): Column {
  const found = fixedOf<NumericValues>(runs, numericConstructor(indexType), rowCount, validity);
  const dictionaries: Column[] = [];
  const rows = new Int32Array(rowCount);
  let at = 0;
  const starts = new Map<Column, number>();
  let entryCount = 0;
  for (const { dictionary, rowCount: runRows } of runs) {
    if (dictionary === undefined) throw unsupported(`The dictionary of the column “${name}” is not there.`);
    if (!starts.has(dictionary)) {
      starts.set(dictionary, entryCount);
      dictionaries.push(dictionary);
      entryCount += rowCountOf(dictionary, 0);
    }
    const start = starts.get(dictionary) ?? 0;
    const length = rowCountOf(dictionary, 0);
    for (const end = at + runRows; at < end; at += 1) {
      const index = Number(found[at]);
      if (validity !== null && bitAt(validity, at) === 0) rows[at] = nullRow;
      else if (index >= 0 && index < length) rows[at] = start + index;
      else
        throw new FormatlabError({
          tag: 'malformedInput',
          stage: 'decode',
          message: `The column “${name}” has an index of ${index} into a dictionary of ${length}.`,
        });
    }
  }
  const [first] = dictionaries;
  // Categories are of a type without parameters: of any other, each row gets its value.
  if (first !== undefined && dictionaries.length === 1 && !isPlain(first))
    return { ...takeRows(first, rows), name } as Column;
  const entries = concatenated(
    dictionaries.map((dictionary) => {
      if (isPlain(dictionary)) return dictionary;
      throw unsupported(`The dictionaries of the column “${name}” differ from batch to batch.`);
    }),
  );
  return categoryColumn(name, ordered, entries ?? noTexts, entryCount, rows);
}

/** Categories of a file without batches. */
const noTexts: PlainColumn = {
  name: itemName,
  type: 'utf8',
  validity: null,
  offsets: new Int32Array(1),
  data: new Uint8Array(0),
};

function mergeLists(
  name: string,
  { length, item }: Extract<ArrowType, { kind: 'list' }>,
  runs: readonly ArrowRun[],
  rowCount: number,
  validity: Uint8Array | null,
): Column {
  const offsets = new Int32Array(rowCount + 1);
  let row = 0;
  let end = 0;
  const items = runs.map((run): ArrowRun => {
    const child = childOf(run, 0, name);
    const place = (index: number) => (length === null ? offsetAt(run, index) : index * length);
    const first = place(run.offset);
    for (let index = 1; index <= run.rowCount; index += 1) {
      row += 1;
      offsets[row] = end + place(run.offset + index) - first;
    }
    const count = place(run.offset + run.rowCount) - first;
    end += count;
    if (end > 0x7fffffff) throw unsupported(`The column “${name}” holds more than 2³¹ items.`);
    return { ...child, offset: child.offset + first, rowCount: count };
  });
  return normalized({ name, type: 'list', validity, offsets, item: columnOf(itemName, item, items) }, rowCount);
}

const bitAt = (bits: Uint8Array, index: number) => ((bits[index >> 3] ?? 0) >> (index & 7)) & 1;
const unsupported = (message: string) => new FormatlabError({ tag: 'unsupported', stage: 'decode', message });

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
  // Whole bytes where both sides begin on one; the rest bit by bit.
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

function countBits(bits: Uint8Array): number {
  let count = 0;
  for (let byte of bits) for (; byte !== 0; byte &= byte - 1) count += 1;
  return count;
}

function clearNulls(validity: Uint8Array, rowCount: number, clear: (row: number) => void): void {
  for (let row = 0; row < rowCount; row += 1) if (bitAt(validity, row) === 0) clear(row);
}

function mergeVariable(
  name: string,
  runs: readonly ArrowRun[],
  rowCount: number,
  validity: Uint8Array | null,
): { offsets: Int32Array; data: Uint8Array } {
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

/** Arrow allows bytes under a null; ours has none. */
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

function mergeVectors(
  name: string,
  elementType: NumericType,
  fixedLength: number | null,
  runs: readonly ArrowRun[],
  rowCount: number,
): LaidOutColumn {
  const firstRun = runs.find((run) => run.rowCount > 0);
  const length =
    fixedLength ?? (firstRun ? offsetAt(firstRun, firstRun.offset + 1) - offsetAt(firstRun, firstRun.offset) : 0);
  const values = new (numericConstructor(elementType))(rowCount * length);
  const width = values.BYTES_PER_ELEMENT;
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
