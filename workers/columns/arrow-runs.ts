import { damageOf } from '../model/damaged-input';
import { bitAt, countBits } from '../model/bits';
import type { LaidOutColumn } from './laid-out-column';
import { numericConstructor, type NumericType, type NumericValues } from '../model/column';
import { FormatlabError } from '../model/errors';
import type { ArrowRun } from './arrow-type';
import type { ReusedMemory } from './reused-memory';

/** Where the buffers of a column go. */
export interface Placement {
  /**
   * Which columns of one run may be views of the run's buffers: none; those without null rows; or all, whose null rows are then cleared in those
   * buffers.
   */
  readonly views: 'none' | 'withoutNulls' | 'all';
  /** Memory for buffers that are copied, while it has room; null for new buffers only. */
  readonly memory: ReusedMemory | null;
}

export const copied: Placement = { views: 'none', memory: null };
export const inPlace: Placement = { views: 'all', memory: null };

const mayView = ({ views }: Placement, validity: Uint8Array | null) =>
  views === 'all' || (views === 'withoutNulls' && validity === null);

/** An array with any content. */
export function roomFor<V>(Values: TypedArrayConstructor<V>, length: number, { memory }: Placement): V {
  const room = memory?.take(length * Values.BYTES_PER_ELEMENT) ?? null;
  return room === null ? new Values(length) : new Values(room.buffer, room.at, length);
}

export const rowCountOfRuns = (runs: readonly ArrowRun[]) => runs.reduce((rows, run) => rows + run.rowCount, 0);

/** Rows `from` to `from` + `rowCount` of a child, counted from the child's own offset. */
export function childRows(child: ArrowRun | undefined, from: number, rowCount: number): ArrowRun {
  if (child === undefined) throw malformedArrowData('A list or struct lacks a child column');
  return { ...child, offset: child.offset + from, rowCount };
}

export function joinFixedWidthRuns<V extends ArrayBufferView>(
  values: V,
  runs: readonly ArrowRun[],
  width: number,
  validity: Uint8Array | null,
): V {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  copyFixedWidthRuns(bytes, runs, width);
  if (validity !== null) clearFixedWidthRows(bytes, width, validity, rowCountOfRuns(runs));
  return values;
}

export interface TypedArrayConstructor<V> {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): V;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): V;
}

/** The values of fixed width, in place if that is wanted and possible. */
export function fixedWidthValues<V extends ArrayBufferView>(
  Values: TypedArrayConstructor<V>,
  runs: readonly ArrowRun[],
  validity: Uint8Array | null,
  placement: Placement,
): V {
  const width = Values.BYTES_PER_ELEMENT;
  const join = () => joinFixedWidthRuns(roomFor(Values, rowCountOfRuns(runs), placement), runs, width, validity);
  if (!mayView(placement, validity)) return join();
  const bytes = adjacent(runs.map((run) => fixedWidthPart(run, width)));
  if (bytes === null || bytes.byteOffset % width !== 0) return join();
  const rowCount = rowCountOfRuns(runs);
  if (validity !== null) clearFixedWidthRows(bytes, width, validity, rowCount);
  return new Values(bytes.buffer, bytes.byteOffset, rowCount);
}

const fixedWidthPart = ({ values, offset, rowCount }: ArrowRun, width: number) =>
  values.subarray(offset * width, (offset + rowCount) * width);

/** The parts as one, if they lie one behind the other; else null. */
function adjacent(parts: readonly Uint8Array[]): Uint8Array | null {
  const [first, ...others] = parts.filter(({ length }) => length > 0);
  if (first === undefined) return null;
  let sizeBytes = first.length;
  for (const part of others) {
    if (part.buffer !== first.buffer || part.byteOffset !== first.byteOffset + sizeBytes) return null;
    sizeBytes += part.length;
  }
  return new Uint8Array(first.buffer, first.byteOffset, sizeBytes);
}

/** Writes zeros to the null rows. */
function clearFixedWidthRows(bytes: Uint8Array, width: number, validity: Uint8Array, rowCount: number): void {
  if (width % 4 === 0 && bytes.byteOffset % 4 === 0) {
    // A loop over words is faster than a call of `fill` for each row.
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
    const wordsPerRow = width / 4;
    forEachNullRow(validity, rowCount, (row) => {
      for (let word = row * wordsPerRow; word < (row + 1) * wordsPerRow; word += 1) words[word] = 0;
    });
  } else forEachNullRow(validity, rowCount, (row) => bytes.fill(0, row * width, (row + 1) * width));
}

export const unsupportedArrowData = (message: string) =>
  new FormatlabError({ tag: 'unsupported', stage: 'decode', message });

/** A whole sentence without its full stop. */
export const malformedArrowData = damageOf({ subject: '' });

export function copyFixedWidthRuns(target: Uint8Array, runs: readonly ArrowRun[], width: number): void {
  let at = 0;
  for (const run of runs) {
    target.set(fixedWidthPart(run, width), at);
    at += run.rowCount * width;
  }
}

export function joinValidity(runs: readonly ArrowRun[], rowCount: number): Uint8Array | null {
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

/** Calls `take` for each row that is null. */
export function forEachNullRow(validity: Uint8Array, rowCount: number, take: (row: number) => void): void {
  for (let byte = 0; byte < validity.length; byte += 1) {
    // The bits of null rows, the lowest first.
    let absent = ~(validity[byte] as number) & 255;
    while (absent !== 0) {
      const row = 8 * byte + 31 - Math.clz32(absent & -absent);
      if (row < rowCount) take(row);
      absent &= absent - 1;
    }
  }
}

/** Whether a row that is null has bytes. */
function someNullRowHasBytes(offsets: Int32Array, validity: Uint8Array, rowCount: number): boolean {
  for (let byte = 0; byte < validity.length; byte += 1) {
    // The bits of null rows, the lowest first.
    let absent = ~(validity[byte] as number) & 255;
    while (absent !== 0) {
      const row = 8 * byte + 31 - Math.clz32(absent & -absent);
      if (row < rowCount && offsets[row] !== offsets[row + 1]) return true;
      absent &= absent - 1;
    }
  }
  return false;
}

export function joinVariableWidthRuns(
  name: string,
  runs: readonly ArrowRun[],
  rowCount: number,
  validity: Uint8Array | null,
  placement: Placement,
): { offsets: Int32Array; data: Uint8Array } {
  const [only] = runs;
  if (
    mayView(placement, validity) &&
    runs.length === 1 &&
    only?.offsets instanceof Int32Array &&
    only.offset === 0 &&
    only.offsets[0] === 0
  ) {
    const offsets = only.offsets.subarray(0, rowCount + 1);
    const data = only.values.subarray(0, offsets[rowCount] ?? 0);
    return validity === null ? { offsets, data } : dropNullBytes(offsets, data, validity, rowCount);
  }
  const offsets = roomFor(Int32Array, rowCount + 1, placement);
  offsets[0] = 0;
  const starts: number[] = [];
  let row = 0;
  let end = 0;
  for (const run of runs) {
    starts.push(end);
    const first = offsetOfRow(run, run.offset);
    const shift = end - first;
    if (run.offsets instanceof Int32Array) {
      const found = run.offsets.subarray(run.offset + 1, run.offset + 1 + run.rowCount);
      if (shift === 0) offsets.set(found, row + 1);
      else
        for (let index = 0; index < found.length; index += 1)
          offsets[row + 1 + index] = shift + (found[index] as number);
    } else {
      for (let index = 1; index <= run.rowCount; index += 1)
        offsets[row + index] = shift + offsetOfRow(run, run.offset + index);
    }
    row += run.rowCount;
    end += offsetOfRow(run, run.offset + run.rowCount) - first;
    if (end > 0x7fffffff) throw unsupportedArrowData(`The column “${name}” holds more than 2 GiB of text or bytes.`);
  }
  const parts = runs.map((run) =>
    run.values.subarray(offsetOfRow(run, run.offset), offsetOfRow(run, run.offset + run.rowCount)),
  );
  const whole = mayView(placement, validity) ? adjacent(parts) : null;
  const data = whole ?? roomFor(Uint8Array, end, placement);
  if (whole === null) for (const [index, part] of parts.entries()) data.set(part, starts[index]);
  return validity === null ? { offsets, data } : dropNullBytes(offsets, data, validity, rowCount);
}

/** Removes the bytes of null rows, which Arrow allows and the canonical form does not. */
function dropNullBytes(
  offsets: Int32Array,
  data: Uint8Array,
  validity: Uint8Array,
  rowCount: number,
): { offsets: Int32Array; data: Uint8Array } {
  if (!someNullRowHasBytes(offsets, validity, rowCount)) return { offsets, data };
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

/** How many rows are checked with one branch. A block in which something is wrong is checked row by row. */
export const checkedAtOnce = 1_024;

/** The first row that ends before it begins, by `rowCount` + 1 offsets of which the first is not negative; −1 if there is none. */
export function firstFallingRow(offsets: Int32Array, rowCount: number): number {
  for (let from = 0; from < rowCount; from += checkedAtOnce) {
    const to = Math.min(rowCount, from + checkedAtOnce);
    let previous = offsets[from] as number;
    // Its sign is set by an offset below 0 or below the one before it: one branch for many rows.
    let signs = 0;
    for (let row = from; row < to; row += 1) {
      const next = offsets[row + 1] as number;
      signs |= next | (next - previous);
      previous = next;
    }
    if (signs < 0)
      for (let row = from; row < to; row += 1) if ((offsets[row] as number) > (offsets[row + 1] as number)) return row;
  }
  return -1;
}

export const offsetOfRow = ({ offsets }: ArrowRun, index: number) => Number(offsets?.[index] ?? 0);

export function joinVectorRuns(
  name: string,
  elementType: NumericType,
  fixedLength: number | null,
  runs: readonly ArrowRun[],
  rowCount: number,
  placement: Placement,
): LaidOutColumn {
  const firstRun = runs.find((run) => run.rowCount > 0);
  const length =
    fixedLength ?? (firstRun ? offsetOfRow(firstRun, firstRun.offset + 1) - offsetOfRow(firstRun, firstRun.offset) : 0);
  const Values = numericConstructor(elementType);
  const width = Values.BYTES_PER_ELEMENT;
  const whole =
    mayView(placement, null) && runs.every(({ offsets }) => offsets === null)
      ? adjacent(runs.map((run) => fixedWidthPart(run, length * width)))
      : null;
  if (whole !== null && whole.byteOffset % width === 0)
    return {
      name,
      type: 'vector',
      elementType,
      length,
      values: new Values(whole.buffer as ArrayBuffer, whole.byteOffset, rowCount * length),
    };
  const values = roomFor(Values as TypedArrayConstructor<NumericValues>, rowCount * length, placement);
  const target = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  let at = 0;
  for (const run of runs) {
    const start = run.offsets === null ? run.offset * length : offsetOfRow(run, run.offset);
    if (run.offsets !== null) {
      for (let index = 0; index <= run.rowCount; index += 1) {
        if (offsetOfRow(run, run.offset + index) !== start + index * length)
          throw unsupportedArrowData(`The rows of the list column “${name}” differ in length.`);
      }
    }
    target.set(run.values.subarray(start * width, (start + run.rowCount * length) * width), at);
    at += run.rowCount * length * width;
  }
  return { name, type: 'vector', elementType, length, values };
}
