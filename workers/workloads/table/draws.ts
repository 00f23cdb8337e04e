/**
 * What the random words decide. `e2e/interop/formatlab_table.py` does the same in numpy. Key (seed, 0), counter (block, 0, column, purpose).
 * Words come in pairs, one pair for each row (`eachPair`), except where another unit is named.
 */
export const column = {
  /** Of each group of 64 rows: where its gap is, and how long. */
  id: 0,
  /** Whether a run starts here, and the value that it has. */
  category: 1,
  /** Which of the earlier names returns, in the second word. */
  name: 2,
  /** The jitter, in the second word. */
  created: 3,
  /** Which of the earlier amounts returns, in the second word. */
  amount: 4,
  /** As for categories. */
  quantity: 5,
  /** As for categories. */
  paid: 6,
  /** The days since the row was created, in the second word. */
  shipped: 7,
  /** Two blocks for each row: see `notes` in `texts.ts`. */
  note: 8,
} as const;

export const purpose = {
  value: 0,
  /** In the first word, whether the row is null. */
  null: 1,
  /** Of rows (column 0): whether a row left its place, and its rank among those that did. */
  order: 2,
  /** Of rows (column 0): whether a row repeats another, and which. */
  duplicate: 3,
  /** Of notes, the pool of standard sentences. */
  pool: 4,
  /** Of names and amounts, the keys of the order in which distinct values appear. */
  keys: 5,
} as const;

export const twoTo32 = 2 ** 32;

/** A word is below the limit with the probability `share`. */
export const limitOf = (share: number): number => Math.floor(share * twoTo32);

/** Runs, swaps and copies of rows never leave a block of this many rows, so that a slice needs no more rows than those of its blocks. */
export const blockRows = 65_536;
export const blockStart = (row: number): number => row - (row % blockRows);

/** Rows from `from` (inclusive) to `to` (exclusive). */
export interface Range {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
}
