import { seededRandom } from '../random';

/** Up to this many pairs, all 2¹² assignments of signs are tried. */
const exactPairs = 12;
const sampledFlips = 20_000;

/**
 * Two-sided p-value of the hypothesis that the differences are symmetric around 0: the share of all assignments of signs whose mean is at
 * least as far from 0 as the observed one. Exact up to 12 differences; beyond that, from 20,000 seeded draws (the observed assignment
 * included). The smallest possible p of n differences is 2^(1-n).
 */
export function signFlipP(differences: readonly number[], seed: number): number {
  const { asFar, of } = countAsFar(differences, seed, Number.POSITIVE_INFINITY);
  return asFar / of;
}

/**
 * True if `signFlipP` is below the level. It stops counting once p can't be below it any more, which takes a few draws for most differences
 * ([Besag and Clifford 1991](https://doi.org/10.1093/biomet/78.2.301)).
 */
export function isSignFlipBelow(differences: readonly number[], level: number, seed: number): boolean {
  const { asFar, of } = countAsFar(differences, seed, level);
  return asFar / of < level;
}

/** How many assignments of signs are as far from 0 as the observed one, of how many. Counting ends once their share has reached `level`. */
function countAsFar(
  differences: readonly number[],
  seed: number,
  level: number,
): { readonly asFar: number; readonly of: number } {
  if (differences.length === 0) return { asFar: 1, of: 1 };
  const seen = Math.abs(differences.reduce((sum, difference) => sum + difference, 0));
  // Allow for rounding: sums of the same numbers in another order differ in their last bits.
  const limit = seen - 1e-12 * differences.reduce((sum, difference) => sum + Math.abs(difference), 0);
  return differences.length <= exactPairs
    ? countExactly(differences, limit, level)
    : countSampled(differences, limit, seed, level);
}

function countExactly(differences: readonly number[], limit: number, level: number) {
  const of = 2 ** differences.length;
  let asFar = 0;
  for (let signs = 0; signs < of && asFar < level * of; signs += 1) {
    let sum = 0;
    for (let index = 0; index < differences.length; index += 1)
      sum += ((signs >> index) & 1) === 1 ? -(differences[index] ?? 0) : (differences[index] ?? 0);
    if (Math.abs(sum) >= limit) asFar += 1;
  }
  return { asFar, of };
}

function countSampled(differences: readonly number[], limit: number, seed: number, level: number) {
  const of = sampledFlips + 1;
  const random = seededRandom(seed);
  let asFar = 1;
  for (let flip = 0; flip < sampledFlips && asFar < level * of; flip += 1) {
    let sum = 0;
    for (const difference of differences) sum += random.next() < 0.5 ? -difference : difference;
    if (Math.abs(sum) >= limit) asFar += 1;
  }
  return { asFar, of };
}
