import type { PredictedSize } from '../../workers/model/statistics/predicted-size';
import { formatBytes, formatCount } from './figures';
import type { WholeFile } from './whole-file';

/** The ends of a predicted size: `40.2 to 40.9 MB`, or `998 kB to 1.01 MB`. Null if it has no limits. */
export function predictedRange({ limits }: PredictedSize): string | null {
  if (limits === null) return null;
  const [low, high] = [formatBytes(limits.low), formatBytes(limits.high)];
  if (low === high) return low;
  const [from, unit] = parted(low);
  return unit === parted(high)[1] ? `${from} to ${high}` : `${low} to ${high}`;
}

/** A number and its unit, which stand on both sides of the last space. */
function parted(text: string): readonly [string, string] {
  const at = text.search(/\s\S*$/u);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** How much of the whole file was measured: `Measured on 240,000 of 6,000,000 rows.` */
export function measuredPartText({ sampleItems, totalItems, sample }: WholeFile, noun: string): string {
  const first = sample.isFirstPart ? 'the first ' : '';
  const total = `${sample.isTotalEstimated ? 'about ' : ''}${formatCount(totalItems)}`;
  return `Measured on ${first}${formatCount(sampleItems)} of ${total} ${noun}.`;
}

/** The size of the whole file, as predicted from the sample: `The whole file will have 40.2 to 40.9 MB.` */
export function predictedText(predicted: PredictedSize, { sample }: WholeFile): string {
  const range = predictedRange(predicted);
  if (range !== null) return `The whole file will have ${range}.`;
  const why = sample.isFirstPart ? ', if the rest is like its first part' : '';
  return `The whole file will have about ${formatBytes(predicted.bytes)}${why}.`;
}
