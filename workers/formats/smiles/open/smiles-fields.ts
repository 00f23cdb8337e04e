/** Bytes that separate columns. A blank stands for white space of any length. */
export const separators = { tab: 0x09, comma: 0x2c, semicolon: 0x3b, blank: 0x20 } as const;
export type Separator = (typeof separators)[keyof typeof separators];

/** A line with more fields is not a table of molecules. */
const maxFields = 256;
const quote = 0x22;
const isBlank = (code: number | undefined) => code === 0x20 || code === 0x09;

/** The positions of a line's fields, without surrounding white space and quotes (RFC 4180; fields between blanks cannot be quoted). */
export class LineFields {
  count = 0;
  readonly starts = new Int32Array(maxFields);
  readonly ends = new Int32Array(maxFields);
  /** 1 if the field was quoted; quotes inside it are then doubled. */
  readonly quoted = new Uint8Array(maxFields);

  /** Splits the line from `from` to `end`, which has no line end. Fields after the 256th are ignored. */
  split(text: Uint8Array, from: number, end: number, separator: Separator): void {
    this.count = 0;
    for (let at = from; this.count < maxFields; ) {
      if (separator === separators.blank) {
        while (at < end && isBlank(text[at])) at += 1;
        if (at >= end) return;
      }
      const closed = separator === separators.blank ? -1 : closingQuote(text, at, end, separator);
      let stop = closed < 0 ? at : closed + 1;
      if (separator === separators.blank) while (stop < end && !isBlank(text[stop])) stop += 1;
      else while (stop < end && text[stop] !== separator) stop += 1;
      if (closed >= 0) this.#add(at + 1, closed, 1);
      else this.#add(at, stop, 0, text);
      if (stop >= end) return;
      at = stop + 1;
    }
  }

  #add(from: number, to: number, quoted: 0 | 1, text?: Uint8Array): void {
    let [start, end] = [from, to];
    if (text !== undefined) {
      while (start < end && (text[start] as number) <= 0x20) start += 1;
      while (end > start && (text[end - 1] as number) <= 0x20) end -= 1;
    }
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.quoted[this.count] = quoted;
    this.count += 1;
  }
}

/** The position of the quote that closes the field, if the field starts with a quote and a separator or the end follows; else -1. */
function closingQuote(text: Uint8Array, from: number, end: number, separator: Separator): number {
  if (text[from] !== quote) return -1;
  for (let at = from + 1; at < end; at += 1) {
    if (text[at] !== quote) continue;
    if (at + 1 < end && text[at + 1] === quote) at += 1;
    else return at + 1 === end || text[at + 1] === separator ? at : -1;
  }
  return -1;
}
