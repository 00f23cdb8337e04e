import { DamagedInput } from '../../../model/damaged-input';

/** What a reader of XML does with each piece. Names have no namespace prefix. */
export interface XmlHandler {
  open(name: string, attribute: (name: string) => string | null): void;
  close(name: string): void;
  /** Text, with entities resolved. The text of an element may come in several pieces. */
  text(text: string): void;
}

/**
 * The maximum number of characters of one tag, comment or text, beyond which the XML is taken for damaged. A cell of Excel has at most 32,767. An
 * incomplete tag is read again with each piece of the file, so that the limit bounds the time, too.
 */
const longestPiece = 4 * 1_048_576;

/** XML holds no halves of surrogate pairs, and no control characters but the tab and the ends of lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const forbiddenCharacter = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/u;

const forbiddenError = (code: number) =>
  new DamagedInput(`it has the character U+${code.toString(16).toUpperCase().padStart(4, '0')}, which XML can’t hold`);

/**
 * Reads XML piece by piece, so that a large sheet is never held as a whole. It resolves the five named entities and numeric ones. Document type
 * declarations, which could define others, are refused.
 */
export class XmlReader {
  readonly #handler: XmlHandler;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #opened: string[] = [];
  #rest = '';
  #hasRoot = false;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  /** @throws DamagedInput */
  push(bytes: Uint8Array): void {
    this.#rest += this.#decode(bytes, true);
    this.#read();
    if (this.#rest.length > longestPiece) throw new DamagedInput('a tag or text never ends');
  }

  /** @throws DamagedInput if the document is not complete */
  end(): void {
    this.#rest += this.#decode(new Uint8Array(0), false);
    this.#read();
    if (this.#rest.trim() !== '' || this.#opened.length > 0 || !this.#hasRoot)
      throw new DamagedInput('the document ends in the middle');
  }

  #decode(bytes: Uint8Array, stream: boolean): string {
    const text = this.#decoded(bytes, stream);
    const forbidden = text.search(forbiddenCharacter);
    if (forbidden >= 0) throw forbiddenError(text.charCodeAt(forbidden));
    return text;
  }

  #decoded(bytes: Uint8Array, stream: boolean): string {
    try {
      return this.#decoder.decode(bytes, { stream });
    } catch (cause) {
      throw new DamagedInput('its text is not UTF-8', { cause });
    }
  }

  /** Reads all complete pieces of what came so far. */
  #read(): void {
    const text = this.#rest;
    let at = 0;
    for (;;) {
      const start = text.indexOf('<', at);
      if (start < 0) break;
      const end = endOfMarkup(text, start);
      if (end < 0) break;
      if (start > at) this.#text(text.slice(at, start));
      this.#markup(text.slice(start, end));
      at = end;
    }
    this.#rest = text.slice(at);
  }

  #text(text: string): void {
    if (this.#opened.length > 0) this.#handler.text(resolved(text.replace(/\r\n?/gu, '\n')));
    else if (text.trim() !== '') throw new DamagedInput('text is outside of the document');
  }

  #markup(markup: string): void {
    if (markup.startsWith('<?') || markup.startsWith('<!--')) return;
    if (markup.startsWith('<![CDATA[')) {
      this.#handler.text(markup.slice(9, -3));
      return;
    }
    if (markup.startsWith('<!')) throw new DamagedInput('it has a document type declaration');
    if (markup.startsWith('</')) {
      const name = markup.slice(2, -1).trimEnd();
      if (this.#opened.pop() !== name)
        throw new DamagedInput(`the element ${name.slice(0, 60)} ends without a beginning`);
      this.#handler.close(localName(name));
      return;
    }
    const isEmpty = markup.endsWith('/>');
    const inside = markup.slice(1, isEmpty ? -2 : -1);
    const isBare = bareName.test(inside);
    const nameEnd = isBare ? inside.length : inside.search(/\s|$/u);
    const fullName = inside.slice(0, nameEnd);
    const name = localName(fullName);
    if (name === '') throw new DamagedInput('a tag has no name');
    if (inside.includes('<')) throw new DamagedInput(`the tag ${name.slice(0, 60)} has a < within it`);
    if (this.#hasRoot && this.#opened.length === 0) throw new DamagedInput('the document has a second root');
    this.#hasRoot = true;
    const found = isBare ? noAttributes : attributesOf(inside, nameEnd);
    if (found === null) throw new DamagedInput(`the tag ${name.slice(0, 60)} has something else than attributes`);
    this.#handler.open(name, (wanted) => attributeOf(found, wanted));
    if (isEmpty) this.#handler.close(name);
    else this.#opened.push(fullName);
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Where the tag, comment or section that begins at `start` ends; -1 if it is not complete. */
function endOfMarkup(text: string, start: number): number {
  const second = text.charCodeAt(start + 1);
  if (second === units.exclamation || second === units.question)
    for (const [opens, closes] of [
      ['<!--', '-->'],
      ['<![CDATA[', ']]>'],
      ['<?', '?>'],
    ] as const)
      if (text.startsWith(opens, start)) {
        const found = text.indexOf(closes, start + opens.length);
        return found < 0 ? -1 : found + closes.length;
      }
  let quote = 0;
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (quote !== 0) {
      if (unit === quote) quote = 0;
    } else if (unit === units.quote || unit === units.apostrophe) quote = unit;
    else if (unit === units.greater) return at + 1;
  }
  return -1;
}

const units = { exclamation: 0x21, quote: 0x22, apostrophe: 0x27, greater: 0x3e, question: 0x3f } as const;

/** Most tags are a name of these letters alone. */
const bareName = /^[A-Za-z]+$/u;
const noAttributes: ReadonlyMap<string, string> = new Map();

const attribute = /\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/uy;

/** The attributes of a tag by their names, from a place on. Null if something else is there, or an attribute is there twice. */
function attributesOf(tag: string, from: number): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>();
  let at = from;
  for (;;) {
    attribute.lastIndex = at;
    const match = attribute.exec(tag);
    if (match === null) break;
    const [all, name = '', double, simple] = match;
    if (found.has(name)) return null;
    found.set(name, double ?? simple ?? '');
    at += all.length;
  }
  return tag.slice(at).trim() === '' ? found : null;
}

/** The value of an attribute by its name, with or without a namespace prefix; null if it is absent. */
function attributeOf(found: ReadonlyMap<string, string>, wanted: string): string | null {
  for (const [name, value] of found) if (name === wanted || localName(name) === wanted) return resolved(value);
  return null;
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function resolved(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([^;&]{0,12})(;?)/gu, (_, name: string, end: string) => {
    const code = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/iu.exec(name);
    const point =
      code === null ? Number.NaN : Number.parseInt(code[1] ?? code[2] ?? '', code[1] === undefined ? 10 : 16);
    const value =
      end === '' ? undefined : (named[name] ?? (point <= 0x10ffff ? String.fromCodePoint(point) : undefined));
    if (value === undefined) throw new DamagedInput(`it has the unknown entity &${name.slice(0, 12)}`);
    if (forbiddenCharacter.test(value)) throw forbiddenError(point);
    return value;
  });
}
