import { parseUnit } from './cell-number';
import { type RawRow, type RawTable, tableLimits, tableFromRows, tooLarge } from './given-table';

/** Matches the rule `|---|:--:|` below a heading. */
const rule = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;
const isRule = (line: string) => line.includes('-') && line.includes('|') && rule.test(line);

/**
 * Reads every table of a Markdown text (GitHub's dialect), with the heading above it as the title. Other text is
 * ignored.
 */
export function markdownTables(text: string): RawTable[] {
  const lines = text.split(/\r?\n/);
  const tables: RawTable[] = [];
  let title = '';
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1];
    if (heading !== undefined) title = plain(heading);
    if (!line.includes('|') || !isRule(lines[index + 1] ?? '')) continue;
    const rows: RawRow[] = [{ line: index + 1, cells: cellsOf(line) }];
    index += 2;
    for (; index < lines.length && (lines[index] ?? '').includes('|'); index += 1) {
      rows.push({ line: index + 1, cells: cellsOf(lines[index] ?? '') });
      if (rows.length > tableLimits.rows + 1) throw tooLarge('rows', lines.length, tableLimits.rows);
    }
    const table = tableFromRows(title, rows, 1);
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

/** A cell's text without Markdown for bold, links, code or line breaks. */
function plain(cell: string): string {
  // Escaped characters are literal text, not markup.
  const kept = cell.replace(/\\([\\`*_{}[\]()#+.!|~-])/g, (_, mark: string) =>
    String.fromCodePoint(escaped + mark.charCodeAt(0)),
  );
  const words = kept
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    // Reference links such as `[zlib 1.3][zlib]` and `[zlib]`. Footnote marks have fewer than two letters, and units in
    // brackets are not links.
    .replace(/!?\[([^\]]*)\]\[[^\]]*\]/g, '$1')
    .replace(/(^|[\s:(*_])\[(\p{L}[^\][]*\p{L}[^\][]*)\](?!\()/gu, (text, before: string, name: string) =>
      parseUnit(name.split(/\s|,/).at(-1) ?? '') === null ? before + name : text,
    )
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/<sup>([^<]{1,8})<\/sup>/gi, (_, raised: string, at: number, text: string) =>
      superscriptText(text.slice(0, at), raised),
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

/** A plane of Unicode for private use, to which escaped characters are moved while a cell is parsed. */
const escaped = 0xf_0000;

/** A superscript after 10 is an exponent. Any other superscript is a footnote mark and is dropped. */
export const superscriptText = (before: string, raised: string): string =>
  /10\s*$/.test(before) && /^[-−+]?\d+$/.test(raised.trim()) ? `^${raised.trim()}` : '';
