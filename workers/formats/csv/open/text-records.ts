/** How the bytes of delimited text are split into records and fields. All marks are ASCII. */
export interface DelimiterBytes {
  readonly delimiter: number;
  /** Null if nothing is quoted. */
  readonly quote: number | null;
}

const [lineFeed, carriageReturn] = [10, 13];

/** A record: its bytes without the line end, and where the next one starts. */
export interface TextRecord {
  readonly start: number;
  readonly end: number;
  readonly next: number;
  /** False if the bytes end within quotes. */
  readonly isClosed: boolean;
}

/**
 * The record that starts at `from`. As in RFC 4180, a quote opens only at the start of a field; line ends inside quotes are part of the value.
 * A lone carriage return ends a record, too.
 */
export function recordAt(bytes: Uint8Array, from: number, { delimiter, quote }: DelimiterBytes): TextRecord {
  // True where a quote opens: at the start of a field, and behind a closing quote, since a doubled quote closes and opens again.
  let mayOpen = true;
  let isQuoted = false;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (isQuoted) {
      if (byte !== quote) continue;
      isQuoted = false;
      mayOpen = true;
      continue;
    }
    if (byte === quote && mayOpen) isQuoted = true;
    else if (byte === lineFeed) return { start: from, end: at, next: at + 1, isClosed: true };
    else if (byte === carriageReturn)
      return { start: from, end: at, next: bytes[at + 1] === lineFeed ? at + 2 : at + 1, isClosed: true };
    mayOpen = byte === delimiter;
  }
  return { start: from, end: bytes.length, next: bytes.length, isClosed: !isQuoted };
}

/** The fields of a record as pairs of start and end, quotes included. */
export function fieldsOf(
  bytes: Uint8Array,
  { start, end }: TextRecord,
  { delimiter, quote }: DelimiterBytes,
): (readonly [start: number, end: number])[] {
  const fields: (readonly [number, number])[] = [];
  let fieldStart = start;
  let mayOpen = true;
  let isQuoted = false;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (isQuoted) {
      if (byte !== quote) continue;
      isQuoted = false;
      mayOpen = true;
      continue;
    }
    if (byte === quote && mayOpen) isQuoted = true;
    else if (byte === delimiter) {
      fields.push([fieldStart, at]);
      fieldStart = at + 1;
    }
    mayOpen = byte === delimiter;
  }
  fields.push([fieldStart, end]);
  return fields;
}

/** The texts of a record's fields, without quotes and the spaces around. */
export function fieldTexts(bytes: Uint8Array, record: TextRecord, marks: DelimiterBytes): readonly string[] {
  const mark = marks.quote === null ? null : String.fromCharCode(marks.quote);
  return fieldsOf(bytes, record, marks).map(([start, end]) => {
    const text = new TextDecoder().decode(bytes.subarray(start, end)).trim();
    return mark !== null && text.length > 1 && text.startsWith(mark) && text.endsWith(mark)
      ? text
          .slice(1, -1)
          .replaceAll(mark + mark, mark)
          .trim()
      : text;
  });
}

/** The number of records that are not empty, in `bytes` from `from`, and whether the last one's quotes are closed. */
export function countRecords(
  bytes: Uint8Array,
  from: number,
  marks: DelimiterBytes,
): { readonly records: number; readonly isClosed: boolean } {
  let records = 0;
  let isClosed = true;
  for (let at = from; at < bytes.length; ) {
    const record = recordAt(bytes, at, marks);
    if (record.end > record.start) records += 1;
    at = record.next;
    isClosed = record.isClosed;
  }
  return { records, isClosed };
}

/** How many lines end between two places. */
export function countLines(bytes: Uint8Array, from: number, to: number): number {
  let lines = 0;
  for (let at = from; at < to; at += 1)
    if (bytes[at] === lineFeed || (bytes[at] === carriageReturn && bytes[at + 1] !== lineFeed)) lines += 1;
  return lines;
}

/** The first line end of a text: `\n`, `\r\n` or `\r`; null if it has none. */
export function lineEndOf(bytes: Uint8Array): '\n' | '\r\n' | '\r' | null {
  const at = bytes.findIndex((byte) => byte === lineFeed || byte === carriageReturn);
  if (at < 0) return null;
  return bytes[at] === lineFeed ? '\n' : bytes[at + 1] === lineFeed ? '\r\n' : '\r';
}

/**
 * The records from `from` with their fields in another order and with the given line end. A record with another number of fields is kept as it is,
 * since the reader leaves it out and lists it.
 * @param order for each field of the result, its place in the record; null for the order that it has
 */
export function rewrittenRecords(
  bytes: Uint8Array,
  from: number,
  marks: DelimiterBytes,
  order: readonly number[] | null,
  lineEnd: string,
): Blob {
  const encoder = new TextEncoder();
  const end = encoder.encode(lineEnd);
  const delimiter = Uint8Array.of(marks.delimiter);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const slice = (start: number, stop: number) => bytes.subarray(start, stop) as Uint8Array<ArrayBuffer>;
  // Blobs of many small pieces are slow, so some thousand pieces become one.
  const blobs: Blob[] = [];
  for (let at = from; at < bytes.length; ) {
    const record = recordAt(bytes, at, marks);
    const fields = order === null ? [] : fieldsOf(bytes, record, marks);
    if (order === null || fields.length !== order.length) pieces.push(slice(record.start, record.end));
    else
      for (const [place, index] of order.entries()) {
        const [start = 0, stop = 0] = fields[index] ?? [];
        if (place > 0) pieces.push(delimiter);
        pieces.push(slice(start, stop));
      }
    pieces.push(end);
    at = record.next;
    if (pieces.length > 10_000) blobs.push(new Blob(pieces.splice(0)));
  }
  return new Blob([...blobs, ...pieces]);
}
