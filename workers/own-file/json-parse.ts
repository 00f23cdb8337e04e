import { refusal } from './refusal';

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
      throw refusal('It holds whole numbers beyond 2^53, which this browser can only read rounded.', 'Open this page in a current Chrome, Edge, Firefox or Safari.', { tag: 'unsupported', format: 'json' });
    }
    return /^-?\d+$/.test(context.source) ? BigInt(context.source) : value;
  });
}

/** Where a SyntaxError of `JSON.parse` says it stopped, as line and column from 1; null where the browser does not say. */
export function placeOf(thrown: SyntaxError, text: string): { line: number; column: number } | null {
  const position = /position (\d+)/.exec(thrown.message)?.[1];
  if (position === undefined) return null;
  const before = text.slice(0, Number(position));
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}
