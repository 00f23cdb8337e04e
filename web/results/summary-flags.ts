import type { SummaryFlag } from '../../workers/model/statistics/summary';
import { formatCount } from '../figures/figures';

/** Marks beside a figure, and what they mean. */
export const flagTexts: Readonly<
  Record<SummaryFlag, { readonly mark: string; readonly label: string; readonly explanation: string }>
> = {
  belowResolution: {
    mark: 'r',
    label: 'below timer resolution',
    explanation: 'The timer’s step hides the time: too many samples are equal or zero.',
  },
  notWarm: {
    mark: 'w',
    label: 'not warm',
    explanation: 'The cap ended a warm-up before two windows agreed within 5 %: later calls may be faster.',
  },
  outliers: {
    mark: 'o',
    label: 'outliers',
    explanation: 'Some samples lie far above the rest. They are kept; the best sample does not feel them.',
  },
};

/** The same below a figure: `scaled from a sample of 1,000 of 246,469 items`. */
export const scaledFromSampleText = (items: number, itemCount: number | null): string =>
  `scaled from an even sample of ${formatCount(items)}${itemCount === null ? '' : ` of ${formatCount(itemCount)}`} items`;

/** Where not all items were measured. */
export function sampleNote(items: number, itemCount: number | null): string {
  return `Measured on an evenly spread sample of ${formatCount(items)}${itemCount === null ? '' : ` of ${formatCount(itemCount)}`} items; size and times are scaled to all of them.`;
}
