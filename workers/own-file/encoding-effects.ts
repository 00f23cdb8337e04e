import type { EncodingEffect, EncodingEffects } from '../model/protocol/coordinator';
import { type TextEncodingLabel, textEncodings } from '../model/reading-options';
import { replacedIn, SpelledCounter } from './unreadable-bytes';

/** The number of bytes that are decoded in every encoding. This takes about two seconds. */
export const comparedBytes = 16 * 1_048_576;
const windowBytes = 2 * 1_048_576;

const isUtf16 = (encoding: TextEncodingLabel) => encoding === 'utf-16le' || encoding === 'utf-16be';

/** The running counts of one encoding. */
class Counter {
  readonly encoding: TextEncodingLabel;
  changedLines = 0;
  #replaced = 0;
  readonly #decoder: TextDecoder;
  readonly #spelled: SpelledCounter;

  constructor(encoding: TextEncodingLabel) {
    this.encoding = encoding;
    this.#decoder = new TextDecoder(encoding, { ignoreBOM: true });
    this.#spelled = new SpelledCounter(encoding);
  }

  get unreadable(): number {
    return this.#replaced - this.#spelled.count;
  }

  /** `stream` is true if the bytes may end within a character. */
  decode(bytes: Uint8Array, stream: boolean): string {
    const text = this.#decoder.decode(bytes, { stream });
    this.#replaced += replacedIn(text, this.encoding);
    this.#spelled.add(bytes);
    return text;
  }
}

const linesOf = (text: string) => text.split(/\r\n|\r|\n/u);

/** Reads whole lines from `start`. Null if a line is longer than the compared part. */
async function linesFrom(file: Blob, start: number): Promise<Uint8Array | null> {
  for (let size = windowBytes; ; size *= 2) {
    const bytes = new Uint8Array(await file.slice(start, start + size).arrayBuffer());
    if (start + bytes.length === file.size) return bytes;
    const end = bytes.lastIndexOf(0x0a) + 1;
    if (end > 0) return bytes.subarray(0, end);
    if (size >= comparedBytes) return null;
  }
}

const nonAsciiBits = 0x80808080 | 0;

/** `bytes` begin at a multiple of four of their buffer. */
function areAscii(bytes: Uint8Array): boolean {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  for (const word of words) if ((word & nonAsciiBits) !== 0) return false;
  return bytes.subarray(4 * words.length).every((byte) => byte < 0x80);
}

/** Two units of UTF-16 end what the bytes before them began. */
const endingBytes = 4;

/**
 * As many bytes of ASCII as do the same in a decoder of UTF-16 as all of them: they end a character that the bytes before have begun, and then stand for
 * characters that it can decode. An odd number of bytes stays odd.
 */
const fewOfAscii = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, endingBytes + (bytes.length % 2));

/** The lines that contain a byte outside ASCII, concatenated. */
function linesOutsideAscii(bytes: Uint8Array): Uint8Array {
  const found: Uint8Array[] = [];
  let size = 0;
  for (let start = 0; start < bytes.length; ) {
    const lineFeed = bytes.indexOf(0x0a, start);
    const end = lineFeed < 0 ? bytes.length : lineFeed + 1;
    for (let at = start; at < end; at += 1) {
      if ((bytes[at] ?? 0) < 0x80) continue;
      found.push(bytes.subarray(start, end));
      size += end - start;
      break;
    }
    start = end;
  }
  const joined = new Uint8Array(size);
  let at = 0;
  for (const line of found) {
    joined.set(line, at);
    at += line.length;
  }
  return joined;
}

function resultOf(
  file: Blob,
  countedBytes: number,
  counters: readonly Counter[],
  changedLines: (counter: Counter) => EncodingEffect['changedLines'],
): EncodingEffects {
  const effects = counters.map((counter) => [
    counter.encoding,
    { changedLines: changedLines(counter), unreadable: counter.unreadable },
  ]);
  return { countedBytes, isWholeFile: countedBytes === file.size, effects: Object.fromEntries(effects) };
}

/**
 * Counts the lines that each encoding would change in a text that is currently read as `now`. All encodings except UTF-16 contain ASCII and have
 * no line break within a character. Lines in ASCII are therefore skipped, and every other line is decoded separately. `isAscii` is true if all of the file is known
 * to be ASCII, with lines that are shorter than the compared part; it is not read then.
 */
export async function countEncodings(file: Blob, now: TextEncodingLabel, isAscii = false): Promise<EncodingEffects> {
  const counters = textEncodings.map((encoding) => new Counter(encoding));
  if (isUtf16(now)) return countFromUtf16(file, now, counters);
  const utf16 = counters.filter(({ encoding }) => isUtf16(encoding));
  const others = counters.filter(({ encoding }) => !isUtf16(encoding));
  let [start, compared] = [0, 0];
  if (isAscii) {
    start = file.size;
    const few = new Uint8Array(await file.slice(0, endingBytes + (file.size % 2)).arrayBuffer());
    for (const counter of utf16) counter.decode(few, true);
  }
  while (start < file.size && compared < comparedBytes) {
    const bytes = await linesFrom(file, start);
    if (bytes === null) break;
    start += bytes.length;
    const isPlain = areAscii(bytes);
    for (const counter of utf16) counter.decode(isPlain ? fewOfAscii(bytes) : bytes, true);
    const lines = isPlain ? new Uint8Array() : linesOutsideAscii(bytes);
    compared += lines.length;
    if (lines.length > 0) compare(lines, now, others);
  }
  for (const counter of utf16) counter.decode(new Uint8Array(0), false);
  return resultOf(file, start, counters, ({ encoding, changedLines }) => (isUtf16(encoding) ? null : changedLines));
}

function compare(lines: Uint8Array, now: TextEncodingLabel, counters: readonly Counter[]): void {
  const texts = new Map(counters.map((counter) => [counter, counter.decode(lines, false)]));
  const current = [...texts].find(([{ encoding }]) => encoding === now)?.[1] ?? '';
  const currentLines = linesOf(current);
  for (const [counter, text] of texts) {
    if (text === current) continue;
    const others = linesOf(text);
    counter.changedLines += currentLines.reduce((count, line, index) => count + (line === others[index] ? 0 : 1), 0);
  }
}

/** UTF-16 has two or four bytes per character, so it would change every line. */
async function countFromUtf16(
  file: Blob,
  now: TextEncodingLabel,
  counters: readonly Counter[],
): Promise<EncodingEffects> {
  let start = 0;
  while (start < Math.min(file.size, comparedBytes)) {
    const bytes = new Uint8Array(await file.slice(start, start + windowBytes).arrayBuffer());
    start += bytes.length;
    for (const counter of counters) counter.decode(bytes, start < file.size);
  }
  return resultOf(file, start, counters, ({ encoding }) => (encoding === now ? 0 : null));
}
