import { type RawRow, type RawTable, startsWithNumber, tableLimits, tableFromRows, tooLarge } from './given-table';
import { superscriptText } from './markdown-table';

/**
 * Reads every table of an HTML text, with merged cells expanded. The text is parsed into a separate document, which
 * runs no script, loads nothing and is never part of the page. Only the text of the cells is used. Layout tables, which
 * contain other tables, are omitted.
 */
export function htmlTables(text: string): RawTable[] {
  const parsed = new DOMParser().parseFromString(text, 'text/html');
  return [...parsed.querySelectorAll('table')]
    .filter((table) => table.querySelector('table') === null)
    .flatMap((table) => readTable(table) ?? []);
}

function readTable(table: HTMLTableElement): RawTable | null {
  const elements = [...table.rows];
  if (elements.length > tableLimits.rows + 10) throw tooLarge('rows', elements.length, tableLimits.rows);
  const grid: string[][] = elements.map(() => []);
  const taken: boolean[][] = elements.map(() => []);
  elements.forEach((row, rowIndex) => {
    let column = 0;
    for (const cell of row.cells) {
      while (taken[rowIndex]?.[column]) column += 1;
      // The span is limited, since a cell may claim to span 65,534 rows.
      const width = Math.min(Math.max(1, cell.colSpan), tableLimits.columns + 1 - column);
      const height = Math.min(Math.max(1, cell.rowSpan), elements.length - rowIndex);
      if (width < 1) throw tooLarge('columns', column + cell.colSpan, tableLimits.columns);
      const words = wordsOf(cell);
      for (let y = rowIndex; y < rowIndex + height; y += 1) {
        for (let x = column; x < column + width; x += 1) {
          const line = grid[y];
          const takenLine = taken[y];
          if (line === undefined || takenLine === undefined) continue;
          line[x] = words;
          takenLine[x] = true;
        }
      }
      column += width;
    }
  });
  const rows = grid.map(
    (cells, index): RawRow => ({ line: index + 1, cells: Array.from(cells, (cell) => cell ?? '') }),
  );
  // A group's name that spans all columns is kept in the first column only.
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const isGroup = (index: number) =>
    rows[index]?.cells.length === width && width > 2 && elements[index]?.cells.length === 1;
  const firstRow = rows.findIndex((_, index) => !isGroup(index));
  const own = rows.flatMap((row, index) =>
    !isGroup(index)
      ? [row]
      : index < firstRow || isHeading(elements[index])
        ? []
        : [{ ...row, cells: row.cells.map((cell, column) => (column === 0 ? cell : '')) }],
  );
  // Some tables mark every cell as a heading. Rows with figures below the first row are body rows.
  const firstOfBody = own.findIndex(
    (row, index) =>
      !isHeading(elements[row.line - 1]) ||
      (index > 0 &&
        elements[row.line - 1]?.parentElement?.tagName !== 'THEAD' &&
        row.cells.slice(1).some(startsWithNumber)),
  );
  const inHead = firstOfBody < 0 ? own.length : firstOfBody;
  return tableFromRows(
    table.caption === null ? headingBefore(table) : wordsOf(table.caption),
    own,
    inHead === 0 ? null : Math.min(inHead, 4),
  );
}

function isHeading(row: HTMLTableRowElement | undefined): boolean {
  if (row === undefined) return false;
  return (
    row.parentElement?.tagName === 'THEAD' ||
    (row.cells.length > 1 && [...row.cells].every(({ tagName }) => tagName === 'TH'))
  );
}

/** The nearest heading before the table, among its own and its ancestors' preceding siblings. */
function headingBefore(table: Element): string {
  let at: Element | null = table;
  for (let steps = 0; at !== null && steps < 40; steps += 1) {
    const before: Element | null = at.previousElementSibling;
    if (before !== null && /^H[1-6]$/.test(before.tagName)) return wordsOf(before);
    at = before ?? at.parentElement;
  }
  return '';
}

const unseen = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT']);

/**
 * The text of an element. A line break becomes a space, footnote marks are omitted, and 10 with a superscript 6 becomes
 * `10^6`.
 */
function wordsOf(element: Element): string {
  let words = '';
  const visit = (node: Node) => {
    if (node.nodeType === 3) words += node.textContent ?? '';
    if (!(node.nodeType === 1 && node instanceof Element)) return;
    if (unseen.has(node.tagName) || words.length > 4 * tableLimits.cellCharacters) return;
    if (node.tagName === 'SUP') {
      words += superscriptText(words, node.textContent ?? '');
      return;
    }
    if (node.tagName === 'BR') words += ' ';
    for (const child of node.childNodes) visit(child);
    if (node.tagName === 'P' || node.tagName === 'DIV' || node.tagName === 'LI') words += ' ';
  };
  visit(element);
  return words.trim();
}
