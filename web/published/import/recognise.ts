import { FormatlabError } from '../../../workers/model/errors';
import { type ImportedSet, importedFormat, importedVersion } from '../../../workers/model/imported-set';
import { readImportedSet } from '../../../workers/model/imported-set-versions';
import type { RunResult } from '../../../workers/model/result';
import { newerMessage, parseResultFile } from '../../share/parse-result';
import { alignedTable, csvTable } from './csv-table';
import { type GivenTable, malformedTable, tableLimits } from './given-table';
import { markdownTables } from './markdown-table';

/** What was pasted or dropped. Nothing of it has an effect before the user says so. */
export type Arrival =
  | { readonly kind: 'tables'; readonly tables: readonly GivenTable[] }
  | { readonly kind: 'set'; readonly set: ImportedSet }
  | { readonly kind: 'run'; readonly result: RunResult };

/** Reads tables of HTML: needs the DOM, which tests outside of a browser have not. */
export type ReadHtml = (text: string) => GivenTable[];

/** Reads a link's results; rejects where it is damaged. */
export type ReadLink = (fragment: string) => Promise<RunResult>;

/**
 * What a text is, by what stands in it: JSON of ours, a link with results, or a table as HTML, Markdown, CSV, TSV or aligned by spaces. Rejects with a FormatlabError that says
 * what is wrong and where.
 */
export async function recognise(text: string, name: string, readers: { readonly html: ReadHtml; readonly link: ReadLink }): Promise<Arrival> {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') throw malformedTable(`${name} is empty.`, 'Paste a table with a heading and at least one row of figures.');
  if (trimmed.startsWith('{')) return readJson(trimmed, name);
  const fragment = /^(?:https?:\/\/\S*|\S{0,200})?#(v\d{1,4}\.\S+)$/.exec(trimmed)?.[1];
  if (fragment !== undefined) return { kind: 'run', result: await readers.link(fragment) };
  if (trimmed.length > tableLimits.characters) {
    throw new FormatlabError({
      tag: 'tooLarge',
      stage: 'import',
      message: `${name} has ${(trimmed.length / 1e6).toFixed(1)} million characters; a table of at most ${tableLimits.characters / 1e6} million is taken.`,
      remedy: 'Paste the table alone.',
    });
  }
  const tables = tablesIn(text, readers.html);
  if (tables.length === 0) {
    throw malformedTable(`${name} holds no table: there are no rows of two columns or more below a heading.`, 'Tables as CSV, TSV, Markdown or HTML are taken, and JSON of Formatlab’s own schemas.');
  }
  return { kind: 'tables', tables };
}

function tablesIn(text: string, html: ReadHtml): GivenTable[] {
  if (/<table[\s>]/i.test(text)) return html(text);
  const markdown = markdownTables(text);
  if (markdown.length > 0) return markdown;
  // Tabs part cells wherever there are any; two spaces only where nothing else does.
  if (!text.includes('\t')) {
    const aligned = alignedTable(text);
    if (aligned !== null) return [aligned];
  }
  const table = csvTable(text);
  return table === null ? [] : [table];
}

function readJson(text: string, name: string): Arrival {
  if (!text.slice(0, 2_000).includes(`"${importedFormat}"`)) return { kind: 'run', result: parseResultFile(text, name) };
  return { kind: 'set', set: parseImportedSet(text, name) };
}

/** A set in the text of a JSON file; throws with the file's name in the message. */
export function parseImportedSet(text: string, name: string): ImportedSet {
  if (text.length > 4 * tableLimits.characters) throw malformedTable(`${name} has ${(text.length / 1e6).toFixed(0)} million characters; a set has at most ${(4 * tableLimits.characters) / 1e6} million.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw malformedTable(`${name} is not JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}`.slice(0, 500));
  }
  if (typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'number' && value.version > importedVersion) throw malformedTable(newerMessage);
  return readImportedSet(value, `imported set in ${name}`);
}
