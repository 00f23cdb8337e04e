import type { ScalarType } from './dataset';
import { philoxFill, uniform53 } from './philox';
import { characterSetOf, textLengthOf, longestTextLength, type TextShape } from './scalar-parameters';

/**
 * Generates scalars by row, from Philox with key (seed, 0) and counters (block, 0, column, purpose). `e2e/interop/formatlab_data.py` generates
 * the same values with numpy.
 * - Numbers: words 0 and 1 of block p belong to row 2p, words 2 and 3 to row 2p + 1. A float64 is uniform over [0, 1) and a multiple of
 *   2⁻⁵³. The first word is the low half of an int64, the second its high half.
 * - Texts: each row r has b = ⌈longest / 16⌉ blocks, starting at block r × b. Byte k of their words, little-endian, chooses character k.
 */
interface ScalarColumn {
  readonly seed: number;
  readonly column: number;
  /** The last word of the counter, for a column that draws several times for each row. The default is 0. */
  readonly purpose?: number;
}

const chunkRows = 4_096;
const charactersInBlock = 16;
const letters = Uint8Array.from('abcdefghijklmnopqrstuvwxyz012345', (letter) => letter.charCodeAt(0));
const firstAccented = 0xe0;
const firstChinese = 0x4e00;
/** The 256 emoji from U+1F300 on, in UTF-16: the high surrogate that they share, and the first low surrogate. */
const emojiHigh = 0xd83c;
const firstEmojiLow = 0xdf00;

type Report = ((done: number) => void) | undefined;

/** Calls `use` with the two random words of each row from `from` (inclusive) to `to` (exclusive). `index` counts from 0. */
export function eachPair(
  { seed, column, purpose = 0 }: ScalarColumn,
  from: number,
  to: number,
  onProgress: Report,
  use: (index: number, first: number, second: number) => void,
): void {
  const words = new Uint32Array(4 * (chunkRows / 2 + 1));
  for (let start = from; start < to; start += chunkRows) {
    const end = Math.min(start + chunkRows, to);
    const firstBlock = Math.floor(start / 2);
    philoxFill(words.subarray(0, 4 * (Math.ceil(end / 2) - firstBlock)), firstBlock, {
      key: [seed, 0],
      counter: [0, column, purpose],
    });
    for (let row = start, word = 2 * (start - 2 * firstBlock); row < end; row += 1, word += 2)
      use(row - from, words[word] as number, words[word + 1] as number);
    onProgress?.(end - from);
  }
}

/** Float64 values of rows `from` (inclusive) to `to` (exclusive), uniform over [0, 1). */
export function generateFloats(column: ScalarColumn, from: number, to: number, onProgress?: Report): Float64Array {
  const values = new Float64Array(to - from);
  eachPair(column, from, to, onProgress, (index, first, second) => {
    values[index] = uniform53(first, second);
  });
  return values;
}

/** Int64 values of rows `from` (inclusive) to `to` (exclusive), uniform over all 2⁶⁴. */
export function generateIntegers(column: ScalarColumn, from: number, to: number, onProgress?: Report): BigInt64Array {
  const values = new BigInt64Array(to - from);
  // Fills 32-bit halves, since BigInt arithmetic is many times slower. Typed arrays are little-endian in all browsers.
  const halves = new Uint32Array(values.buffer);
  eachPair(column, from, to, onProgress, (index, first, second) => {
    halves[2 * index] = first;
    halves[2 * index + 1] = second;
  });
  return values;
}

/** Distinct int64 keys: the row number in the high half, 32 random bits in the low half. */
export function generateIntegerKeys(
  column: ScalarColumn,
  from: number,
  to: number,
  onProgress?: Report,
): BigInt64Array {
  const values = new BigInt64Array(to - from);
  const halves = new Uint32Array(values.buffer);
  eachPair(column, from, to, onProgress, (index, first) => {
    halves[2 * index] = from + index;
    halves[2 * index + 1] = first;
  });
  return values;
}

/**
 * Builds a chunk of texts as code units, decodes them all at once and cuts the string into texts. A call of TextDecoder for each text would
 * dominate the time.
 */
class TextChunk {
  private readonly narrow: Uint8Array;
  private readonly wide: Uint16Array;
  private readonly ends = new Int32Array(chunkRows);
  // The label means windows-1252. Only codes up to 0x7f and from 0xe0 on occur, where it equals Latin-1.
  private readonly narrowDecoder = new TextDecoder('latin1');
  private readonly wideDecoder = new TextDecoder('utf-16le', { ignoreBOM: true });
  private readonly shape: TextShape;
  private readonly digits: number;

  constructor(shape: TextShape, digits: number) {
    this.shape = shape;
    this.digits = digits;
    const units = chunkRows * (longestTextLength(shape) + digits + 1);
    this.narrow = new Uint8Array(units);
    this.wide = new Uint16Array(units);
  }

  /** Writes texts of rows `start` to `end`. `random` holds `stride` bytes for each row, which choose the characters. */
  write(texts: string[], random: Uint8Array, stride: number, start: number, end: number): void {
    const { narrow, wide, ends, shape, digits } = this;
    let narrowEnd = 0;
    let wideEnd = 0;
    for (let row = start; row < end; row += 1) {
      const set = characterSetOf(shape, row);
      const length = textLengthOf(shape, row);
      const isNarrow = set === 'ascii' || set === 'latin1';
      const units = isNarrow ? narrow : wide;
      let at = isNarrow ? narrowEnd : wideEnd;
      let byte = (row - start) * stride;
      for (let index = 0; index < length; index += 1, byte += 1) {
        const chosen = random[byte] as number;
        if (set === 'bmp') units[at++] = firstChinese + chosen;
        else if (set === 'latin1' && (index & 3) === 0) units[at++] = firstAccented + (chosen & 31);
        else if (set === 'beyond' && index === length - 1) {
          units[at++] = emojiHigh;
          units[at++] = firstEmojiLow + chosen;
        } else units[at++] = letters[chosen & 31] as number;
      }
      at += digits;
      for (let digit = 1, rest = row; digit <= digits; digit += 1, rest = Math.floor(rest / 10))
        units[at - digit] = 0x30 + (rest % 10);
      ends[row - start] = at;
      if (isNarrow) narrowEnd = at;
      else wideEnd = at;
    }
    const narrowText = this.narrowDecoder.decode(narrow.subarray(0, narrowEnd));
    const wideText = this.wideDecoder.decode(wide.subarray(0, wideEnd));
    let narrowAt = 0;
    let wideAt = 0;
    for (let row = start; row < end; row += 1) {
      const set = characterSetOf(shape, row);
      const to = ends[row - start] as number;
      if (set === 'ascii' || set === 'latin1') {
        texts.push(narrowText.slice(narrowAt, to));
        narrowAt = to;
      } else {
        texts.push(wideText.slice(wideAt, to));
        wideAt = to;
      }
    }
  }
}

/** Generates texts. Each text ends with the row number in `digits` decimal digits, so that all texts differ if `digits` is not 0. */
export function generateTexts(
  { seed, column }: ScalarColumn,
  shape: TextShape,
  from: number,
  to: number,
  onProgress?: Report,
  digits = 0,
): string[] {
  const blocks = Math.ceil(longestTextLength(shape) / charactersInBlock);
  const words = new Uint32Array(4 * blocks * chunkRows);
  const random = new Uint8Array(words.buffer);
  const chunk = new TextChunk(shape, digits);
  const texts: string[] = [];
  for (let start = from; start < to; start += chunkRows) {
    const end = Math.min(start + chunkRows, to);
    philoxFill(words.subarray(0, 4 * blocks * (end - start)), start * blocks, {
      key: [seed, 0],
      counter: [0, column, 0],
    });
    chunk.write(texts, random, charactersInBlock * blocks, start, end);
    onProgress?.(end - from);
  }
  return texts;
}

/** Generates scalars of a type: numbers as typed arrays, texts as an array of strings. */
export function generateScalars(
  type: ScalarType,
  column: ScalarColumn,
  shape: TextShape,
  from: number,
  to: number,
  onProgress?: Report,
): Float64Array | BigInt64Array | string[] {
  if (type === 'utf8') return generateTexts(column, shape, from, to, onProgress);
  return type === 'int64'
    ? generateIntegers(column, from, to, onProgress)
    : generateFloats(column, from, to, onProgress);
}
