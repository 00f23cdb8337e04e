import { compareCandidates, verdictMargin } from '../../workers/model/statistics/compare';
import type { Look } from '../../workers/model/statistics/looks';
import type { UserFile } from '../figures/user-file';
import type { Situation } from '../view/situation';
import { type FactorInterval, type Standing, totalsByRound } from './answer';
import { factorOverRounds, type Timed } from './round-totals';
import type { CandidateFigures } from './totals';
import { userFileTotal } from './user-file-total';

/** The user's file as it is, beside the candidates. */
export interface FileComparison {
  /** What both totals are of: the situation or, if the file’s time to write is not known, what it has besides writing. */
  readonly situation: Situation;
  readonly leavesWritingOut: boolean;
  readonly figures: CandidateFigures;
  readonly total: number;
}

/** The file’s total, with that of writing left out where it is not known. Null if nothing is known besides its size. */
export function fileComparison(userFile: UserFile, situation: Situation): FileComparison | null {
  const { figures, total, leftOut } = userFileTotal(userFile, situation);
  if (leftOut.includes('reading') || !(total > 0)) return null;
  const leavesWritingOut = leftOut.includes('writing');
  return { situation: leavesWritingOut ? { ...situation, writes: 0 } : situation, leavesWritingOut, figures, total };
}

/** That the file should be kept as it is: no candidate is more than the margin of rule 9 better. */
export interface KeptFile {
  /** The candidate that is nearest to being better. */
  readonly nearest: Standing;
  /** How many times the candidate’s total the file’s is, at most 1.03, and its interval. Null of sizes, and with too few rounds. */
  readonly factor: number;
  readonly interval: FactorInterval | null;
  /** The rounds that both have. */
  readonly rounds: number;
}

/**
 * Whether to keep the file as it is. Null if not, or if it is not known whether the file meets a requirement of the situation.
 */
export function keptFile(
  userFile: UserFile,
  comparison: FileComparison,
  standings: readonly Standing[],
  { seed, looks }: { readonly seed: number; readonly looks: readonly Look[] | null },
): KeptFile | null {
  const { situation, figures } = comparison;
  if (!meetsRequirements(userFile, situation)) return null;
  const file = timedFile(userFile, figures);
  let nearest: Standing | null = null;
  let factor = 0;
  for (const standing of standings) {
    const own = factorOverRounds(file, standing.contender, situation);
    if (!(own > factor)) continue;
    nearest = standing;
    factor = own;
  }
  if (nearest === null || factor > 1 + verdictMargin) return null;
  const { interval, pairCount: rounds } =
    situation.goal === 'size'
      ? { interval: null, pairCount: 0 }
      : compareCandidates(totalsByRound(file, situation), totalsByRound(nearest.contender, situation), seed, looks);
  return { nearest, factor, interval, rounds };
}

/** The file with the rounds in which it was read. */
function timedFile({ roundBestMs }: UserFile, figures: CandidateFigures): Timed {
  const measured = Object.entries(roundBestMs).filter(([, rounds]) => rounds.size > 0);
  return { figures, roundBestMs: Object.fromEntries(measured) };
}

/** Which tools read the user’s file is not known here, so a situation that names some never has this answer. */
const meetsRequirements = (
  { sizeBytes, project, lookup }: UserFile,
  { readableBy, maxSizeBytes, needsOneColumn, needsOneRow, maxWriteMs, maxMemoryBytes }: Situation,
): boolean =>
  readableBy.length === 0 &&
  maxWriteMs === null &&
  maxMemoryBytes === null &&
  (maxSizeBytes === null || sizeBytes <= maxSizeBytes) &&
  (!needsOneColumn || project !== null) &&
  (!needsOneRow || lookup !== null);
