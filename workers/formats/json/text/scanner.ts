import { damageOf } from '../../../model/damaged-input';
import { FormatlabError } from '../../../model/errors';

const quote = 0x22;
const backslash = 0x5c;
const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
/** Matches the end of a number, true, false or null: white space, comma, closing bracket or brace, or the end of the text (NaN). */
const endsToken = (code: number) =>
  isSpace(code) || code === 0x2c || code === 0x5d || code === 0x7d || Number.isNaN(code);

export const jsonError = damageOf({ format: 'json', subject: 'JSON:' });

/** Scans JSON text and returns numbers as written, because `JSON.parse` would round integers beyond 2⁵³. */
export class JsonScanner {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get ended(): boolean {
    this.skipSpace();
    return this.at >= this.text.length;
  }

  /** Consumes the character if it comes next. */
  take(character: string): boolean {
    this.skipSpace();
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  expect(character: string): void {
    if (!this.take(character)) throw this.error(`“${character}” was expected`);
  }

  /** Whether an object or a list comes next. */
  get atNested(): boolean {
    this.skipSpace();
    const character = this.text[this.at];
    return character === '{' || character === '[';
  }

  get atText(): boolean {
    this.skipSpace();
    return this.text.charCodeAt(this.at) === quote;
  }

  string(): string {
    if (!this.atText) throw this.error('a text was expected');
    const start = this.at;
    const isPlain = this.skipString();
    if (isPlain) return this.text.slice(start + 1, this.at - 1);
    return this.parse(this.text.slice(start, this.at), start) as string;
  }

  /** Reads a number, true, false or null and returns its text. */
  token(): string {
    this.skipSpace();
    const start = this.at;
    while (!endsToken(this.text.charCodeAt(this.at))) this.at += 1;
    if (this.at === start) throw this.error('a value was expected');
    return this.text.slice(start, this.at);
  }

  /** Reads any value and returns its text, after checking that it is well-formed. */
  raw(): string {
    this.skipSpace();
    const start = this.at;
    let depth = 0;
    do {
      this.skipSpace();
      const character = this.text[this.at];
      if (character === undefined) throw this.error('the text ends in the middle of a value');
      if (character === '"') this.skipString();
      else {
        if (character === '{' || character === '[') depth += 1;
        else if (character === '}' || character === ']') depth -= 1;
        else if (depth === 0) {
          this.token();
          break;
        }
        this.at += 1;
      }
    } while (depth > 0);
    const raw = this.text.slice(start, this.at);
    this.parse(raw, start);
    return raw;
  }

  error(what: string): FormatlabError {
    return jsonError(`${what} at character ${this.at}, but “${this.text.slice(this.at, this.at + 20)}” was found`);
  }

  private skipSpace(): void {
    while (isSpace(this.text.charCodeAt(this.at))) this.at += 1;
  }

  /** False if the string has escapes, or characters that JSON forbids. */
  private skipString(): boolean {
    let isPlain = true;
    for (let at = this.at + 1; ; at += 1) {
      const code = this.text.charCodeAt(at);
      if (code === quote) {
        this.at = at + 1;
        return isPlain;
      }
      if (code === backslash) {
        at += 1;
        isPlain = false;
      } else if (!(code >= 0x20)) {
        if (Number.isNaN(code)) throw this.error('the text ends in the middle of a string that begins');
        isPlain = false;
      }
    }
  }

  private parse(raw: string, start: number): unknown {
    try {
      return JSON.parse(raw);
    } catch (cause) {
      throw new FormatlabError(
        { ...jsonError(`the value at character ${start} is not well-formed.`).record },
        { cause },
      );
    }
  }
}

const stringOrSpace = /"(?:[^"\\]|\\.)*"|[ \t\r\n]+/g;

/** Well-formed JSON without white space between tokens. */
export function compactJson(text: string): string {
  return text.replace(stringOrSpace, (part) => (part.startsWith('"') ? part : ''));
}
