import { malformedPickle } from './unpickler';
import { noneStart, PickleBytes, type PickleList, PickleText, PlaceObjects, Places } from './values';

/** The list's items as places. @throws `malformedInput` if they are not all texts or all bytes */
export function placesOf(list: PickleList, name: string): Places {
  const places = new Places(new PlaceObjects());
  for (const [row, item] of list.items.entries())
    if (!places.add(item)) throw malformedPickle(`column ${name} mixes types in row ${row}.`);
  return places;
}

/** The number of bytes at all places together. */
export function bytesOf({ count, starts, ends }: Places): number {
  let bytes = 0;
  for (let row = 0; row < count; row += 1) bytes += (ends[row] as number) - (starts[row] as number);
  return bytes;
}

/** The first row that is None; −1 if none is. */
export const rowOfNone = ({ count, starts }: Places): number => starts.subarray(0, count).indexOf(noneStart);

/** Which rows are not None, as a bitmap. */
export function validityOf({ count, starts }: Places): Uint8Array {
  const validity = new Uint8Array(Math.ceil(count / 8));
  for (let row = 0; row < count; row += 1)
    if (starts[row] !== noneStart) validity[row >>> 3] = (validity[row >>> 3] as number) | (1 << (row & 7));
  return validity;
}

/** `distinct`: each place once, in the order of its first row. `indices`: the index there of each row's place; 0 for None. */
export function distinctPlaces({ kind, count, starts, ends }: Places): {
  distinct: (PickleText | PickleBytes)[];
  indices: Int32Array;
} {
  const known = new Map<number, number>();
  const distinct: (PickleText | PickleBytes)[] = [];
  const indices = new Int32Array(count);
  for (let row = 0; row < count; row += 1) {
    const start = starts[row] as number;
    if (start === noneStart) continue;
    let index = known.get(start);
    if (index === undefined) {
      index = distinct.length;
      known.set(start, index);
      const end = ends[row] as number;
      distinct.push(kind === 'bytes' ? new PickleBytes(start, end) : new PickleText(start, end));
    }
    indices[row] = index;
  }
  return { distinct, indices };
}

/** A copy of more bytes is faster as a call than as a loop over words. */
const longestLoopBytes = 256;
const nonAsciiBits = 0x80808080 | 0;

/** Copies the bytes at all places into `data` one after another, and sets where each begins and ends. Returns whether all bytes are below 128, as those of ASCII texts. */
export function copyPlaces(
  file: Uint8Array,
  { count, starts, ends }: Places,
  offsets: Int32Array,
  data: Uint8Array,
): boolean {
  const source = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const target = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let seen = 0;
  let to = 0;
  for (let row = 0; row < count; row += 1) {
    let from = starts[row] as number;
    const length = (ends[row] as number) - from;
    const next = to + length;
    if (length > longestLoopBytes) {
      data.set(file.subarray(from, from + length), to);
      seen |= nonAsciiBits;
    } else if (length >= 4) {
      for (; to <= next - 4; to += 4, from += 4) {
        const word = source.getInt32(from, true);
        seen |= word;
        target.setInt32(to, word, true);
      }
      // The last word overlaps the one before.
      const last = source.getInt32(from + (next - to) - 4, true);
      seen |= last;
      target.setInt32(next - 4, last, true);
    } else
      for (; to < next; to += 1, from += 1) {
        const byte = file[from] as number;
        seen |= byte;
        data[to] = byte;
      }
    to = next;
    offsets[row + 1] = next;
  }
  return (seen & nonAsciiBits) === 0;
}
