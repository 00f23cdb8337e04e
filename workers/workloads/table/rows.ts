import { eachPair } from '../../model/generated-scalars';
import { blockRows, blockStart, limitOf, purpose, type Range, twoTo32 } from './draws';

const rowColumn = 0;
/** So many rows at the start of each block are never copies: there must be something to copy. */
const originalRows = 16;

/**
 * The place of each row in the order of id and time; null if all rows are in their own places. Rows leave their places with the probability
 * 1 − `sortedness`, and those of one block take each other's.
 */
export function placesOf({ seed, from, to }: Range, sortedness: number): Float64Array | null {
  const limit = limitOf(sortedness);
  if (limit >= twoTo32) return null;
  const places = Float64Array.from({ length: to - from }, (_, index) => from + index);
  for (let start = blockStart(from); start < to; start += blockRows) {
    const left: number[] = [];
    // The rank in the high bits, the row in the low ones: together below 2⁵³, and no two are equal.
    const ranked: number[] = [];
    eachPair(
      { seed, column: rowColumn, purpose: purpose.order },
      start,
      start + blockRows,
      undefined,
      (row, draw, rank) => {
        if (draw < limit) return;
        left.push(row);
        ranked.push(rank * blockRows + row);
      },
    );
    const order = Float64Array.from(ranked).sort();
    left.forEach((row, index) => {
      const at = start + row - from;
      if (at >= 0 && at < places.length) places[at] = start + ((order[index] as number) % blockRows);
    });
  }
  return places;
}

/** The row of which each row is a copy, which is mostly the row itself. Only earlier rows of the same block are copied. */
export function copiedRows({ seed, from, to }: Range, duplicateShare: number): Float64Array {
  const limit = limitOf(duplicateShare);
  const start = blockStart(from);
  const copied = new Float64Array(to - start);
  eachPair({ seed, column: rowColumn, purpose: purpose.duplicate }, start, to, undefined, (index, draw, which) => {
    const inBlock = index % blockRows;
    const copies = inBlock >= originalRows && draw < limit;
    // An earlier row that is a copy itself has its own row in `copied` already.
    copied[index] = copies
      ? (copied[index - inBlock + Math.floor((which * inBlock) / twoTo32)] as number)
      : start + index;
  });
  return copied.subarray(from - start);
}

/** Calls `use` with the word that decides each row's value: that of the row where its run started. */
export function eachInRuns(
  { seed, from, to }: Range,
  column: number,
  runLength: number,
  use: (index: number, word: number) => void,
): void {
  const limit = limitOf(1 / runLength);
  const start = limit >= twoTo32 ? from : blockStart(from);
  let word = 0;
  eachPair({ seed, column }, start, to, undefined, (index, draw, value) => {
    const row = start + index;
    if (draw < limit || row % blockRows === 0) word = value;
    if (row >= from) use(row - from, word);
  });
}
