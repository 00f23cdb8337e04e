import {
  type Alignment,
  alignmentDelimiters,
  type DelimitedReading,
  fieldDelimiters,
  quoteCharacters,
} from '../../../model/reading-options';
import { textPieces } from './text-pieces';

/**
 * Makes one character of the runs of spaces and tabs that separate fields outside quotes, and leaves out those at the ends of lines. The text arrives in
 * pieces.
 */
class SpacesJoiner {
  readonly #quote: string;
  readonly #separator: string;
  /** True if a single space is part of a field. */
  readonly #keepsSingle: boolean;
  #isQuoted = false;
  #isLineStart = true;
  /** The spaces and tabs since the last other character. */
  #spaces = '';
  #hasClosed = false;

  constructor(quote: string, alignment: Alignment) {
    this.#quote = quote;
    this.#separator = fieldDelimiters[alignmentDelimiters[alignment]];
    this.#keepsSingle = alignment === 'wideSpaces';
  }

  add(piece: string): string {
    let written = '';
    for (const character of piece) {
      if (!this.#isQuoted && (character === ' ' || character === '\t')) {
        // Two say as much as many.
        if (this.#spaces.length < 2) this.#spaces += character;
        this.#hasClosed = false;
        continue;
      }
      const isEnd = !this.#isQuoted && (character === '\n' || character === '\r');
      const isInside = this.#keepsSingle && this.#spaces === ' ';
      const hasSeparator = this.#spaces !== '' && !isInside;
      if (this.#spaces !== '' && !this.#isLineStart && !isEnd) written += isInside ? ' ' : this.#separator;
      // A quote opens a field only at its start, or goes on after a doubled quote.
      const isQuote =
        character === this.#quote && (this.#isQuoted || this.#isLineStart || hasSeparator || this.#hasClosed);
      this.#hasClosed = isQuote && this.#isQuoted;
      if (isQuote) this.#isQuoted = !this.#isQuoted;
      this.#spaces = '';
      this.#isLineStart = isEnd;
      written += character;
    }
    return written;
  }
}

/**
 * The text with one character between its fields instead of several: a space, as R and pandas (`sep="\s+"`) read it, or a tab where fields hold single
 * spaces. Its lines stay where they are.
 */
export async function withSingleDelimiters(
  utf8: Blob,
  quote: DelimitedReading['quote'],
  alignment: Alignment,
): Promise<Blob> {
  const joiner = new SpacesJoiner(quoteCharacters[quote], alignment);
  const pieces: string[] = [];
  for await (const piece of textPieces(utf8)) pieces.push(joiner.add(piece));
  return new Blob(pieces);
}
