export type CsvField = string | number | boolean | null | undefined;

/** A spreadsheet runs a field that begins so; an apostrophe before it makes it text (OWASP's advice on CSV injection). */
const formula = /^[=+\-@\t\r]/;

/** A text as it is, or as what no spreadsheet runs. */
export const withoutFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

export const quotedField = (text: string): string =>
  /[",\r\n]|^[' ]| $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function field(value: CsvField): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  return quotedField(typeof value === 'string' ? withoutFormula(value) : String(value));
}

/** RFC 4180, lines end with CRLF; missing figures are empty, never 0. */
export function csvLines(rows: readonly (readonly CsvField[])[]): string {
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}
