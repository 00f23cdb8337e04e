import { eachPair } from '../../model/generated-scalars';
import { philoxBlock } from '../../model/philox';
import { purpose, type Range, twoTo32 } from './draws';

/** So many rows at the start of a table have one value each that no row before has: otherwise many of them would share one value. */
export const fewestDistinct = 50;

/** The number of distinct values in the first `rows` rows. It is exact, whatever is drawn. */
export const distinctCount = (rows: number, share: number): number => newest(rows - 1, share) + 1;

const newest = (row: number, share: number): number =>
  Math.max(Math.min(row, fewestDistinct - 1), Math.floor(share * row));

/**
 * The numbers of the distinct values of a column, row by row. A row brings a new value where {@link distinctCount} grows, and else repeats
 * an earlier one. The cube of a uniform number prefers the oldest values, so that their frequencies fall about as Zipf's law has it.
 */
export function eachDistinct(
  { seed, from, to }: Range,
  column: number,
  share: number,
  use: (index: number, value: number) => void,
): void {
  let before = newest(from - 1, share);
  eachPair({ seed, column }, from, to, undefined, (index, _first, second) => {
    const last = newest(from + index, share);
    const uniform = second / twoTo32;
    use(index, last > before ? last : Math.floor((last + 1) * (uniform * uniform * uniform)));
    before = last;
  });
}

/**
 * A permutation of the whole numbers below `count`, in no visible order: a Feistel network over the next power of 4, repeated until the
 * result is below `count`. Distinct values so look drawn at random, and stay distinct.
 */
export function permutation(seed: number, column: number, count: number): (value: number) => number {
  let halfBits = 1;
  while (4 ** halfBits < count) halfBits += 1;
  const half = 2 ** halfBits;
  const mask = half - 1;
  const [key0 = 0, key1 = 0, key2 = 0, key3 = 0] = philoxBlock([0, 0, column, purpose.keys], [seed, 0]);
  return (value) => {
    let found = value;
    do {
      // `%` of numbers beyond 2³¹ is many times slower.
      let left = Math.floor(found / half);
      let right = found - left * half;
      left ^= mixed(right ^ key0) & mask;
      right ^= mixed(left ^ key1) & mask;
      left ^= mixed(right ^ key2) & mask;
      right ^= mixed(left ^ key3) & mask;
      found = left * half + right;
    } while (found >= count);
    return found;
  };
}

function mixed(value: number): number {
  let bits = Math.imul(value, 0x9e3779b1);
  bits ^= bits >>> 15;
  bits = Math.imul(bits, 0x85ebca6b);
  return bits ^ (bits >>> 13);
}
