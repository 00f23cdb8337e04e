import { eachPair } from '../../model/generated-scalars';
import { column, limitOf, purpose, type Range } from './draws';

/** The columns with nulls, in their order, and the words that decide. */
const nullable = {
  name: { column: column.name, purpose: purpose.null },
  quantity: { column: column.quantity, purpose: purpose.null },
  shipped: { column: column.shipped, purpose: purpose.null },
  note: { column: column.note, purpose: purpose.null },
} as const;
type NullableColumn = keyof typeof nullable;
export const nullableColumns = Object.keys(nullable) as NullableColumn[];

/** Which rows of a column are null. */
export interface Nulls {
  has(index: number): boolean;
  /** The bitmap of the other rows; null if no row is null. */
  validity(): Uint8Array | null;
}

/**
 * Each row is null with the probability `share`. If any row may be null, row i is null in the nullable column i: so the schema does not
 * depend on chance, however few the rows are, and the preview shows nulls.
 */
export function nulls({ seed, from, to }: Range, name: NullableColumn, share: number): Nulls {
  const limit = limitOf(share);
  const rows = to - from;
  const present = new Uint8Array(Math.ceil(rows / 8));
  let absentRows = 0;
  if (limit > 0) {
    const always = nullableColumns.indexOf(name) - from;
    eachPair({ seed, ...nullable[name] }, from, to, undefined, (index, draw) => {
      if (draw < limit || index === always) absentRows += 1;
      else present[index >> 3] = (present[index >> 3] as number) | (1 << (index & 7));
    });
  }
  return {
    has: (index) => absentRows > 0 && ((present[index >> 3] as number) & (1 << (index & 7))) === 0,
    validity: () => (absentRows > 0 ? present : null),
  };
}
