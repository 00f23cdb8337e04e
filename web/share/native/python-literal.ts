import { FormatlabError } from '../../../workers/model/errors';

/** Writes Python source text. Data from outside enters the source only through `jsonExpression`. */

/**
 * A Python expression that evaluates to the JSON value. The JSON text is ASCII only, so that no quote, line end or lone
 * surrogate in it can end the literal.
 */
export function jsonExpression(value: unknown): string {
  const lines = JSON.stringify(value, null, 1).split('\n');
  return `json.loads(\n${lines.map((line) => `    '${asciiOf(line).replace(/[\\']/g, '\\$&')}'`).join('\n')}\n)`;
}

/** Escapes non-ASCII characters as JSON strings do. In JSON text they occur only inside strings. */
function asciiOf(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * A file of the repository as a raw Python literal.
 *
 * @throws {FormatlabError} with the tag `internal` if the file contains text that would end the literal.
 */
export function rawLiteral(text: string): string {
  if (text.includes("'''") || /['\\]$/.test(text)) {
    throw new FormatlabError({
      tag: 'internal',
      stage: 'import',
      message: 'A file embedded in the script contains three single quotes, or ends in a single quote or a backslash.',
    });
  }
  return `r'''${text}'''`;
}
