/**
 * Writes the user's texts (names of files, sheets and columns) as literals in the languages of the snippets. Such a text may hold any character. SQL has its own
 * `sqlLiteral` and `sqlIdentifier` (workers/model/sql.ts): SQL has no escapes, so they keep every character between the quotes.
 */

/** Characters that a reader of code does not see, or sees at another place: controls, marks of direction, ends of lines, halves of characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** `\u202e`, or `\U000e0001` beyond the first 65,536 characters. */
function unicodeEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
}

/** A text in double quotes, with a backslash before these characters and an escape for each that is not seen. */
function inQuotes(text: string, special: RegExp, escaped: (character: string) => string): string {
  const marked = text.replaceAll(special, '\\$&');
  return `"${marked.replaceAll(unseen, (character) => shortEscapes[character] ?? escaped(character))}"`;
}

const quoteAndBackslash = /["\\]/gu;

export const pythonText = (text: string): string => inQuotes(text, quoteAndBackslash, unicodeEscape);

/** R has no character 0, which no name of a file has either. */
export const rText = (text: string): string => inQuotes(text, quoteAndBackslash, unicodeEscape);

/** In Julia, `$` begins an expression. */
export const juliaText = (text: string): string => inQuotes(text, /["\\$]/gu, unicodeEscape);

/** Java reads `\u000a` as the end of the line, wherever it stands, so that controls are octal. */
export const javaText = (text: string): string =>
  inQuotes(text, quoteAndBackslash, (character) =>
    Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
      .map((unit) => (unit < 0x100 ? `\\${unit.toString(8).padStart(3, '0')}` : `\\u${hex(unit, 4)}`))
      .join(''),
  );
