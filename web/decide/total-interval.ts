import type { Situation } from '../view/situation';
import type { Standing } from './answer';
import { withSize } from './possible-sizes';
import { totalOf } from './totals';

/**
 * Where a total lies, in its own unit: the interval of its factor to the best one’s total (rule 8) and, of a sample, its total with the least and the largest
 * size of the whole file (rule 32). The total itself, which is of the fastest samples, is always inside. Null where nothing is known to vary, or
 * too few rounds were measured.
 */
export function totalInterval(
  { contender, total, interval }: Standing,
  best: Standing,
  situation: Situation,
): { readonly low: number; readonly high: number } | null {
  const ofRounds = interval();
  const { predicted } = contender.row;
  const limits = predicted?.limits ?? null;
  const withBytes = (bytes: number) =>
    totalOf(situation, withSize(contender.figures, bytes / contender.figures.sizeBytes)) / total;
  const [low, high] = limits === null ? [1, 1] : [withBytes(limits.low), withBytes(limits.high)];
  const own =
    ofRounds?.kind === 'interval95' ? { low: ofRounds.low * best.total, high: ofRounds.high * best.total } : null;
  if (own === null && low === high) return null;
  return {
    low: Math.min(total, (own?.low ?? total) * low),
    high: Math.max(total, (own?.high ?? total) * high),
  };
}
