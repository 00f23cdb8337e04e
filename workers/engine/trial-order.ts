import { seededRandom, shuffled } from '../model/random';

/**
 * The order in which round `round` measures the cells 0 to `cellCount` - 1: shuffled by the seed in even rounds, the same backwards in the
 * odd round after (rule 6), so that slow drift weighs on every pair of cells from both sides. In the first pair of rounds the shuffled order is turned so
 * that it begins with cell `first`, a quick one: someone waits for the first figure.
 */
export function trialOrder(cellCount: number, round: number, seed: number, first = 0): number[] {
  const random = seededRandom((seed ^ Math.imul((round >> 1) + 1, 0x9e3779b1)) >>> 0);
  const order = shuffled(
    Array.from({ length: cellCount }, (_, index) => index),
    random,
  );
  const start = round < 2 ? Math.max(0, order.indexOf(first)) : 0;
  const turned = [...order.slice(start), ...order.slice(0, start)];
  return round % 2 === 0 ? turned : turned.reverse();
}
