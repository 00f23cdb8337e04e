import { type PlainColumn, type FixedWidthType, type NumericType, numericConstructor, storageType } from './dataset';
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
  | { readonly kind: 'list'; readonly elementType: NumericType; readonly length: number | null };

export interface ArrowRun {
  readonly rowCount: number;
  /** Rows to skip at the start of every buffer. */
  readonly offset: number;
  /** Bits, least significant first; null where no row is null. */
  readonly validity: Uint8Array | null;
  /** `variable` and `list` of varying length: at least offset + rowCount + 1 offsets, counted in bytes or elements. */
  readonly offsets: Int32Array | BigInt64Array | null;
  /** Bytes of the values, of the bits, or of the elements of lists. */
  readonly values: Uint8Array;
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
    case 'list':
      if (validity !== null) throw unsupported(`The column “${name}” has rows that hold no list.`);
      return mergeLists(name, type.elementType, type.length, runs, rowCount);
  }
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

function mergeLists(
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
