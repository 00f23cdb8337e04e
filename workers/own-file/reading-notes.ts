import { columnName } from './notes';
import { plural } from '../model/plural';

/** A value of a column as an example, and how many of the column's values that are not null are written like it. */
interface Written {
  readonly column: string;
  readonly count: number;
  readonly total: number;
  readonly example: string;
}

/** A place in a file where bytes are no UTF-8. */
export interface UnreadablePlace {
  /** The first of the bytes. */
  readonly byte: number;
  /** Its line and its place in the file, both from 1. */
  readonly line: number;
  readonly at: number;
}

/** What is said of how a text was read: a tag with names and numbers. Readers give these, and `readingNote` puts them into words. */
export type ReadingNote =
  /** Bytes that are no UTF-8, as U+FFFD; the first places. */
  | { readonly tag: 'unreadableBytes'; readonly count: number; readonly places: readonly UnreadablePlace[] }
  /** Rows that lack the fields of the empty names at the end of the header. */
  | { readonly tag: 'filledRows'; readonly rows: number; readonly emptyNames: number }
  /** Rows that lack fields for these names at the end of the header, as all rows do. */
  | { readonly tag: 'filledNames'; readonly rows: number; readonly names: readonly string[] }
  /** All numbers of the column are written like 12E3, so they are text. */
  | ({ readonly tag: 'codesAsText' } & Written)
  /** Numbers written like 12E3 among others, as float64. */
  | ({ readonly tag: 'codesAsNumbers' } & Written)
  /** The column has nothing but words such as Inf and NaN, so they are text. */
  | ({ readonly tag: 'wordsAsText' } & Written)
  /** Words such as Inf and NaN among numbers, as float64. */
  | ({ readonly tag: 'wordsAsNumbers' } & Written)
  /** The values that keep a column of numbers text. */
  | ({ readonly tag: 'noNumbers' } & Written)
  /** Values with a comma of two meanings, which keep a column of numbers text. */
  | ({ readonly tag: 'unclearCommas' } & Written)
  /** JSON records that follow one another without commas or line ends. */
  | { readonly tag: 'recordsInARow'; readonly records: number };

/** The share of a column's values, with an example: “1 of its 300 values”. */
const share = ({ count, total }: Written) => `${count.toLocaleString('en')} of its ${plural(total, 'value')}`;
const quoted = ({ example }: Written) => `“${example.slice(0, 60)}”`;
const such = (note: Written) => (note.count === 1 ? quoted(note) : `such as ${quoted(note)}`);

export function readingNote(note: ReadingNote): string {
  switch (note.tag) {
    case 'unreadableBytes': {
      const places = note.places.map(
        ({ byte, line, at }) =>
          `byte 0x${byte.toString(16).toUpperCase().padStart(2, '0')} in line ${line.toLocaleString('en')} (byte ${at.toLocaleString('en')} of the file)`,
      );
      const more = note.count > note.places.length ? ' and others' : '';
      return `As UTF-8, ${note.count.toLocaleString('en')} of its characters cannot be read and are shown as “\uFFFD”: ${places.join(', ')}${more}.`;
    }
    case 'filledRows':
      return `Its header ends with ${plural(note.emptyNames, 'empty name')}, and ${plural(note.rows, 'row')} ${note.rows === 1 ? 'lacks' : 'lack'} fields for ${note.emptyNames === 1 ? 'it' : 'them'}. These are read as null.`;
    case 'filledNames': {
      const one = note.names.length === 1;
      const names = note.names.slice(0, 3).map((name) => `“${name.slice(0, 60)}”`);
      const more = note.names.length > names.length ? ' and others' : '';
      return `Its header has ${plural(note.names.length, 'name')} more than ${note.rows === 1 ? 'its row has' : `its ${plural(note.rows, 'row')} have`} fields. The last ${one ? 'name has' : 'names have'} no values: ${names.join(', ')}${more} ${one ? 'is' : 'are'} read as null. If other names are too many, mend the header.`;
    }
    case 'codesAsText':
      return `${columnName(note.column)} is kept as text: ${share(note)} ${note.count === 1 ? 'is' : 'are'} written like ${quoted(note)}, as codes are. It can be read as float64.`;
    case 'codesAsNumbers':
      return `${columnName(note.column)} is read as float64: ${share(note)} ${note.count === 1 ? 'is' : 'are'} written as codes may be, ${such(note)}. To keep them as they are, choose utf8.`;
    case 'wordsAsText':
      return `${columnName(note.column)} is kept as text: it has no numbers but words such as ${quoted(note)}, in ${share(note)}. It can be read as float64.`;
    case 'wordsAsNumbers':
      return `${columnName(note.column)} is read as float64: ${share(note)} ${note.count === 1 ? 'is' : 'are'} NaN or infinite, ${such(note)}.`;
    case 'noNumbers':
      return `${columnName(note.column)} is kept as text: ${share(note)} ${note.count === 1 ? 'is no number' : 'are no numbers'}, ${such(note)}. The others are numbers.`;
    case 'unclearCommas':
      return `${columnName(note.column)} is kept as text: the ${note.count === 1 ? 'comma' : 'commas'} in ${share(note)}, ${such(note)}, may stand for decimals or for thousands. Choose which under “Reading options”.`;
    case 'recordsInARow':
      return `${plural(note.records, 'record')} ${note.records === 1 ? 'follows' : 'follow'} one another without a comma or a line end, and each is read as a record.`;
  }
}
