/** The size in bytes of the start of a file, in which its encoding is looked for. */
export const declarationBytes = 200;
const shortTextBytes = 32;
const [carriageReturn, ampersand] = [0x0d, 0x26];

/** XML holds no halves of surrogate pairs, and no control characters but the tab and the ends of lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const forbiddenCharacter = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/u;

const namedReferences: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Throws the error for damage; `what` completes a sentence about the line. */
type Fail = (what: string) => never;

/** Decodes the texts of an XML document in UTF-8, US-ASCII or ISO-8859-1. */
export class XmlText {
  readonly #decoder: TextDecoder | null;

  /** @param start the document's first bytes, without a byte order mark */
  constructor(start: Uint8Array, fail: Fail) {
    const declaration = /^<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(
      String.fromCharCode(...start.subarray(0, declarationBytes)),
    );
    const encoding = (declaration?.[1] ?? 'UTF-8').toUpperCase();
    const isUtf16 = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
    if (isUtf16 || !['UTF-8', 'US-ASCII', 'ASCII', 'ISO-8859-1'].includes(encoding))
      fail(`is in ${declaration === null ? 'UTF-16' : encoding}; Formatlab reads UTF-8 and ISO-8859-1`);
    // The platform's label “latin1” means Windows-1252, which differs from ISO-8859-1 between 0x80 and 0x9F.
    this.#decoder = encoding === 'ISO-8859-1' ? null : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  }

  /** The characters of some bytes. `hasReferences`: whether those that begin with & are resolved. */
  stringOf(raw: Uint8Array, hasReferences: boolean, fail: Fail): string {
    if (raw.length <= shortTextBytes) {
      // A TextDecoder call costs more than a loop over a short text.
      let ascii = '';
      let at = 0;
      for (; at < raw.length; at += 1) {
        const byte = raw[at] as number;
        if (byte >= 0x80 || byte === ampersand || byte === carriageReturn) break;
        ascii += String.fromCharCode(byte);
      }
      if (at === raw.length) return ascii;
    }
    const decoded = this.#decode(raw, fail).replace(/\r\n?/gu, '\n');
    const text = hasReferences && raw.includes(ampersand) ? resolved(decoded, fail) : decoded;
    const forbidden = text.search(forbiddenCharacter);
    if (forbidden >= 0) {
      const code = text.charCodeAt(forbidden).toString(16).toUpperCase().padStart(4, '0');
      fail(`has the character U+${code}, which XML can’t hold`);
    }
    return text;
  }

  #decode(raw: Uint8Array, fail: Fail): string {
    if (this.#decoder === null) {
      let text = '';
      for (let start = 0; start < raw.length; start += 8_192)
        text += String.fromCharCode(...raw.subarray(start, start + 8_192));
      return text;
    }
    try {
      return this.#decoder.decode(raw);
    } catch {
      return fail('is not UTF-8, though the file declares it');
    }
  }
}

const resolved = (text: string, fail: Fail): string =>
  text.replace(/&(#x[0-9A-Fa-f]{1,6}|#[0-9]{1,7}|[A-Za-z]+);|&/g, (reference, name: string | undefined) => {
    const code = name?.startsWith('#x')
      ? Number.parseInt(name.slice(2), 16)
      : name?.startsWith('#')
        ? Number(name.slice(1))
        : null;
    if (code !== null && code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
    return (
      namedReferences[name ?? ''] ??
      fail(`has “${reference.slice(0, 20)}”, which is no known reference. Write & as &amp;`)
    );
  });
