import { seededRandom, shuffled } from '../model/random';

/**
 * The order in which round `round` visits the cells 0 to `cellCount` - 1: shuffled by the seed in even rounds, the same backwards in the
 * odd round after (rule 6), so that slow drift weighs on every pair of cells from both sides.
 */
export function visitOrder(cellCount: number, round: number, seed: number): number[] {
  const random = seededRandom((seed ^ Math.imul((round >> 1) + 1, 0x9e3779b1)) >>> 0);
  const order = shuffled(
    Array.from({ length: cellCount }, (_, index) => index),
    random,
  );
  return round % 2 === 0 ? order : order.reverse();
}
