import { DamagedInput } from '../../../model/damaged-input';
import type { Column } from '../../../model/column';
import { hasValidTexts } from '../../../own-file/arrow-texts';
import type { MemoryUse } from '../../../own-file/memory-use';
import { readBooleans, readByteRuns } from './byte-runs';
import { readIntegers } from './integer-runs';
import { joinedStripeValues, NullMask, type PresentRows, spreadOverNulls } from './rows';
import type { Stripe } from './stripe';

/** Reads one column, or a part of one, stripe by stripe. */
export interface ColumnReader {
  /** @throws DamagedInput if the streams of the column are not as the specification says */
  read: (stripe: Stripe, rows: PresentRows) => void;
  /** The column of all stripes that were read. `note` takes what was changed. */
  build: (name: string, note: (text: string) => void) => Column;
}

/** What every reader of a column needs. */
export interface ColumnContext {
  /** The number of the column in the file. */
  readonly id: number;
  /** The column in words, for errors. */
  readonly what: string;
  readonly memory: MemoryUse;
}

/** A reader of a column whose values lie in streams of its own. */
export abstract class StreamColumnReader implements ColumnReader {
  protected readonly place: ColumnContext;
  protected readonly nulls: NullMask;

  constructor(place: ColumnContext) {
    this.place = place;
    this.nulls = new NullMask(place.memory);
  }

  read(stripe: Stripe, rows: PresentRows): void {
    this.readValues(stripe, this.nulls.read(stripe, this.place.id, rows, this.place.what));
  }

  protected abstract readValues(stripe: Stripe, rows: PresentRows): void;
  abstract build(name: string, note: (text: string) => void): Column;

  protected stream(stripe: Stripe, kind: 'data' | 'length' | 'secondary', count: number): Uint8Array<ArrayBuffer> {
    return stripe.stream(this.place.id, kind, count, this.place.what);
  }
}

/** Booleans, and integers of 8 bits. */
export class ByteColumnReader extends StreamColumnReader {
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  readonly #type: 'bool' | 'int8';

  constructor(place: ColumnContext, type: 'bool' | 'int8') {
    super(place);
    this.#type = type;
  }

  protected readValues(stripe: Stripe, rows: PresentRows): void {
    this.place.memory.add(rows.count);
    const readRuns = this.#type === 'bool' ? readBooleans : readByteRuns;
    const values = readRuns(this.stream(stripe, 'data', rows.filled), rows.filled, this.place.what);
    this.#pieces.push(spreadOverNulls(values, rows));
  }

  build(name: string): Column {
    const values = joinedStripeValues(this.#pieces, new Uint8Array(0));
    const validity = this.nulls.build();
    return this.#type === 'bool'
      ? { name, type: 'bool', validity, values }
      : { name, type: 'int8', validity, values: new Int8Array(values.buffer, values.byteOffset, values.length) };
  }
}

/** Integers of 16 and 32 bits, and dates, which are days. */
export class IntColumnReader extends StreamColumnReader {
  readonly #pieces: Int32Array<ArrayBuffer>[] = [];
  readonly #type: 'int16' | 'int32' | 'date';
  readonly #isJulian: boolean;

  /** `isJulian` is true if the writer counted days before 1582-10-15 by the Julian calendar. */
  constructor(place: ColumnContext, type: 'int16' | 'int32' | 'date', isJulian: boolean) {
    super(place);
    this.#type = type;
    this.#isJulian = isJulian;
  }

  protected readValues(stripe: Stripe, rows: PresentRows): void {
    const { id, what, memory } = this.place;
    memory.add(8 * rows.count);
    const { version } = stripe.encoding(id, what);
    const stream = this.stream(stripe, 'data', rows.filled);
    const halves = readIntegers(stream, rows.filled, { version, signed: true }, what);
    const values = new Int32Array(rows.filled);
    const unused = this.#type === 'int16' ? 16 : 0;
    for (let row = 0; row < rows.filled; row += 1) {
      const low = halves[2 * row] as number;
      if (halves[2 * row + 1] !== low >> 31 || (low << unused) >> unused !== low)
        throw new DamagedInput(`has a number in ${what} of more than ${32 - unused} bits`);
      values[row] = low;
    }
    this.#pieces.push(spreadOverNulls(values, rows));
  }

  build(name: string, note: (text: string) => void): Column {
    const values = joinedStripeValues(this.#pieces, new Int32Array(0));
    const validity = this.nulls.build();
    if (this.#type === 'int16') return { name, type: 'int16', validity, values: Int16Array.from(values) };
    if (this.#type === 'date' && this.#isJulian && values.some((day) => day < firstGregorianDay)) note(julianNote);
    return { name, type: this.#type, validity, values };
  }
}

/** 1582-10-15. */
export const firstGregorianDay = -141_427;
export const julianNote =
  'it has days before 1582-10-15, and the program that wrote it may have named them by the Julian calendar. The days are kept; their names are those of the Gregorian calendar.';

/** Integers of 64 bits. */
export class LongColumnReader extends StreamColumnReader {
  readonly #pieces: BigInt64Array<ArrayBuffer>[] = [];

  protected readValues(stripe: Stripe, rows: PresentRows): void {
    const { id, what, memory } = this.place;
    memory.add(8 * rows.count);
    const { version } = stripe.encoding(id, what);
    const stream = this.stream(stripe, 'data', rows.filled);
    const halves = readIntegers(stream, rows.filled, { version, signed: true }, what);
    this.#pieces.push(spreadOverNulls(new BigInt64Array(halves.buffer), rows));
  }

  build(name: string): Column {
    const values = joinedStripeValues(this.#pieces, new BigInt64Array(0));
    return { name, type: 'int64', validity: this.nulls.build(), values };
  }
}

/** Floating-point numbers. Their bits are copied, since arithmetic could lose the payloads of NaNs. */
export class FloatColumnReader extends StreamColumnReader {
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  readonly #width: 4 | 8;

  constructor(place: ColumnContext, type: 'float32' | 'float64') {
    super(place);
    this.#width = type === 'float32' ? 4 : 8;
  }

  protected readValues(stripe: Stripe, rows: PresentRows): void {
    const { what, memory } = this.place;
    memory.add(this.#width * rows.count);
    const stream = this.stream(stripe, 'data', rows.filled);
    checkSize(stream, rows.filled * this.#width, what);
    this.#pieces.push(spreadOverNulls(stream, rows, this.#width));
  }

  build(name: string): Column {
    const validity = this.nulls.build();
    // A copy, since a piece may be a part of the file's bytes that no array of wider numbers can begin at.
    const { buffer } = joinedStripeValues(this.#pieces, new Uint8Array(0)).slice();
    return this.#width === 4
      ? { name, type: 'float32', validity, values: new Float32Array(buffer) }
      : { name, type: 'float64', validity, values: new Float64Array(buffer) };
  }
}

function checkSize(stream: Uint8Array<ArrayBuffer>, sizeBytes: number, what: string): void {
  if (stream.length !== sizeBytes)
    throw new DamagedInput(
      `has ${stream.length.toLocaleString('en')} bytes of values in ${what} where ${sizeBytes.toLocaleString('en')} are claimed`,
    );
}

/**
 * Reads lengths, and the offsets that they add up to.
 * @returns `count` + 1 offsets, the first 0
 * @throws DamagedInput if they are negative, or add up to 2^31 or more
 */
export function readOffsets(
  stream: Uint8Array<ArrayBuffer>,
  count: number,
  version: 1 | 2,
  what: string,
): Int32Array<ArrayBuffer> {
  const halves = readIntegers(stream, count, { version, signed: false }, what);
  const offsets = new Int32Array(count + 1);
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    const length = halves[2 * index] as number;
    total += length;
    if (halves[2 * index + 1] !== 0 || length < 0 || total > 0x7fffffff)
      throw new DamagedInput(`claims a length in ${what} that is larger than any file`);
    offsets[index + 1] = total;
  }
  return offsets;
}

/** The offsets of all rows, where rows without a value take nothing. */
export function spreadOffsetsOverNulls(
  dense: Int32Array<ArrayBuffer>,
  { count, isFilled }: PresentRows,
): Int32Array<ArrayBuffer> {
  if (isFilled === null) return dense;
  const offsets = new Int32Array(count + 1);
  for (let row = 0, index = 0; row < count; row += 1) {
    index += isFilled[row] as number;
    offsets[row + 1] = dense[index] as number;
  }
  return offsets;
}

/** Offsets of several stripes in one, each from where the last one ends. */
export function joinedStripeOffsets(pieces: readonly Int32Array<ArrayBuffer>[], what: string): Int32Array<ArrayBuffer> {
  const [first = new Int32Array(1)] = pieces;
  if (pieces.length <= 1) return first;
  const offsets = new Int32Array(pieces.reduce((sum, { length }) => sum + length - 1, 1));
  let [at, base] = [1, 0];
  for (const piece of pieces) {
    const last = base + (piece.at(-1) ?? 0);
    if (last > 0x7fffffff) throw new DamagedInput(`has more than 2 GiB in ${what}`);
    for (let index = 1; index < piece.length; index += 1) offsets[at + index - 1] = base + (piece[index] as number);
    at += piece.length - 1;
    base = last;
  }
  return offsets;
}

/** Texts, or bytes of any size, with or without a dictionary of them. */
export class StringColumnReader extends StreamColumnReader {
  readonly #data: Uint8Array<ArrayBuffer>[] = [];
  readonly #offsets: Int32Array<ArrayBuffer>[] = [];
  readonly #type: 'utf8' | 'binary';
  readonly #noteText: string | null;

  constructor(place: ColumnContext, type: 'utf8' | 'binary', noteText: string | null = null) {
    super(place);
    this.#type = type;
    this.#noteText = noteText;
  }

  protected readValues(stripe: Stripe, rows: PresentRows): void {
    const { id, what, memory } = this.place;
    const { version, isDictionary, dictionarySize } = stripe.encoding(id, what);
    memory.add(8 * rows.count);
    if (isDictionary) {
      this.#readFromDictionary(stripe, rows, version, dictionarySize);
      return;
    }
    const offsets = readOffsets(this.stream(stripe, 'length', rows.filled), rows.filled, version, what);
    // Empty texts need no bytes, and writers leave the stream out.
    const sizeBytes = offsets.at(-1) ?? 0;
    const data = this.stream(stripe, 'data', sizeBytes);
    checkSize(data, sizeBytes, what);
    memory.add(sizeBytes);
    this.#offsets.push(spreadOffsetsOverNulls(offsets, rows));
    this.#data.push(data);
  }

  #readFromDictionary(stripe: Stripe, rows: PresentRows, version: 1 | 2, dictionarySize: number): void {
    const { id, what, memory } = this.place;
    memory.add(12 * dictionarySize);
    const entries = readOffsets(this.stream(stripe, 'length', dictionarySize), dictionarySize, version, what);
    const dictionaryBytes = entries.at(-1) ?? 0;
    const dictionary = stripe.stream(id, 'dictionary', dictionaryBytes, what);
    checkSize(dictionary, dictionaryBytes, what);
    const halves = readIntegers(
      this.stream(stripe, 'data', rows.filled),
      rows.filled,
      { version, signed: false },
      what,
    );
    const offsets = new Int32Array(rows.filled + 1);
    let total = 0;
    for (let index = 0; index < rows.filled; index += 1) {
      const entry = halves[2 * index] as number;
      if (halves[2 * index + 1] !== 0 || entry < 0 || entry >= dictionarySize)
        throw new DamagedInput(`names an entry in ${what} that its dictionary does not have`);
      total += (entries[entry + 1] as number) - (entries[entry] as number);
      if (total > 0x7fffffff) throw new DamagedInput(`has more than 2 GiB in ${what}`);
      offsets[index + 1] = total;
    }
    memory.add(total);
    const data = new Uint8Array(total);
    for (let index = 0; index < rows.filled; index += 1) {
      const entry = halves[2 * index] as number;
      let to = offsets[index] as number;
      const end = entries[entry + 1] as number;
      for (let from = entries[entry] as number; from < end; from += 1, to += 1) data[to] = dictionary[from] as number;
    }
    this.#offsets.push(spreadOffsetsOverNulls(offsets, rows));
    this.#data.push(data);
  }

  build(name: string, note: (text: string) => void): Column {
    if (this.#noteText !== null) note(this.#noteText);
    const offsets = joinedStripeOffsets(this.#offsets, this.place.what);
    const data = joinedStripeValues(this.#data, new Uint8Array(0)).slice();
    const validity = this.nulls.build();
    const rowCount = offsets.length - 1;
    const isBroken = this.#type === 'utf8' && !hasValidTexts({ rowCount, offset: 0, validity, offsets, values: data });
    if (isBroken) note('its texts are not all UTF-8, and are kept as bytes.');
    return { name, type: isBroken ? 'binary' : this.#type, validity, offsets, data };
  }
}
