import { codecDirections, factorOf, findFasterImplementations } from './report.mjs';

/** @import { CodecBenchCell } from '../../workers/model/codec-bench' */
/** @import { CodecDirection } from '../../workers/model/protocol/codec-loop' */
/** @import { Timing } from './measure-cell.mjs' */
/** @import { Judging } from './report.mjs' */

/**
 * Which figures are measured a second time before they count; fixed before any is taken, and the same for high and low ones, so that it leans to neither side. The limit on
 * any one factor is 1.8: from 1.6 on, or so far below 1, a figure is taken again, and so is one whose rounds don't agree, and where another implementation seems to be faster
 * than ours, both.
 */
const factorBeyond = 1.6;
const spreadBeyond = 1.1;

/** The second measurement, which counts whatever it says: at the end of the run, in new workers, on both sides, with so many times the rounds and time. */
const rounds = 2;
const time = 2;

/** @param {import('./report.mjs').Times} times */
export function isSuspicious(times) {
  const factor = factorOf(times);
  return factor > factorBeyond || factor < 1 / factorBeyond || (times.spread ?? 1) > spreadBeyond;
}

/**
 * The directions of each cell that have to be measured again, if any; `judging` as `findFasterImplementations` has it.
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
export const secondTiming = (timing) => ({
  ...timing,
  rounds: timing.rounds * rounds,
  warmUpMs: timing.warmUpMs * time,
  sampleMs: timing.sampleMs * time,
});

/**
 * The cell with what was measured again in place of what was suspicious.
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
