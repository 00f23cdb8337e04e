import { FormatlabError } from '../../model/errors';

/** The events that {@link XmlScanner.next} returns. */
export const xmlEvents = { end: 0, open: 1, close: 2, text: 3 } as const;

const maxDepth = 256;
const maxAttributes = 64;
const [
  tab,
  lineFeed,
  carriageReturn,
  space,
  quote,
  apostrophe,
  ampersand,
  slash,
  colon,
  lessThan,
  equals,
  greaterThan,
  question,
  bang,
] = [0x09, 0x0a, 0x0d, 0x20, 0x22, 0x27, 0x26, 0x2f, 0x3a, 0x3c, 0x3d, 0x3e, 0x3f, 0x21];

const namedReferences: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Scans an XML 1.0 document in UTF-8, US-ASCII or ISO-8859-1 event by event without copying: names and values are ranges of the file's bytes. Namespace prefixes are dropped.
 * A document type declaration is rejected, and with it all custom entities. @throws `malformedInput` with the line
 */
export class XmlScanner {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The range of the element's name in `open` and `close`, or of the text. */
  from = 0;
  to = 0;
  attributeCount = 0;
  readonly #attributes = new Int32Array(4 * maxAttributes);
  readonly #openNames = new Int32Array(2 * maxDepth);
  readonly #decoder: TextDecoder | null;
  #depth = 0;
  #at = 0;
  #closesItself = false;
  #hadRoot = false;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.#at = 3;
    const declaration = /^<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(
      String.fromCharCode(...bytes.subarray(this.#at, this.#at + 200)),
    );
    const encoding = (declaration?.[1] ?? 'UTF-8').toUpperCase();
    if (
      !['UTF-8', 'US-ASCII', 'ASCII', 'ISO-8859-1'].includes(encoding) ||
      (bytes[0] === 0xff && bytes[1] === 0xfe) ||
      (bytes[0] === 0xfe && bytes[1] === 0xff)
    ) {
      this.fail(0, `is in ${declaration === null ? 'UTF-16' : encoding}; Formatlab reads UTF-8 and ISO-8859-1`);
    }
    // The platform's label “latin1” means Windows-1252, which differs from ISO-8859-1 between 0x80 and 0x9F.
    this.#decoder = encoding === 'ISO-8859-1' ? null : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  }

  /** The number of open elements, including that of an `open` event and excluding that of a `close` event. */
  get depth(): number {
    return this.#depth;
  }

  /** An error `malformedInput` whose message begins with the line: “Line 12 …”. */
  fail(at: number, what: string): never {
    let line = 1;
    for (let index = 0; index < Math.min(at, this.bytes.length); index += 1)
      if (this.bytes[index] === lineFeed) line += 1;
    throw new FormatlabError({
      tag: 'malformedInput',
      stage: 'decode',
      format: 'cml',
      message: `Line ${line.toLocaleString('en')} ${what}.`,
    });
  }

  next(): number {
    if (this.#closesItself) {
      this.#closesItself = false;
      this.#depth -= 1;
      return xmlEvents.close;
    }
    const { bytes } = this;
    while (this.#at < bytes.length) {
      if (bytes[this.#at] !== lessThan) {
        if (this.#text()) return xmlEvents.text;
      } else {
        const byte = bytes[this.#at + 1];
        if (byte === slash) return this.#close();
        if (byte === question) this.#skipPast('?>', 'an instruction');
        else if (byte !== bang) return this.#open();
        else if (this.#startsWith('<!--')) this.#skipPast('-->', 'a comment');
        else if (this.#startsWith('<![CDATA[')) {
          const start = this.#at + 9;
          this.#skipPast(']]>', 'a CDATA section');
          this.from = start;
          this.to = this.#at - 3;
          return xmlEvents.text;
        } else
          this.fail(
            this.#at,
            this.#startsWith('<!DOCTYPE')
              ? 'has a DOCTYPE, which Formatlab rejects because its entities can expand without limit. Remove the DOCTYPE'
              : 'has a declaration instead of an element',
          );
      }
    }
    if (this.#depth > 0)
      this.fail(bytes.length, `is the end of the file, but still inside <${this.#nameOf(this.#depth - 1)}>`);
    if (!this.#hadRoot) this.fail(bytes.length, 'is the end of the file, but no element was found');
    return xmlEvents.end;
  }

  /** Whether the event's name, or the given range, equals this ASCII text. */
  is(text: string, from = this.from, to = this.to): boolean {
    if (to - from !== text.length) return false;
    for (let index = 0; index < text.length; index += 1)
      if (this.bytes[from + index] !== text.charCodeAt(index)) return false;
    return true;
  }

  /** The ranges of the name and the value of the i-th attribute of an `open` event. */
  attributeName(index: number): readonly [from: number, to: number] {
    return [this.#attributes[4 * index] as number, this.#attributes[4 * index + 1] as number];
  }

  attributeFrom(index: number): number {
    return this.#attributes[4 * index + 2] as number;
  }

  attributeTo(index: number): number {
    return this.#attributes[4 * index + 3] as number;
  }

  isAttribute(index: number, name: string): boolean {
    return this.is(name, this.#attributes[4 * index] as number, this.#attributes[4 * index + 1] as number);
  }

  /** The characters of a range, with references resolved. */
  stringOf(from: number, to: number): string {
    const raw = this.bytes.subarray(from, to);
    const text = this.#decode(raw, from);
    if (!raw.includes(ampersand)) return text;
    return text.replace(/&(#x[0-9A-Fa-f]{1,6}|#[0-9]{1,7}|[A-Za-z]+);|&/g, (reference, name: string | undefined) => {
      const code = name?.startsWith('#x')
        ? Number.parseInt(name.slice(2), 16)
        : name?.startsWith('#')
          ? Number(name.slice(1))
          : null;
      if (code !== null && code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
      return (
        namedReferences[name ?? ''] ??
        this.fail(from, `has “${reference.slice(0, 20)}”, which is no known reference. Write & as &amp;`)
      );
    });
  }

  #decode(raw: Uint8Array, from: number): string {
    if (this.#decoder === null) {
      let text = '';
      for (let start = 0; start < raw.length; start += 8_192)
        text += String.fromCharCode(...raw.subarray(start, start + 8_192));
      return text;
    }
    try {
      return this.#decoder.decode(raw);
    } catch {
      return this.fail(from, 'is not UTF-8, though the file declares it');
    }
  }

  #startsWith(text: string): boolean {
    return this.is(text, this.#at, this.#at + text.length);
  }

  #skipPast(end: string, what: string): void {
    const [last, length] = [end.charCodeAt(end.length - 1), end.length];
    for (let at = this.#at + length; at < this.bytes.length; at += 1) {
      if (this.bytes[at] === last && this.is(end, at + 1 - length, at + 1)) {
        this.#at = at + 1;
        return;
      }
    }
    this.fail(this.#at, `begins ${what} that is never closed`);
  }

  /** Whether the text up to the next tag is more than white space. */
  #text(): boolean {
    const { bytes } = this;
    const from = this.#at;
    let at = from;
    let blank = true;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (byte === lessThan) break;
      if (byte > space || !isSpace(byte)) blank = false;
    }
    this.#at = at;
    if (blank) return false;
    if (this.#depth === 0) this.fail(from, 'has text outside the root element');
    this.from = from;
    this.to = at;
    return true;
  }

  /** Sets `from` and `to` to the name that begins at `at`, without its prefix. Returns the end of the name. */
  #name(start: number): number {
    const { bytes } = this;
    let from = start;
    let at = start;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (
        byte <= space ||
        byte === slash ||
        byte === greaterThan ||
        byte === equals ||
        byte === lessThan ||
        byte === quote ||
        byte === apostrophe
      )
        break;
      if (byte === colon) from = at + 1;
    }
    if (at === from) this.fail(start, 'has a tag or an attribute without a name');
    this.from = from;
    this.to = at;
    return at;
  }

  #skipSpace(from: number): number {
    let at = from;
    while (at < this.bytes.length && isSpace(this.bytes[at] as number)) at += 1;
    return at;
  }

  #open(): number {
    const { bytes } = this;
    const tagStart = this.#at;
    if (this.#depth === 0 && this.#hadRoot) this.fail(tagStart, 'begins a second root element');
    let at = this.#name(tagStart + 1);
    const [nameFrom, nameTo] = [this.from, this.to];
    this.attributeCount = 0;
    for (;;) {
      at = this.#skipSpace(at);
      const byte = bytes[at];
      if (byte === greaterThan || byte === slash || byte === undefined) break;
      at = this.#attribute(at, tagStart);
    }
    if (bytes[at] === slash) {
      this.#closesItself = true;
      at += 1;
    }
    if (bytes[at] !== greaterThan) this.fail(tagStart, 'begins a tag that is never closed');
    if (this.#depth === maxDepth) this.fail(tagStart, `nests elements deeper than ${maxDepth}`);
    this.#openNames[2 * this.#depth] = nameFrom;
    this.#openNames[2 * this.#depth + 1] = nameTo;
    this.#depth += 1;
    this.#hadRoot = true;
    this.#at = at + 1;
    this.from = nameFrom;
    this.to = nameTo;
    return xmlEvents.open;
  }

  /** The end of the attribute that begins at `start`. */
  #attribute(start: number, tagStart: number): number {
    const { bytes } = this;
    let at = this.#skipSpace(this.#name(start));
    if (bytes[at] !== equals) this.fail(start, 'has an attribute without a value');
    at = this.#skipSpace(at + 1);
    const mark = bytes[at];
    if (mark !== quote && mark !== apostrophe) this.fail(start, 'has an attribute value without quotes');
    const valueFrom = at + 1;
    at = valueFrom;
    while (at < bytes.length && bytes[at] !== mark) {
      if (bytes[at] === lessThan) this.fail(at, 'has a < inside an attribute value; write &lt;');
      at += 1;
    }
    if (at >= bytes.length) this.fail(start, 'has an attribute value whose quote is never closed');
    if (this.attributeCount === maxAttributes)
      this.fail(tagStart, `has more than ${maxAttributes} attributes in a tag`);
    const slot = 4 * this.attributeCount;
    this.#attributes[slot] = this.from;
    this.#attributes[slot + 1] = this.to;
    this.#attributes[slot + 2] = valueFrom;
    this.#attributes[slot + 3] = at;
    this.attributeCount += 1;
    return at + 1;
  }

  #close(): number {
    const start = this.#at;
    const at = this.#skipSpace(this.#name(start + 2));
    if (this.bytes[at] !== greaterThan) this.fail(start, 'begins a tag that is never closed');
    if (this.#depth === 0) this.fail(start, 'closes an element that is not open');
    const opened = 2 * (this.#depth - 1);
    const [from, to] = [this.#openNames[opened] as number, this.#openNames[opened + 1] as number];
    let same = to - from === this.to - this.from;
    for (let index = 0; same && index < to - from; index += 1)
      same = this.bytes[from + index] === this.bytes[this.from + index];
    if (!same)
      this.fail(
        start,
        `closes <${this.#decode(this.bytes.subarray(this.from, this.to), start).slice(0, 40)}> where <${this.#nameOf(this.#depth - 1)}> is open`,
      );
    this.#depth -= 1;
    this.#at = at + 1;
    return xmlEvents.close;
  }

  #nameOf(depth: number): string {
    return this.#decode(this.bytes.subarray(this.#openNames[2 * depth], this.#openNames[2 * depth + 1]), 0).slice(
      0,
      40,
    );
  }
}

function isSpace(byte: number): boolean {
  return byte === space || byte === tab || byte === lineFeed || byte === carriageReturn;
}
