import type { MemoryUse } from '../../../own-file/memory-use';
import { ValidityBuilder } from '../../../own-file/column-builders';
import { readBooleans } from './byte-runs';
import type { Stripe } from './stripe';

/**
 * The rows of one column in one stripe, or the items of its lists. Only rows with a value are stored; `filled` counts them, and
 * `isFilled` is 1 for them, or null if all rows are stored.
 */
export interface PresentRows {
  readonly count: number;
  readonly isFilled: Uint8Array | null;
  readonly filled: number;
}

export const withoutNullRows = (count: number): PresentRows => ({ count, isFilled: null, filled: count });

type Numbers =
  | Uint8Array<ArrayBuffer>
  | Int8Array<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>
  | BigInt64Array<ArrayBuffer>;

/** The values of all rows, where rows without a value hold 0. `width` is the number of elements of each value. */
export function spreadOverNulls<T extends Numbers>(dense: T, { count, isFilled }: PresentRows, width = 1): T {
  if (isFilled === null) return dense;
  const values = new (dense.constructor as new (length: number) => T)(count * width);
  for (let row = 0, from = 0; row < count; row += 1) {
    if (isFilled[row] !== 1) continue;
    for (let index = 0; index < width; index += 1) values[row * width + index] = dense[from + index] as never;
    from += width;
  }
  return values;
}

/** One array of the elements of several; a single one as it is. */
export function joinedStripeValues<T extends Numbers>(pieces: readonly T[], empty: T): T {
  const [first = empty] = pieces;
  if (pieces.length <= 1) return first;
  const whole = new (first.constructor as new (length: number) => T)(
    pieces.reduce((sum, { length }) => sum + length, 0),
  );
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece as never, at);
    at += piece.length;
  }
  return whole;
}

/** The nulls of one column in all stripes. */
export class NullMask {
  readonly #memory: MemoryUse;
  /** For each stripe: the number of rows, and which are null if any is. */
  readonly #pieces: { readonly count: number; readonly isNull: Uint8Array | null }[] = [];

  constructor(memory: MemoryUse) {
    this.#memory = memory;
  }

  /**
   * Reads which of the rows are null.
   * @param rows the rows that the column around this one has values for
   * @returns the rows that this column has values for
   */
  read(stripe: Stripe, column: number, rows: PresentRows, what: string): PresentRows {
    const { count, isFilled: isGiven } = rows;
    const stream = stripe.optionalStream(column, 'present', what);
    if (stream === null) {
      this.#pieces.push({ count, isNull: null });
      return rows;
    }
    // What is read, which rows are filled, and which are null.
    this.#memory.add(3 * count);
    const present = readBooleans(stream, rows.filled, what);
    const isFilled = isGiven === null ? present : spreadOverNulls(present, rows);
    const isNull = new Uint8Array(count);
    let filled = 0;
    for (let row = 0; row < count; row += 1) {
      filled += isFilled[row] ?? 0;
      isNull[row] = isGiven === null || isGiven[row] === 1 ? 1 - (isFilled[row] ?? 0) : 0;
    }
    this.#pieces.push({ count, isNull });
    return { count, isFilled, filled };
  }

  /** The bitmap of a column; null if no row is null. */
  build(): Uint8Array | null {
    const validity = new ValidityBuilder(this.#pieces.reduce((sum, { count }) => sum + count, 0));
    let from = 0;
    for (const { count, isNull } of this.#pieces) {
      if (isNull !== null) for (let row = 0; row < count; row += 1) if (isNull[row] === 1) validity.setNull(from + row);
      from += count;
    }
    return validity.build();
  }
}
