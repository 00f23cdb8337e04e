import { unitOf } from './cell-number';
import { type GivenRow, type GivenTable, tableLimits, tableOf, tooLarge } from './given-table';

/** A run of characters of a line, from `start` to before `end`. */
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
 * Every table of a text whose columns are aligned by spaces, as harnesses print them, with lines of words above, between and below. A table begins below its heading, the last line of
 * words before lines of figures; the line before that is its title. Cells are what two spaces part, or single spaces where as many words come of it as the heading has; where some are
 * empty or names have spaces, they are told by the columns' places. Lines that fit no column are left out and said.
 */
export function alignedTables(text: string): GivenTable[] {
  const lines = text.split(/\r?\n/).map((content, index): Line => ({ line: index + 1, content: untabbed(content) }));
  if (lines.length > tableLimits.rows + 200) throw tooLarge('lines', lines.length, tableLimits.rows);
  const tables: GivenTable[] = [];
  for (const { title, heading, body } of blocksOf(lines)) {
    const table = cutBlock(title, heading, body);
    if (table !== null) tables.push(table);
  }
  return tables;
}

/** Tabs at stops of eight, as terminals show them. */
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

/** Headings, each with the lines up to the next. A line of several words and no figure is a heading where figures follow before another such line. */
function blocksOf(lines: readonly Line[]): Block[] {
  const told = lines.filter(({ content }) => content.trim() !== '' && !rulesOff(content));
  const blocks: { title: string; heading: Line; body: Line[] }[] = [];
  told.forEach((line, index) => {
    const next = told[index + 1];
    const isHead =
      !hasFigures(line.content) &&
      headingWords(line.content).length > 1 &&
      next !== undefined &&
      hasFigures(next.content) &&
      looksLikeHeading(line.content, next.content);
    if (isHead) {
      const before = told
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

/** As many words, or words as widely parted, as the figures below it have cells: a sentence above a table has not. */
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

/** Words, of which a number keeps its unit, its spread and its remark in brackets: `737 MB/s`, `12.3 ± 0.4`, `3.5 (1.0)`. */
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
      ((isClose && unitOf(word.text) !== null && !/\p{L}/u.test(last.text)) ||
        (isClose && /^\(.*\)$/.test(word.text)) ||
        (isClose && /^(±|\+\/-)/.test(word.text)) ||
        (isClose && /(±|\+\/-)$/.test(last.text)));
    if (follows) joined[joined.length - 1] = { text: `${last.text} ${word.text}`, start: last.start, end: word.end };
    else joined.push(word);
  }
  return joined;
}

/** Words of a heading, each with what follows it in brackets: `Write (s)`, `Name (time in ms)`. */
const headingWords = (content: string): Piece[] =>
  [...content.matchAll(/\S+(?: [([][^()[\]]*[)\]])?/g)].map(({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
  }));

function cutBlock(title: string, heading: Line, body: readonly Line[]): GivenTable | null {
  // Where errors have a heading of their own, “±” only parts them from their numbers.
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
  const read = rows.flatMap(({ line, content }): GivenRow[] => {
    const cells = cellsOf(content, cut);
    const figures = cells.filter((cell, column) => column > 0 && cut.numbers[column] === true && isFigure(cell)).length;
    if (figures > 0 && figures >= cut.numbers.filter((isNumber, column) => column > 0 && isNumber).length / 2)
      return [{ line, cells }];
    remarks.push(`Line ${line} is left out, since it has no number where the columns of figures stand.`);
    return [];
  });
  if (read.length === 0) return null;
  const table = tableOf(title, [{ line: heading.line, cells: cut.headings }, ...read], 1);
  return table === null ? null : withSharedUnit({ ...table, remarks: [...table.remarks, ...remarks] }, title);
}

/** Without a wide space anywhere only several lines of several columns are a table: a heading and points of Markdown, or sentences, are none. */
const isList = (heading: string, rows: readonly Line[]): boolean =>
  ![heading, ...rows.map(({ content }) => content)].some((line) => /\S {2,}\S/.test(line)) &&
  (rows.length < 2 ||
    tokens(heading).length < 3 ||
    [heading, ...rows.map(({ content }) => content)].some((line) => /^\s*([#>*+-]|\d+\.)\s/.test(line)));

interface Columns {
  readonly headings: readonly string[];
  /** How lines are cut, where they have as many cells as there are headings. */
  readonly split: (content: string) => readonly Piece[];
  /** From where to where the cells of each column reach, in lines that have all of them. */
  readonly places: readonly { readonly start: number; readonly end: number }[];
  /** Whether all of them are numbers. */
  readonly numbers: readonly boolean[];
}

/** How many columns there are: as many as the heading's pieces or words, where most lines have so many. */
function columnsOf(heading: string, rows: readonly string[]): Columns | null {
  const [wide, narrow] = [pieces(heading), headingWords(heading)];
  const found: { readonly cut: Columns; readonly isClear: boolean }[] = [];
  for (const heads of [wide, narrow]) {
    for (const split of [pieces, tokens]) {
      // A first column without a heading: the names of rows.
      for (const names of [heads, [{ text: '', start: 0, end: 0 }, ...heads]]) {
        const full = rows.map(split).filter(({ length }) => length === names.length);
        if (names.length < 2 || full.length < 0.5 * rows.length || (names !== heads && /^\S/.test(heading))) continue;
        const cut = { headings: names.map(({ text }) => text), split, ...placesOf(full) };
        if (!isPlausible(names, full, cut.places, [heading, ...rows])) continue;
        // A heading that begins over the column before its own may be two.
        found.push({
          cut,
          isClear: names.every(
            ({ text, start }, column) =>
              column === 0 || !text.includes(' ') || start + 2 > (cut.places[column - 1]?.end ?? 0),
          ),
        });
      }
    }
  }
  return (found.find(({ isClear }) => isClear) ?? found[0])?.cut ?? byFigures(narrow, rows);
}

const farthest = 6;
const partOfName = /^(-\d+|v?\d+(\.\d+){2,})$/;

/** Whether headings stand over their columns. Text without any wide space has no places: there the order counts, unless a column holds what is part of a name (`1.2.11`, `-1`). */
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

/** Names with spaces, and headings with spaces: as many columns from the right as every line has, and over each the words of the heading that stand nearest. */
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

/** A name of several words (`zlib 1.2.11 -1`) as one piece, up to the first figure that is no version and no option of it. */
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

/** The last `count` − 1 pieces, and all before them as one. */
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

/** “Name (time in ms)” over statistics, or “Unit: milliseconds” above them, is the unit of all of them. */
function withSharedUnit(table: GivenTable, title: string): GivenTable {
  const inFirst = /^(.*?)\s*\(time in (\S+)\)$/i.exec(table.columns[0] ?? '');
  const unit = inFirst?.[2] ?? /^unit:\s*(\w+)/i.exec(title)?.[1];
  if (unit === undefined || unitOf(unit) === null) return table;
  const columns = table.columns.map((heading, index) =>
    index === 0 ? (inFirst?.[1] ?? heading) : statistics.test(heading) ? `${heading} (${unit})` : heading,
  );
  return { ...table, title: inFirst === null ? '' : table.title, columns };
}
