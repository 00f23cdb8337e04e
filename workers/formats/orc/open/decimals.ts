import { DamagedInput } from '../../../model/damaged-input';
import { type Column, decimalWordCount } from '../../../model/column';
import { integerToWords } from '../../../model/decimal';
import { tooManyValuesError } from './byte-runs';
import { readIntegers } from './integer-runs';
import { joinedStripeValues, type PresentRows, spreadOverNulls } from './rows';
import type { Stripe } from './stripe';
import { type ColumnContext, StreamColumnReader } from './value-readers';

/** No decimal of 38 digits has more, at seven bits each, with its sign. */
const maxVarintBytes = 19;
/** A double holds 53 bits exactly, which are seven groups of seven bits. */
const groupsOfPart = 7;

/** Decimals of up to 38 digits: integers of any size, and the scale of each. */
export class DecimalColumnReader extends StreamColumnReader {
  readonly #pieces: BigInt64Array<ArrayBuffer>[] = [];
  readonly #precision: number;
  readonly #scale: number;

  constructor(place: ColumnContext, type: { readonly precision: number; readonly scale: number }) {
    super(place);
    this.#precision = type.precision;
    this.#scale = type.scale;
  }

  protected readValues(stripe: Stripe, rows: PresentRows): void {
    const { id, what, memory } = this.place;
    const wordCount = decimalWordCount(this.#precision);
    memory.add(8 * (wordCount + 1) * rows.count);
    const { version } = stripe.encoding(id, what);
    const scales = readIntegers(
      this.stream(stripe, 'secondary', rows.filled),
      rows.filled,
      { version, signed: true },
      what,
    );
    const stream = this.stream(stripe, 'data', rows.filled);
    const limit = 10n ** BigInt(this.#precision);
    const words = new BigInt64Array(wordCount * rows.filled);
    const integers = new BigVarints(stream, rows.filled, what);
    for (let row = 0; row < rows.filled; row += 1) {
      const stored = integers.next();
      const scale = scales[2 * row] as number;
      const integer = scale === this.#scale ? stored : rescaled(stored, this.#scale - scale);
      if (integer === null || integer >= limit || -integer >= limit)
        throw new DamagedInput(
          `has a decimal in ${what} that does not fit its type, decimal(${this.#precision}, ${this.#scale})`,
        );
      integerToWords(integer, words, row, wordCount);
    }
    integers.checkEnd();
    this.#pieces.push(spreadOverNulls(words, rows, wordCount));
  }

  build(name: string): Column {
    const values = joinedStripeValues(this.#pieces, new BigInt64Array(0));
    return {
      name,
      type: 'decimal',
      precision: this.#precision,
      scale: this.#scale,
      validity: this.nulls.build(),
      values,
    };
  }
}

/** The integer with so many more digits after the point; null if that is not exact, or larger than any decimal. */
function rescaled(integer: bigint, digits: number): bigint | null {
  if (integer === 0n) return 0n;
  if (Math.abs(digits) > 2 * 38) return null;
  if (digits >= 0) return integer * 10n ** BigInt(digits);
  const divisor = 10n ** BigInt(-digits);
  return integer % divisor === 0n ? integer / divisor : null;
}

/** Zigzag integers of more than 64 bits, in groups of seven bits, the lowest first. */
class BigVarints {
  readonly #stream: Uint8Array<ArrayBuffer>;
  readonly #count: number;
  readonly #what: string;
  #at = 0;

  constructor(stream: Uint8Array<ArrayBuffer>, count: number, what: string) {
    this.#stream = stream;
    this.#count = count;
    this.#what = what;
  }

  next(): bigint {
    let integer = 0n;
    let [part, scale] = [0, 1];
    for (let index = 0; index < maxVarintBytes; index += 1) {
      const byte = this.#stream[this.#at];
      if (byte === undefined)
        throw new DamagedInput(
          `has fewer decimals in ${this.#what} than the ${this.#count.toLocaleString('en')} that it claims`,
        );
      this.#at += 1;
      if (index > 0 && index % groupsOfPart === 0) {
        integer |= BigInt(part) << BigInt(7 * (index - groupsOfPart));
        [part, scale] = [0, 1];
      }
      part += (byte & 0x7f) * scale;
      scale *= 0x80;
      if (byte >= 0x80) continue;
      integer |= BigInt(part) << BigInt(7 * (index - (index % groupsOfPart)));
      return (integer >> 1n) ^ -(integer & 1n);
    }
    throw new DamagedInput(`has a decimal in ${this.#what} of more than 38 digits`);
  }

  checkEnd(): void {
    if (this.#at < this.#stream.length) throw tooManyValuesError(this.#what, this.#count);
  }
}
