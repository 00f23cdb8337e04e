import { minRoundsForVerdicts, verdictMargin } from '../../workers/model/statistics/compare';
import { nextLook } from '../../workers/model/statistics/looks';
import type { Situation } from '../view/situation';
import type { Answer, FactorInterval, Standing } from './answer';
import type { Contender } from './contenders';
import { leastTotal } from './least-total';
import { leastPossibleQuotient } from './possible-sizes';
import { commonRounds, totalAt } from './round-totals';
import { totalOf } from './totals';

/** How sure an answer is: one of four words, with the figures that its sentence needs. */
export type Certainty =
  | {
      readonly word: 'Clear';
      /** How many rivals are behind. */
      readonly rivals: number;
      /** How many times the best one’s total each rival’s is at the least. Null without a rival, and where the rounds do not say by how much. */
      readonly atLeast: number | null;
    }
  | { readonly word: 'Tie'; readonly as: readonly Standing[] }
  | {
      readonly word: 'Open';
      /** Those that may be ahead, the nearest first. */
      readonly rivals: readonly [Standing, ...Standing[]];
      /** What keeps them open: the rounds, or that only a sample was measured. */
      readonly by: 'rounds' | 'sample';
    }
  | { readonly word: 'Not sure yet'; readonly rounds: number; readonly of: number }
  | { readonly word: 'Not sure yet'; readonly unmeasured: number; readonly of: number };

export type CertaintyWord = Certainty['word'];

/** What a word follows from besides the answer. */
export interface CertaintyOf {
  readonly situation: Situation;
  readonly running: boolean;
  /** The candidates that the run did not measure, which might win. */
  readonly unmeasured: number;
  /** The rounds of a run with a fixed number of them. Null if a budget decides. */
  readonly plannedRounds: number | null;
}

/**
 * The word that the verdicts of an answer amount to. Null without a best one. “Clear” needs each rival behind, by rule 9 or 26, and with each size that a
 * sample allows. Equal totals, and intervals within the margin of rule 9, are a tie. What else is neither behind nor as good is open.
 */
export function certaintyOf(answer: Answer, of: CertaintyOf): Certainty | null {
  const [best, ...rivals] = answer.standings;
  if (best === undefined) return null;
  const { running, unmeasured, plannedRounds } = of;
  if (unmeasured > 0) return { word: 'Not sure yet', unmeasured, of: answer.standings.length + unmeasured };
  const rounds = answer.roundCount ?? 0;
  if (rivals.some(({ verdict }) => verdict === 'undecided'))
    return { word: 'Not sure yet', rounds, of: Math.max(minRoundsForVerdicts, running ? (plannedRounds ?? 0) : 0) };
  const tied = rivals.filter(({ verdict, openBySize }) => verdict === 'tied' && !openBySize);
  const [open, ...others] = tied.filter((standing) => !isSettledTie(standing));
  if (open !== undefined) {
    if (!running) return { word: 'Open', rivals: [open, ...others], by: 'rounds' };
    const further = plannedRounds ?? nextLook(rounds);
    // After the last round of a run nothing further is measured.
    return rounds < further
      ? { word: 'Not sure yet', rounds, of: further }
      : { word: 'Open', rivals: [open, ...others], by: 'rounds' };
  }
  const [bySize, ...more] = rivals.filter(({ openBySize }) => openBySize);
  if (bySize !== undefined) return { word: 'Open', rivals: [bySize, ...more], by: 'sample' };
  if (tied.length > 0) return { word: 'Tie', as: tied };
  return { word: 'Clear', rivals: rivals.length, atLeast: leastOfAll(rivals, best, of.situation) };
}

/** True if the whole interval, or all that the rounds allow, lies within the margin of a verdict, or if the totals are equal: further rounds would hardly find a difference. */
function isSettledTie({ verdict, openBySize, isAsGoodByBounds, factor, interval }: Standing): boolean {
  if (verdict !== 'tied' || openBySize) return false;
  if (isAsGoodByBounds) return true;
  const limits = interval();
  return limits === null ? factor === 1 : isWithinMargin(limits);
}

/** True if the rival can still turn out to be ahead of the best one. */
export const canStillWin = (rival: Standing): boolean =>
  rival.verdict === 'undecided' || (rival.verdict === 'tied' && !isSettledTie(rival));

const isWithinMargin = ({ kind, low, high }: FactorInterval): boolean =>
  kind === 'interval95' && low > 1 / (1 + verdictMargin) && high < 1 + verdictMargin;

/** The least factor of all rivals, which are behind. Null without any, and where it is not above 1: verdicts of earlier looks can stand although. */
function leastOfAll(rivals: readonly Standing[], best: Standing, situation: Situation): number | null {
  let least = Number.POSITIVE_INFINITY;
  // An interval takes a resampling, so only those are computed that can be the least.
  for (const rival of rivals)
    if (leastBound(rival, best, situation) < least) least = Math.min(least, leastFactor(rival, best, situation));
  return least > 1 && Number.isFinite(least) ? least : null;
}

/** The lower end of a rival’s factor: of its interval, or by its shortest possible times (rule 26) where that says more. */
function leastFactor(rival: Standing, best: Standing, situation: Situation): number {
  const interval = rival.behindBy === 'exact' ? null : rival.interval();
  const byRounds = rival.behindBy === 'exact' ? rival.factor : interval?.kind === 'interval95' ? interval.low : 0;
  return bySizes(Math.max(byRounds, byLeastTotal(rival, best, situation)), rival, best, situation);
}

/** At most the least factor, without a resampling: no interval reaches below the least quotient of a round. */
function leastBound(rival: Standing, best: Standing, situation: Situation): number {
  if (rival.behindBy === 'exact' || rival.contender.nativeFactors !== undefined) return 0;
  const [own, its]: [Contender, Contender] = [rival.contender, best.contender];
  const quotients = commonRounds([own, its]).map(
    (round) => totalAt(own, situation, round) / totalAt(its, situation, round),
  );
  const byRounds = quotients.length < minRoundsForVerdicts ? 0 : Math.min(...quotients);
  return bySizes(Math.max(byRounds, byLeastTotal(rival, best, situation)), rival, best, situation);
}

const byLeastTotal = ({ contender, behindBy }: Standing, best: Standing, situation: Situation): number =>
  behindBy === 'exact' || contender.nativeFactors !== undefined ? 0 : leastTotal(contender, situation) / best.total;

/** The factor with the sizes that a sample allows and that favour the rival. */
function bySizes(factor: number, rival: Standing, best: Standing, situation: Situation): number {
  const least = leastPossibleQuotient(rival.contender, best.contender, situation);
  if (least === null) return factor;
  const likely = totalOf(situation, rival.contender.figures) / totalOf(situation, best.contender.figures);
  return factor * Math.min(1, least / likely);
}
