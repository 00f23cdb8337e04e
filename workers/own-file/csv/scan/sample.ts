import { type DelimitedReading, fieldDelimiters, quoteCharacters } from '../../../model/reading-options';
import { delimiterOfMost } from '../broken-quotes';
import { fieldsOf, recordAt, type RecordMarks } from '../../several/text-records';

/** The first records of a text, from which it is guessed how it is written. */

const sampledRows = 2_000;
/** A text with longer records is read in another way. */
const mostSampleBytes = 16 * 1_048_576;
const firstBytes = 262_144;

export interface Sample {
  /** The bytes of the first record and of the rows after it. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where the first record ends in them. */
  readonly firstEnd: number;
  /** True if the text has no other records. */
  readonly isWhole: boolean;
  readonly delimiter: string;
  /** The fields of the first record. Those in quotes are without them. */
  readonly first: readonly string[];
  /** The texts of each column, without those of the first record; null for an empty field. */
  readonly texts: readonly (readonly (string | null)[])[];
}

const marksOf = (delimiter: string, quote: DelimitedReading['quote']): RecordMarks => ({
  delimiter: delimiter.charCodeAt(0),
  quote: quote === 'none' ? null : quoteCharacters[quote].charCodeAt(0),
});

/** Where each record of the bytes starts and ends, up to `most` of them, without empty lines and without one that may be cut. */
function recordsIn(bytes: Uint8Array, marks: RecordMarks, isWhole: boolean, most: number) {
  const records: { readonly start: number; readonly end: number; readonly next: number; readonly isClosed: boolean }[] =
    [];
  for (let at = 0; at < bytes.length && records.length < most; ) {
    const record = recordAt(bytes, at, marks);
    if (!isWhole && record.next >= bytes.length) break;
    if (record.end > record.start) records.push(record);
    at = record.next;
  }
  return records;
}

/** The records from which a delimiter is guessed. */
const comparedRecords = 200;

/** The share of the records that must have as many fields as the first. */
const agreeingShare = 0.9;

/**
 * The usual delimiter of a text: the only one in the first record, if most others have as many fields; or the only one of several that gives each of the
 * first records the same number of fields. The comma if no record has a delimiter. Null if none is clear.
 */
async function delimiterOf(utf8: Blob, bytes: Uint8Array, quote: DelimitedReading['quote']): Promise<string | null> {
  const isWhole = bytes.length === utf8.size;
  const possible = (['comma', 'bar', 'semicolon', 'tab'] as const).flatMap((id) => {
    const marks = marksOf(fieldDelimiters[id], quote);
    const records = recordsIn(bytes, marks, isWhole, comparedRecords);
    const counts = records.map((record) => fieldsOf(bytes, record, marks).length);
    const [first = 1] = counts;
    const agreeing = counts.filter((count) => count === first).length / counts.length;
    return first > 1 ? [{ delimiter: fieldDelimiters[id], agreeing }] : [];
  });
  if (possible.length === 0) return (await delimiterOfMost(utf8, quote)) === null ? fieldDelimiters.comma : null;
  const [only] = possible;
  if (possible.length === 1 && only !== undefined) return only.agreeing >= agreeingShare ? only.delimiter : null;
  const consistent = possible.filter(({ agreeing }) => agreeing === 1);
  return consistent.length === 1 ? (consistent[0]?.delimiter ?? null) : null;
}

/** @returns null if the delimiter is not clear, or if the text has no rows or records of many megabytes */
export async function sampleOf(
  utf8: Blob,
  quote: DelimitedReading['quote'],
  chosenDelimiter: string | null,
): Promise<Sample | null> {
  for (let sizeBytes = firstBytes; sizeBytes <= mostSampleBytes; sizeBytes *= 4) {
    const bytes = new Uint8Array(await utf8.slice(0, sizeBytes).arrayBuffer());
    const isWholeText = bytes.length === utf8.size;
    const delimiter = chosenDelimiter ?? (await delimiterOf(utf8, bytes, quote));
    if (delimiter === null) return null;
    const marks = marksOf(delimiter, quote);
    const records = recordsIn(bytes, marks, isWholeText, sampledRows + 1);
    if (!isWholeText && records.length <= sampledRows && sizeBytes * 4 <= mostSampleBytes) continue;
    const [first, ...rows] = records;
    if (first === undefined || rows.length === 0 || !records.every(({ isClosed }) => isClosed)) return null;
    const names = fieldTexts(bytes, first, marks);
    const columns = names.map((): (string | null)[] => []);
    for (const row of rows) {
      const texts = fieldTexts(bytes, row, marks);
      // As in a scan, a row may end with a delimiter.
      const isRow = texts.length === names.length || (texts.length === names.length + 1 && texts.at(-1) === '');
      if (!isRow) continue;
      for (const [column, text] of texts.entries()) columns[column]?.push(text === '' ? null : text);
    }
    const end = rows.at(-1)?.next ?? 0;
    return {
      bytes: bytes.subarray(0, end),
      firstEnd: first.next,
      isWhole: end >= utf8.size,
      delimiter,
      first: names,
      texts: columns,
    };
  }
  return null;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The texts of a record's fields; those in quotes without them. */
function fieldTexts(
  bytes: Uint8Array,
  record: { readonly start: number; readonly end: number; readonly next: number; readonly isClosed: boolean },
  marks: RecordMarks,
): readonly string[] {
  const text = decoder.decode(bytes.subarray(record.start, record.end));
  const quote = marks.quote === null ? null : String.fromCharCode(marks.quote);
  if (quote === null || !text.includes(quote)) return text.split(String.fromCharCode(marks.delimiter));
  return fieldsOf(bytes, record, marks).map(([start, end]) => {
    const field = decoder.decode(bytes.subarray(start, end));
    return field.length > 1 && field.startsWith(quote) && field.endsWith(quote)
      ? field.slice(1, -1).replaceAll(quote + quote, quote)
      : field;
  });
}
