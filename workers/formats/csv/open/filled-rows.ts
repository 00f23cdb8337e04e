import { type DelimitedReading, fieldDelimiters, isAlignment, quoteCharacters } from '../../../model/reading-options';
import { fieldsOf, recordAt, type DelimiterBytes, type TextRecord } from './text-records';

/**
 * Tables whose header has more names than the rows have fields: empty ones at its end, as `a,b,` over `1,2`, or a name for which no row has a field, as
 * `a,b,c` over `1,2`. pandas and spreadsheets read the names without fields as columns of nulls.
 */

const comparedRows = 100;
const agreeingShare = 0.9;
const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));

interface FilledRows {
  readonly utf8: Blob;
  readonly delimiter: keyof typeof fieldDelimiters;
  readonly rows: number;
  /** The names at the end of the header that the rows have no fields for; those that are empty are only counted. */
  readonly names: readonly string[];
  readonly emptyNames: number;
}

/** The names of the header, and how many fields each of the first rows has. */
interface Head {
  readonly names: readonly string[];
  readonly counts: readonly number[];
}

function headOf(bytes: Uint8Array, isWhole: boolean, marks: DelimiterBytes): Head {
  const header = recordAt(bytes, 0, marks);
  const fields = fieldsOf(bytes, header, marks);
  const names = fields.map(([start, end]) => new TextDecoder().decode(bytes.subarray(start, end)).trim());
  const counts: number[] = [];
  for (let at = header.next; at < bytes.length && counts.length < comparedRows; ) {
    const record = recordAt(bytes, at, marks);
    // The last record may be cut.
    if (!isWhole && record.next >= bytes.length) break;
    if (record.end > record.start) counts.push(fieldsOf(bytes, record, marks).length);
    at = record.next;
  }
  return { names, counts };
}

const areNames = (names: readonly string[]) =>
  !names.some((name) => name === '' || isNumber(name)) && new Set(names).size === names.length;

/** How many names stand before the empty ones at the end, for which most rows have no field. Null if the table is none such. */
function namedBeforeEmpty({ names, counts }: Head): number | null {
  const named = names.findLastIndex((name) => name !== '') + 1;
  if (named < 2 || named === names.length || !areNames(names.slice(0, named))) return null;
  const isShort = (count: number) => count >= named && count < names.length;
  const fitting = counts.filter((count) => isShort(count) || count === names.length).length;
  return counts.length > 0 &&
    2 * counts.filter(isShort).length > counts.length &&
    fitting >= agreeingShare * counts.length
    ? named
    : null;
}

/** How many fields all rows have, where that is fewer than the header has names. Null if the table is none such. */
function fieldsUnderNames({ names, counts }: Head): number | null {
  const [count = 0] = counts;
  return count >= 2 && count < names.length && counts.every((each) => each === count) && areNames(names) ? count : null;
}

/** True if most rows have as many fields as the header has names, so that this is the delimiter. */
const fits = ({ names, counts }: Head) =>
  names.length > 1 &&
  counts.filter((count) => count === names.length).length >= agreeingShare * Math.max(1, counts.length);

/**
 * The text, where each row that has fields for all names but some at the end of the header has the missing delimiters: empty names, or names for which no
 * row has a field. Null if there are none such.
 */
export async function withFilledRows(
  utf8: Blob,
  headBytes: number,
  {
    delimiter: chosen,
    quote,
  }: { readonly delimiter?: DelimitedReading['delimiter']; readonly quote: DelimitedReading['quote'] },
): Promise<FilledRows | null> {
  if (isAlignment(chosen)) return null;
  const start = new Uint8Array(await utf8.slice(0, headBytes).arrayBuffer());
  const quoteByte = quote === 'none' ? null : quoteCharacters[quote].charCodeAt(0);
  const heads = (chosen === undefined ? (['comma', 'semicolon', 'tab', 'bar'] as const) : [chosen]).map((delimiter) => {
    const marks = { delimiter: fieldDelimiters[delimiter].charCodeAt(0), quote: quoteByte };
    return { delimiter, marks, head: headOf(start, utf8.size <= headBytes, marks) };
  });
  const isFound = heads.some(({ head }) => fits(head));
  for (const namedOf of isFound ? [namedBeforeEmpty] : [namedBeforeEmpty, fieldsUnderNames]) {
    for (const { delimiter, marks, head } of heads) {
      const named = namedOf(head);
      if (named === null) continue;
      const bytes = new Uint8Array(await utf8.arrayBuffer());
      const filled = filledRecords(bytes, marks, { total: head.names.length, named });
      const names = head.names.slice(named).filter((name) => name !== '');
      return { ...filled, delimiter, names, emptyNames: head.names.length - named - names.length };
    }
  }
  return null;
}

function filledRecords(
  bytes: Uint8Array<ArrayBuffer>,
  marks: DelimiterBytes,
  { total, named }: { readonly total: number; readonly named: number },
): { readonly utf8: Blob; readonly rows: number } {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const blobs: Blob[] = [];
  let rows = 0;
  let copied = 0;
  for (let at = 0; at < bytes.length; ) {
    const record: TextRecord = recordAt(bytes, at, marks);
    at = record.next;
    const count = record.end > record.start ? fieldsOf(bytes, record, marks).length : total;
    if (count < named || count >= total) continue;
    rows += 1;
    pieces.push(bytes.subarray(copied, record.end), new Uint8Array(total - count).fill(marks.delimiter));
    copied = record.end;
    // Blobs of many small pieces are slow.
    if (pieces.length > 10_000) blobs.push(new Blob(pieces.splice(0)));
  }
  return { utf8: new Blob([...blobs, ...pieces, bytes.subarray(copied)]), rows };
}
