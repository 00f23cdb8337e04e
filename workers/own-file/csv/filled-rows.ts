import { type DelimitedReading, fieldDelimiters, isAlignment, quoteCharacters } from '../../model/reading-options';
import { fieldsOf, recordAt, type RecordMarks, type TextRecord } from '../several/text-records';

/**
 * Tables whose header ends with empty names for which the rows have no fields, as `a,b,` over `1,2`. pandas and spreadsheets read the empty names as
 * columns of nulls.
 */

const comparedRows = 100;
const agreeingShare = 0.9;
const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));

export interface FilledRows {
  readonly utf8: Blob;
  readonly delimiter: keyof typeof fieldDelimiters;
  readonly rows: number;
  readonly emptyNames: number;
}

/** How many fields the header has, and how many of its names are not empty; null if the table is none such. */
function headerOf(bytes: Uint8Array, isWhole: boolean, marks: RecordMarks): { total: number; named: number } | null {
  const header = recordAt(bytes, 0, marks);
  const fields = fieldsOf(bytes, header, marks);
  const names = fields.map(([start, end]) => new TextDecoder().decode(bytes.subarray(start, end)).trim());
  const named = names.findLastIndex((name) => name !== '') + 1;
  const filled = names.slice(0, named);
  if (named < 2 || named === names.length || filled.some((name) => name === '' || isNumber(name))) return null;
  if (new Set(filled).size < named) return null;
  const counts: number[] = [];
  for (let at = header.next; at < bytes.length && counts.length < comparedRows; ) {
    const record = recordAt(bytes, at, marks);
    // The last record may be cut.
    if (!isWhole && record.next >= bytes.length) break;
    if (record.end > record.start) counts.push(fieldsOf(bytes, record, marks).length);
    at = record.next;
  }
  const isShort = (count: number) => count >= named && count < names.length;
  const fitting = counts.filter((count) => isShort(count) || count === names.length).length;
  return counts.length > 0 &&
    2 * counts.filter(isShort).length > counts.length &&
    fitting >= agreeingShare * counts.length
    ? { total: names.length, named }
    : null;
}

/**
 * The text, where each row that has a field for all names but some of the empty ones at the end of the header has the missing delimiters. Null if the
 * header ends with no empty name, or if most rows have a field for it.
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
  const head = new Uint8Array(await utf8.slice(0, headBytes).arrayBuffer());
  const quoteByte = quote === 'none' ? null : quoteCharacters[quote].charCodeAt(0);
  for (const delimiter of chosen === undefined ? (['comma', 'semicolon', 'tab', 'bar'] as const) : [chosen]) {
    const marks = { delimiter: fieldDelimiters[delimiter].charCodeAt(0), quote: quoteByte };
    const header = headerOf(head, utf8.size <= headBytes, marks);
    if (header === null) continue;
    const filled = filledRecords(new Uint8Array(await utf8.arrayBuffer()), marks, header);
    return { ...filled, delimiter, emptyNames: header.total - header.named };
  }
  return null;
}

function filledRecords(
  bytes: Uint8Array<ArrayBuffer>,
  marks: RecordMarks,
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
