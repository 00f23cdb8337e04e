import { errorOfQuotient } from '../../workers/model/statistics/predicted-size';
import type { SampledCell } from './sampled-cells';

/** What is to be smallest: the file, or the time to write it, send it and read it once over a link of 10 MB/s. */
export const goals = ['size', 'total'] as const;
export type Goal = (typeof goals)[number];

const linkBytesPerMs = 1e4;

/** How the answer from a sample compares with that of the whole file. `open`: the limits of the sizes do not say which candidate is best. */
export interface SampledWinner {
  readonly goal: Goal;
  readonly fromSample: string;
  readonly ofWhole: string;
  readonly outcome: 'right' | 'wrong' | 'open';
}

/** Times are those of the reference machine's table for all of the data, so that nothing is timed here. */
function totalOf(goal: Goal, { callsMs }: SampledCell, bytes: number): number {
  return goal === 'size' ? bytes : callsMs + (2 * bytes) / linkBytesPerMs;
}

const least = (cells: readonly SampledCell[], of: (cell: SampledCell) => number): SampledCell => {
  const [best] = cells.toSorted((a, b) => of(a) - of(b));
  if (best === undefined) throw new Error('There is no candidate.');
  return best;
};

/** The best candidate by the predicted sizes of one sample, and by the true sizes. All cells are of that sample. */
export function winnerOf(goal: Goal, cells: readonly SampledCell[]): SampledWinner {
  const best = least(cells, (cell) => totalOf(goal, cell, cell.predicted.bytes));
  const whole = least(cells, (cell) => totalOf(goal, cell, cell.trueBytes));
  const isOpen = cells.some((rival) => rival !== best && couldBeAhead(goal, rival, best));
  return {
    goal,
    fromSample: best.candidate,
    ofWhole: whole.candidate,
    outcome: isOpen ? 'open' : best === whole ? 'right' : 'wrong',
  };
}

/** As the answer says it (rule 32): with some size of the best one that is possible, and some quotient of both. */
function couldBeAhead(goal: Goal, rival: SampledCell, best: SampledCell): boolean {
  const error = errorOfQuotient(rival.predicted, best.predicted);
  const { bytes, limits } = best.predicted;
  if (error === null || limits === null) return true;
  return [limits.low / bytes, 1, limits.high / bytes].some(
    (factor) =>
      totalOf(goal, rival, (rival.predicted.bytes * factor) / error) <
      totalOf(goal, best, best.predicted.bytes * factor),
  );
}
