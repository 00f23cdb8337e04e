import { quoteCharacters, type DelimitedReading } from '../../model/reading-options';
import { textPieces } from './text-pieces';

/** Makes single spaces of the runs of spaces and tabs outside quotes, and leaves out those at the ends of lines. The text arrives in pieces. */
class SpacesJoiner {
  readonly #quote: string;
  #isQuoted = false;
  #isLineStart = true;
  #hasSpace = false;
  #hasClosed = false;

  constructor(quote: string) {
    this.#quote = quote;
  }

  add(piece: string): string {
    let written = '';
    for (const character of piece) {
      if (!this.#isQuoted && (character === ' ' || character === '\t')) {
        this.#hasSpace = true;
        this.#hasClosed = false;
        continue;
      }
      const isEnd = !this.#isQuoted && (character === '\n' || character === '\r');
      if (this.#hasSpace && !this.#isLineStart && !isEnd) written += ' ';
      // A quote opens a field only at its start, or goes on after a doubled quote.
      const isQuote =
        character === this.#quote && (this.#isQuoted || this.#isLineStart || this.#hasSpace || this.#hasClosed);
      this.#hasClosed = isQuote && this.#isQuoted;
      if (isQuote) this.#isQuoted = !this.#isQuoted;
      this.#hasSpace = false;
      this.#isLineStart = isEnd;
      written += character;
    }
    return written;
  }
}

/** The text with one space between its fields instead of several, as R and pandas (`sep="\s+"`) read it. Its lines stay where they are. */
export async function withSingleSpaces(utf8: Blob, quote: DelimitedReading['quote']): Promise<Blob> {
  const joiner = new SpacesJoiner(quoteCharacters[quote]);
  const pieces: string[] = [];
  for await (const piece of textPieces(utf8)) pieces.push(joiner.add(piece));
  return new Blob(pieces);
}
