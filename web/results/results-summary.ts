import type { Operation } from '../../workers/model/plan';
import type { RoundSamples } from '../../workers/model/result';
import type { Look } from '../../workers/model/statistics/looks';
import {
  aheadInEveryRound,
  type Comparison,
  compareCandidates,
  minRoundsForVerdicts,
  type Verdict,
} from '../../workers/model/statistics/compare';
import { timeRatio } from '../figures/baseline';
import { equalScope } from '../figures/clock-scope';
import {
  type CompletedRow,
  conforms,
  isCompleted,
  type MeasuredFigures,
  measuredFigures,
  type ResultRow,
} from '../figures/rows';
import type { UserFile } from '../figures/user-file';

export interface SummaryContext {
  readonly running: boolean;
  readonly plannedRounds: number;
  /** The seed of the bootstrap and of the permutation test. */
  readonly seed: number;
  /** Those of a run with a budget; absent or null where the number of rounds was fixed. */
  readonly looks?: readonly Look[] | null;
  /** The operations that the summary is about, the most important first. */
  readonly operations: readonly Operation[];
  /** True if filters hide some rows. The sentence then says that it is about the rows shown. */
  readonly filtered: boolean;
  /** The user's file. Null if the data was generated. */
  readonly userFile?: UserFile | null;
  /** Replaces the statistical comparison in tests. */
  readonly compare?: typeof compareCandidates;
}

/** What is best among the rows of one dataset. {@link resultsSentence} words it. */
export type ResultsSummary = Unmeasured | (Measured & (OneRanked | SeveralRanked));

/** No row has figures. */
export type Unmeasured =
  | { readonly kind: 'allHidden' | 'noCandidates' | 'nothingYet' | 'stopped' }
  /** `first`: the first failure, or the first row if none failed. */
  | { readonly kind: 'noFigures'; readonly rowCount: number; readonly first: Exclude<ResultRow, CompletedRow> };

interface Measured {
  readonly rowCount: number;
  readonly measuredCount: number;
  readonly notConforming: readonly CompletedRow[];
  /** False if nothing that conforms is left to rank. */
  readonly othersRanked: boolean;
  /** How many rows have no figures, by why. */
  readonly without: { readonly failed: number; readonly unsupported: number; readonly stopped: number };
}

export interface OneRanked {
  readonly kind: 'one';
  readonly row: CompletedRow;
  /** A throughput is null if the time is below the timer's resolution. */
  readonly speeds: readonly (Pick<MeasuredFigures, 'throughput' | 'unit'> & { readonly operation: Operation })[];
  /** True if no other candidate is measured or will be. */
  readonly isAlone: boolean;
}

export interface SeveralRanked {
  readonly kind: 'several';
  readonly smallest: Smallest;
  /** Empty if no operation has a verdict. */
  readonly fastest: readonly Fastest[];
  readonly rounds: { readonly measured: number; readonly planned: number };
}

export type Smallest =
  | { readonly kind: 'noFiles' }
  | {
      /** Whether these are smallest, are as large as all others, or are still no smaller than the user's file. */
      readonly kind: 'smallest' | 'allEqual' | 'userFileSmaller';
      readonly winners: readonly [CompletedRow, ...CompletedRow[]];
      readonly sizeBytes: number;
      /** True if the baseline is smaller than the winners, or than the user's file. It is not ranked, but the charts show it first. */
      readonly isBaselineSmaller: boolean;
    };

export interface Fastest {
  readonly operation: Operation;
  /** The fastest, and whatever is not known to be slower. */
  readonly leaders: readonly [CompletedRow, ...CompletedRow[]];
  readonly speed: Timed['speed'];
  /** The next one, and how many times as fast the leader is. Null if several lead. */
  readonly rival: { readonly row: CompletedRow; readonly factor: number } | null;
  readonly isBaselineFaster: boolean;
  /** Those whose time is below the timer's resolution. */
  readonly hidden: readonly CompletedRow[];
  /** How many are left out, because their clocks include other work. */
  readonly otherClockCount: number;
  /** How many candidates have too few rounds to be compared, of a run with a budget. */
  readonly fewRoundsCount: number;
}

/**
 * Finds what is best among the rows of one dataset. Candidates without a clear difference are ties, and speeds without a
 * verdict are not ranked.
 */
export function resultsSummary(rows: readonly ResultRow[], context: SummaryContext): ResultsSummary {
  const completed = rows.filter(isCompleted);
  // The uncompressed baseline is not ranked, because the others are compared with it.
  const contenders = completed.filter(({ names }) => !names.isBaseline);
  // Never recommend a candidate whose output other implementations reject. Its figures are shown nevertheless.
  const recommendable = contenders.filter(conforms);
  const rated = recommendable.length > 0 ? recommendable : contenders.length > 0 ? contenders : completed;
  const baseline = contenders.length > 0 ? (completed.find(({ names }) => names.isBaseline) ?? null) : null;
  const missing = rows.filter((row) => !isCompleted(row)).filter(({ status }) => status !== 'pending');
  if (rated.length === 0) return unmeasured(rows, missing, context);
  const single = rated.length === 1 ? rated[0] : undefined;
  const failed = missing.filter(({ status }) => status === 'failed' || status === 'timedOut').length;
  const unsupported = missing.filter(({ status }) => status === 'unsupported').length;
  return {
    rowCount: rows.length,
    measuredCount: completed.length,
    notConforming: contenders.filter((row) => !conforms(row)),
    othersRanked: recommendable.length > 0,
    without: { failed, unsupported, stopped: missing.length - failed - unsupported },
    ...(single === undefined
      ? severalRanked(rated, baseline, context)
      : oneRanked(single, !context.running && contenders.length <= 1, context)),
  };
}

function unmeasured(
  rows: readonly ResultRow[],
  missing: readonly Exclude<ResultRow, CompletedRow>[],
  { running, filtered }: SummaryContext,
): Unmeasured {
  if (rows.length === 0) return { kind: filtered ? 'allHidden' : 'noCandidates' };
  if (running) return { kind: 'nothingYet' };
  const first = missing.find(({ status }) => status === 'failed') ?? missing[0];
  if (first === undefined || missing.every(({ status }) => status === 'cancelled')) return { kind: 'stopped' };
  return { kind: 'noFigures', rowCount: rows.length, first };
}

function oneRanked(row: CompletedRow, isAlone: boolean, { operations }: SummaryContext): OneRanked {
  const speeds = operations.flatMap((operation) => {
    const figures = measuredFigures(row, operation);
    return figures === null ? [] : [{ operation, throughput: figures.throughput, unit: figures.unit }];
  });
  return { kind: 'one', row, speeds, isAlone };
}

function severalRanked(
  rows: readonly CompletedRow[],
  baseline: CompletedRow | null,
  context: SummaryContext,
): SeveralRanked {
  const { operations, plannedRounds, userFile = null } = context;
  const fewest = Math.min(...rows.map((row) => roundCount(row, operations)));
  return {
    kind: 'several',
    smallest: smallestOf(rows, baseline, userFile),
    fastest: operations.flatMap((operation) => fastestOf(rows, baseline, operation, context) ?? []),
    rounds: { measured: fewest > 0 ? fewest : plannedRounds, planned: plannedRounds },
  };
}

const roundCount = (row: CompletedRow, operations: readonly Operation[]) =>
  Math.max(0, ...operations.map((operation) => measuredFigures(row, operation)?.summary.roundCount ?? 0));

function smallestOf(rows: readonly CompletedRow[], baseline: CompletedRow | null, userFile: UserFile | null): Smallest {
  const withFile = rows.filter(({ sizeBytes }) => sizeBytes !== null);
  const sizeBytes = Math.min(...withFile.map((row) => row.sizeBytes ?? 0));
  const [first, ...others] = withFile.filter((row) => row.sizeBytes === sizeBytes);
  if (first === undefined) return { kind: 'noFiles' };
  const userFileSmaller = userFile !== null && sizeBytes >= userFile.sizeBytes;
  const bytesToBeat = userFileSmaller ? userFile.sizeBytes : sizeBytes;
  return {
    kind: userFileSmaller ? 'userFileSmaller' : 1 + others.length === rows.length ? 'allEqual' : 'smallest',
    winners: [first, ...others],
    sizeBytes,
    isBaselineSmaller: (baseline?.sizeBytes ?? Number.POSITIVE_INFINITY) < bytesToBeat,
  };
}

/** A candidate with its figures for one operation, whose time the timer can measure. */
interface Timed {
  readonly row: CompletedRow;
  readonly figures: MeasuredFigures;
  readonly speed: { readonly throughput: number; readonly unit: MeasuredFigures['unit'] };
}

/**
 * Finds the fastest candidates by the verdicts on speed. Null if there is no verdict. Only clocks of equal scope are
 * compared; if there are several scopes, the one that most candidates have is used.
 */
function fastestOf(
  rows: readonly CompletedRow[],
  baseline: CompletedRow | null,
  operation: Operation,
  context: SummaryContext,
): Fastest | null {
  const everyTimed = rows
    .flatMap((row): Timed[] => {
      const figures = measuredFigures(row, operation);
      if (figures === null || figures.throughput === null) return [];
      return [{ row, figures, speed: { throughput: figures.throughput, unit: figures.unit } }];
    })
    .sort((a, b) => a.figures.summary.bestMs - b.figures.summary.bestMs);
  const sameClock = (one: Timed) => everyTimed.filter(({ figures }) => equalScope(figures.clock, one.figures.clock));
  const alike = everyTimed
    .map(sameClock)
    .reduce<Timed[]>((most, group) => (group.length > most.length ? group : most), []);
  // With a budget, candidates that can't win get few rounds, and no verdict.
  const settled = alike.filter(({ figures }) => figures.rounds.length >= minRoundsForVerdicts);
  const timed = (context.looks ?? null) !== null && settled.length >= 2 ? settled : alike;
  const [leader, next] = timed;
  if (leader === undefined || next === undefined) return null;
  const verdicts = timed.slice(1).map((rival) => ({ ...rival, verdict: verdictOver(leader, rival, context) }));
  if (verdicts.every(({ verdict }) => verdict === 'tooFewRounds')) return null;
  // A rival with too few rounds for a verdict counts as a tie, because it is not known to be slower.
  const ties = verdicts.filter(({ verdict }) => verdict !== 'faster').map(({ row }) => row);
  const base = baseline === null ? null : measuredFigures(baseline, operation);
  return {
    operation,
    leaders: [leader.row, ...ties],
    speed: leader.speed,
    rival: ties.length > 0 ? null : { row: next.row, factor: timeRatio(next.figures, leader.figures) },
    isBaselineFaster:
      base !== null &&
      equalScope(base.clock, leader.figures.clock) &&
      base.summary.bestMs < leader.figures.summary.bestMs,
    hidden: rows.filter((row) => measuredFigures(row, operation)?.throughput === null),
    otherClockCount: everyTimed.length - alike.length,
    fewRoundsCount: alike.length - timed.length,
  };
}

function verdictOver(leader: Timed, rival: Timed, context: SummaryContext): Verdict {
  if (context.compare === undefined && aheadInEveryRound(leader.figures.rounds, rival.figures.rounds)) return 'faster';
  return cachedCompare(leader.figures.rounds, rival.figures.rounds, context).verdict;
}

/** Caches comparisons by their samples, because a comparison is slow: it resamples and permutes. */
const comparisons = new WeakMap<readonly RoundSamples[], WeakMap<readonly RoundSamples[], Comparison>>();

function cachedCompare(
  a: readonly RoundSamples[],
  b: readonly RoundSamples[],
  { seed, looks = null, compare: replacement }: SummaryContext,
): Comparison {
  if (replacement !== undefined) return replacement(a, b, seed);
  const ofA = comparisons.get(a) ?? new WeakMap<readonly RoundSamples[], Comparison>();
  comparisons.set(a, ofA);
  const known = ofA.get(b);
  if (known !== undefined) return known;
  const comparison = compareCandidates(a, b, seed, looks);
  ofA.set(b, comparison);
  return comparison;
}
