import type { SummaryFlag } from '../../workers/model/statistics/summary';
import { belowResolution } from '../figures/best-time';
import { formatCount } from '../figures/figures';
import type { CompletedRow } from '../figures/rows';
import { predictedRange } from '../figures/whole-file-words';

/** The letter that the table shows beside a figure with a flag, the flag's name, and its explanation. */
export const flagTexts: Readonly<
  Record<SummaryFlag, { readonly mark: string; readonly label: string; readonly explanation: string }>
> = {
  belowResolution: {
    mark: 'r',
    label: belowResolution,
    explanation: 'The time is too short for the browser’s timer: too many samples are equal or zero.',
  },
  notWarm: {
    mark: 'w',
    label: 'not warm',
    explanation:
      'The warm-up reached its time limit while times still changed by more than 5 %. Later calls may be faster.',
  },
  outliers: {
    mark: 'o',
    label: 'outliers',
    explanation: 'Some samples are far slower than the rest. They are kept, and do not affect the best sample.',
  },
};

/** A short note below a figure: `scaled from an even sample of 1,000 of 246,469 items`. */
const scaledFromSampleText = (items: number, itemCount: number | null): string =>
  `scaled from an even sample of ${formatCount(items)}${itemCount === null ? '' : ` of ${formatCount(itemCount)}`} items`;

/** What a size that was scaled follows from: the sample of a slow candidate, or that of the user's file with the limits of the prediction. */
export function fromSampleText(
  { predicted, itemCount, wholeFile }: Pick<CompletedRow, 'predicted' | 'itemCount' | 'wholeFile'>,
  { items }: { readonly items: number },
): string {
  if (wholeFile === null) return scaledFromSampleText(items, itemCount);
  const range = predicted === null ? null : predictedRange(predicted);
  const read = `${formatCount(items)} of ${formatCount(wholeFile.totalItems)} items`;
  return range === null ? `predicted from ${read}` : `${range}, predicted from ${read}`;
}

/** A sentence for a candidate of which only a sample of the items was measured. */
export function sampleNote(items: number, itemCount: number | null, ofFile = false): string {
  if (ofFile)
    return `Measured on a sample of the file, ${formatCount(items)}${itemCount === null ? '' : ` of ${formatCount(itemCount)}`} items; size and times are those that the whole file is expected to have.`;
  return `Measured on an evenly spread sample of ${formatCount(items)}${itemCount === null ? '' : ` of ${formatCount(itemCount)}`} items; size and times are scaled to all of them.`;
}
