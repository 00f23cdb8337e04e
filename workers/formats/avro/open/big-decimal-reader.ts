import { DamagedInput } from '../../../model/damaged-input';
import { type Column, decimalWordCount, maxDecimalPrecision } from '../../../model/column';
import { integerToWords } from '../../../model/decimal';
import { BinaryDecoder } from './binary-decoder';
import type { MemoryUse } from '../../../own-file/memory-use';
import { BytesReader, type ColumnBuildContext, twosComplementInteger, type ValueReader } from './value-readers';

/** `integer` is null if it has more bytes than any decimal that a column holds. */
interface BigDecimal {
  readonly integer: bigint | null;
  readonly scale: number;
}

/**
 * Decimals of which each states its own scale (Avro specification 1.12, “Decimal”, big-decimal): in the bytes of a value lie those of the integer,
 * with their number in front, and the scale as an int. The column has the largest scale, in which all values are exact. If no decimal of
 * 76 digits holds all, the bytes are kept.
 */
export class BigDecimalReader implements ValueReader {
  readonly #stored: BytesReader;
  #largestScale = 0;
  #smallestScale = Number.POSITIVE_INFINITY;
  #integerDigits = 1;
  #fits = true;

  constructor(memory: MemoryUse) {
    this.#stored = new BytesReader(memory, 'binary');
  }

  read(decoder: BinaryDecoder): void {
    const start = decoder.at;
    const { integer, scale } = parsed(decoder.sizedBytes());
    decoder.at = start;
    this.#stored.read(decoder);
    this.#largestScale = Math.max(this.#largestScale, scale);
    this.#smallestScale = Math.min(this.#smallestScale, scale);
    if (integer === null) this.#fits = false;
    else if (integer !== 0n) this.#integerDigits = Math.max(this.#integerDigits, digitsOf(integer) - scale);
  }

  readNothing(): void {
    this.#stored.readNothing();
  }

  build(context: ColumnBuildContext): Column {
    const stored = this.#stored.build(context);
    if (stored.type !== 'binary') throw new Error('The bytes became another column.');
    const scale = this.#largestScale;
    const precision = this.#integerDigits + scale;
    if (!this.#fits || precision > maxDecimalPrecision) {
      context.note(
        `no decimal of ${maxDecimalPrecision} digits holds all of its big decimals, whose bytes are kept as they are stored.`,
      );
      return stored;
    }
    const { name, validity, offsets, data } = stored;
    const rowCount = offsets.length - 1;
    const words = decimalWordCount(precision);
    const values = new BigInt64Array(rowCount * words);
    for (let row = 0; row < rowCount; row += 1) {
      const bytes = data.subarray(offsets[row], offsets[row + 1]);
      // A null row has no bytes.
      if (bytes.length === 0) continue;
      const value = parsed(bytes as Uint8Array<ArrayBuffer>);
      // A zero may have a scale that no power of ten is raised to.
      const integer = value.integer === 0n ? 0n : (value.integer ?? 0n) * 10n ** BigInt(scale - value.scale);
      integerToWords(integer, values, row, words);
    }
    if (this.#smallestScale < scale)
      context.note(
        `its big decimals have ${this.#smallestScale} to ${scale} digits after the point. All have ${scale} now, with zeros added at the end.`,
      );
    return { name, type: 'decimal', precision, scale, validity, values };
  }
}

function parsed(bytes: Uint8Array<ArrayBuffer>): BigDecimal {
  const decoder = new BinaryDecoder(bytes);
  const digits = decoder.sizedBytes();
  const scale = decoder.int();
  if (digits.length === 0 || decoder.left > 0) throw new DamagedInput('holds a big decimal that is not whole');
  return { integer: twosComplementInteger(digits), scale };
}

const digitsOf = (integer: bigint) => (integer < 0n ? -integer : integer).toString().length;
