import { declarationBytes, XmlText } from './xml-text';

/** The events that {@link XmlScanner.next} returns; `more` where the bytes so far end within a part, and others may follow. */
export const xmlEvents = { end: 0, open: 1, close: 2, text: 3, more: 4 } as const;

/** Makes the error for a damaged document; `what` completes a sentence about the line. */
type DamageInLine = (line: number, what: string) => Error;

const attributeSlots = 5;
const maxDepth = 256;
const maxAttributes = 64;
const [
  tab,
  lineFeed,
  carriageReturn,
  space,
  quote,
  apostrophe,
  slash,
  colon,
  lessThan,
  equals,
  greaterThan,
  question,
  bang,
] = [0x09, 0x0a, 0x0d, 0x20, 0x22, 0x27, 0x2f, 0x3a, 0x3c, 0x3d, 0x3e, 0x3f, 0x21];

/**
 * Scans an XML 1.0 document in UTF-8, US-ASCII or ISO-8859-1 event by event without copying: names and values are ranges of the file's bytes. Namespace prefixes are dropped.
 * A document type declaration is rejected, and with it all custom entities. A large document can be read in pieces.
 */
export class XmlScanner {
  bytes: Uint8Array<ArrayBuffer>;
  /** The range of the element's name in `open` and `close`, or of the text. */
  from = 0;
  to = 0;
  attributeCount = 0;
  /** The places of each attribute: its full name, its name without the prefix, the end of both, and its value. */
  readonly #attributes = new Int32Array(attributeSlots * maxAttributes);
  /** Where the full names of the open elements stand. */
  readonly #openNames = new Int32Array(2 * maxDepth);
  readonly #damage: DamageInLine;
  #text: XmlText | null = null;
  #depth = 0;
  #at = 0;
  #closesItself = false;
  #hadRoot = false;
  #isCharacterData = false;
  #isLast: boolean;
  readonly #keepsBlankText: boolean;
  /** Where the bytes of the last piece begin, and the lines before it. */
  #pieceAt = 0;
  #linesBefore = 0;

  /**
   * @param damage makes the error of a damaged document
   * @param bytes the whole document; null if its pieces are fed. Then text that is only white space is an event, too.
   */
  constructor(damage: DamageInLine, bytes: Uint8Array<ArrayBuffer> | null) {
    this.#damage = damage;
    this.bytes = bytes ?? new Uint8Array(0);
    this.#isLast = bytes !== null;
    this.#keepsBlankText = bytes === null;
  }

  /** The number of bytes that are not read yet. */
  get restBytes(): number {
    return this.bytes.length - this.#at;
  }

  /** Adds a piece of the document. Ranges of earlier events are no longer valid. */
  feed(piece: Uint8Array): void {
    const { bytes } = this;
    for (
      let at = bytes.indexOf(lineFeed, this.#pieceAt);
      at >= 0 && at < this.#at;
      at = bytes.indexOf(lineFeed, at + 1)
    )
      this.#linesBefore += 1;
    const names = Array.from({ length: this.#depth }, (_, depth) => this.#openName(depth));
    const nameBytes = names.reduce((sum, name) => sum + name.length, 0);
    this.bytes = new Uint8Array(nameBytes + this.restBytes + piece.length);
    let to = 0;
    for (const [depth, name] of names.entries()) {
      this.bytes.set(name, to);
      this.#openNames[2 * depth] = to;
      to += name.length;
      this.#openNames[2 * depth + 1] = to;
    }
    this.bytes.set(bytes.subarray(this.#at), to);
    this.bytes.set(piece, this.bytes.length - piece.length);
    this.#at = to;
    this.#pieceAt = to;
  }

  /** Tells that no other piece follows. */
  finish(): void {
    this.#isLast = true;
  }

  /** The number of open elements, including that of an `open` event and excluding that of a `close` event. */
  get depth(): number {
    return this.#depth;
  }

  fail(at: number, what: string): never {
    let line = 1 + this.#linesBefore;
    for (let index = this.#pieceAt; index < Math.min(at, this.bytes.length); index += 1)
      if (this.bytes[index] === lineFeed) line += 1;
    throw this.#damage(line, what);
  }

  next(): number {
    if (this.#text === null) {
      if (!this.#isLast && this.restBytes < declarationBytes) return xmlEvents.more;
      if (this.is('\xef\xbb\xbf', 0, Math.min(3, this.bytes.length))) this.#at = 3;
      this.#text = new XmlText(this.bytes.subarray(this.#at), (what) => this.fail(0, what));
    }
    if (this.#isLast) return this.#scan();
    try {
      const event = this.#scan();
      return event === xmlEvents.end ? xmlEvents.more : event;
    } catch (thrown) {
      // What ends with the bytes so far may be whole with the next piece.
      if (this.#isWhole()) throw thrown;
      return xmlEvents.more;
    }
  }

  /** Whether the tag, the section or the text at the current place ends within the bytes so far. */
  #isWhole(): boolean {
    const { bytes } = this;
    if (bytes[this.#at] !== lessThan) return bytes.indexOf(lessThan, this.#at) >= 0;
    if (bytes.length - this.#at < '<![CDATA['.length) return bytes.indexOf(greaterThan, this.#at) >= 0;
    if (this.#startsWith('<!--')) return this.#find('-->', this.#at + 4) >= 0;
    if (this.#startsWith('<![CDATA[')) return this.#find(']]>', this.#at + 9) >= 0;
    if (this.#startsWith('<?')) return this.#find('?>', this.#at + 2) >= 0;
    let mark = 0;
    for (let at = this.#at; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (mark !== 0) mark = byte === mark ? 0 : mark;
      else if (byte === quote || byte === apostrophe) mark = byte;
      else if (byte === greaterThan) return true;
    }
    return false;
  }

  #scan(): number {
    this.#isCharacterData = false;
    if (this.#closesItself) {
      this.#closesItself = false;
      this.#depth -= 1;
      return xmlEvents.close;
    }
    const { bytes } = this;
    while (this.#at < bytes.length) {
      if (bytes[this.#at] !== lessThan) {
        if (this.#textEvent()) return xmlEvents.text;
      } else {
        const byte = bytes[this.#at + 1];
        if (byte === slash) return this.#close();
        if (byte === question) this.#skipPast('<?', '?>', 'an instruction');
        else if (byte !== bang) return this.#open();
        else if (this.#startsWith('<!--')) this.#skipPast('<!--', '-->', 'a comment');
        else if (this.#startsWith('<![CDATA[')) {
          const start = this.#at + 9;
          this.#skipPast('<![CDATA[', ']]>', 'a CDATA section');
          this.from = start;
          this.to = this.#at - 3;
          this.#isCharacterData = true;
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

  /** The range of the value of the i-th attribute of an `open` event. */
  attributeFrom(index: number): number {
    return this.#attributes[attributeSlots * index + 3] as number;
  }

  attributeTo(index: number): number {
    return this.#attributes[attributeSlots * index + 4] as number;
  }

  isAttribute(index: number, name: string): boolean {
    const slot = attributeSlots * index;
    return this.is(name, this.#attributes[slot + 1] as number, this.#attributes[slot + 2] as number);
  }

  /** Fails if two attributes of an `open` event have the same name. */
  checkAttributes(): void {
    const end = attributeSlots * this.attributeCount;
    const slots = this.#attributes;
    for (let one = attributeSlots; one < end; one += attributeSlots)
      for (let other = 0; other < one; other += attributeSlots)
        if (
          this.#areSame(
            slots[one] as number,
            slots[one + 2] as number,
            slots[other] as number,
            slots[other + 2] as number,
          )
        )
          this.fail(this.from, 'has an attribute twice in a tag');
  }

  /** The characters of a range, with references resolved. */
  stringOf(from: number, to: number): string {
    const raw = this.bytes.subarray(from, to);
    return this.#text?.stringOf(raw, !this.#isCharacterData, (what) => this.fail(from, what)) ?? '';
  }

  #startsWith(text: string): boolean {
    return this.is(text, this.#at, this.#at + text.length);
  }

  /** Where a text of ASCII begins, from a place on; -1 if nowhere. */
  #find(text: string, from: number): number {
    const { bytes } = this;
    for (let at = bytes.indexOf(text.charCodeAt(0), from); at >= 0; at = bytes.indexOf(text.charCodeAt(0), at + 1))
      if (this.is(text, at, at + text.length)) return at;
    return -1;
  }

  #skipPast(begin: string, end: string, what: string): void {
    const found = this.#find(end, this.#at + begin.length);
    if (found < 0) this.fail(this.#at, `begins ${what} that is never closed`);
    this.#at = found + end.length;
  }

  /** Whether the text up to the next tag is more than white space. */
  #textEvent(): boolean {
    const { bytes } = this;
    const from = this.#at;
    let at = from;
    let blank = true;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (byte === lessThan) break;
      if (byte > space || !isSpace(byte)) blank = false;
    }
    if (at === bytes.length && !this.#isLast) this.fail(from, 'ends within a text');
    this.#at = at;
    if (blank && !(this.#keepsBlankText && this.#depth > 0)) return false;
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
      const spaceAt = at;
      at = this.#skipSpace(at);
      const byte = bytes[at];
      if (byte === greaterThan || byte === slash || byte === undefined) break;
      if (at === spaceAt) this.fail(tagStart, 'has an attribute without white space before it');
      at = this.#attribute(at, tagStart);
    }
    if (bytes[at] === slash) {
      this.#closesItself = true;
      at += 1;
    }
    if (bytes[at] !== greaterThan) this.fail(tagStart, 'begins a tag that is never closed');
    if (this.#depth === maxDepth) this.fail(tagStart, `nests elements deeper than ${maxDepth}`);
    this.#openNames[2 * this.#depth] = tagStart + 1;
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
    const slot = attributeSlots * this.attributeCount;
    this.#attributes[slot] = start;
    this.#attributes[slot + 1] = this.from;
    this.#attributes[slot + 2] = this.to;
    this.#attributes[slot + 3] = valueFrom;
    this.#attributes[slot + 4] = at;
    this.attributeCount += 1;
    return at + 1;
  }

  #close(): number {
    const { bytes } = this;
    const start = this.#at;
    const at = this.#skipSpace(this.#name(start + 2));
    if (bytes[at] !== greaterThan) this.fail(start, 'begins a tag that is never closed');
    if (this.#depth === 0) this.fail(start, 'closes an element that is not open');
    const opened = 2 * (this.#depth - 1);
    const [from, to] = [this.#openNames[opened] as number, this.#openNames[opened + 1] as number];
    if (!this.#areSame(from, to, start + 2, this.to))
      this.fail(
        start,
        `closes <${this.stringOf(start + 2, this.to).slice(0, 40)}> where <${this.#nameOf(this.#depth - 1)}> is open`,
      );
    this.#depth -= 1;
    this.#at = at + 1;
    return xmlEvents.close;
  }

  #areSame(from: number, to: number, otherFrom: number, otherTo: number): boolean {
    let same = to - from === otherTo - otherFrom;
    for (let index = 0; same && index < to - from; index += 1)
      same = this.bytes[from + index] === this.bytes[otherFrom + index];
    return same;
  }

  #openName(depth: number): Uint8Array {
    return this.bytes.subarray(this.#openNames[2 * depth], this.#openNames[2 * depth + 1]);
  }

  #nameOf(depth: number): string {
    return this.stringOf(this.#openNames[2 * depth] as number, this.#openNames[2 * depth + 1] as number).slice(0, 40);
  }
}

function isSpace(byte: number): boolean {
  return byte === space || byte === tab || byte === lineFeed || byte === carriageReturn;
}
