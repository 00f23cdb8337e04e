import { isUtf8 } from '../../../columns/utf8-check';
import { malformedPickle } from './pickle-cursor';
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
  const validity = new Uint8Array((count + 7) >>> 3);
  for (let first = 0; first < count; first += 8) {
    const end = Math.min(count, first + 8);
    let byte = 0;
    for (let row = first; row < end; row += 1) if (starts[row] !== noneStart) byte |= 1 << (row - first);
    validity[first >>> 3] = byte;
  }
  return validity;
}

/** `distinct`: each place once, in the order of its first row. `indices`: the index there of each row's place; 0 for None. */
export function distinctPlaces({ kind, count, starts, ends }: Places): {
  distinct: (PickleText | PickleBytes)[];
  indices: Int32Array;
} {
  const distinct: (PickleText | PickleBytes)[] = [];
  const indices = new Int32Array(count);
  // A hash table with open addressing: a Map takes several times as long. Each slot has a start, and 1 more than its index in `distinct`.
  let slotBits = 8;
  let slotStarts = new Uint32Array(2 ** slotBits);
  let slotIndices = new Int32Array(2 ** slotBits);
  const slotOf = (start: number) => {
    const last = slotStarts.length - 1;
    let slot = Math.imul(start, 0x9e3779b1) >>> (32 - slotBits);
    while (slotIndices[slot] !== 0 && slotStarts[slot] !== start) slot = (slot + 1) & last;
    return slot;
  };
  const fill = (start: number, index: number) => {
    const slot = slotOf(start);
    slotStarts[slot] = start;
    slotIndices[slot] = index + 1;
  };
  for (let row = 0; row < count; row += 1) {
    const start = starts[row] as number;
    if (start === noneStart) continue;
    const found = slotIndices[slotOf(start)] as number;
    if (found !== 0) {
      indices[row] = found - 1;
      continue;
    }
    indices[row] = distinct.length;
    if (2 * (distinct.length + 1) > slotStarts.length) {
      slotBits += 1;
      slotStarts = new Uint32Array(2 ** slotBits);
      slotIndices = new Int32Array(2 ** slotBits);
      for (const [index, known] of distinct.entries()) fill(known.start, index);
    }
    fill(start, distinct.length);
    const end = ends[row] as number;
    distinct.push(kind === 'bytes' ? new PickleBytes(start, end) : new PickleText(start, end));
  }
  return { distinct, indices };
}

/** A copy of more bytes is faster as a call than as a loop. */
const longestLoopBytes = 256;
/** The bytes of a block. Shorter texts are copied in blocks; the last one may reach past the text, and the next text overwrites what follows it. */
const blockBytes = 16;
const nonAsciiBits = 0x80808080 | 0;
/** For the last block with 0 to 16 bytes of a text, `nonAsciiBits` of these bytes, word by word. */
const lastMasks = Int32Array.from({ length: (blockBytes + 1) * 4 }, (_, index) => {
  const ownBytes = Math.max(0, Math.min(4, (index >> 2) - 4 * (index & 3)));
  return ownBytes === 4 ? nonAsciiBits : nonAsciiBits & ((1 << (8 * ownBytes)) - 1);
});

/**
 * Copies the bytes at all places into `data` one after another, and sets where each begins and ends. Returns the first row that is not UTF-8; −1 if there is none, or if
 * `isText` is false.
 */
export function copyPlaces(
  file: Uint8Array,
  { count, starts, ends }: Places,
  offsets: Int32Array,
  data: Uint8Array,
  isText: boolean,
): number {
  const source = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const target = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let to = 0;
  for (let row = 0; row < count; row += 1) {
    let from = starts[row] as number;
    const first = to;
    const length = (ends[row] as number) - from;
    const next = to + length;
    offsets[row + 1] = next;
    // Such as None.
    if (length === 0) continue;
    let seen = 0;
    if (length <= longestLoopBytes && from + length + blockBytes <= file.length && next + blockBytes <= data.length) {
      for (; to < next - blockBytes; to += blockBytes, from += blockBytes) {
        const one = source.getInt32(from, true);
        const two = source.getInt32(from + 4, true);
        const three = source.getInt32(from + 8, true);
        const four = source.getInt32(from + 12, true);
        target.setInt32(to, one, true);
        target.setInt32(to + 4, two, true);
        target.setInt32(to + 8, three, true);
        target.setInt32(to + 12, four, true);
        seen |= one | two | three | four;
      }
      const mask = 4 * (next - to);
      const one = source.getInt32(from, true);
      const two = source.getInt32(from + 4, true);
      const three = source.getInt32(from + 8, true);
      const four = source.getInt32(from + 12, true);
      target.setInt32(to, one, true);
      target.setInt32(to + 4, two, true);
      target.setInt32(to + 8, three, true);
      target.setInt32(to + 12, four, true);
      seen |=
        (one & (lastMasks[mask] as number)) |
        (two & (lastMasks[mask + 1] as number)) |
        (three & (lastMasks[mask + 2] as number)) |
        (four & (lastMasks[mask + 3] as number));
    } else {
      data.set(file.subarray(from, from + length), to);
      seen = nonAsciiBits;
    }
    to = next;
    if (isText && (seen & nonAsciiBits) !== 0 && !isUtf8(data, first, next)) return row;
  }
  return -1;
}
