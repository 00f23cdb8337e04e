import Papa from 'papaparse';

/** What of a file is looked at: enough for a screen, little enough to parse between two frames. */
export const previewedBytes = 100_000;

export interface CsvPreview {
  readonly delimiter: string;
  readonly hasHeader: boolean;
  /** Names from the header, or “column 1” and so on. */
  readonly columnNames: readonly string[];
  /** The first rows, without the header; short rows are filled with null, long ones are cut. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** Rows shown whose number of fields is not the header's, by line from 1. */
  readonly raggedLines: readonly number[];
}

const delimiters = [',', '\t', ';', '|'];
const shownRows = 20;

/**
 * A first look at CSV or TSV text, at once and on the main thread, until DuckDB's strict reader has read the whole. `text` is the file's first part; its last line is left out
 * unless `isWhole`, since it may be cut. Null where there is nothing that looks like rows.
 */
export function previewCsv(text: string, isWhole: boolean): CsvPreview | null {
  const clean = text.replace(/^\uFEFF/, '').slice(0, previewedBytes);
  const truncated = !isWhole || clean.length < text.replace(/^\uFEFF/, '').length;
  const { data, meta } = Papa.parse<string[]>(clean, { delimitersToGuess: delimiters, preview: shownRows + 12 });
  // papaparse stops after `preview` rows by itself; fewer rows mean that it met the end.
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
  /** Where it begins, from 1. */
  readonly line: number;
}

/** Rows that hold something, with their lines: blank ones count, and so do line breaks inside quoted fields. */
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

/** A header has a text in every field, and no numbers where numbers stand below it. */
function looksLikeHeader(first: readonly string[], body: readonly (readonly string[])[]): boolean {
  if (first.some(isNumber) || first.every((field) => field.trim() === '')) return false;
  if (body.length === 0) return true;
  const numeric = first.some((_, index) => body.some((row) => isNumber(row[index] ?? '')));
  // Where all is text, distinct names speak for a header.
  return numeric || new Set(first).size === first.length;
}

function commonWidth(rows: readonly Row[]): number {
  const counts = new Map<number, number>();
  for (const { fields } of rows) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}
