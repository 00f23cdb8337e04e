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
  if (differences.length === 0) return 1;
  const seen = Math.abs(differences.reduce((sum, difference) => sum + difference, 0));
  // Allow for rounding: sums of the same numbers in another order differ in their last bits.
  const limit = seen - 1e-12 * differences.reduce((sum, difference) => sum + Math.abs(difference), 0);
  return differences.length <= exactPairs ? exactP(differences, limit) : sampledP(differences, limit, seed);
}

function exactP(differences: readonly number[], limit: number): number {
  const assignments = 2 ** differences.length;
  let asFar = 0;
  for (let signs = 0; signs < assignments; signs += 1) {
    let sum = 0;
    for (let index = 0; index < differences.length; index += 1)
      sum += ((signs >> index) & 1) === 1 ? -(differences[index] ?? 0) : (differences[index] ?? 0);
    if (Math.abs(sum) >= limit) asFar += 1;
  }
  return asFar / assignments;
}

function sampledP(differences: readonly number[], limit: number, seed: number): number {
  const random = seededRandom(seed);
  let asFar = 1;
  for (let flip = 0; flip < sampledFlips; flip += 1) {
    let sum = 0;
    for (const difference of differences) sum += random.next() < 0.5 ? -difference : difference;
    if (Math.abs(sum) >= limit) asFar += 1;
  }
  return asFar / (sampledFlips + 1);
}
