import { DamagedInput } from '../../../model/damaged-input';
import { type Column, decimalWordCount, listItemColumnName, type TimeUnit } from '../../../model/column';
import { integerToWords } from '../../../model/decimal';
import { hasValidTexts } from '../../../own-file/arrow-texts';
import { VariableWidthBuilder, ValidityBuilder } from '../../../own-file/column-builders';
import type { MemoryUse } from '../../../own-file/memory-use';
import type { BinaryDecoder } from './binary-decoder';
import { GrowingBytes, GrowingInts } from './growing';

export interface ColumnBuildContext {
  readonly name: string;
  /** Bitmap of the rows that hold a value; null if all do. */
  readonly validity: Uint8Array | null;
  readonly note: (text: string) => void;
}

/** Appends the values of one column, or of a part of one. */
export interface ValueReader {
  read: (decoder: BinaryDecoder) => void;
  /** Appends what a null row holds: 0 or nothing. */
  readNothing: () => void;
  build: (context: ColumnBuildContext) => Column;
}

/** A type with no values but null. */
export class NullReader implements ValueReader {
  readonly #memory: MemoryUse;
  #rowCount = 0;

  constructor(memory: MemoryUse) {
    this.#memory = memory;
  }

  read(): void {
    // The offset of the row, and the bit that says that it is null.
    this.#memory.add(5);
    this.#rowCount += 1;
  }

  readNothing(): void {
    this.read();
  }

  build({ name, note }: ColumnBuildContext): Column {
    note('it holds only nulls and is stored as text.');
    const validity = new Uint8Array((this.#rowCount + 7) >> 3);
    return { name, type: 'utf8', validity, offsets: new Int32Array(this.#rowCount + 1), data: new Uint8Array(0) };
  }
}

export class BooleanReader implements ValueReader {
  readonly #values: GrowingBytes;

  constructor(memory: MemoryUse) {
    this.#values = new GrowingBytes(memory);
  }

  read(decoder: BinaryDecoder): void {
    const value = decoder.u8();
    if (value > 1) throw new DamagedInput(`holds a boolean of ${value}, which must be 0 or 1`);
    this.#values.u8(value);
  }

  readNothing(): void {
    this.#values.u8(0);
  }

  build({ name, validity }: ColumnBuildContext): Column {
    return { name, type: 'bool', validity, values: this.#values.finish() };
  }
}

/** Numbers of 32 bits: integers and dates. */
export class IntReader implements ValueReader {
  readonly #values: GrowingInts;
  readonly #type: 'int32' | 'date';

  constructor(memory: MemoryUse, type: 'int32' | 'date') {
    this.#values = new GrowingInts(memory);
    this.#type = type;
  }

  read(decoder: BinaryDecoder): void {
    this.#values.push(decoder.int());
  }

  readNothing(): void {
    this.#values.push(0);
  }

  build({ name, validity }: ColumnBuildContext): Column {
    return { name, type: this.#type, validity, values: this.#values.take() };
  }
}

type LongType =
  | { readonly type: 'int64' }
  | { readonly type: 'time'; readonly unit: TimeUnit }
  | { readonly type: 'timestamp'; readonly unit: TimeUnit; readonly timeZone: string | null };

/** Numbers that are kept in 64 bits: integers and ticks. `bits` is the size that they have in the file. */
export class LongReader implements ValueReader {
  readonly #halves: GrowingInts;
  readonly #type: LongType;
  readonly #bits: 32 | 64;

  constructor(memory: MemoryUse, type: LongType, bits: 32 | 64) {
    this.#halves = new GrowingInts(memory);
    this.#type = type;
    this.#bits = bits;
  }

  read(decoder: BinaryDecoder): void {
    if (this.#bits === 32) decoder.int();
    else decoder.readLong();
    this.#halves.push(decoder.low);
    this.#halves.push(decoder.high);
  }

  readNothing(): void {
    this.#halves.push(0);
    this.#halves.push(0);
  }

  build({ name, validity }: ColumnBuildContext): Column {
    return { name, ...this.#type, validity, values: new BigInt64Array(this.#halves.take().buffer) };
  }
}

/** Floating-point numbers, whose bytes are copied, since arithmetic could lose the payloads of NaNs. */
export class FloatReader implements ValueReader {
  readonly #values: GrowingBytes;
  readonly #type: 'float32' | 'float64';

  constructor(memory: MemoryUse, type: 'float32' | 'float64') {
    this.#values = new GrowingBytes(memory);
    this.#type = type;
  }

  get #width(): number {
    return this.#type === 'float32' ? 4 : 8;
  }

  read(decoder: BinaryDecoder): void {
    this.#values.raw(decoder.raw(this.#width));
  }

  readNothing(): void {
    this.#values.zeros(this.#width);
  }

  build({ name, validity }: ColumnBuildContext): Column {
    const { buffer } = this.#values.finish();
    return this.#type === 'float32'
      ? { name, type: 'float32', validity, values: new Float32Array(buffer) }
      : { name, type: 'float64', validity, values: new Float64Array(buffer) };
  }
}

/** Texts, or bytes of any size. `sizeBytes` is the size of each value, or null if each states its own. */
export class BytesReader implements ValueReader {
  readonly #data: GrowingBytes;
  readonly #offsets: GrowingInts;
  readonly #type: 'utf8' | 'binary';
  readonly #sizeBytes: number | null;

  constructor(memory: MemoryUse, type: 'utf8' | 'binary', sizeBytes: number | null = null) {
    this.#data = new GrowingBytes(memory);
    this.#offsets = new GrowingInts(memory);
    this.#offsets.push(0);
    this.#type = type;
    this.#sizeBytes = sizeBytes;
  }

  read(decoder: BinaryDecoder): void {
    this.#data.raw(this.#sizeBytes === null ? decoder.sizedBytes() : decoder.raw(this.#sizeBytes));
    this.#offsets.push(this.#data.length);
  }

  readNothing(): void {
    this.#offsets.push(this.#data.length);
  }

  build({ name, validity, note }: ColumnBuildContext): Column {
    const [offsets, data] = [this.#offsets.take(), this.#data.finish()];
    const rowCount = offsets.length - 1;
    const isBroken = this.#type === 'utf8' && !hasValidTexts({ rowCount, offset: 0, validity, offsets, values: data });
    if (isBroken) note('its texts are not all UTF-8, and are kept as bytes.');
    return { name, type: isBroken ? 'binary' : this.#type, validity, offsets, data };
  }
}

export class FixedReader implements ValueReader {
  readonly #data: GrowingBytes;
  readonly #width: number;

  constructor(memory: MemoryUse, width: number) {
    this.#data = new GrowingBytes(memory);
    this.#width = width;
  }

  read(decoder: BinaryDecoder): void {
    this.#data.raw(decoder.raw(this.#width));
  }

  readNothing(): void {
    this.#data.zeros(this.#width);
  }

  build({ name, validity }: ColumnBuildContext): Column {
    return { name, type: 'fixedBinary', width: this.#width, validity, data: this.#data.finish() };
  }
}

/** Integers in two's complement, the most significant byte first, in units of 10^−scale. `sizeBytes` is null if each value states its size. */
export class DecimalReader implements ValueReader {
  readonly #words: GrowingBytes;
  readonly #precision: number;
  readonly #scale: number;
  readonly #sizeBytes: number | null;
  readonly #limit: bigint;
  readonly #one: BigInt64Array<ArrayBuffer>;

  constructor(
    memory: MemoryUse,
    type: { readonly precision: number; readonly scale: number },
    sizeBytes: number | null,
  ) {
    this.#words = new GrowingBytes(memory);
    this.#precision = type.precision;
    this.#scale = type.scale;
    this.#sizeBytes = sizeBytes;
    this.#limit = 10n ** BigInt(type.precision);
    this.#one = new BigInt64Array(decimalWordCount(type.precision));
  }

  read(decoder: BinaryDecoder): void {
    const integer = twosComplementInteger(
      this.#sizeBytes === null ? decoder.sizedBytes() : decoder.raw(this.#sizeBytes),
    );
    if (integer === null || integer >= this.#limit || -integer >= this.#limit)
      throw new DamagedInput(`holds a decimal that does not have the ${this.#precision} digits of its type`);
    integerToWords(integer, this.#one, 0, this.#one.length);
    this.#words.raw(new Uint8Array(this.#one.buffer));
  }

  readNothing(): void {
    this.#words.zeros(this.#one.byteLength);
  }

  build({ name, validity }: ColumnBuildContext): Column {
    return {
      name,
      type: 'decimal',
      precision: this.#precision,
      scale: this.#scale,
      validity,
      values: new BigInt64Array(this.#words.finish().buffer),
    };
  }
}

/** No decimal of 76 digits has more. */
const maxIntegerBytes = 32;

/** An integer in two's complement, the most significant byte first. Null if there are no bytes, or more than any decimal needs. Bytes that only repeat the sign are passed over. */
export function twosComplementInteger(bytes: Uint8Array): bigint | null {
  const [first] = bytes;
  if (first === undefined) return null;
  const sign = first >= 0x80 ? 0xff : 0;
  let from = 0;
  while (from < bytes.length - 1 && bytes[from] === sign && ((bytes[from + 1] ?? 0) & 0x80) === (sign & 0x80))
    from += 1;
  if (bytes.length - from > maxIntegerBytes) return null;
  let integer = sign === 0 ? 0n : -1n;
  for (const byte of bytes.subarray(from)) integer = (integer << 8n) | BigInt(byte);
  return integer;
}

export class EnumReader implements ValueReader {
  readonly #indices: GrowingInts;
  readonly #symbols: readonly string[];

  constructor(memory: MemoryUse, symbols: readonly string[]) {
    this.#indices = new GrowingInts(memory);
    this.#symbols = symbols;
  }

  read(decoder: BinaryDecoder): void {
    const index = decoder.int();
    if (index < 0 || index >= this.#symbols.length)
      throw new DamagedInput(`takes symbol ${index} of an enum of ${this.#symbols.length}`);
    this.#indices.push(index);
  }

  readNothing(): void {
    this.#indices.push(0);
  }

  build({ name, validity }: ColumnBuildContext): Column {
    const categories = new VariableWidthBuilder(this.#symbols.length);
    for (const symbol of this.#symbols) categories.appendText(symbol);
    return {
      name,
      type: 'category',
      ordered: false,
      validity,
      indices: this.#indices.take(),
      categories: categories.build(listItemColumnName, 'utf8', null),
    };
  }
}

/** A union of null and another type, or of one type only. `nullIndex` is the place of null; −1 without it. */
export class UnionReader implements ValueReader {
  readonly #inner: ValueReader;
  readonly #nullIndex: number;
  readonly #branchCount: number;
  readonly #nulls: GrowingBytes;

  constructor(memory: MemoryUse, inner: ValueReader, nullIndex: number) {
    this.#inner = inner;
    this.#nullIndex = nullIndex;
    this.#branchCount = nullIndex < 0 ? 1 : 2;
    this.#nulls = new GrowingBytes(memory);
  }

  read(decoder: BinaryDecoder): void {
    const index = decoder.long();
    if (!(index >= 0 && index < this.#branchCount))
      throw new DamagedInput(`takes type ${index} of a union of ${this.#branchCount}`);
    const isNull = index === this.#nullIndex;
    this.#nulls.u8(isNull ? 1 : 0);
    if (isNull) this.#inner.readNothing();
    else this.#inner.read(decoder);
  }

  readNothing(): void {
    this.#nulls.u8(0);
    this.#inner.readNothing();
  }

  build(context: ColumnBuildContext): Column {
    const nulls = this.#nulls.finish();
    const validity = new ValidityBuilder(nulls.length);
    for (let row = 0; row < nulls.length; row += 1) if (nulls[row] === 1) validity.setNull(row);
    return this.#inner.build({ ...context, validity: validity.build() });
  }
}
