import {
  type Alignment,
  type DelimitedReading,
  fieldDelimiters,
  isAlignment,
  maxSkippedLines,
} from '../../../model/reading-options';

/** Lines before the header, as exports of banks and instruments have: a title, the account, the settings, comments. The functions are pure. */

const comparedRows = 100;
/** The number of lines whose agreement shows that a text has no title. */
const agreeingLines = 150;

interface TitleLines {
  readonly lines: number;
  readonly delimiter: DelimitedReading['delimiter'];
  /** True if the line below is a header: it has names only, and numbers or dates are below it. */
  readonly hasHeader: boolean;
}

const isNumber = (field: string) => /^\s*[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?\s*$/u.test(field);
export const isComment = (line: string) => /^\s*(?:#|%|\/\/|!)/u.test(line);

type Split = (line: string) => readonly string[] | null;

/** The fields of each line, without quotes. Null if a field in quotes has a line break, so that lines are no rows. */
function rowsOf(lines: readonly string[], split: Split): Rows | null {
  const rows = lines.map(split);
  return rows.every((fields) => fields !== null) ? rows : null;
}

/** A row has more lines only if a quote in it was not meant as one. */
const maxRowLines = 50;

/** Joins the lines of each row that has a field in quotes with line breaks. Null if a quote stays open. */
function joinedLines(lines: readonly string[], split: Split): readonly string[] | null {
  const joined: string[] = [];
  for (let at = 0; at < lines.length; ) {
    let text = lines[at] ?? '';
    let end = at + 1;
    while (split(text) === null) {
      // The lines may end within a row.
      if (end === lines.length && at > 0) return joined;
      if (end === lines.length || end - at === maxRowLines) return null;
      text += `\n${lines[end]}`;
      end += 1;
    }
    joined.push(text);
    at = end;
  }
  return joined;
}

/** Splits at the delimiter outside double quotes, which enclose a field; null if a quote stays open. */
export function splitAt(line: string, delimiter: string): readonly string[] | null {
  if (!line.includes('"')) return line.split(delimiter);
  const fields: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at <= line.length; at += 1) {
    // A quote within a field that does not begin with one is a character of it.
    if (line[at] === '"' && (isQuoted || at === start || (line[start] === '"' && line[at - 1] === '"')))
      isQuoted = !isQuoted;
    if (at < line.length && (isQuoted || line[at] !== delimiter)) continue;
    fields.push(line.slice(start, at).replace(/^"|"$/gu, ''));
    start = at + 1;
  }
  return isQuoted ? null : fields;
}

const alignedFields = {
  spaces: /"(?:[^"]|"")*"(?=\s|$)|\S+/gu,
  wideSpaces: /"(?:[^"]|"")*"(?= {2}|\t|\s*$)|\S+(?: \S+)*/gu,
} as const satisfies Record<Alignment, RegExp>;

/** Splits at the runs of spaces and tabs that separate aligned columns, outside double quotes; null if a field's quote stays open. */
export function splitAligned(line: string, alignment: Alignment): readonly string[] | null {
  const fields = line.match(alignedFields[alignment]) ?? [];
  return fields.some((field) => field.startsWith('"') && !/^"(?:[^"]|"")*"$/u.test(field)) ? null : fields;
}

type Rows = readonly (readonly string[])[];

interface Before {
  /** The number of rows before the header; each has one line unless a field in quotes has a line break. */
  readonly rows: number;
  readonly fields: number;
  readonly hasHeader: boolean;
}

/** True if a line of so many fields may stand before a header of more: a comment, a title, and also a name with its value if `pairs` is true. */
function isTitle(fields: readonly string[], line: string, count: number, pairs: boolean): boolean {
  if (line.trim() === '') return true;
  if (pairs && fields.length === 2 && count > 2 && !isNumber(fields[0] ?? '')) return true;
  const filled = fields.filter((field) => field.trim() !== '').length;
  // Spreadsheets fill up each line with delimiters, to the number of columns.
  if (fields.length === count)
    return count >= 3 && (filled === 0 || (filled <= (count >= 4 ? 2 : 1) && fields[0]?.trim() !== ''));
  return fields.length < count && filled <= Math.max(1, count / 2);
}

/**
 * The number of lines before the header, where fields are split as given. Null if there are none, or if the rows below do not agree. A name with its
 * value may also be a row that lacks fields, so it is left out only above a header.
 */
function linesBefore(lines: readonly string[], rows: Rows, isAligned: boolean): Before | null {
  const withPairs = isAligned ? null : linesAbove(lines, rows, isAligned, true);
  return withPairs?.hasHeader === true ? withPairs : linesAbove(lines, rows, isAligned, false);
}

function linesAbove(lines: readonly string[], rows: Rows, isAligned: boolean, pairs: boolean): Before | null {
  // Most rows have as many fields as the table has columns.
  const votes = new Map<number, number>();
  for (const [at, { length }] of rows.entries())
    if (lines[at]?.trim() !== '' && !isComment(lines[at] ?? '')) votes.set(length, (votes.get(length) ?? 0) + 1);
  const [count] = [...votes].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0]);
  if (count < 2) return null;
  let at = 0;
  // A title has words between single spaces, as many as there are.
  const isBefore = (fields: readonly string[], line: string) =>
    isAligned ? fields.length !== count && !/\S(?: {2,}|\t)\S/u.test(line) : isTitle(fields, line, count, pairs);
  while (at < rows.length && isBefore(rows[at] ?? [], lines[at] ?? '')) at += 1;
  // A comment may be the header, as of numpy's `savetxt`, VCF and BED: it has as many fields, and values are below it.
  const isNames = (row: number) =>
    rows[row]?.length === count &&
    !isComment(lines[row + 1] ?? '') &&
    ((rows[row + 1] ?? []).every(isNumber) || isHeader(rows[row] ?? [], rows[row + 1] ?? []));
  while (at < rows.length && isComment(lines[at] ?? '') && !isNames(at)) at += 1;
  // Empty lines alone need no guess.
  if (at > maxSkippedLines || lines.slice(0, at).every((line) => line.trim() === '')) return null;
  const header = rows[at] ?? [];
  const wasFilled = !isAligned && rows.slice(0, at).some(({ length }) => length === count);
  if (wasFilled && (header.some((field) => field.trim() === '') || header.some(isNumber))) return null;
  const table = rows.slice(at).filter((_, row) => lines[at + row]?.trim() !== '');
  const agreeing = table.filter(({ length }) => length === count).length;
  const hasHeader = isHeader(header, rows[at + 1] ?? []);
  if (header.length !== count || table.length < (hasHeader ? 2 : 3) || agreeing < 0.9 * table.length) return null;
  // With another delimiter, a header may look like a title above rows. So a line of values must be clear to be one.
  const isClear =
    hasHeader ||
    header.every(isNumber) ||
    lines.slice(0, at).every((line) => line.trim() === '' || isComment(line)) ||
    (agreeing === table.length && count > 2 && isSetApart(lines.slice(0, at)));
  return isClear || isAligned ? { rows: at, fields: count, hasHeader } : null;
}

/** True for words above an empty line that have no delimiter, and so are no header of a single column with delimiters in its texts. */
const isSetApart = (lines: readonly string[]) =>
  lines.at(-1)?.trim() === '' && lines.every((line) => !/[,;|\t]/u.test(line));

/** True for names above values: no name is a number, and one value is a number or has a digit that its name lacks. */
const isHeader = (names: readonly string[], below: readonly string[]): boolean =>
  names.every((name) => name.trim() !== '' && !isNumber(name)) &&
  new Set(names).size === names.length &&
  names.some((name, at) => isNumber(below[at] ?? '') || (!/\d/u.test(name) && /\d/u.test(below[at] ?? '')));

/** The number of comments at the start of a text whose rows have a single field. */
function commentsBefore(lines: readonly string[]): number {
  const first = lines.findIndex((line) => line.trim() !== '' && !/^\s*#/u.test(line));
  return first > 0 && first <= maxSkippedLines && lines.slice(0, first).some((line) => /^\s*#\s/u.test(line))
    ? first
    : 0;
}

/**
 * The lines before the header, guessed from the first lines of a text: they are comments, or have fewer fields than the rows below them, which
 * agree. Null if no line is certain to be one, since a row must not be lost.
 */
export function guessTitleLines(lines: readonly string[], chosen?: DelimitedReading['delimiter']): TitleLines | null {
  const compared = lines.slice(0, maxSkippedLines + comparedRows);
  const delimiters =
    chosen === undefined ? (['tab', 'semicolon', 'comma', 'bar', 'spaces', 'wideSpaces'] as const) : [chosen];
  let best: (TitleLines & { readonly fields: number }) | null = null;
  for (const delimiter of delimiters) {
    const isAligned = isAlignment(delimiter);
    if (isAligned && best !== null) continue;
    const split: Split = (line) =>
      isAligned ? splitAligned(line, delimiter) : splitAt(line, fieldDelimiters[delimiter]);
    const joined = isAligned ? compared : joinedLines(compared, split);
    const rows = joined === null ? null : rowsOf(joined, split);
    if (joined === null || rows === null) continue;
    const found = linesBefore(joined, rows, isAligned);
    const isBetter = found !== null && (best === null || found.fields > best.fields);
    if (isBetter && (!isAligned || columnAlignmentOf(compared.slice(found.rows)) === delimiter)) {
      const count = joined.slice(0, found.rows).reduce((sum, text) => sum + text.split('\n').length, 0);
      best = { lines: count, fields: found.fields, hasHeader: found.hasHeader, delimiter };
    }
    // Rows that agree from the first line on have no title.
    if (found === null && chosen === undefined && !isAligned && agree(rows.slice(0, agreeingLines), joined))
      return null;
  }
  if (best !== null) return { lines: best.lines, delimiter: best.delimiter, hasHeader: best.hasHeader };
  const comments = chosen === undefined ? commentsBefore(compared) : 0;
  return comments === 0 ? null : { lines: comments, delimiter: 'comma', hasHeader: false };
}

const agree = (rows: Rows, lines: readonly string[]) => {
  const table = rows.filter((_, at) => lines[at]?.trim() !== '');
  const count = table[0]?.length ?? 0;
  return count > 1 && table.every(({ length }) => length === count);
};

/**
 * How the columns of a table are aligned by several spaces: every line has as many fields as the first, and a column has numbers under a name. Null for
 * other lines; prose has no such column.
 */
export function columnAlignmentOf(lines: readonly string[]): Alignment | null {
  const filled = lines.filter((line) => line.trim() !== '').slice(0, comparedRows);
  if (filled.length < 3) return null;
  if (
    filled.filter((line) => /\S(?: {2,}| *\t *)\S|^ +\S/u.test(line.replace(/"[^"]*"/gu, 'q'))).length <
    filled.length / 2
  )
    return null;
  if (!filled.some((line) => /\S {2,}\S/u.test(line))) return null;
  // What separates all lines alike is the delimiter, and spaces are parts of texts.
  for (const delimiter of ['tab', 'comma', 'semicolon', 'bar'] as const) {
    const fields = rowsOf(filled, (line) => splitAt(line, fieldDelimiters[delimiter]));
    if (fields !== null && agree(fields, filled)) return null;
  }
  if (isTable(rowsOf(filled, (line) => splitAligned(line, 'spaces')))) return 'spaces';
  const wide = rowsOf(filled, (line) => splitAligned(line, 'wideSpaces'));
  return isTable(wide) && wide?.every((fields) => !fields.some(hasSeveralNumbers)) === true ? 'wideSpaces' : null;
}

/** True for numbers with single spaces between them, which are several fields unless the spaces separate thousands. */
const hasSeveralNumbers = (field: string) =>
  field.includes(' ') && !/^[+-]?\d{1,3}(?: \d{3})+/u.test(field) && field.split(' ').every(isNumber);

/**
 * True if all rows have as many fields as the first, and a column has numbers under a name. As R prints a table, each row may also have its number
 * before its fields.
 */
function isTable(rows: Rows | null): boolean {
  const [names, ...values] = rows ?? [];
  if (names === undefined || names.length < 2) return false;
  const shift = values.every(([first], row) => first === String(row + 1)) && values[0]?.length !== names.length ? 1 : 0;
  if (values.some(({ length }) => length !== names.length + shift)) return false;
  return names.some((name, column) => {
    const below = values.map((fields) => fields[column + shift] ?? '');
    return (
      !isNumber(name) &&
      below.every((field) => isNumber(field) || /^(?:NA|NaN|nan|-)$/u.test(field)) &&
      below.some(isNumber)
    );
  });
}
