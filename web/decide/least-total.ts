import type { Situation } from '../view/situation';
import type { Contender } from './contenders';
import type { TimedOperation } from './needed-operations';
import type { Timed } from './round-totals';
import { type CandidateFigures, totalOf } from './totals';

/**
 * The fastest of two rounds or more is at most this many times too slow: in the A/A tests of docs/measurement.md the largest error, with one
 * fresh worker for each side, was a factor of 2.1.
 */
const largestError = 3;

/**
 * If the time limit of the warm-up came first in each round, the code may not have been compiled in any: while other programs kept both cores
 * of a machine busy, the fastest of two such rounds was 10 times too slow.
 */
const largestErrorCold = 30;

/**
 * A total with the shortest times that its rounds allow (rule 26): a third of the measured ones, or a thirtieth where no round got warm; or no
 * time at all after a single round, which leaves the exact part of the total, the transfer.
 */
export function leastTotal(timed: Timed & Pick<Contender, 'neverWarm'>, situation: Situation): number {
  const { figures, neverWarm } = timed;
  const isSingle = fewestRounds([timed]) < 2;
  const least = (ms: number, operation: TimedOperation) =>
    ms * (isSingle ? 0 : 1 / (neverWarm.has(operation) ? largestErrorCold : largestError));
  const shortened: CandidateFigures = {
    ...figures,
    encodeMs: least(figures.encodeMs, 'encode'),
    decodeMs: least(figures.decodeMs, 'decode'),
    columnMs: figures.columnMs === null ? null : least(figures.columnMs, 'project'),
    lookupMs: figures.lookupMs === null ? null : least(figures.lookupMs, 'lookup'),
  };
  return totalOf(situation, shortened);
}

/** The fewest rounds in which an operation of these was measured. */
export function fewestRounds(timed: readonly Pick<Timed, 'roundBestMs'>[]): number {
  const counts = timed.flatMap(({ roundBestMs }) => Object.values(roundBestMs).map((rounds) => rounds.size));
  return Math.min(...counts);
}
