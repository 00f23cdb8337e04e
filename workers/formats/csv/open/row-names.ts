import { fieldDelimiters } from '../../../model/reading-options';

/**
 * Tables with row names, as R's `write.table` writes them: the header has one field fewer than the rows, whose first field is the row's name.
 */

/** The name that the column of row names gets. */
export const rowNamesColumn = 'row.names';

const comparedLines = 100;

interface RTable {
  readonly delimiter: keyof typeof fieldDelimiters;
  readonly hasRowNames: boolean;
}

/** The fields of a line in double quotes where necessary. The quotes stay. */
function fieldsOf(line: string, delimiter: string): readonly string[] {
  const fields: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at <= line.length; at += 1) {
    if (line[at] === '"') isQuoted = !isQuoted;
    if (at < line.length && (isQuoted || line[at] !== delimiter)) continue;
    fields.push(line.slice(start, at));
    start = at + 1;
  }
  return fields;
}

const isQuoted = (field: string) => /^".*"$/su.test(field);

const isNumber = (field: string) => /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/u.test(field);

/** True for fields without quotes between single spaces, of which a column has numbers under a name. Prose has none. */
const isSpaceTable = (names: readonly string[], rows: readonly (readonly string[])[]) =>
  names.length > 1 &&
  rows.length > 1 &&
  [names, ...rows].every(
    (fields) => fields.length === names.length && fields.every((field) => /^[^,;\t|"]+$/u.test(field)),
  ) &&
  names.some(
    (name, column) =>
      !isNumber(name) &&
      rows.some((fields) => isNumber(fields[column] ?? '')) &&
      rows.every((fields) => isNumber(fields[column] ?? '') || fields[column] === 'NA'),
  );

/** True for one word over two columns, of which the first has distinct texts and the second numbers. Such a word is a name, and no title. */
function isLoneName(names: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const [name = ''] = names;
  const texts = new Set(rows.map(([text = '']) => text));
  return (
    names.length === 1 &&
    /^"?[\p{L}_][\p{L}\p{N}_.-]*"?$/u.test(name) &&
    rows.length > 1 &&
    texts.size === rows.length &&
    ![...texts].some((text) => text === '' || isNumber(text)) &&
    rows.every(([, value = '']) => isNumber(value) || value === 'NA') &&
    rows.some(([, value = '']) => isNumber(value))
  );
}

/**
 * True for names of which each is a word, and for rows that each have one field more: a name first, which no other row has. Rows that end in a delimiter
 * have no name.
 */
function areUnquotedNames(names: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const labels = rows.map(([label = '']) => label);
  return (
    names.length > 1 &&
    rows.length > 1 &&
    names.every((name) => /[\p{L}_]/u.test(name) && !isNumber(name)) &&
    rows.every((fields) => fields.length === names.length + 1) &&
    !labels.includes('') &&
    new Set(labels).size === labels.length &&
    rows.some((fields) => fields.at(-1) !== '')
  );
}

/**
 * The layout of the lines if they are a table as R writes it, or null: by spaces or tabs, or by commas or semicolons, perhaps with an empty name over the
 * row names. Without quotes, the row names of a table by spaces must be the numbers from 1, since prose may happen to have a short first line.
 */
export function rTableOf(lines: readonly string[]): RTable | null {
  const [header, ...rows] = lines.filter((line) => line !== '').slice(0, comparedLines);
  if (header === undefined || rows.length === 0) return null;
  for (const delimiter of ['space', 'tab', 'comma', 'semicolon'] as const) {
    const names = fieldsOf(header, fieldDelimiters[delimiter]);
    const fields = rows.map((row) => fieldsOf(row, fieldDelimiters[delimiter]));
    const areOf = (count: number) => fields.every(({ length }) => length === count);
    const areNamesQuoted = names.every(isQuoted);
    if (areOf(2) && isLoneName(names, fields)) return { delimiter, hasRowNames: true };
    if (delimiter !== 'space' && areUnquotedNames(names, fields)) return { delimiter, hasRowNames: true };
    if (delimiter === 'comma' || delimiter === 'semicolon') {
      const isWritten = names[0] === '""' && names.length > 1 && areNamesQuoted && areOf(names.length);
      const areFirstQuoted = areNamesQuoted && fields.every(([name = '']) => isQuoted(name));
      if (isWritten && areFirstQuoted) return { delimiter, hasRowNames: false };
      if (areFirstQuoted && areOf(names.length + 1)) return { delimiter, hasRowNames: true };
      continue;
    }
    const areRowNames = areNamesQuoted
      ? fields.every(([name = '']) => isQuoted(name))
      : fields.every(([name], row) => name === String(row + 1));
    if (areOf(names.length + 1) && areRowNames) return { delimiter, hasRowNames: true };
    if (delimiter === 'space' && areNamesQuoted && names.length > 1 && areOf(names.length))
      return { delimiter, hasRowNames: false };
    if (delimiter === 'space' && isSpaceTable(names, fields)) return { delimiter, hasRowNames: false };
  }
  return null;
}

/** The lines of a file's head, without the last if it is cut. */
export const wholeLines = (head: string, isWhole: boolean): readonly string[] => {
  const lines = head.split(/\r?\n/u);
  return isWhole ? lines : lines.slice(0, -1);
};

/** The text with a name for the column of row names. */
export const withRowNamesColumn = (utf8: Blob, { delimiter }: RTable): Blob =>
  new Blob([`"${rowNamesColumn}"${fieldDelimiters[delimiter]}`, utf8]);
