/** The bytes that a scan of delimited text looks for. */
const newline = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;
const backslash = 0x5c;

/** How a block of delimited text is read. */
export interface BlockReading {
  readonly delimiter: number;
  /** How a quote stands in a field in quotes: twice, or behind a backslash. */
  readonly quoteEscape: 'doubled' | 'backslash';
  /** Whether the block begins inside a field in quotes. */
  readonly beginsQuoted: boolean;
}

/** The records of a block under one reading of it. */
export interface ScannedBlock {
  /** Where the first whole record begins that is counted. Null if no record ends in the block. */
  readonly from: number | null;
  /** Behind the end of the last record that ends in the block. */
  readonly to: number;
  /** How many records are counted, without empty lines, by their number of fields. */
  readonly recordsOfFields: ReadonlyMap<number, number>;
  readonly records: number;
  /** Closing quotes that other text follows. */
  readonly brokenQuotes: number;
}

/** Where a block is in its text. */
export interface BlockPlace {
  /** The block begins with a record. */
  readonly isStart: boolean;
  /** The text ends with the block. */
  readonly isEnd: boolean;
}

/** In so large a part of a block at its beginning, records that don't fit may be pieces of a field. */
const uncertainShare = 1 / 4;

/** Counts the records of a block as their ends are found. */
class RecordCounter {
  readonly recordsOfFields = new Map<number, number>();
  readonly #fields: number | null;
  readonly #uncertainUpTo: number;
  from: number | null;
  to = 0;
  records = 0;

  constructor({ isStart }: BlockPlace, fields: number | null, blockBytes: number) {
    this.from = isStart ? 0 : null;
    this.#fields = fields;
    this.#uncertainUpTo = isStart ? 0 : blockBytes * uncertainShare;
  }

  /** A record ends. `isOdd`: it has a quote where none should be. */
  end(next: number, fields: number, { isEmpty, isOdd }: { readonly isEmpty: boolean; readonly isOdd: boolean }): void {
    const isMisfit = this.#fields !== null && (fields !== this.#fields || isOdd) && next <= this.#uncertainUpTo;
    if (this.from === null || isMisfit) {
      // What came before may have been inside of a field in quotes.
      this.from = next;
      this.records = 0;
      this.recordsOfFields.clear();
    } else if (!isEmpty) {
      this.records += 1;
      this.recordsOfFields.set(fields, (this.recordsOfFields.get(fields) ?? 0) + 1);
    }
    this.to = next;
  }
}

/**
 * Finds the records in a block of delimited text (RFC 4180), whose beginning may be anywhere in a record. A quote opens a field only at its beginning; a
 * record ends with `\n`, `\r\n` or `\r` outside of quotes. `expectedFields`: those of most records of the text; records near the beginning of the block that
 * have others are left out, with all before them. Null if they are not known.
 */
export function scanRecords(
  bytes: Uint8Array,
  { delimiter, quoteEscape, beginsQuoted }: BlockReading,
  place: BlockPlace,
  expectedFields: number | null,
): ScannedBlock {
  const counter = new RecordCounter(place, expectedFields, bytes.length);
  let brokenQuotes = 0;
  let isQuoted = beginsQuoted;
  let atFieldStart = place.isStart && !beginsQuoted;
  let fields = 1;
  let recordStart = 0;
  let isOdd = false;
  const endRecord = (next: number, isEmpty: boolean) => {
    counter.end(next, fields, { isEmpty, isOdd });
    recordStart = next;
    fields = 1;
    atFieldStart = true;
    isOdd = false;
  };
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isQuoted) {
      if (byte === backslash && quoteEscape === 'backslash') at += 1;
      else if (byte === quote) {
        const next = bytes[at + 1];
        if (next === quote && quoteEscape === 'doubled') at += 1;
        else {
          isQuoted = false;
          if (next !== undefined && next !== delimiter && next !== newline && next !== carriageReturn) {
            brokenQuotes += 1;
            isOdd = true;
          }
        }
      }
    } else if (byte === quote) {
      if (atFieldStart) isQuoted = true;
      else isOdd = true;
      atFieldStart = false;
    } else if (byte === delimiter) {
      fields += 1;
      atFieldStart = true;
    } else if (byte === newline) endRecord(at + 1, at === recordStart);
    else if (byte === carriageReturn) {
      // At the end of a block, its line feed may be in the next one.
      if (at + 1 === bytes.length && !place.isEnd) break;
      const isEmpty = at === recordStart;
      if (bytes[at + 1] === newline) at += 1;
      endRecord(at + 1, isEmpty);
    } else atFieldStart = false;
  }
  if (place.isEnd && !isQuoted && recordStart < bytes.length) endRecord(bytes.length, false);
  const { from, to, recordsOfFields, records } = counter;
  return { from, to, recordsOfFields, records, brokenQuotes };
}
