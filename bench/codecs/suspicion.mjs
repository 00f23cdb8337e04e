import { codecDirections, factorOf, findFasterImplementations } from './report.mjs';

/** @import { CodecBenchCell } from '../../workers/model/codec-bench' */
/** @import { CodecDirection } from '../../workers/model/protocol/codec-loop' */
/** @import { Timing } from './measure-cell.mjs' */
/** @import { Judging } from './report.mjs' */

/**
 * Decides which figures are measured a second time before they count. The rule is fixed before any measurement and treats high and low figures alike, so that it favours
 * neither side. A figure is measured again if its factor is above 1.6 or below 1 / 1.6 (the limit for one factor is 1.8), or if its rounds disagree. If another
 * implementation seems faster than ours, both are measured again.
 */
const factorBeyond = 1.6;
const spreadBeyond = 1.1;

/** The second measurement replaces the first, whatever its result. It takes place at the end of the run, in new workers, on both sides, with these multiples of the rounds and of the time. */
const rounds = 2;
const time = 2;

/** @param {import('./report.mjs').Times} times */
export function isSuspicious(times) {
  const factor = factorOf(times);
  return factor > factorBeyond || factor < 1 / factorBeyond || (times.spread ?? 1) > spreadBeyond;
}

/**
 * The directions of each cell that have to be measured again; an empty list if none has. `judging` is as in `findFasterImplementations`.
 * @param {CodecBenchCell[]} cells
 * @param {Judging} judging
 */
export function suspiciousDirections(cells, judging) {
  const all = new Map(
    cells.map((cell) => [
      cell,
      codecDirections.filter((direction) => cell[direction] !== null && isSuspicious(cell[direction])),
    ]),
  );
  for (const { cell, direction, ours } of findFasterImplementations(cells, judging).faster)
    for (const one of [cell, ours]) all.set(one, [...new Set([...(all.get(one) ?? []), direction])]);
  return all;
}

/** @type {(timing: Timing) => Timing} */
export const repeatedTiming = (timing) => ({
  ...timing,
  rounds: timing.rounds * rounds,
  warmUpMs: timing.warmUpMs * time,
  sampleMs: timing.sampleMs * time,
});

/**
 * The cell with its suspicious times replaced by the second measurement.
 * @param {CodecBenchCell} cell
 * @param {CodecBenchCell} second
 * @param {CodecDirection[]} measuredAgain
 * @returns {CodecBenchCell}
 */
export function withSecondMeasurement(cell, second, measuredAgain) {
  return {
    ...cell,
    ...Object.fromEntries(measuredAgain.map((direction) => [direction, { ...second[direction], again: true }])),
  };
}
