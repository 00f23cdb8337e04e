export type CsvField = string | number | boolean | null | undefined;

/** A spreadsheet program executes fields that begin with these characters as formulas. An apostrophe before them prevents that (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r]/;

/** The text, with an apostrophe before it if a spreadsheet program would execute it as a formula. */
export const withoutFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

export const quotedField = (text: string): string =>
  /[",\r\n]|^[' ]| $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function field(value: CsvField): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  return quotedField(typeof value === 'string' ? withoutFormula(value) : String(value));
}

/** Writes rows as CSV (RFC 4180). Lines end with CRLF. Missing figures are empty fields, never 0. */
export function csvLines(rows: readonly (readonly CsvField[])[]): string {
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}
