import { keepsEveryDigit } from '../../../own-file/decimal-text';
import { JsonNumber } from '../../../own-file/json-record';
import { plural } from '../../../model/plural';
import { unreadableFileError } from '../../../own-file/refusal';

/** Matches a whole number of 16 digits or more, which a double may not hold exactly. A match inside a string only costs time. */
const longWholeNumber = /(^|[:[,\s])-?\d{16,}(?=[\s,\]}]|$)/;

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;
const parseWith = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** Matches numbers that float64 may not hold as they are written: of 17 digits or more, or with an exponent of three digits or more. */
const longNumber = /-?\d[\d.]{16,}(?:[eE][+-]?\d+)?|-?\d[\d.]{0,16}[eE][+-]?\d{3,}/g;

interface ParsedJson {
  readonly value: unknown;
  /** How many values are NaN or infinite. */
  readonly infinite: number;
}

/**
 * Like `JSON.parse`, but whole numbers beyond 2^53 are returned as bigint with all digits, other numbers that
 * float64 rounds as {@link JsonNumber}, and the words `NaN`, `Infinity` and `-Infinity` of Python’s `json` as numbers.
 * @throws SyntaxError as `JSON.parse` does
 */
export function parseJson(text: string): ParsedJson {
  try {
    return { value: parseStrict(text, null), infinite: 0 };
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    const { text: marked, markOf, count } = withInfinitiesMarked(text);
    if (count === 0) throw thrown;
    try {
      return { value: parseStrict(marked, markOf), infinite: count };
    } catch (other) {
      if (!(other instanceof SyntaxError)) throw other;
      // The browser's words quote the marks and count their characters.
      throw new SyntaxError('what stands there is not JSON', { cause: other });
    }
  }
}

/** `markOf` returns the number for which a string stands; undefined for other strings. Null if no string does. */
function parseStrict(text: string, markOf: ((string: string) => number | undefined) | null): unknown {
  const isPlain = !longWholeNumber.test(text) && !mayRound(text);
  if (isPlain && markOf === null) return JSON.parse(text);
  return parseWith(text, (_key, value, context) => {
    if (typeof value === 'string') return markOf?.(value) ?? value;
    if (typeof value !== 'number') return value;
    const source = context?.source;
    if (source === undefined) {
      if (isPlain || Number.isSafeInteger(value)) return value;
      throw unreadableFileError(
        'It holds numbers of many digits, which this browser can only read rounded.',
        'Open this page in a current Chrome, Edge, Firefox or Safari.',
        { tag: 'unsupported', format: 'json' },
      );
    }
    if (!Number.isSafeInteger(value) && /^-?\d+$/.test(source)) return BigInt(source);
    return keepsEveryDigit(source, 'float64') ? value : new JsonNumber(source);
  });
}

/** Matches numbers that JavaScript writes in another way: −0, zeros at the end, exponents, many digits. A match inside a string only costs time. */
const otherSpelling = /-0|\.\d*0(?!\d)|\d[eE]|0\.0{6}|\d[\d.]{15}/;

/** True if {@link parseJsonAsWritten} may return other values than {@link parseJson}. */
export const hasOtherSpellings = (text: string): boolean => otherSpelling.test(text);

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b|-?\d[\d.eE+-]*/gsu;

/**
 * The value of a valid JSON text, where each number that JavaScript would write in another way is a {@link JsonNumber}, so that it can be written as
 * it was: 1.0, −0, 1e2. It takes longer than {@link parseJson}.
 */
export function parseJsonAsWritten(text: string): unknown {
  const mark = crypto.randomUUID();
  const isPlain = (number: string) =>
    String(Number(number)) === number && (!/^-?\d+$/.test(number) || Number.isSafeInteger(Number(number)));
  const marked = text.replace(stringOrNumber, (found) =>
    found.startsWith('"') || (infinities[found] === undefined && isPlain(found)) ? found : `"${mark}${found}"`,
  );
  return JSON.parse(marked, (_key, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith(mark)) return value;
    const source = value.slice(mark.length);
    if (infinities[source] !== undefined) return infinities[source];
    if (/^-?\d+$/.test(source) && !/^-0+$/.test(source)) return BigInt(source);
    return new JsonNumber(source, keepsEveryDigit(source, 'float64') ? Number(source) : null);
  });
}

const stringOrBracket = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/gsu;

/** A record in a text of several, and where it starts. */
interface RecordText {
  readonly text: string;
  readonly start: number;
}

/** The texts of records that follow one another, as `{}{}`, with at most white space between them. Null if the text is anything else. */
export function recordsInARow(text: string): readonly RecordText[] | null {
  const records: RecordText[] = [];
  let [depth, start, end] = [0, 0, 0];
  for (const { 0: mark, index } of text.matchAll(stringOrBracket)) {
    if (depth === 0) {
      if (mark !== '{' || text.slice(end, index).trim() !== '') return null;
      start = index;
    }
    if (mark === '{' || mark === '[') depth += 1;
    else if (mark === '}' || mark === ']') depth -= 1;
    if (depth > 0) continue;
    end = index + 1;
    records.push({ text: text.slice(start, end), start });
  }
  return depth === 0 && records.length > 1 && text.slice(end).trim() === '' ? records : null;
}

const stringOrInfinity = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b/gsu;
const infinities: Readonly<Record<string, number>> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
};

/** The text with a string for each NaN and infinity outside strings, and the numbers for which these strings stand. */
function withInfinitiesMarked(text: string) {
  // No string of the file has a random mark.
  const mark = crypto.randomUUID();
  let count = 0;
  const marked = text.replace(stringOrInfinity, (found) => {
    if (infinities[found] === undefined) return found;
    count += 1;
    return `"${mark}${found}"`;
  });
  const markOf = (string: string) => (string.startsWith(mark) ? infinities[string.slice(mark.length)] : undefined);
  return { text: marked, markOf, count };
}

/** True if the text is JSON, also with NaN and infinities. */
export function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

/** A note on the NaNs and infinities of a file. */
export const infiniteNote = (count: number): string =>
  `${plural(count, 'value')} ${count === 1 ? 'is' : 'are'} NaN or infinite, as Python’s json writes them, though JSON has none: float64 in columns of numbers, texts in columns that are kept as JSON.`;

/** Whether a number in the text is rounded. A match inside a string only costs time. */
function mayRound(text: string): boolean {
  for (const [number] of text.matchAll(longNumber)) if (!keepsEveryDigit(number, 'float64')) return true;
  return false;
}

const token =
  /\s*(?:([{}[\],:])|("(?:[^"\\]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|NaN|-?Infinity))/y;

/**
 * The offset of the first syntax error in a JSON text, or the text’s length if it is incomplete. Browsers word their errors differently, and most
 * omit the position.
 */
function errorOffset(text: string): number {
  const open: string[] = [];
  // What the parser expects next: a value, a key or an end, a colon, or a separator or an end.
  let expected: 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'separator' = 'value';
  let at = 0;
  for (;;) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) return text.length - text.slice(at).trimStart().length;
    const start = at + match[0].length - match[0].trimStart().length;
    const [, mark, string] = match;
    // Strings in JSON must not contain control characters, such as line breaks.
    if (string !== undefined && [...string].some((character) => character < ' ')) return start;
    at = token.lastIndex;
    if (expected === 'colon') {
      if (mark !== ':') return start;
      expected = 'value';
    } else if (expected === 'separator') {
      const inside = open.at(-1);
      if (mark === ',' && inside !== undefined) expected = inside === '{' ? 'key' : 'value';
      else if ((mark === '}' && inside === '{') || (mark === ']' && inside === '[')) open.pop();
      else return start;
    } else if ((mark === '}' && expected === 'keyOrEnd') || (mark === ']' && expected === 'valueOrEnd')) {
      open.pop();
      expected = 'separator';
    } else if (expected === 'key' || expected === 'keyOrEnd') {
      if (string === undefined) return start;
      expected = 'colon';
    } else if (mark === '{' || mark === '[') {
      open.push(mark);
      expected = mark === '{' ? 'keyOrEnd' : 'valueOrEnd';
    } else if (mark === undefined) expected = 'separator';
    else return start;
  }
}

/** The line and column, counted from 1, of the first syntax error in a JSON text, or in the record of it that starts at `from`. */
export function jsonErrorPosition(text: string, from = 0): { line: number; column: number } {
  const before = text.slice(0, from + errorOffset(text.slice(from)));
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}
