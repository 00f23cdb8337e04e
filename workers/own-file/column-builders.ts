import type { VariableWidthColumn, VariableWidthType } from '../model/column';
import { renamedColumnsNote } from '../model/renamed-columns';
import { shortList } from './notes';
import { writeShortAscii } from './short-text';
import { unreadableFileError } from './refusal';

/** Builds a validity bitmap. All rows start as valid; the bitmap is kept only if a row is null. */
export class ValidityBuilder {
  readonly #bits: Uint8Array;
  #nulls = 0;

  constructor(rowCount: number) {
    this.#bits = new Uint8Array(Math.ceil(rowCount / 8)).fill(0xff);
    // Bits past the end are 0 in canonical form.
    if (rowCount % 8 !== 0) this.#bits[this.#bits.length - 1] = (1 << (rowCount % 8)) - 1;
  }

  setNull(row: number): void {
    const byte = row >> 3;
    this.#bits[byte] = (this.#bits[byte] ?? 0) & ~(1 << (row & 7));
    this.#nulls += 1;
  }

  /** Returns the validity bitmap. Null if no row is null. */
  build(): Uint8Array | null {
    return this.#nulls === 0 ? null : this.#bits;
  }
}

/** Offsets are int32, so a column of text or bytes holds less than 2 GiB. */
const maxColumnBytes = 2 ** 31 - 1;

/** Builds a column of text or bytes with `rowCount` rows, appended in order. */
export class VariableWidthBuilder {
  readonly #encoder = new TextEncoder();
  readonly #offsets: Int32Array;
  #data = new Uint8Array(1024);
  #end = 0;
  #row = 0;

  constructor(rowCount: number) {
    this.#offsets = new Int32Array(rowCount + 1);
  }

  #reserve(bytes: number): void {
    const needed = this.#end + bytes;
    if (needed > maxColumnBytes)
      throw unreadableFileError('A column of text would take more than 2 GiB.', 'Take fewer rows.', {
        tag: 'tooLarge',
      });
    if (needed <= this.#data.length) return;
    const grown = new Uint8Array(Math.min(maxColumnBytes, Math.max(needed, this.#data.length * 2)));
    grown.set(this.#data.subarray(0, this.#end));
    this.#data = grown;
  }

  appendText(text: string): void {
    // One UTF-16 unit becomes at most three bytes.
    this.#reserve(text.length * 3);
    this.#end += writeShortAscii(text, this.#data, this.#end)
      ? text.length
      : this.#encoder.encodeInto(text, this.#data.subarray(this.#end)).written;
    this.#finishRow();
  }

  appendBytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#data.set(bytes, this.#end);
    this.#end += bytes.length;
    this.#finishRow();
  }

  appendNothing(): void {
    this.#finishRow();
  }

  #finishRow(): void {
    this.#row += 1;
    this.#offsets[this.#row] = this.#end;
  }

  build(name: string, type: VariableWidthType, validity: Uint8Array | null): VariableWidthColumn {
    return { name, type, validity, offsets: this.#offsets, data: this.#data.slice(0, this.#end) };
  }
}

/** Makes column names unique: empty and repeated ones get a number, which `notes` mentions. */
export function distinctNames(names: readonly string[], notes: string[]): string[] {
  const taken = new Set<string>();
  /** The first number that may be free, by name: thousands of equal names would else be compared with each other. */
  const nextNumbers = new Map<string, number>();
  const renamed: string[] = [];
  const result = names.map((name, index) => {
    const own = name === '' ? `column ${index + 1}` : name;
    let distinct = own;
    let number = nextNumbers.get(own) ?? 2;
    for (; taken.has(distinct); number += 1) distinct = `${own} (${number})`;
    nextNumbers.set(own, number);
    if (distinct !== name) renamed.push(`“${name}” to “${distinct}”`);
    taken.add(distinct);
    return distinct;
  });
  if (renamed.length > 0) notes.push(renamedColumnsNote('empty or repeated', shortList(renamed, 10)));
  return result;
}
