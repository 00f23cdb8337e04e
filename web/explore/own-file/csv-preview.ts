import Papa from 'papaparse';

/** How many bytes of a file the preview reads: enough to fill a screen, and few enough to parse between two frames. */
export const previewByteCount = 100_000;

export interface CsvPreview {
  readonly delimiter: string;
  readonly hasHeader: boolean;
  /** Names from the header, or “column 1” and so on. */
  readonly columnNames: readonly string[];
  /** The first rows without the header. Short rows are padded with null, long ones are cut. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** The lines, counted from 1, of the shown rows whose number of fields differs from the header's. */
  readonly raggedLines: readonly number[];
}

const delimiters = [',', '\t', ';', '|'];
const shownRows = 20;

/**
 * Parses the beginning of a CSV or TSV text synchronously, for a preview until the whole file is read. `text` is the
 * beginning of the file. Unless `isWhole` is true, its last line is ignored, since it may be incomplete. Null if the text has no rows.
 */
export function previewCsv(text: string, isWhole: boolean): CsvPreview | null {
  const clean = text.replace(/^\uFEFF/, '').slice(0, previewByteCount);
  const truncated = !isWhole || clean.length < text.replace(/^\uFEFF/, '').length;
  const { data, meta } = Papa.parse<string[]>(clean, { delimitersToGuess: delimiters, preview: shownRows + 12 });
  // papaparse stops after `preview` rows. If it returns fewer rows, it has reached the end of the text.
  const complete = withLines(truncated && data.length < shownRows + 12 ? data.slice(0, -1) : data);
  const [first, ...rest] = complete;
  if (first === undefined) return null;
  const hasHeader = looksLikeHeader(
    first.fields,
    rest.map(({ fields }) => fields),
  );
  const body = (hasHeader ? rest : complete).slice(0, shownRows);
  const width = hasHeader ? first.fields.length : commonWidth(body);
  const columnNames = Array.from(
    { length: width },
    (_, index) => (hasHeader && first.fields[index]?.trim()) || `column ${index + 1}`,
  );
  const rows = body.map(({ fields }) => Array.from({ length: width }, (_, index) => fields[index] || null));
  return {
    delimiter: meta.delimiter,
    hasHeader,
    columnNames,
    rows,
    raggedLines: body.filter(({ fields }) => fields.length !== width).map(({ line }) => line),
  };
}

interface Row {
  readonly fields: readonly string[];
  /** The line where the row begins, counted from 1. */
  readonly line: number;
}

/** The rows that are not blank, with their line numbers. Blank lines and line breaks inside quoted fields are counted. */
function withLines(data: readonly (readonly string[])[]): Row[] {
  let line = 1;
  const rows = data.map((fields) => {
    const row = { fields, line };
    line += 1 + fields.reduce((breaks, field) => breaks + field.split('\n').length - 1, 0);
    return row;
  });
  return rows.filter(({ fields }) => fields.some((field) => field.trim() !== ''));
}

const isNumber = (field: string) => /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(field.trim());

/** True if the first row looks like a header: every field has text, and a column of numbers starts with a text. */
function looksLikeHeader(first: readonly string[], body: readonly (readonly string[])[]): boolean {
  if (first.some(isNumber) || first.every((field) => field.trim() === '')) return false;
  if (body.length === 0) return true;
  const numeric = first.some((_, index) => body.some((row) => isNumber(row[index] ?? '')));
  // If all columns are text, distinct values in the first row suggest a header.
  return numeric || new Set(first).size === first.length;
}

function commonWidth(rows: readonly Row[]): number {
  const counts = new Map<number, number>();
  for (const { fields } of rows) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}
