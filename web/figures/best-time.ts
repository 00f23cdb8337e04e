import type { Summary } from '../../workers/model/statistics/summary';
import { formatMs } from './figures';
import { roundsText } from './interval-names';
import type { MeasuredFigures } from './rows';

/** What stands in the place of a time that the timer's step hides (rule 3). */
export const belowResolution = 'below the timer’s resolution';

/** The best time of an operation: `9.36 ms`. */
export const bestTimeText = ({ throughput, summary }: Pick<MeasuredFigures, 'throughput' | 'summary'>): string =>
  throughput === null ? belowResolution : formatMs(summary.bestMs);

/** The best time with the limits of the rounds, from three on: `9.36 ms (rounds from 9.36 ms to 9.41 ms)`. */
export function bestTimeOfRounds({ bestMs, range }: Pick<Summary, 'bestMs' | 'range'>): string {
  const rounds = range === null ? '' : ` (${roundsText(formatMs(range.lowMs), formatMs(range.highMs))})`;
  return `${formatMs(bestMs)}${rounds}`;
}
