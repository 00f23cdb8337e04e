import { readRleBitPackedHybrid } from 'hyparquet/src/encoding.js';

/** Values in Parquet's hybrid of run-length encoding and bit-packing (Encodings.md, “RLE = 3”), without a length before them. */
export function readHybridRuns(bytes: Uint8Array, width: number, count: number): Uint32Array {
  const values = new Uint32Array(count);
  if (width === 0) return values;
  readRleBitPackedHybrid({ view: dataViewOf(bytes), offset: 0 }, width, values, bytes.length);
  return values;
}

export const dataViewOf = (bytes: Uint8Array): DataView<ArrayBufferLike> =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** A number in base 128, least digits first. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return [...bytes, rest];
}

/** Writes values of `width` bits: one run if they are all equal, otherwise all of them packed. */
export function writeHybridRuns(values: Uint32Array, width: number): Uint8Array<ArrayBuffer> {
  const [first] = values;
  if (first === undefined) return new Uint8Array(0);
  if (values.every((value) => value === first)) {
    const valueBytes = Array.from({ length: (width + 7) >> 3 }, (_, byte) => (first >>> (8 * byte)) & 0xff);
    return Uint8Array.from([...varint(values.length * 2), ...valueBytes]);
  }
  const groups = Math.ceil(values.length / 8);
  const head = varint(groups * 2 + 1);
  const bytes = new Uint8Array(head.length + groups * width);
  bytes.set(head);
  let bit = head.length * 8;
  for (const value of values) {
    for (let at = 0; at < width; ) {
      const free = 8 - (bit & 7);
      const taken = Math.min(free, width - at);
      const part = (value >>> at) & ((1 << taken) - 1);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (part << (bit & 7));
      at += taken;
      bit += taken;
    }
  }
  return bytes;
}
