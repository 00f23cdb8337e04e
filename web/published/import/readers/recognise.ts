import { FormatlabError } from '../../../../workers/model/errors';
import { type ImportedSet, importedFormat, importedVersion } from '../../../../workers/model/imported-set';
import { readImportedSet } from '../../../../workers/model/imported-set-versions';
import type { RunResult } from '../../../../workers/model/result';
import { newerVersionMessage } from '../../../links/newer-version';
import { parseResultFile } from '../../../links/parse-result';
import { alignedTables } from './aligned-table';
import { alignedTable, csvTable, isDelimitedText, withoutCommentMarks } from './csv-table';
import { readCell } from './cell-number';
import { type RawTable, malformedTable, tableLimits } from './given-table';
import { gridTable } from './grid-table';
import { markdownTables } from './markdown-table';
import { printedRuns } from './printed-runs';

/** Pasted or dropped content. It has no effect until the user confirms it. */
type ImportedContent =
  | { readonly kind: 'tables'; readonly tables: readonly RawTable[] }
  | { readonly kind: 'set'; readonly set: ImportedSet }
  | { readonly kind: 'run'; readonly result: RunResult };

/** Reads the tables of an HTML text. It needs the DOM, which unit tests lack. */
type ReadHtml = (text: string) => RawTable[];

/** Reads the results in a link. Rejects if the link is damaged. */
type ReadLink = (fragment: string) => Promise<RunResult>;

/**
 * Recognises a text by its content: Formatlab's JSON, a link with results, or a table as HTML, Markdown, CSV, TSV or
 * aligned text.
 *
 * @throws {FormatlabError} that states the problem and where it is.
 */
export async function recogniseImport(
  text: string,
  name: string,
  readers: { readonly html: ReadHtml; readonly link: ReadLink },
): Promise<ImportedContent> {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '')
    throw malformedTable(`${name} is empty.`, 'Paste a table with a heading and at least one row of figures.');
  if (trimmed.startsWith('{')) return readJson(trimmed, name);
  const fragment = linkIn(trimmed) ?? linkIn(unbroken(trimmed));
  if (fragment !== undefined) return { kind: 'run', result: await readers.link(fragment) };
  if (trimmed.length > tableLimits.characters) {
    throw new FormatlabError({
      tag: 'tooLarge',
      stage: 'import',
      message: `${name} has ${(trimmed.length / 1e6).toFixed(1)} million characters; the limit for a table is ${tableLimits.characters / 1e6} million.`,
      remedy: 'Paste only the table.',
    });
  }
  const tables = withFigures(tablesIn(text, readers.html));
  if (tables.length === 0) {
    throw malformedTable(
      `${name} contains no table: it has no rows of two or more columns below a heading.`,
      'You can import tables as CSV, TSV, Markdown, HTML or aligned text, the output of benchmark tools, and JSON of Formatlab’s schemas.',
    );
  }
  return { kind: 'tables', tables };
}

const linkIn = (text: string): string | undefined => /^(?:https?:\/\/\S*|\S{0,200})?#(v\d{1,4}\.\S+)$/.exec(text)?.[1];

/**
 * Removes the line breaks, angle brackets or quotation marks that a mail program added to a link. Other text is
 * unchanged.
 */
function unbroken(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^(>\s?)+/, '').trim());
  return /^<?https?:\/\//.test(lines[0] ?? '') && lines.every((line) => !/\s/.test(line))
    ? lines.join('').replace(/^<|>$/g, '')
    : text;
}

/** The tables with figures, or all tables if none has figures. Badges and lists of links are often tables too. */
function withFigures(tables: readonly RawTable[]): RawTable[] {
  const figured = tables.filter(hasFigures);
  return figured.length > 0 ? figured : [...tables];
}

const hasFigures = ({ rows }: RawTable): boolean =>
  rows.some(({ cells }) =>
    cells.some((cell) => readCell(cell, 'point').kind === 'number' || readCell(cell, 'comma').kind === 'number'),
  );

function tablesIn(given: string, html: ReadHtml): RawTable[] {
  const text = withoutCommentMarks(given);
  if (/<table[\s>]/i.test(text)) return html(text);
  const markdown = markdownTables(text);
  if (markdown.length > 0) return markdown;
  const printed = gridTable(text) ?? printedRuns(text);
  if (printed !== null) return [printed];
  if (!isDelimitedText(text)) {
    const aligned = alignedTable(text);
    const tables = aligned === null ? alignedTables(text) : [aligned];
    if (tables.length > 0) return tables;
  }
  const table = csvTable(text);
  // Commas in sentences do not separate cells.
  return table === null || (!isDelimitedText(text) && (!hasFigures(table) || table.columns.includes('column 2')))
    ? []
    : [table];
}

function readJson(text: string, name: string): ImportedContent {
  if (!text.slice(0, 2_000).includes(`"${importedFormat}"`))
    return { kind: 'run', result: parseResultFile(text, name) };
  return { kind: 'set', set: parseImportedSet(text, name) };
}

/**
 * Parses the text of a JSON file as an imported set.
 *
 * @throws {FormatlabError} whose message contains the name of the file.
 */
export function parseImportedSet(text: string, name: string): ImportedSet {
  if (text.length > 4 * tableLimits.characters)
    throw malformedTable(
      `${name} has ${(text.length / 1e6).toFixed(0)} million characters; a set has at most ${(4 * tableLimits.characters) / 1e6} million.`,
    );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw malformedTable(
      `${name} is not JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}`.slice(0, 500),
    );
  }
  if (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    typeof value.version === 'number' &&
    value.version > importedVersion
  )
    throw malformedTable(newerVersionMessage);
  return readImportedSet(value, `imported set in ${name}`);
}
