import { unreadableFileError } from './refusal';

/** A whole number of 16 digits or more, which a double may not hold; strings that look like one only cost time. */
const longWholeNumber = /(^|[:[,\s])-?\d{16,}(?=[\s,\]}]|$)/;

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;
const parseWith = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** `JSON.parse`, but whole numbers beyond 2^53 come as bigint with all their digits. Throws SyntaxError as it does. */
export function parseJson(text: string): unknown {
  if (!longWholeNumber.test(text)) return JSON.parse(text);
  return parseWith(text, (_key, value, context) => {
    if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)) return value;
    if (context?.source === undefined) {
      throw unreadableFileError(
        'It holds whole numbers beyond 2^53, which this browser can only read rounded.',
        'Open this page in a current Chrome, Edge, Firefox or Safari.',
        { tag: 'unsupported', format: 'json' },
      );
    }
    return /^-?\d+$/.test(context.source) ? BigInt(context.source) : value;
  });
}

const token =
  /\s*(?:([{}[\],:])|("(?:[^"\\]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

/**
 * Offset of the first place where `text` is no JSON; its length where it only ends too soon. Browsers word their errors differently and mostly leave the place out.
 */
function errorOffset(text: string): number {
  const open: string[] = [];
  // What may come next: a value, a key or an end, a colon, or what separates and ends.
  let expected: 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'separator' = 'value';
  let at = 0;
  for (;;) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) return text.length - text.slice(at).trimStart().length;
    const start = at + match[0].length - match[0].trimStart().length;
    const [, mark, string] = match;
    // JSON has no control characters in strings, line ends least of all.
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

/** Line and column, from 1, of the first place where `text` is no JSON. */
export function jsonErrorPosition(text: string): { line: number; column: number } {
  const before = text.slice(0, errorOffset(text));
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}
