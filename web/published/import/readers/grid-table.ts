import { type RawRow, type RawTable, tableLimits, tableFromRows, tooLarge } from './given-table';

const border = /^[\s+|│┃║┌┬┐├┼┤└┴┘─═╞╪╡╘╧╛╒╤╕╭╮╰╯━┏┳┓┡╇┩╔╦╗╠╬╣╚╩╝=:-]+$/u;
const isBorder = (line: string) =>
  line.trim() !== '' && border.test(line) && /[-─━═=]{3}/u.test(line) && /[+│┃║┌┬├┼└┴╞╪╘╧╭╰┏┳┡╇╔╦╠╬╚╩]/u.test(line);
const bar = /[|│┃║]/u;
const types =
  /^(varchar|u?(tiny|small|big|huge)?int(eger)?\d*|[iuf](8|16|32|64)|double|float\d*|real|decimal(\(\d+,\d+\))?|text|str|bool(ean)?|date|timestamp|---|object|cat)?$/i;

/**
 * Reads a table drawn with lines, as databases, `rich`, Polars and reStructuredText print them. Bars separate its
 * cells, and the first line between rows ends its heading. Rows of types below the heading are omitted. Null if the
 * text has no drawn table.
 */
export function gridTable(text: string): RawTable | null {
  const lines = text.split(/\r?\n/);
  const borders = lines.filter(isBorder).length;
  if (borders > 0 && lines.length > 3 * tableLimits.rows) throw tooLarge('lines', lines.length, 3 * tableLimits.rows);
  const barred = lines.flatMap((content, index) =>
    bar.test(content) && !isBorder(content) ? [{ line: index + 1, content }] : [],
  );
  const [first] = barred;
  if (borders === 0 || first === undefined || barred.length < 2) return null;
  const rows = barred.map(({ line, content }): RawRow => {
    const cells = content
      .trim()
      .replace(/^[|│┃║]/u, '')
      .replace(/[|│┃║]$/u, '')
      .split(bar);
    return { line, cells: cells.map((cell) => cell.trim()) };
  });
  const under = lines.findIndex((content, index) => index >= first.line && isBorder(content));
  const heading = Math.max(1, rows.filter(({ line }) => under >= 0 && line <= under).length);
  const [head, ...body] = [rows.slice(0, heading), ...rows.slice(heading).map((row) => [row])];
  if (head === undefined) return null;
  // A heading of several lines is either one text that continues below, or names followed by their types.
  const columns = (head[0]?.cells ?? []).map((_, column) =>
    head
      .filter(({ cells }, at) => at === 0 || !cells.every((cell) => types.test(cell)))
      .map(({ cells }) => cells[column] ?? '')
      .filter((cell) => cell !== '')
      .join(' '),
  );
  return tableFromRows(
    '',
    [
      { line: first.line, cells: columns },
      ...body.flat().filter(({ cells }) => !cells.every((cell) => types.test(cell))),
    ],
    1,
  );
}
