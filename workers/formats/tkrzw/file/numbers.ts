/** Tkrzw's integers: fixed-width big-endian, or *varnums* with seven bits per byte, most significant first; all bytes but the last have the high bit set. */

export function writeFixed(data: Uint8Array, at: number, widthBytes: number, value: number): void {
  let rest = value;
  for (let index = at + widthBytes - 1; index >= at; index -= 1) {
    data[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
}

/** Exact below 2^53; larger values exceed every valid offset and count. */
export function readFixed(data: Uint8Array, at: number, widthBytes: number): number {
  // The usual width of offsets. A scan reads one for each bucket.
  if (widthBytes === 4)
    return (
      (((data[at] ?? 0) << 24) | ((data[at + 1] ?? 0) << 16) | ((data[at + 2] ?? 0) << 8) | (data[at + 3] ?? 0)) >>> 0
    );
  let value = 0;
  for (let index = 0; index < widthBytes; index += 1) value = value * 256 + (data[at + index] ?? 0);
  return value;
}

/** The size of the varnum in bytes, for values below 2^31. */
export function varnumBytes(value: number): number {
  return value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : value < 0x1000_0000 ? 4 : 5;
}

/** Writes the varnum and returns the offset after it. */
export function writeVarnum(data: Uint8Array, at: number, value: number): number {
  const length = varnumBytes(value);
  for (let index = 0; index < length - 1; index += 1)
    data[at + index] = 0x80 | ((value >>> (7 * (length - 1 - index))) & 0x7f);
  data[at + length - 1] = value & 0x7f;
  return at + length;
}

/** The maximum size of a valid varnum: no key, value, padding or page is larger. */
const maxVarnumBytes = 5;

/** Reads varnums in loops without allocating an object for each. */
export class VarnumReader {
  /** The offset after the varnum that was read last. */
  at = 0;

  /** The varnum at `at`; -1 if it does not end before `end` or is at least 2^31. */
  read(data: Uint8Array, end: number): number {
    let value = 0;
    const { at } = this;
    const last = Math.min(end, at + maxVarnumBytes);
    for (let index = at; index < last; index += 1) {
      const byte = data[index] ?? 0;
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) {
        this.at = index + 1;
        return value <= 0x7fffffff ? value : -1;
      }
    }
    return -1;
  }
}
