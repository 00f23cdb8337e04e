import { errorOfQuotient } from '../../workers/model/statistics/predicted-size';
import type { Situation } from '../view/situation';
import type { Contender } from './contenders';
import { type CandidateFigures, totalOf } from './totals';

/** Totals with all sizes that a sample allows (rule 32 of docs/measurement.md). */

/**
 * A size has no limits until its parts are encoded. Until then it, and its quotient with another size, is taken to be at most this many times too
 * large or too small. The largest error seen of sizes that follow from the sample's size alone was 47 %.
 */
const largestErrorWithoutParts = 2;

/**
 * The least that the rival’s total divided by the best one’s can be: with the best one’s size at its limits, and the quotient of both sizes at its own.
 * Null if neither size is predicted; 0 if the sample sets no limits, since it is the first part of the file.
 */
export function leastPossibleQuotient(rival: Contender, best: Contender, situation: Situation): number | null {
  const [ofRival, ofBest] = [rival.row.predicted, best.row.predicted];
  if (ofRival === null || ofBest === null) return null;
  if (rival.row.wholeFile?.sample.isFirstPart === true) return 0;
  const error = errorOfQuotient(ofRival, ofBest) ?? largestErrorWithoutParts;
  const [low, high] =
    ofBest.limits === null
      ? [1 / largestErrorWithoutParts, largestErrorWithoutParts]
      : [ofBest.limits.low / ofBest.bytes, ofBest.limits.high / ofBest.bytes];
  return Math.min(
    ...[low, 1, high].map(
      (factor) =>
        totalOf(situation, withSize(rival.figures, factor / error)) /
        totalOf(situation, withSize(best.figures, factor)),
    ),
  );
}

/** The figures of a candidate if its file, and every part that is read of it, were `factor` times as large. */
export function withSize(figures: CandidateFigures, factor: number): CandidateFigures {
  const { columnRequests, lookupRequests } = figures;
  const scaled = <R extends { readonly bytes: number }>(requests: R): R => ({
    ...requests,
    bytes: requests.bytes * factor,
  });
  return {
    ...figures,
    sizeBytes: figures.sizeBytes * factor,
    columnRequests: columnRequests === null ? null : scaled(columnRequests),
    lookupRequests:
      lookupRequests === null ? null : { open: scaled(lookupRequests.open), each: scaled(lookupRequests.each) },
  };
}
