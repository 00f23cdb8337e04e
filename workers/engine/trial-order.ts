import { seededRandom, shuffled } from '../model/random';

/**
 * The order in which round `round` measures the cells 0 to `cellCount` - 1. Even rounds are shuffled by the seed; the odd round after each
 * uses the reverse order (rule 6), so that slow drift affects every pair of cells equally. The first two rounds are rotated to start with
 * cell `first`, a fast one, so that a figure appears soon.
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

/** The range of the rounds needs three (rule 8 of docs/measurement.md), so the page can show it before the second decoders run. */
const trialsBeforeSecondDecoders = 3;

/** The trial in which other implementations read the cell's file, counted from 0. */
export const secondDecodersTrial = (rounds: number): number =>
  Math.max(0, Math.min(trialsBeforeSecondDecoders, rounds - 1));
