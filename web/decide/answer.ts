import type { RoundSamples } from '../../workers/model/result';
import type { Look } from '../../workers/model/statistics/looks';
import {
  aheadInEveryRound,
  type Comparison,
  compareCandidates,
  minRoundsForVerdicts,
  verdictMargin,
} from '../../workers/model/statistics/compare';
import { type IntervalKind, minRoundsForInterval } from '../../workers/model/statistics/intervals';
import type { Situation } from '../view/situation';
import type { Contender } from './contenders';
import { fewestRounds, leastTotal } from './least-total';
import { neededOperations } from './needed-operations';
import { leastPossibleQuotient } from './possible-sizes';
import { logRatioMedians, type Replicates, replicateCount } from './replicates';
import { commonRounds, factorOverRounds, type Timed, totalAt } from './round-totals';
import { totalOf } from './totals';

export interface FactorInterval {
  readonly kind: IntervalKind;
  readonly low: number;
  readonly high: number;
}

/**
 * A contender's place for a situation. `tied`: no clear difference to the best one. `farBehind`: too few rounds were measured for the test of rule
 * 9, but no error of a round can be that large (rule 26). `undecided`: too few rounds for either.
 */
export interface Standing {
  readonly contender: Contender;
  /** Milliseconds, money, or bytes: see `totalOf`. */
  readonly total: number;
  /**
   * How many times the best one's total: the median over the rounds that both have (rule 9). So it can be below 1, although the total, by the
   * headline figures, is not. 1 for the best; of sizes, and without such rounds, the quotient of the totals.
   */
  readonly factor: number;
  /** Of the factor, computed when it is asked for. Null for sizes, which are exact, and with too few rounds. */
  readonly interval: () => FactorInterval | null;
  readonly verdict: 'best' | 'behind' | 'farBehind' | 'tied' | 'undecided';
  /**
   * What says that the contender is behind. `exact`: sizes. `rounds`: the test over rounds of rule 9, or of native times the replicates of rule 22.
   * `leastTotal`: the total of its shortest possible times (rule 26), which needs no number of rounds. Null if it is not behind.
   */
  readonly behindBy: 'exact' | 'rounds' | 'leastTotal' | null;
  /** True if it is as good as the best one with all times that the rounds allow, so that no number of rounds is needed (rule 26). */
  readonly isAsGoodByBounds: boolean;
  /** True if it would be behind, or far behind, by the sizes that are most likely, but not by all that are possible: they are predicted from a sample. */
  readonly openBySize: boolean;
  /**
   * The share of bootstrap replicates in which the contender has the smallest total. Null where it says nothing, or less than the verdict: of sizes,
   * with too few rounds, of a contender that is behind, without a tie, and if the tied ones hardly ever win.
   */
  readonly probability: number | null;
}

export interface Answer {
  /** In ascending order of the total. */
  readonly standings: readonly Standing[];
  /** The fewest rounds that a needed operation has among the contenders that are not far behind. Null if no time is needed. */
  readonly roundCount: number | null;
  /** The fewest and the most rounds of the contenders that are far behind. Null if none is. */
  readonly farBehindRounds: { readonly fewest: number; readonly most: number } | null;
}

const noInterval = () => null;

/** What an answer follows from besides the contenders. */
interface AnswerChances {
  readonly replicates: Replicates;
  readonly seed: number;
  /** Those of a run with a budget, and absent or null where the number of rounds was fixed (rule 9). */
  readonly looks?: readonly Look[] | null;
}

/** The contenders in the order of their totals, each compared with the best. */
export function answerOf(
  contenders: readonly Contender[],
  situation: Situation,
  { replicates, seed, looks = null }: AnswerChances,
): Answer {
  const totals = contenders.map(({ figures }) => totalOf(situation, figures));
  const order = contenders.map((_, index) => index).sort((a, b) => (totals[a] as number) - (totals[b] as number));
  const isExact = neededOperations(situation).length === 0;
  const first = order[0];
  const best = first === undefined ? undefined : contenders[first];
  const bestTotal = first === undefined ? Number.NaN : (totals[first] as number);
  const judgedBySizes = order.flatMap((index): Standing[] => {
    const contender = contenders[index];
    if (contender === undefined || best === undefined) return [];
    const total = totals[index] as number;
    const factor = total === bestTotal ? 1 : total / bestTotal;
    const base = { contender, total, factor, probability: null, openBySize: false, isAsGoodByBounds: false };
    if (contender === best) return [{ ...base, interval: noInterval, verdict: 'best', behindBy: null }];
    if (isExact)
      return [
        {
          ...base,
          interval: noInterval,
          ...(total === bestTotal ? { verdict: 'tied', behindBy: null } : { verdict: 'behind', behindBy: 'exact' }),
        },
      ];
    if (contender.nativeFactors !== undefined)
      return [{ ...base, ...comparedByReplicates(best, contender, situation, replicates) }];
    return [{ ...base, ...compared(best, contender, situation, { seed, looks }) }];
  });
  const judged = judgedBySizes.map((standing) =>
    best === undefined ? standing : withPossibleSizes(standing, best, situation),
  );
  const standings = isExact ? judged : withProbabilities(judged, situation, replicates);
  const [far, open] = [true, false].map((isFar) =>
    standings.flatMap(({ contender, verdict }) => ((verdict === 'farBehind') === isFar ? [contender] : [])),
  ) as [Contender[], Contender[]];
  const farRounds = far.map((one) => fewestRounds([one]));
  return {
    standings,
    roundCount: isExact ? null : fewestRounds(open),
    farBehindRounds: far.length === 0 ? null : { fewest: Math.min(...farRounds), most: Math.max(...farRounds) },
  };
}

/**
 * A contender is only behind if it is with all sizes that the sample allows (rule 32): those of the best one, and of both the quotient. Where sizes alone
 * keep it open, further rounds would not tell.
 */
function withPossibleSizes(standing: Standing, best: Contender, situation: Situation): Standing {
  const { contender, verdict } = standing;
  if (verdict !== 'behind' && verdict !== 'farBehind') return standing;
  const least = leastPossibleQuotient(contender, best, situation);
  if (least === null || least >= 1) return standing;
  return { ...standing, verdict: 'tied', behindBy: null, openBySize: true };
}

/** A best one that wins in as many replicates leaves no doubt which one is ahead, only by how much: the share would contradict "tied". */
const almostAlways = 0.975;

/**
 * The standings with the probabilities of the best one and of those tied with it. Each replicate draws the rounds that all contenders have which can
 * still be the best: of the others, rule 26 says so without a test.
 */
function withProbabilities(
  standings: readonly Standing[],
  situation: Situation,
  replicates: Replicates,
): readonly Standing[] {
  const canShare = ({ verdict }: Standing) => verdict === 'best' || verdict === 'tied';
  if (standings.filter(canShare).length < 2) return standings;
  const open = standings.flatMap(({ contender, verdict }) => (verdict === 'farBehind' ? [] : [contender]));
  const shares = bestShares(open, situation, replicates);
  const [best] = open;
  if (shares === null || best === undefined || (shares.get(best) ?? 0) >= almostAlways) return standings;
  return standings.map((each) => (canShare(each) ? { ...each, probability: shares.get(each.contender) ?? 0 } : each));
}

/**
 * In how many of the replicates each contender is the best, as a share: its total divided by the first one's has the least median. Null if they have
 * too few rounds in common.
 */
function bestShares(
  contenders: readonly Contender[],
  situation: Situation,
  replicates: Replicates,
): ReadonlyMap<Contender, number> | null {
  const rounds = commonRounds(contenders);
  if (rounds.length < minRoundsForInterval) return null;
  const leader = new Int32Array(replicateCount);
  const least = new Float64Array(replicateCount);
  const [first] = contenders;
  contenders.forEach((contender, index) => {
    if (first === undefined || index === 0) return;
    logRatioMedians(replicates, situation, [contender, first], rounds).forEach((logRatio, replicate) => {
      if (!(logRatio < (least[replicate] as number))) return;
      leader[replicate] = index;
      least[replicate] = logRatio;
    });
  });
  const wins = new Float64Array(contenders.length);
  for (const index of leader) wins[index] = (wins[index] as number) + 1;
  return new Map(contenders.map((contender, index) => [contender, (wins[index] as number) / replicateCount]));
}

/**
 * The verdict of rule 9 of docs/measurement.md, over the totals of the rounds that both have. Most rivals are behind in every round by more
 * than the margin, so that resampling can't change the verdict: their interval is computed only if the page shows it.
 */
function compared(
  best: Contender,
  rival: Contender,
  situation: Situation,
  { seed, looks }: { readonly seed: number; readonly looks: readonly Look[] | null },
): Pick<Standing, 'verdict' | 'behindBy' | 'factor' | 'interval' | 'isAsGoodByBounds'> {
  const rounds = [totalsByRound(best, situation), totalsByRound(rival, situation)] as const;
  let known: Comparison | null = null;
  const comparison = () => {
    known ??= compareCandidates(...rounds, seed, looks);
    return known;
  };
  const factor = factorOverRounds(rival, best, situation);
  const verdict = aheadInEveryRound(...rounds) ? 'faster' : comparison().verdict;
  // Where the order by the headline figures is not that of the rounds, the answer is not clear.
  const isFarBehind =
    factor >= 1 && leastTotal(rival, situation) / totalOf(situation, best.figures) > 1 + verdictMargin;
  const isAsGood = verdict === 'tooFewRounds' && areAsGood(best, rival, situation);
  const early = isFarBehind ? 'farBehind' : isAsGood ? 'tied' : 'undecided';
  // Rounds that the machine disturbed may hide from rule 9 how far behind a rival is.
  const late = isFarBehind ? 'behind' : 'tied';
  return {
    verdict: verdict === 'faster' ? 'behind' : verdict === 'tooFewRounds' ? early : late,
    behindBy: verdict === 'faster' ? 'rounds' : isFarBehind ? 'leastTotal' : null,
    factor,
    isAsGoodByBounds: isAsGood,
    interval: () => {
      const { interval } = comparison();
      return interval === null ? null : { kind: interval.kind, low: 1 / interval.high, high: 1 / interval.low };
    },
  };
}

/**
 * True if the totals lie within 3 % of each other with all times that the rounds allow (rule 26): from the shortest possible ones to the measured ones, which
 * further rounds can only make smaller, since a headline figure is the fastest sample.
 */
function areAsGood(best: Contender, rival: Contender, situation: Situation): boolean {
  const within = (most: Contender, least: Contender) =>
    totalOf(situation, most.figures) / leastTotal(least, situation) < 1 + verdictMargin;
  return within(rival, best) && within(best, rival);
}

/**
 * The verdict over native times. They contain the uncertainty of the factor to native, which rounds do not show, so the replicates decide: a
 * rival is behind if the 95 % interval of its total divided by the best one's is above the margin of rule 9.
 */
function comparedByReplicates(
  best: Contender,
  rival: Contender,
  situation: Situation,
  replicates: Replicates,
): Pick<Standing, 'verdict' | 'behindBy' | 'factor' | 'interval'> {
  const rounds = commonRounds([best, rival]);
  const factor = factorOverRounds(rival, best, situation);
  if (rounds.length < minRoundsForVerdicts)
    return { verdict: 'undecided', behindBy: null, factor, interval: noInterval };
  const logs = logRatioMedians(replicates, situation, [rival, best], rounds).sort();
  const low = Math.exp(logs[Math.floor(0.025 * replicateCount)] as number);
  const high = Math.exp(logs[Math.ceil(0.975 * replicateCount) - 1] as number);
  const isBehind = low > 1 + verdictMargin;
  return {
    verdict: isBehind ? 'behind' : 'tied',
    behindBy: isBehind ? 'rounds' : null,
    factor,
    interval: () => ({ kind: 'interval95', low, high }),
  };
}

/** The total of each round, as samples of one operation. Rounds that lack a needed operation are left out. */
const totalsByRound = (timed: Timed, situation: Situation): RoundSamples[] =>
  commonRounds([timed]).map((round) => ({
    round,
    coldMs: 0,
    warmUpMs: 0,
    warmUpCalls: 0,
    warm: true,
    callsPerSample: 1,
    samplesMs: [totalAt(timed, situation, round)],
  }));
