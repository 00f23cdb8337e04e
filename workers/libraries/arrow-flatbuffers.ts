import { DamagedInput } from '../model/damaged-input';

/**
 * Reads FlatBuffers tables of Arrow IPC, and checks what the verifier of the FlatBuffers library checks: that tables, their fields and vectors
 * lie inside the message and at multiples of their size. apache-arrow checks none of it, and reads other types and values.
 * https://flatbuffers.dev/internals
 */

const misplaced = () => new DamagedInput('has a message with an offset outside its bytes');

/** Turns reads outside the message, for which DataView throws a RangeError, into {@link DamagedInput}. */
export function within<T>(read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof RangeError) throw misplaced();
    throw thrown;
  }
}

/**
 * The offset of a table's field of `sizeBytes`; null if the field is omitted. Tables, vectors and strings are fields of 4 bytes. Offsets are
 * read as signed numbers, like the library does, so that both see the same message.
 */
export function place(view: DataView, table: number, index: number, sizeBytes: number): number | null {
  const vtable = table - view.getInt32(table, true);
  const vtableBytes = view.getInt16(vtable, true);
  if (table % 4 !== 0 || vtable % 2 !== 0 || vtableBytes % 2 !== 0 || vtable + vtableBytes > view.byteLength)
    throw misplaced();
  const entry = 4 + 2 * index;
  if (entry >= vtableBytes) return null;
  const offset = view.getInt16(vtable + entry, true);
  if (offset === 0) return null;
  const at = table + offset;
  if (at < 0 || at % sizeBytes !== 0 || at + sizeBytes > view.byteLength) throw misplaced();
  return at;
}

/** Where an offset in the message points. */
export const target = (view: DataView, at: number): number => at + view.getInt32(at, true);

/** The table in a field; null if the field is omitted. */
export function tableAt(view: DataView, table: number, index: number): number | null {
  const at = place(view, table, index, 4);
  return at === null ? null : target(view, at);
}

/** Checks fields of the given sizes, which are the first ones of the table. */
export function checkPlaces(view: DataView, table: number, sizesBytes: readonly number[]): void {
  // Also a table without fields has its list of offsets.
  place(view, table, 0, 1);
  for (const [index, sizeBytes] of sizesBytes.entries()) place(view, table, index, sizeBytes);
}

/** Returns where a vector starts and how many elements it has, or null if the table lacks it. */
export function checkVector(
  view: DataView,
  table: number,
  index: number,
  elementBytes: number,
): { start: number; length: number } | null {
  const vector = tableAt(view, table, index);
  if (vector === null) return null;
  const length = view.getInt32(vector, true);
  if (vector % 4 !== 0) throw misplaced();
  if (length < 0 || vector + 4 + length * elementBytes > view.byteLength)
    throw new DamagedInput(`has a list of ${length} items, more than its message of ${view.byteLength} bytes can hold`);
  return { start: vector + 4, length };
}

/** The bytes of a string, which a byte of 0 ends. */
export function stringBytes(view: DataView, table: number, index: number): Uint8Array {
  const vector = checkVector(view, table, index, 1);
  if (vector === null) return new Uint8Array(0);
  if (view.getUint8(vector.start + vector.length) !== 0) throw new DamagedInput('has a name that does not end');
  return new Uint8Array(view.buffer, view.byteOffset + vector.start, vector.length);
}
