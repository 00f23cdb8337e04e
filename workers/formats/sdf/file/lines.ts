import { damagedRecord } from './record';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const dollar = 0x24;
const greater = 0x3e;

/** Iterates over the lines of a file without creating strings. */
export class LineReader {
  readonly file: Uint8Array;
  /** The start of the next line. */
  at = 0;
  /** The range of the current line, without its line end. */
  start = 0;
  end = 0;
  /** The number of the current line, from 1; 0 before the first line. */
  line = 0;
  /** The number of data items that were skipped. */
  itemCount = 0;

  constructor(file: Uint8Array) {
    this.file = file;
    // Skips a byte order mark, which is not part of the title.
    if (file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf) this.at = 3;
  }

  /** Whether another molecule follows; blank lines at the end of the file do not count. */
  hasContent(): boolean {
    for (let at = this.at; at < this.file.length; at += 1) {
      const byte = this.file[at] as number;
      if (byte > 0x20) return true;
    }
    return false;
  }

  next(): boolean {
    const { file } = this;
    if (this.at >= file.length) return false;
    let at = this.at;
    while (at < file.length && file[at] !== lineFeed) at += 1;
    this.start = this.at;
    this.end = at > this.at && file[at - 1] === carriageReturn ? at - 1 : at;
    this.at = at + 1;
    this.line += 1;
    return true;
  }

  /** Reads the next line, which must exist; `what` names its content in errors. */
  require(what: string): void {
    if (!this.next()) throw damagedRecord(this.line, `the file ends, but ${what} should follow`);
    if (this.isSeparator()) throw damagedRecord(this.line, `the molecule ends, but ${what} should follow`);
  }

  isSeparator(): boolean {
    const { file, start } = this;
    return (
      this.end - start >= 4 &&
      file[start] === dollar &&
      file[start + 1] === dollar &&
      file[start + 2] === dollar &&
      file[start + 3] === dollar
    );
  }

  /** Whether the line is the separator `$$$$` and is terminated. */
  isWholeSeparator(): boolean {
    return this.isSeparator() && this.at <= this.file.length;
  }

  /** Skips what is left of a molecule, and its separator. Does nothing if the current line is the separator. */
  skipRecord(): void {
    if (this.line > 0 && this.isSeparator()) return;
    while (this.next()) if (this.isSeparator()) return;
  }

  /**
   * Skips the data items after a molecule, each of which a blank line ends, and the separator. Does nothing if the current line is the separator.
   * @throws DamagedInput if a molecule follows: the separator before it is damaged, and the molecule would be lost
   */
  skipItems(): void {
    if (this.isSeparator()) return;
    let isInItem = false;
    while (this.next()) {
      if (this.isSeparator()) return;
      if (this.start === this.end) isInItem = false;
      else if (this.file[this.start] === greater) {
        isInItem = true;
        this.itemCount += 1;
      } else if (!isInItem && this.startsWith('M  END'))
        throw damagedRecord(this.line, 'a molecule ends, but the line $$$$ that ends the one before it is missing');
    }
  }

  /** The characters of the line as Latin-1, without surrounding blanks. */
  text(from: number, to: number): string {
    const end = Math.min(this.end, this.start + to);
    return this.start + from >= end ? '' : String.fromCharCode(...this.file.subarray(this.start + from, end)).trim();
  }

  startsWith(text: string): boolean {
    if (this.end - this.start < text.length) return false;
    for (let at = 0; at < text.length; at += 1) if (this.file[this.start + at] !== text.charCodeAt(at)) return false;
    return true;
  }
}
