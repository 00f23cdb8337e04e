import type { EscapeCounts } from '../../../model/protocol/coordinator';
import { type DelimitedReading, quoteCharacters } from '../../../model/reading-options';
import { textPieces } from './text-pieces';

/**
 * Quotes within a field in quotes. RFC 4180 doubles them. R's `write.table` (`qmethod = "escape"`, its default), MySQL and others put a backslash
 * before them. R leaves other backslashes as they are; the others double them.
 */

type Escape = DelimitedReading['quoteEscape'];
type Quote = DelimitedReading['quote'];

const possibleDelimiters = [',', '\t', ';', '|', ':', ' '];

/** Walks through the fields in quotes of a text that arrives in pieces. */
class QuotedFields {
  readonly #quote: string;
  readonly #escape: Escape;
  readonly #ends: ReadonlySet<string>;
  #state: 'start' | 'plain' | 'quoted' | 'backslash' | 'closed' = 'start';
  broken = 0;
  escapedQuotes = 0;
  pairs = 0;
  others = 0;

  /** `delimiter` is null if any of the usual ones may end a field. */
  constructor(quote: string, quoteEscape: Escape, delimiter: string | null) {
    this.#quote = quote;
    this.#escape = quoteEscape;
    this.#ends = new Set([...(delimiter === null ? possibleDelimiters : [delimiter]), '\n', '\r']);
  }

  /** The text with quotes doubled, as RFC 4180 has them. */
  add(piece: string): string {
    let written = '';
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const character = piece[at] ?? '';
      switch (this.#state) {
        case 'start':
          this.#state = character === this.#quote ? 'quoted' : this.#ends.has(character) ? 'start' : 'plain';
          break;
        case 'plain':
          if (this.#ends.has(character)) this.#state = 'start';
          break;
        case 'quoted':
          if (character === this.#quote) this.#state = 'closed';
          else if (character === '\\' && this.#escape !== 'doubled') {
            written += piece.slice(from, at);
            from = at + 1;
            this.#state = 'backslash';
          }
          break;
        case 'backslash':
          written += this.#afterBackslash(character);
          from = at + 1;
          this.#state = 'quoted';
          break;
        case 'closed':
          if (character === this.#quote && this.#escape === 'doubled') this.#state = 'quoted';
          else {
            const isEnd = this.#ends.has(character);
            if (!isEnd) this.broken += 1;
            this.#state = isEnd ? 'start' : 'plain';
          }
          break;
      }
    }
    return written + piece.slice(from);
  }

  /** Ends the text. Returns what is left of it. */
  end(): string {
    if (this.#state === 'quoted' || this.#state === 'backslash') this.broken += 1;
    return this.#state === 'backslash' ? '\\' : '';
  }

  #afterBackslash(character: string): string {
    if (character === this.#quote) {
      this.escapedQuotes += 1;
      return this.#quote.repeat(2);
    }
    if (character === '\\') {
      this.pairs += 1;
      return this.#escape === 'backslash' ? '\\' : '\\\\';
    }
    this.others += 1;
    return `\\${character}`;
  }
}

const windowBytes = 4 * 1_048_576;

/** True if the file contains a backslash before this quote. */
async function hasEscapedQuote(utf8: Blob, quote: string): Promise<boolean> {
  const code = quote.charCodeAt(0);
  // Windows overlap by a byte.
  for (let start = 0; start < utf8.size; start += windowBytes - 1) {
    const bytes = new Uint8Array(await utf8.slice(start, start + windowBytes).arrayBuffer());
    for (let at = bytes.indexOf(0x5c); at >= 0; at = bytes.indexOf(0x5c, at + 1))
      if (bytes[at + 1] === code) return true;
    if (start + bytes.length >= utf8.size) break;
  }
  return false;
}

/**
 * Counts broken fields under each escape, over all texts. Null if no backslash stands before a quote in any of them, so that they read the same
 * under each.
 */
export async function countEscapes(
  texts: readonly Blob[],
  quote: Quote,
  delimiter: string | null,
): Promise<EscapeCounts | null> {
  const character = quoteCharacters[quote];
  if (character === '') return null;
  let hasEscape = false;
  for (const text of texts) hasEscape ||= await hasEscapedQuote(text, character);
  if (!hasEscape) return null;
  const total = { broken: { doubled: 0, backslash: 0, backslashQuote: 0 }, escapedQuotes: 0, pairs: 0, others: 0 };
  for (const text of texts) {
    const { broken, escapedQuotes, pairs, others } = await countInText(text, character, delimiter);
    total.broken.doubled += broken.doubled;
    total.broken.backslash += broken.backslash;
    total.broken.backslashQuote += broken.backslashQuote;
    total.escapedQuotes += escapedQuotes;
    total.pairs += pairs;
    total.others += others;
  }
  return total;
}

async function countInText(utf8: Blob, character: string, delimiter: string | null): Promise<EscapeCounts> {
  const doubled = new QuotedFields(character, 'doubled', delimiter);
  const backslash = new QuotedFields(character, 'backslash', delimiter);
  for await (const piece of textPieces(utf8)) {
    doubled.add(piece);
    backslash.add(piece);
  }
  doubled.end();
  backslash.end();
  const { escapedQuotes, pairs, others } = backslash;
  // Both kinds of backslashes end fields at the same quotes.
  const broken = { doubled: doubled.broken, backslash: backslash.broken, backslashQuote: backslash.broken };
  return { broken, escapedQuotes, pairs, others };
}

/**
 * Guesses the escape: a backslash if fields that would be broken without it are whole with it. Where other backslashes stand alone, pairs of them
 * are no escape either, as R writes them.
 */
export function guessEscape(counts: EscapeCounts | null): Escape {
  if (counts === null || counts.broken.doubled === 0 || counts.broken.backslash > 0) return 'doubled';
  return counts.others > 0 ? 'backslashQuote' : 'backslash';
}

/** The text with its escaped quotes doubled, which DuckDB reads. Its lines stay where they are. */
export async function withDoubledQuotes(
  utf8: Blob,
  quote: Quote,
  quoteEscape: Escape,
  delimiter: string | null,
): Promise<Blob> {
  const character = quoteCharacters[quote];
  if (character === '' || quoteEscape === 'doubled') return utf8;
  const fields = new QuotedFields(character, quoteEscape, delimiter);
  const pieces: string[] = [];
  for await (const piece of textPieces(utf8)) pieces.push(fields.add(piece));
  pieces.push(fields.end());
  return new Blob(pieces);
}

/** A note on the quotes that were read in another way than RFC 4180's. Null if there are none. */
export function escapeNote(counts: EscapeCounts | null, quoteEscape: Escape): string | null {
  if (counts === null || quoteEscape === 'doubled') return null;
  const quotes = `${counts.escapedQuotes.toLocaleString('en')} ${counts.escapedQuotes === 1 ? 'quote' : 'quotes'} within fields ${counts.escapedQuotes === 1 ? 'has' : 'have'} a backslash before ${counts.escapedQuotes === 1 ? 'it' : 'them'}, as R’s write.table writes. The backslash is left out.`;
  if (counts.pairs === 0) return quotes;
  const pairs = `${counts.pairs.toLocaleString('en')} ${counts.pairs === 1 ? 'pair' : 'pairs'} of backslashes`;
  return quoteEscape === 'backslash'
    ? `${quotes} ${pairs} became one backslash each; choose “as R writes” under “Reading options” to keep both.`
    : `${quotes} ${pairs} stay as they are.`;
}
