import type { TextEncodingLabel } from '../model/reading-options';
import type { UnreadablePlace } from './reading-notes';

/** Counts what cannot be decoded in an encoding, as the decoder of the browser shows it. */

const replacement = '\uFFFD';

/**
 * The bytes of U+FFFD in encodings that have it, so that a file may hold the character itself. A decoder also puts it where bytes cannot be
 * decoded.
 */
const spellings: Readonly<Partial<Record<TextEncodingLabel, readonly number[]>>> = {
  'utf-8': [0xef, 0xbf, 0xbd],
  'utf-16le': [0xfd, 0xff],
  'utf-16be': [0xff, 0xfd],
  gb18030: [0x84, 0x31, 0xa4, 0x37],
};

/** Encodings whose bytes without a character are decoded as C1 controls (encoding.spec.whatwg.org, “index-windows-1252”). */
const withControls: ReadonlySet<TextEncodingLabel> = new Set(['windows-1252', 'windows-1250', 'windows-1251']);

export const hasControls = (encoding: TextEncodingLabel): boolean => withControls.has(encoding);

function occurrences(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

/** The places in a decoded text that stand for bytes without a character, where the file spells none of them itself. */
export const replacedIn = (text: string, encoding: TextEncodingLabel): number =>
  occurrences(text, replacement) + (withControls.has(encoding) ? (text.match(/[\u0080-\u009f]/gu)?.length ?? 0) : 0);

/** Counts how often bytes spell U+FFFD, in pieces of a file that are given in order. */
export class SpelledCounter {
  readonly #spelling: readonly number[];
  readonly #isUtf16: boolean;
  /** The number of bytes of the spelling that the last bytes were, and the number of bytes so far. */
  #matched = 0;
  #offset = 0;
  count = 0;

  constructor(encoding: TextEncodingLabel) {
    this.#spelling = spellings[encoding] ?? [];
    this.#isUtf16 = this.#spelling.length === 2;
  }

  add(bytes: Uint8Array): void {
    const [first] = this.#spelling;
    if (first === undefined) return;
    let at = 0;
    while (at < bytes.length) {
      if (this.#matched === 0) {
        at = bytes.indexOf(first, at);
        if (at < 0) break;
      }
      // A unit of UTF-16 begins at an even place.
      const isStart = bytes[at] === first && !(this.#isUtf16 && (this.#offset + at) % 2 === 1);
      const continues = this.#matched > 0 && bytes[at] === this.#spelling[this.#matched];
      this.#matched = continues ? this.#matched + 1 : isStart ? 1 : 0;
      at += 1;
      if (this.#matched < this.#spelling.length) continue;
      this.count += 1;
      this.#matched = 0;
    }
    this.#offset += bytes.length;
  }
}

/** How far a file is UTF-8. */
export interface Utf8Check {
  /** Characters outside ASCII. */
  readonly valid: number;
  /** The places where bytes stand for no character, each of which a decoder shows as one U+FFFD. */
  readonly unreadable: number;
  /** The first of them. */
  readonly places: readonly UnreadablePlace[];
}

const listedPlaces = 3;

/** Checks a file in pieces, as the UTF-8 decoder of encoding.spec.whatwg.org does. */
export async function checkUtf8(file: Blob): Promise<Utf8Check> {
  let [valid, unreadable, line, offset] = [0, 0, 1, 0];
  const places: UnreadablePlace[] = [];
  // The bytes that a character still needs, the range of the next one, and where the character began.
  let [needed, lowest, highest] = [0, 0x80, 0xbf];
  let begun: UnreadablePlace = { byte: 0, line: 1, at: 1 };
  let isAfterReturn = false;
  const refuse = (place: UnreadablePlace) => {
    unreadable += 1;
    if (places.length < listedPlaces) places.push(place);
    [needed, lowest, highest] = [0, 0x80, 0xbf];
  };
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const byte of value) {
      offset += 1;
      if (needed > 0) {
        if (byte >= lowest && byte <= highest) {
          [lowest, highest] = [0x80, 0xbf];
          needed -= 1;
          if (needed === 0) valid += 1;
          continue;
        }
        // The byte may begin another character.
        refuse(begun);
      }
      if (byte < 0x80) {
        // A carriage return and a line feed end one line.
        if (byte === 0x0d || (byte === 0x0a && !isAfterReturn)) line += 1;
        isAfterReturn = byte === 0x0d;
        continue;
      }
      isAfterReturn = false;
      begun = { byte, line, at: offset };
      if (byte >= 0xc2 && byte <= 0xdf) needed = 1;
      else if (byte >= 0xe0 && byte <= 0xef) {
        needed = 2;
        if (byte === 0xe0) lowest = 0xa0;
        if (byte === 0xed) highest = 0x9f;
      } else if (byte >= 0xf0 && byte <= 0xf4) {
        needed = 3;
        if (byte === 0xf0) lowest = 0x90;
        if (byte === 0xf4) highest = 0x8f;
      } else refuse(begun);
    }
  }
  if (needed > 0) refuse(begun);
  return { valid, unreadable, places };
}
