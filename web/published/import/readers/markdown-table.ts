import { unitOf } from './cell-number';
import { type GivenRow, type GivenTable, tableLimits, tableOf, tooLarge } from './given-table';

/** `|---|:--:|` under a heading. */
const rule = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;
const isRule = (line: string) => line.includes('-') && line.includes('|') && rule.test(line);

/** Every table of a Markdown text (GitHub's), with the heading above it as its title. Words between them are passed over. */
export function markdownTables(text: string): GivenTable[] {
  const lines = text.split(/\r?\n/);
  const tables: GivenTable[] = [];
  let title = '';
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1];
    if (heading !== undefined) title = plain(heading);
    if (!line.includes('|') || !isRule(lines[index + 1] ?? '')) continue;
    const rows: GivenRow[] = [{ line: index + 1, cells: cellsOf(line) }];
    index += 2;
    for (; index < lines.length && (lines[index] ?? '').includes('|'); index += 1) {
      rows.push({ line: index + 1, cells: cellsOf(lines[index] ?? '') });
      if (rows.length > tableLimits.rows + 1) throw tooLarge('rows', lines.length, tableLimits.rows);
    }
    const table = tableOf(title, rows, 1);
    if (table !== null) tables.push(table);
    index -= 1;
  }
  return tables;
}

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map(plain);
}

/** A cell's words without what sets them bold, links them, marks them as code or breaks their line. */
function plain(cell: string): string {
  // Escaped marks are characters: they set nothing bold, and link nothing.
  const kept = cell.replace(/\\([\\`*_{}[\]()#+.!|~-])/g, (_, mark: string) =>
    String.fromCodePoint(escaped + mark.charCodeAt(0)),
  );
  const words = kept
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    // A link by reference: `[zlib 1.3][zlib]`, `[zlib]`. A footnote's mark has no two letters, and what is a unit is no link.
    .replace(/!?\[([^\]]*)\]\[[^\]]*\]/g, '$1')
    .replace(/(^|[\s:(*_])\[(\p{L}[^\][]*\p{L}[^\][]*)\](?!\()/gu, (whole, before: string, name: string) =>
      unitOf(name.split(/\s|,/).at(-1) ?? '') === null ? before + name : whole,
    )
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/<sup>([^<]{1,8})<\/sup>/gi, (_, raised: string, at: number, whole: string) =>
      raisedText(whole.slice(0, at), raised),
    )
    .replace(/<\/?[a-z][^>]{0,200}>/gi, '')
    .replace(/(\*\*|__|~~|`)(.+?)\1/g, '$2')
    .replace(/(^|\s)[*_]([^*_]+)[*_](?=\s|$)/g, '$1$2')
    .trim();
  return [...words]
    .map((mark) => {
      const code = mark.codePointAt(0) ?? 0;
      return code >= escaped && code < escaped + 128 ? String.fromCodePoint(code - escaped) : mark;
    })
    .join('');
}

/** Where escaped marks are kept while a cell is read, in a plane of Unicode for private use. */
const escaped = 0xf_0000;

/** A raised number after 10 is an exponent; any other raised mark is a footnote's, which is no part of the figure. */
export const raisedText = (before: string, raised: string): string =>
  /10\s*$/.test(before) && /^[-−+]?\d+$/.test(raised.trim()) ? `^${raised.trim()}` : '';
