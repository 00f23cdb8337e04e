import type { FactorInterval, Standing } from './answer';
import type { UserFile } from '../figures/user-file';
import type { Situation } from '../view/situation';
import { type CandidateFigures, totalOf } from './totals';
import {
  againstUserFile,
  fileFactor,
  isFileAsGood,
  type LeftOut,
  userFileTotal,
  withoutLeftOut,
} from './user-file-total';

/** The user's file as it is, beside the best candidate. Both totals leave out what is not known of the file. */
export interface FileComparison {
  readonly leftOut: readonly LeftOut[];
  readonly figures: CandidateFigures;
  readonly total: number;
  /** The best candidate's total, without what is left out. */
  readonly bestTotal: number;
}

/** Null where nothing that counts is known of the file. */
export function fileComparison(userFile: UserFile, best: Standing, situation: Situation): FileComparison | null {
  const { total, figures, leftOut } = userFileTotal(userFile, situation);
  if (!(total > 0)) return null;
  return { leftOut, figures, total, bestTotal: totalOf(situation, withoutLeftOut(best.contender, leftOut).figures) };
}

/** That the file should be kept as it is: no candidate is more than the margin of rule 9 better. */
export interface KeptFile {
  /** The candidate that is nearest to being better. */
  readonly nearest: Standing;
  /** How many times the candidate’s total the file’s is, at most 1.03, and its interval. Null of sizes, and with too few rounds. */
  readonly factor: number;
  readonly interval: FactorInterval | null;
  /** The candidate’s total, without what is left out. */
  readonly total: number;
  /** The fewest rounds in which the file was read. */
  readonly rounds: number;
}

/** Whether to keep the file as it is. Null if not, or if it is not known whether the file meets a requirement of the situation. */
export function keptFile(
  userFile: UserFile,
  standings: readonly Standing[],
  situation: Situation,
  seed: number,
): KeptFile | null {
  const contenders = standings.map(({ contender }) => contender);
  if (!meetsRequirements(userFile, situation) || !isFileAsGood(userFile, contenders, situation)) return null;
  const factors = contenders.map((contender) => fileFactor(userFile, contender, situation));
  const nearest = standings[factors.indexOf(Math.max(...factors))];
  if (nearest === undefined) return null;
  const read = Object.values(userFile.roundBestMs).flatMap(({ size }) => (size > 0 ? [size] : []));
  return {
    nearest,
    ...againstUserFile(userFile, nearest.contender, situation, seed),
    rounds: read.length === 0 ? 0 : Math.min(...read),
  };
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
