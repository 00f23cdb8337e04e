/**
 * The split encodings: of the elements of a page all first bytes, then all second bytes and so on; before that zigzag (signed integers) or differences (indexes), both
 * page by page. Four elements at a time are a transposition of 4 × 4 bytes, by masks and shifts.
 */

type Width = 2 | 4 | 8;

const low = 0x00ff00ff;
const high = 0xff00ff00;

const wordsOf = (bytes: Uint8Array) => new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);

/** `source` (aligned to 4 bytes) to `target` (likewise, as long), of elements of `width` bytes. */
export function splitBytes(source: Uint8Array, target: Uint8Array, width: Width): void {
  const count = source.length / width;
  if (count % 4 === 0) splitFours(wordsOf(source), wordsOf(target), width, count / 4);
  else for (let byte = 0; byte < width; byte += 1) for (let element = 0; element < count; element += 1) target[byte * count + element] = source[element * width + byte] as number;
}

/** The inverse of {@link splitBytes}. */
export function joinBytes(source: Uint8Array, target: Uint8Array, width: Width): void {
  const count = source.length / width;
  if (count % 4 === 0) joinFours(wordsOf(source), wordsOf(target), width, count / 4);
  else for (let byte = 0; byte < width; byte += 1) for (let element = 0; element < count; element += 1) target[element * width + byte] = source[byte * count + element] as number;
}

function splitFours(source: Int32Array, target: Int32Array, width: Width, fours: number): void {
  if (width === 2) {
    for (let four = 0; four < fours; four += 1) {
      const a = source[four * 2] as number;
      const b = source[four * 2 + 1] as number;
      target[four] = (a & 0xff) | ((a >>> 8) & 0xff00) | ((b & 0xff) << 16) | ((b << 8) & 0xff000000);
      target[fours + four] = ((a >>> 8) & 0xff) | ((a >>> 16) & 0xff00) | ((b << 8) & 0xff0000) | (b & 0xff000000);
    }
    return;
  }
  const stride = width >> 2;
  for (let word = 0; word < stride; word += 1) {
    const plane = word * 4 * fours;
    for (let four = 0, at = word; four < fours; four += 1, at += stride * 4) {
      const a = source[at] as number;
      const b = source[at + stride] as number;
      const c = source[at + stride * 2] as number;
      const d = source[at + stride * 3] as number;
      const ab = (a & low) | ((b & low) << 8);
      const cd = (c & low) | ((d & low) << 8);
      const abOdd = ((a >>> 8) & low) | (b & high);
      const cdOdd = ((c >>> 8) & low) | (d & high);
      target[plane + four] = (ab & 0xffff) | (cd << 16);
      target[plane + fours + four] = (abOdd & 0xffff) | (cdOdd << 16);
      target[plane + fours * 2 + four] = (ab >>> 16) | (cd & 0xffff0000);
      target[plane + fours * 3 + four] = (abOdd >>> 16) | (cdOdd & 0xffff0000);
    }
  }
}

function joinFours(source: Int32Array, target: Int32Array, width: Width, fours: number): void {
  if (width === 2) {
    for (let four = 0; four < fours; four += 1) {
      const a = source[four] as number;
      const b = source[fours + four] as number;
      target[four * 2] = (a & 0xff) | ((b & 0xff) << 8) | ((a & 0xff00) << 8) | ((b & 0xff00) << 16);
      target[four * 2 + 1] = ((a >>> 16) & 0xff) | ((b >>> 8) & 0xff00) | ((a >>> 8) & 0xff0000) | (b & 0xff000000);
    }
    return;
  }
  const stride = width >> 2;
  for (let word = 0; word < stride; word += 1) {
    const plane = word * 4 * fours;
    for (let four = 0, at = word; four < fours; four += 1, at += stride * 4) {
      const a = source[plane + four] as number;
      const b = source[plane + fours + four] as number;
      const c = source[plane + fours * 2 + four] as number;
      const d = source[plane + fours * 3 + four] as number;
      const ab = (a & low) | ((b & low) << 8);
      const cd = (c & low) | ((d & low) << 8);
      const abOdd = ((a >>> 8) & low) | (b & high);
      const cdOdd = ((c >>> 8) & low) | (d & high);
      target[at] = (ab & 0xffff) | (cd << 16);
      target[at + stride] = (abOdd & 0xffff) | (cdOdd << 16);
      target[at + stride * 2] = (ab >>> 16) | (cd & 0xffff0000);
      target[at + stride * 3] = (abOdd >>> 16) | (cdOdd & 0xffff0000);
    }
  }
}

/** x to 2x, or to −2x − 1 where x is negative, in place. `bytes` are aligned to 4. */
export function zigzag(bytes: Uint8Array, width: Width): void {
  if (width === 2) {
    const values = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
    for (let at = 0; at < values.length; at += 1) values[at] = ((values[at] as number) << 1) ^ ((values[at] as number) >> 15);
    return;
  }
  const words = wordsOf(bytes);
  if (width === 4) {
    for (let at = 0; at < words.length; at += 1) words[at] = ((words[at] as number) << 1) ^ ((words[at] as number) >> 31);
    return;
  }
  for (let at = 0; at < words.length; at += 2) {
    const bottom = words[at] as number;
    const top = words[at + 1] as number;
    const sign = top >> 31;
    words[at] = (bottom << 1) ^ sign;
    words[at + 1] = ((top << 1) | (bottom >>> 31)) ^ sign;
  }
}

/** The inverse of {@link zigzag}. */
export function unzigzag(bytes: Uint8Array, width: Width): void {
  if (width === 2) {
    const values = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
    for (let at = 0; at < values.length; at += 1) values[at] = ((values[at] as number) >>> 1) ^ -((values[at] as number) & 1);
    return;
  }
  const words = wordsOf(bytes);
  if (width === 4) {
    for (let at = 0; at < words.length; at += 1) words[at] = ((words[at] as number) >>> 1) ^ -((words[at] as number) & 1);
    return;
  }
  for (let at = 0; at < words.length; at += 2) {
    const bottom = words[at] as number;
    const top = words[at + 1] as number;
    const sign = -(bottom & 1);
    words[at] = ((bottom >>> 1) | (top << 31)) ^ sign;
    words[at + 1] = (top >>> 1) ^ sign;
  }
}
