import { FormatlabError } from '../../../workers/model/errors';

/** Source text of Python. Nothing from outside gets into it but through `jsonExpression`. */

/** An expression whose value is the JSON of `value`, read by Python's json: ASCII alone, so that no quote, line end or half of a surrogate pair in it can end a literal. */
export function jsonExpression(value: unknown): string {
  const lines = JSON.stringify(value, null, 1).split('\n');
  return `json.loads(\n${lines.map((line) => `    '${asciiOf(line).replace(/[\\']/g, '\\$&')}'`).join('\n')}\n)`;
}

/** Escaped as JSON's strings are: every character of JSON's text outside ASCII stands in a string. */
function asciiOf(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A file of the repository as it is, as a raw literal. Throws `internal` where it holds what would end one. */
export function rawLiteral(text: string): string {
  if (text.includes("'''") || /['\\]$/.test(text)) {
    throw new FormatlabError({
      tag: 'internal',
      stage: 'import',
      message: 'A file that the script carries holds three single quotes, or ends in one or in a backslash.',
    });
  }
  return `r'''${text}'''`;
}
