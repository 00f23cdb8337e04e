import { parseUnit } from './cell-number';
import { type RawRow, type RawTable, tableLimits, tableFromRows, tooLarge } from './given-table';

/** A part of a line, from the character index `start` up to but excluding `end`. */
interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Line {
  readonly line: number;
  readonly content: string;
}

const isNumeral = (text: string) => /^[~≈<>≤≥+\-−±]?[.,]?\d/.test(text);
const isFigure = (text: string) => /^[~≈<>≤≥+\-−]?[.,]?\d[\d.,'eE+-]*(\s|$|%|\p{L}|µ|\/|\()/u.test(text);
const isRule = (content: string) => /^[\s\-=+|─━_*]*$/.test(content);
const rulesOff = (content: string) => isRule(content) && content.trim() !== '';

/**
 * Reads all tables of a text whose columns are aligned by spaces, as benchmark harnesses print them, with text above,
 * between and below. A table's heading is the last line of words before lines of figures; the line before that is its
 * title. Two or more spaces separate cells. Single spaces separate them if that gives as many words as the heading has.
 * If cells are empty or names contain spaces, the positions of the columns decide. Lines that fit no column are omitted
 * and reported.
 */
export function alignedTables(text: string): RawTable[] {
  const lines = text.split(/\r?\n/).map((content, index): Line => ({ line: index + 1, content: untabbed(content) }));
  if (lines.length > tableLimits.rows + 200) throw tooLarge('lines', lines.length, tableLimits.rows);
  const tables: RawTable[] = [];
  for (const { title, heading, body } of blocksOf(lines)) {
    const table = cutBlock(title, heading, body);
    if (table !== null) tables.push(table);
  }
  return tables;
}

/** Expands tabs to columns of eight characters, as terminals do. */
function untabbed(content: string): string {
  if (!content.includes('\t')) return content;
  let shown = '';
  for (const part of content.slice(0, 4_000).split(/(\t)/))
    shown += part === '\t' ? ' '.repeat(8 - (shown.length % 8)) : part;
  return shown;
}

interface Block {
  readonly title: string;
  readonly heading: Line;
  readonly body: readonly Line[];
}

const hasFigures = (content: string) =>
  tokens(content)
    .slice(1)
    .some(({ text }) => isFigure(text));

/**
 * The headings, each with the lines up to the next heading. A line of several words without a figure is a heading if
 * figures follow before the next such line.
 */
function blocksOf(lines: readonly Line[]): Block[] {
  const contentLines = lines.filter(({ content }) => content.trim() !== '' && !rulesOff(content));
  const blocks: { title: string; heading: Line; body: Line[] }[] = [];
  contentLines.forEach((line, index) => {
    const next = contentLines[index + 1];
    const isHead =
      !hasFigures(line.content) &&
      headingWords(line.content).length > 1 &&
      next !== undefined &&
      hasFigures(next.content) &&
      looksLikeHeading(line.content, next.content);
    if (isHead) {
      const before = contentLines
        .slice(Math.max(0, index - 2), index)
        .findLast(({ content }) => !/^\s*https?:\S+$/.test(content));
      const title =
        before === undefined || hasFigures(before.content)
          ? ''
          : before.content.trim().replace(/^[-=#\s]+|[-=:\s]+$/g, '');
      blocks.push({ title, heading: line, body: [] });
    } else blocks.at(-1)?.body.push(line);
  });
  return blocks;
}

/**
 * True if the heading has as many words, or as many words separated by wide gaps, as the lines below have cells. A
 * sentence above a table does not.
 */
function looksLikeHeading(heading: string, below: string): boolean {
  const cells = tokens(below).length;
  const [words, wide] = [headingWords(heading).length, pieces(heading).length];
  return wide > 1 ? wide <= cells + 1 : words === cells || words + 1 === cells;
}

const pieces = (content: string): Piece[] =>
  [...content.matchAll(/\S+(?: \S+)*/g)].map(({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
  }));

/**
 * The words of a line. A number keeps its unit, its error and its remark in brackets: `737 MB/s`, `12.3 ± 0.4`, `3.5
 * (1.0)`.
 */
function tokens(content: string): Piece[] {
  const words = [...content.matchAll(/\S+/g)].map(
    ({ 0: text, index }): Piece => ({ text, start: index, end: index + text.length }),
  );
  const joined: Piece[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    const isClose = last !== undefined && word.start - last.end === 1;
    const follows =
      last !== undefined &&
      isNumeral(last.text) &&
      ((isClose && parseUnit(word.text) !== null && !/\p{L}/u.test(last.text)) ||
        (isClose && /^\(.*\)$/.test(word.text)) ||
        (isClose && /^(±|\+\/-)/.test(word.text)) ||
        (isClose && /(±|\+\/-)$/.test(last.text)));
    if (follows) joined[joined.length - 1] = { text: `${last.text} ${word.text}`, start: last.start, end: word.end };
    else joined.push(word);
  }
  return joined;
}

/** The words of a heading, each with the brackets that follow it: `Write (s)`, `Name (time in ms)`. */
const headingWords = (content: string): Piece[] =>
  [...content.matchAll(/\S+(?: [([][^()[\]]*[)\]])?/g)].map(({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
  }));

function cutBlock(title: string, heading: Line, body: readonly Line[]): RawTable | null {
  // If the heading has a column of errors, “±” only separates numbers from their errors.
  const isParted = /\berror\b/i.test(heading.content);
  const rows = body
    .filter(({ content }) => hasFigures(content))
    .map(({ line, content }) => ({
      line,
      content: isParted ? content.replace(/(\s)±(\s)/g, '$1 $2') : content.replace(/\s*\(p=[^)]*\)\s*$/, ''),
    }));
  if (rows.length === 0 || isList(heading.content, rows)) return null;
  const cut = columnsOf(
    heading.content,
    rows.map(({ content }) => content),
  );
  if (cut === null) return null;
  const remarks: string[] = [];
  const read = rows.flatMap(({ line, content }): RawRow[] => {
    const cells = cellsOf(content, cut);
    const figures = cells.filter((cell, column) => column > 0 && cut.numbers[column] === true && isFigure(cell)).length;
    if (figures > 0 && figures >= cut.numbers.filter((isNumber, column) => column > 0 && isNumber).length / 2)
      return [{ line, cells }];
    remarks.push(`Line ${line} is omitted, since it has no number in the columns of figures.`);
    return [];
  });
  if (read.length === 0) return null;
  const table = tableFromRows(title, [{ line: heading.line, cells: cut.headings }, ...read], 1);
  return table === null ? null : withSharedUnit({ ...table, remarks: [...table.remarks, ...remarks] }, title);
}

/**
 * Text without wide gaps is a table only if it has several lines of several columns. A heading with Markdown bullets,
 * or sentences, is not.
 */
const isList = (heading: string, rows: readonly Line[]): boolean =>
  ![heading, ...rows.map(({ content }) => content)].some((line) => /\S {2,}\S/.test(line)) &&
  (rows.length < 2 ||
    tokens(heading).length < 3 ||
    [heading, ...rows.map(({ content }) => content)].some((line) => /^\s*([#>*+-]|\d+\.)\s/.test(line)));

interface Columns {
  readonly headings: readonly string[];
  /** Splits a line into cells, if it has as many cells as the heading. */
  readonly split: (content: string) => readonly Piece[];
  /** The range of characters that the cells of each column occupy, in lines that have all columns. */
  readonly places: readonly { readonly start: number; readonly end: number }[];
  /** True for each column whose cells are all numbers. */
  readonly numbers: readonly boolean[];
}

/** The columns of a table: as many as the heading has pieces or words, if most lines have that number of cells. */
function columnsOf(heading: string, rows: readonly string[]): Columns | null {
  const [wide, narrow] = [pieces(heading), headingWords(heading)];
  const attempts: { readonly cut: Columns; readonly isClear: boolean }[] = [];
  for (const heads of [wide, narrow]) {
    for (const split of [pieces, tokens]) {
      // The first column, which names the rows, may have no heading.
      for (const names of [heads, [{ text: '', start: 0, end: 0 }, ...heads]]) {
        const full = rows.map(split).filter(({ length }) => length === names.length);
        if (names.length < 2 || full.length < 0.5 * rows.length || (names !== heads && /^\S/.test(heading))) continue;
        const cut = { headings: names.map(({ text }) => text), split, ...placesOf(full) };
        if (!isPlausible(names, full, cut.places, [heading, ...rows])) continue;
        // A heading that starts above the preceding column may consist of two headings.
        attempts.push({
          cut,
          isClear: names.every(
            ({ text, start }, column) =>
              column === 0 || !text.includes(' ') || start + 2 > (cut.places[column - 1]?.end ?? 0),
          ),
        });
      }
    }
  }
  return (attempts.find(({ isClear }) => isClear) ?? attempts[0])?.cut ?? byFigures(narrow, rows);
}

const farthest = 6;
const partOfName = /^(-\d+|v?\d+(\.\d+){2,})$/;

/**
 * True if the headings stand above their columns. In text without wide gaps the order of the words decides, unless a
 * column holds parts of a name (`1.2.11`, `-1`).
 */
function isPlausible(
  names: readonly Piece[],
  full: readonly (readonly Piece[])[],
  places: Columns['places'],
  lines: readonly string[],
): boolean {
  const isPartOfName = places.some(
    (_, column) => column > 0 && full.length > 0 && full.every((cells) => partOfName.test(cells[column]?.text ?? '')),
  );
  if (isPartOfName) return false;
  if (!lines.some((line) => /\S {2,}\S/.test(line))) return true;
  return names.every(
    ({ start, end, text }, column) =>
      text === '' || Math.max((places[column]?.start ?? 0) - end, start - (places[column]?.end ?? 0)) <= farthest,
  );
}

function placesOf(full: readonly (readonly Piece[])[]): Pick<Columns, 'places' | 'numbers'> {
  const [first = []] = full;
  return {
    places: first.map((_, column) => ({
      start: Math.min(...full.map((cells) => cells[column]?.start ?? 0)),
      end: Math.max(...full.map((cells) => cells[column]?.end ?? 0)),
    })),
    numbers: first.map(
      (_, column) => full.filter((cells) => isFigure(cells[column]?.text ?? '')).length > full.length / 2,
    ),
  };
}

/**
 * Columns for names and headings that contain spaces: as many columns from the right as every line has. Each gets the
 * nearest words of the heading.
 */
function byFigures(words: readonly Piece[], rows: readonly string[]): Columns | null {
  const counts = [
    Math.min(...rows.map((row) => tokens(row).length)),
    Math.min(...rows.map((row) => afterName(tokens(row)).length)),
  ];
  for (const count of new Set(counts)) {
    const cut = count < 2 ? null : lastColumns(words, rows, count);
    if (cut !== null) return cut;
  }
  return null;
}

function lastColumns(words: readonly Piece[], rows: readonly string[], count: number): Columns | null {
  const split = (content: string) => lastJoined(tokens(content), count);
  const { places, numbers } = placesOf(rows.map(split));
  const headings = places.map((): string[] => []);
  for (const word of words) {
    const distances = places.map(({ start, end }, column) =>
      column === 0 && word.start < (places[1]?.start ?? 0) && word.start <= end
        ? 0
        : Math.max(0, start - word.end + 1, word.start - end + 1),
    );
    headings[distances.indexOf(Math.min(...distances))]?.push(word.text);
  }
  const isPartOfName = places.some(
    (_, column) => column > 0 && rows.every((row) => partOfName.test(split(row)[column]?.text ?? '')),
  );
  return isPartOfName || headings.some((list) => list.length === 0) || !numbers.some(Boolean)
    ? null
    : { headings: headings.map((list) => list.join(' ')), split, places, numbers };
}

/**
 * Joins a name of several words (`zlib 1.2.11 -1`) into one piece, up to the first figure that is not a version or an
 * option of it.
 */
function afterName(cells: readonly Piece[]): readonly Piece[] {
  const at = cells.findIndex(
    ({ text }, index) =>
      index > 0 &&
      isFigure(text) &&
      !/^-\d+$/.test(text) &&
      (text.includes(' ') || !/^v?\d+(\.\d+){2,}|^\d+\.\d+$/.test(text) || index === cells.length - 1),
  );
  return at <= 1 ? cells : lastJoined(cells, cells.length - at + 1);
}

/** The last `count` − 1 pieces, with all pieces before them joined into one. */
function lastJoined(cells: readonly Piece[], count: number): readonly Piece[] {
  const names = cells.slice(0, cells.length - count + 1);
  const [first] = names;
  const last = names.at(-1);
  return first === undefined || last === undefined
    ? cells
    : [
        { text: names.map(({ text }) => text).join(' '), start: first.start, end: last.end },
        ...cells.slice(cells.length - count + 1),
      ];
}

function cellsOf(content: string, { headings, split, places }: Columns): string[] {
  const own = split(content);
  if (own.length === headings.length) return own.map(({ text }) => text);
  const cells = headings.map((): string[] => []);
  for (const { text, start, end } of tokens(content)) {
    const overlaps = places.map(
      (place, column) => Math.min(end, place.end) - Math.max(start, column === 0 ? 0 : place.start),
    );
    cells[overlaps.indexOf(Math.max(...overlaps))]?.push(text);
  }
  return cells.map((list) => list.join(' '));
}

const statistics = /^(min|max|mean|std ?dev|median|iqr|lq|uq|expr|q\d+|p\d+)$/i;

/**
 * Adds a shared unit to the headings of all statistics. The unit is in “Name (time in ms)”, or in “Unit: milliseconds”
 * above the table.
 */
function withSharedUnit(table: RawTable, title: string): RawTable {
  const inFirst = /^(.*?)\s*\(time in (\S+)\)$/i.exec(table.columns[0] ?? '');
  const unit = inFirst?.[2] ?? /^unit:\s*(\w+)/i.exec(title)?.[1];
  if (unit === undefined || parseUnit(unit) === null) return table;
  const columns = table.columns.map((heading, index) =>
    index === 0 ? (inFirst?.[1] ?? heading) : statistics.test(heading) ? `${heading} (${unit})` : heading,
  );
  return { ...table, title: inFirst === null ? '' : table.title, columns };
}
