import { maxColumns } from '../../../../model/column-schema';
import { type DelimitedReading, fieldDelimiters, quoteCharacters } from '../../../../model/reading-options';
import { unreadableFileError } from '../../../../own-file/refusal';
import { fieldsOf, recordAt, type DelimiterBytes, type TextRecord } from '../text-records';

/** The first records of a text, from which it is guessed how it is written. */

const sampledRows = 2_000;
const mostSampleBytes = 16 * 1_048_576;
/** A longer row is refused. A sample of twice this size has a row. */
export const longestRowBytes = 32 * 1_048_576;
const firstBytes = 262_144;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export interface Sample {
  /** The bytes of the first record and of the rows after it. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where the first record ends in them. */
  readonly firstEnd: number;
  /** True if the text has no other records. */
  readonly isWhole: boolean;
  readonly delimiter: string;
  readonly endsWithReturns: boolean;
  /** The fields of the first record. Those in quotes are without them. */
  readonly first: readonly string[];
  /** True if a quote of the first record does not end its field. */
  readonly isFirstBroken: boolean;
  /** The texts of each column, without those of the first record; null for an empty field. */
  readonly texts: readonly (readonly (string | null)[])[];
}

const marksOf = (delimiter: string, quote: DelimitedReading['quote']): DelimiterBytes => ({
  delimiter: delimiter.charCodeAt(0),
  quote: quote === 'none' ? null : quoteCharacters[quote].charCodeAt(0),
});

/** Where each record of the bytes starts and ends, up to `most` of them, without empty lines and without one that may be cut. */
function recordsIn(bytes: Uint8Array, marks: DelimiterBytes, isWhole: boolean, most: number) {
  const records: TextRecord[] = [];
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
const agreeingShare = 0.5;

/** How the first records are split by a delimiter. */
interface Split {
  readonly delimiter: string;
  readonly fieldCount: number;
  /** The share of the records that have as many fields as the first one. */
  readonly agreeing: number;
  /** The share of the fields below the first record that have another of the delimiters, which is no decimal comma. */
  readonly otherwiseSplit: number;
  /** The share of the records that have more than one field. */
  readonly several: number;
  /** The share of the records with a quote that does not end its field. */
  readonly broken: number;
}

const decimalComma = /^\s*[+-]?\d*,\d+\s*$/u;

function splitBy(delimiter: string, bytes: Uint8Array, isWhole: boolean, quote: DelimitedReading['quote']): Split {
  const marks = marksOf(delimiter, quote);
  const records = recordsIn(bytes, marks, isWhole, comparedRecords);
  const whole = records.filter((record) => !hasBrokenQuote(bytes, record, marks));
  const fields = whole.map((record) => fieldsOf(bytes, record, marks));
  const [fieldCount = 1] = fields.map(({ length }) => length);
  const others = [...'|;\t,'].filter((each) => each !== delimiter).map((each) => each.charCodeAt(0));
  const below = fields.slice(1).flat();
  const isSplit = ([start, end]: readonly [number, number]) =>
    bytes[start] !== marks.quote &&
    bytes.subarray(start, end).some((byte) => others.includes(byte)) &&
    !decimalComma.test(decoder.decode(bytes.subarray(start, end)));
  const shareOf = (count: number, all: number) => count / Math.max(1, all);
  return {
    delimiter,
    fieldCount,
    agreeing: shareOf(fields.filter(({ length }) => length === fieldCount).length, fields.length),
    otherwiseSplit: shareOf(below.filter(isSplit).length, below.length),
    several: shareOf(fields.filter(({ length }) => length > 1).length, fields.length),
    broken: shareOf(records.length - whole.length, records.length),
  };
}

/**
 * The usual delimiter that gives most of the first records as many fields as the first one. Of several, it is the one with which most records agree, then the
 * one that leaves the fewest fields with another delimiter in them: in `time, s;value, V` over `1,5;2`, that is the semicolon. Without any, it is the one that
 * breaks the fewest quotes if others break most, or the text is a single column.
 */
function delimiterOf(bytes: Uint8Array, isWhole: boolean, quote: DelimitedReading['quote']): string {
  const splits = (['comma', 'bar', 'semicolon', 'tab'] as const).map((id) =>
    splitBy(fieldDelimiters[id], bytes, isWhole, quote),
  );
  const [best] = splits
    .filter(({ fieldCount, agreeing }) => fieldCount > maxColumns || (fieldCount > 1 && agreeing >= agreeingShare))
    .sort(
      (one, other) =>
        other.agreeing - one.agreeing || one.otherwiseSplit - other.otherwiseSplit || other.fieldCount - one.fieldCount,
    );
  if (best !== undefined) return best.delimiter;
  const [least] = [...splits].sort((one, other) => one.broken - other.broken);
  if (least !== undefined && least.broken === 0 && splits.some(({ broken }) => broken > 0.5)) return least.delimiter;
  // Rows with a comma below a line without one may be a table, which is then pointed to.
  const [comma] = splits;
  if (comma !== undefined && comma.fieldCount === 1 && comma.several <= 0.5) return comma.delimiter;
  const [rarest] = [...splits].sort((one, other) => one.several - other.several);
  return rarest?.delimiter ?? fieldDelimiters.comma;
}

/** A row that is longer than `longestRowBytes`. @param line counts from 1 */
export const longRowError = (line: number) =>
  unreadableFileError(
    `The row that begins in line ${line.toLocaleString('en')} is longer than 32 MiB, or a quote in it is never closed.`,
    'Check that it is a table of text, and that every " has its partner.',
    { format: 'csv' },
  );

/**
 * @param cutLines the lines of the file before the text
 * @throws FormatlabError if the first rows are too long
 */
export async function sampleOf(
  utf8: Blob,
  quote: DelimitedReading['quote'],
  chosenDelimiter: string | null,
  cutLines: number,
): Promise<Sample> {
  for (let sizeBytes = firstBytes; ; sizeBytes *= 4) {
    const bytes = new Uint8Array(await utf8.slice(0, sizeBytes).arrayBuffer());
    const isWholeText = bytes.length === utf8.size;
    const delimiter = chosenDelimiter ?? delimiterOf(bytes, isWholeText, quote);
    const marks = marksOf(delimiter, quote);
    const records = recordsIn(bytes, marks, isWholeText, sampledRows + 1);
    if (!isWholeText && records.length <= sampledRows && sizeBytes * 4 <= mostSampleBytes) continue;
    const [first, ...rows] = records;
    if (!isWholeText && rows.length === 0 && sizeBytes < 2 * longestRowBytes) continue;
    if (first === undefined || (!isWholeText && rows.length === 0)) throw longRowError(cutLines + records.length + 1);
    const names = fieldTexts(bytes, first, marks);
    const columns = names.map((): (string | null)[] => []);
    for (const row of rows) {
      if (hasBrokenQuote(bytes, row, marks)) continue;
      const texts = fieldTexts(bytes, row, marks);
      // As in a scan, a row may end with a delimiter.
      const isRow = texts.length === names.length || (texts.length === names.length + 1 && texts.at(-1) === '');
      if (!isRow) continue;
      for (const [column, text] of texts.entries()) columns[column]?.push(text === '' ? null : text);
    }
    const end = rows.at(-1)?.next ?? first.next;
    return {
      bytes: bytes.subarray(0, end),
      firstEnd: first.next,
      isWhole: end >= utf8.size,
      delimiter,
      endsWithReturns: haveReturnsOnly(bytes),
      first: names,
      isFirstBroken: hasBrokenQuote(bytes, first, marks),
      texts: columns,
    };
  }
}

/** True if lines end with a carriage return alone. */
const haveReturnsOnly = (bytes: Uint8Array) => !bytes.includes(0x0a) && bytes.includes(0x0d);

export const endsWithReturns = async (utf8: Blob): Promise<boolean> =>
  haveReturnsOnly(new Uint8Array(await utf8.slice(0, firstBytes).arrayBuffer()));

/** True if a field that begins with a quote does not end with one, or has another single quote. */
function hasBrokenQuote(bytes: Uint8Array, record: TextRecord, marks: DelimiterBytes): boolean {
  const { quote } = marks;
  if (quote === null || !bytes.subarray(record.start, record.end).includes(quote)) return false;
  return (
    !record.isClosed ||
    fieldsOf(bytes, record, marks).some(([start, end]) => {
      if (bytes[start] !== quote) return false;
      if (end - start < 2 || bytes[end - 1] !== quote) return true;
      for (let at = start + 1; at < end - 1; at += 1)
        if (bytes[at] === quote) {
          if (bytes[at + 1] !== quote || at + 1 === end - 1) return true;
          at += 1;
        }
      return false;
    })
  );
}

/** The texts of a record's fields; those in quotes without them. */
function fieldTexts(bytes: Uint8Array, record: TextRecord, marks: DelimiterBytes): readonly string[] {
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
