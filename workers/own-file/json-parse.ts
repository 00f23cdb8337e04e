import { keepsEveryDigit } from './decimal-text';
import { JsonNumber } from './json-record';
import { unreadableFileError } from './refusal';

/** Matches a whole number of 16 digits or more, which a double may not hold exactly. A match inside a string only costs time. */
const longWholeNumber = /(^|[:[,\s])-?\d{16,}(?=[\s,\]}]|$)/;

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;
const parseWith = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** Matches numbers that float64 may not hold as they are written: of 17 digits or more, or with an exponent of three digits or more. */
const longNumber = /-?\d[\d.]{16,}(?:[eE][+-]?\d+)?|-?\d[\d.]{0,16}[eE][+-]?\d{3,}/g;

/**
 * Like `JSON.parse`, but whole numbers beyond 2^53 are returned as bigint with all digits, and other numbers that
 * float64 rounds as {@link JsonNumber}.
 * @throws SyntaxError as `JSON.parse` does
 */
export function parseJson(text: string): unknown {
  if (!longWholeNumber.test(text) && !mayRound(text)) return JSON.parse(text);
  return parseWith(text, (_key, value, context) => {
    if (typeof value !== 'number') return value;
    const source = context?.source;
    if (source === undefined) {
      if (Number.isSafeInteger(value)) return value;
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

/** Whether a number in the text is rounded. A match inside a string only costs time. */
function mayRound(text: string): boolean {
  for (const [number] of text.matchAll(longNumber)) if (!keepsEveryDigit(number, 'float64')) return true;
  return false;
}

const token =
  /\s*(?:([{}[\],:])|("(?:[^"\\]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

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

/** The line and column, counted from 1, of the first syntax error in a JSON text. */
export function jsonErrorPosition(text: string): { line: number; column: number } {
  const before = text.slice(0, errorOffset(text));
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}
