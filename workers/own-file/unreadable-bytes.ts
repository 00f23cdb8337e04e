import type { TextEncodingLabel } from '../model/reading-options';

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
