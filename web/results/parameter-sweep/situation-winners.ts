import type { DatasetSchema } from '../../../workers/model/dataset';
import type { Candidate, Operation } from '../../../workers/model/plan';
import type { Look } from '../../../workers/model/statistics/looks';
import type { Tool } from '../../../workers/model/tools';
import { type Answer, answerOf } from '../../decide/answer';
import { isPlaced } from '../../decide/changes';
import { type Contender, contendersOf } from '../../decide/contenders';
import { unreadableReason } from '../../decide/readers';
import { createReplicates, logRatioMedians, type Replicates, replicateCount } from '../../decide/replicates';
import { commonRounds } from '../../decide/round-totals';
import { totalOf } from '../../decide/totals';
import type { ResultRow } from '../../figures/rows';
import { whyOperationUnsupported } from '../../figures/unsupported-operation';
import type { Situation } from '../../view/situation';
import { crossingShare, type SweepScale, valueBetween, type Winners, winnersAlong } from './winner-changes';

/** The rows of one measured value, with the schema of its dataset. */
interface SweepPlace {
  readonly x: number;
  readonly rows: readonly ResultRow[];
  readonly schema: DatasetSchema | null;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

interface SituationWinners extends Winners {
  /** Of each change, where 95 % of the bootstrap replicates cross. Null where the change has no point: see `at`. */
  readonly intervals: readonly (Interval | null)[];
}

/** `tooFewRounds`: no verdict on times is possible. `noWinner`: no candidate meets the requirements at all values, or all totals are 0. */
type SituationOutcome = SituationWinners | 'tooFewRounds' | 'noWinner';

/**
 * Where the best candidate for a situation changes. Only candidates that meet its requirements at every value take part. A winner is replaced
 * where it is behind by rule 9 of docs/measurement.md, as on the answer card.
 * The times are those of the run, whatever times the situation asks for. `places` are in ascending order.
 */
export function situationWinners(
  places: readonly SweepPlace[],
  situation: Situation,
  {
    candidates,
    seed,
    scale,
    looks = null,
  }: {
    readonly candidates: readonly Candidate[];
    readonly seed: number;
    readonly scale: SweepScale;
    /** Those of a run with a budget. */
    readonly looks?: readonly Look[] | null;
  },
): SituationOutcome {
  const replicates = createReplicates(seed);
  const atPlaces = places.map(({ rows, schema }) => {
    const { contenders } = contendersOf(
      rows,
      { ...situation, timesOf: 'browser' },
      {
        candidates,
        unreadableReason: (candidate: Candidate, tool: Tool) => unreadableReason(candidate, tool, schema),
        unsupportedReason: (candidate: Candidate, operation: Operation) =>
          whyOperationUnsupported(operation, [candidate], schema),
      },
    );
    return new Map(contenders.map((contender) => [contender.row.candidate, contender]));
  });
  const [first, ...others] = atPlaces;
  const shared = [...(first?.keys() ?? [])].filter((candidate) => others.every((place) => place.has(candidate)));
  const contenderAt = (candidate: number, place: number) => atPlaces[place]?.get(candidate);
  const contestants = shared.map((candidate) => ({
    candidate,
    totals: places.map((_, place) => {
      const contender = contenderAt(candidate, place);
      return contender === undefined ? Number.NaN : totalOf(situation, contender.figures);
    }),
  }));
  // Where nothing is done with the data, all totals are 0, and there is nothing to win.
  if (contestants.length === 0 || contestants.some(({ totals }) => totals.some((total) => !(total > 0))))
    return 'noWinner';
  const answers = places.map((_, place) =>
    answerOf(
      shared.flatMap((candidate) => contenderAt(candidate, place) ?? []),
      situation,
      { replicates, seed, looks },
    ),
  );
  if (
    answers.some(({ standings }) => standings.some(({ verdict }) => verdict === 'undecided' || verdict === 'farBehind'))
  )
    return 'tooFewRounds';
  const winners = winnersAlong(
    places.map(({ x }) => x),
    contestants,
    scale,
    (candidate, place) => verdictOf(answers[place], candidate) === 'behind',
  );
  if (winners === null) return 'noWinner';
  const intervals = winners.changes.map((change) => {
    const pair = (place: number) => [contenderAt(change.from, place), contenderAt(change.to, place)] as const;
    const ends = { low: places[change.before]?.x ?? Number.NaN, high: places[change.after]?.x ?? Number.NaN };
    return change.at === null
      ? null
      : crossingInterval(pair(change.before), pair(change.after), situation, { replicates, scale, ...ends });
  });
  // A crossing that the rounds don't place is left out.
  const changes = winners.changes.map((change, index) => {
    const interval = intervals[index] ?? null;
    return change.at !== null && interval !== null && isPlaced(change.at, interval) ? change : { ...change, at: null };
  });
  return { ...winners, changes, intervals: intervals.map((each, index) => (changes[index]?.at == null ? null : each)) };
}

const verdictOf = (answer: Answer | undefined, candidate: number) =>
  answer?.standings.find(({ contender }) => contender.row.candidate === candidate)?.verdict;

type Pair = readonly [Contender | undefined, Contender | undefined];
/** The share of replicates that an interval leaves out at each end. */
const tail = 0.025;

function crossingInterval(
  before: Pair,
  after: Pair,
  situation: Situation,
  context: { readonly replicates: Replicates; readonly scale: SweepScale; readonly low: number; readonly high: number },
): Interval | null {
  const [all, known] = [[...before, ...after], [...before, ...after].filter((each) => each !== undefined)];
  if (known.length < all.length) return null;
  const rounds = commonRounds(known);
  const [first, last] = [before, after].map((pair) =>
    logRatioMedians(context.replicates, situation, pair as readonly [Contender, Contender], rounds),
  ) as [Float64Array, Float64Array];
  const shares: number[] = [];
  for (let replicate = 0; replicate < replicateCount; replicate += 1) {
    const share = crossingShare([Math.exp(first[replicate] as number), 1], [Math.exp(last[replicate] as number), 1]);
    if (share !== null) shares.push(share);
  }
  // Replicates without a crossing between the values have none that could be ranked.
  if (shares.length < (1 - tail) * replicateCount) return null;
  shares.sort((a, b) => a - b);
  const valueAt = (quantile: number) =>
    valueBetween(
      context.low,
      context.high,
      shares[Math.round(quantile * (shares.length - 1))] ?? Number.NaN,
      context.scale,
    );
  return { low: valueAt(tail), high: valueAt(1 - tail) };
}
