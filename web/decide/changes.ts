import { minRoundsForInterval } from '../../workers/model/statistics/intervals';
import type { Situation } from '../view/situation';
import { type Axis, type AxisId, axes, axesOf, isCount } from './axes';
import type { Contender } from './contenders';
import { type WinnerSpan, winnersAlong } from './envelope';
import { type Replicates, replicateCount } from './replicates';
import { commonRounds, figuresAt } from './round-totals';
import { type CandidateFigures, totalOf } from './totals';

/** A change of one parameter that makes another contender the best. */
export interface Change {
  readonly axis: AxisId;
  readonly direction: 'below' | 'above';
  /** The parameter's value from which the other contender wins. 0 if it does so at the least value above it. */
  readonly value: number;
  readonly band: Band | null;
  readonly winner: Contender;
}

/** 95 % of the bootstrap replicates cross between these values. Null on a side on which too many replicates don't cross at all. */
export interface Band {
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * False if the rounds don't say where the winner changes: too many don't cross on either side, or the crossing, which is of the headline figures, lies
 * outside their band. Such a crossing is not shown. With too few rounds for a band, the crossing is all that is known.
 */
export function isPlaced(value: number, band: Band | null): boolean {
  if (band === null) return true;
  const { low, high } = band;
  // A crossing that is the same in all rounds differs from them by rounding.
  const margin = 1e-9 * value;
  const saysNothing = (low ?? 0) === 0 && high === null;
  return !saysNothing && (low ?? 0) - margin <= value && value <= (high ?? Infinity) + margin;
}

/**
 * False also if the band covers the whole axis: then the rounds do not say on which side of any shown value the change is. A band of a count is shown
 * in whole numbers, so from less than once on it begins at 0.
 */
export function isListed({ axis: id, value, band }: Change): boolean {
  if (!isPlaced(value, band)) return false;
  if (band === null) return true;
  const { min, max } = axes[id];
  const low = isCount(id) ? Math.floor(band.low ?? 0) : (band.low ?? 0);
  return low > min || (band.high ?? Number.POSITIVE_INFINITY) < max;
}

/**
 * The spans of the winners along an axis, those together between which the crossing can't be placed. `bands` are those of the crossings between
 * neighbouring spans; a crossing without one counts as placed.
 */
export function placedSpans<Span extends { readonly from: number }>(
  spans: readonly Span[],
  bands: readonly (Band | null)[],
): readonly (readonly [Span, ...Span[]])[] {
  const groups: [Span, ...Span[]][] = [];
  spans.forEach((span, index) => {
    const last = groups.at(-1);
    if (last === undefined || isPlaced(span.from, bands[index - 1] ?? null)) groups.push([span]);
    else last.push(span);
  });
  return groups;
}

/**
 * For each parameter, the nearest values below and above the present one at which another contender wins. `contendersFor` gives the contenders of
 * a situation: those that a use needs which the present situation does not have, such as look-ups, have other figures than the present ones.
 */
export function changesOf(
  contendersFor: (situation: Situation) => readonly Contender[],
  situation: Situation,
  replicates: Replicates,
): readonly Change[] {
  const contenders = contendersFor(situation);
  const present = contenders[bestIndex(contenders, situation)];
  if (present === undefined) return [];
  return axesOf(situation).flatMap((axis): Change[] => {
    const value = axis.valueOf(situation);
    if (value === null) return [];
    const along = value > 0 ? contenders : contendersFor(axis.withValue(situation, axis.min));
    const best = along.findIndex((each) => each === present || (value === 0 && each.row.key === present.row.key));
    const reach = reachOf(axis, value);
    const spans = winnersAlong(
      axis,
      situation,
      along.map(({ figures }) => figures),
      reach,
    );
    const below = spans.findLast(({ winner, from }) => winner !== best && from < value);
    const above = spans.find(({ winner, to }) => winner !== best && to > value);
    const change = (direction: Change['direction'], index: number, at: number): Change[] => {
      const winner = along[index];
      const behind = along[best];
      if (winner === undefined) return [];
      // Without the present best among them, there is no crossing between the two.
      const pair = behind === undefined ? null : direction === 'below' ? [winner, behind] : [behind, winner];
      const [low, high] = pair ?? [];
      const band =
        low === undefined || high === undefined
          ? null
          : crossingBand(axis, situation, [low, high], replicates, { at, reach });
      return [{ axis: axis.id, direction, value: at, band, winner }];
    };
    return [
      ...(below === undefined ? [] : change('below', below.winner, Math.min(below.to, value))),
      ...(above === undefined
        ? []
        : change('above', above.winner, above.from === leastAboveNone ? 0 : Math.max(above.from, value))),
    ];
  });
}

interface Reach {
  readonly min: number;
  readonly max: number;
}

/** From a parameter of 0 on, the next crossing can lie below the chart's range. */
const leastAboveNone = Number.MIN_VALUE;

/** The axis, extended to the present value. */
const reachOf = ({ min, max }: Axis, value: number): Reach => ({
  min: value > 0 ? Math.min(min, value / 2) : leastAboveNone,
  max: Math.max(max, value * 2),
});

function bestIndex(contenders: readonly Contender[], situation: Situation): number {
  let best = -1;
  let bestTotal = Number.POSITIVE_INFINITY;
  contenders.forEach(({ figures }, index) => {
    const total = totalOf(situation, figures);
    if (total < bestTotal) {
      best = index;
      bestTotal = total;
    }
  });
  return best;
}

const tail = 0.025;
/** Native times differ in each replicate, so that all 1,000 would block the page for a second. */
const nativeReplicates = 200;

/**
 * Where within `reach` the winner changes from `low` to `high` in the replicates, if only these two were measured: of several such crossings, the one
 * nearest to that of the headline figures, `at`. Null if they have fewer rounds in common than an interval of 95 % needs (rule 8).
 */
export function crossingBand(
  axis: Axis,
  situation: Situation,
  [low, high]: readonly [Contender, Contender],
  replicates: Replicates,
  { at, reach = axis }: { readonly at: number; readonly reach?: Reach },
): Band | null {
  const rounds = commonRounds([low, high]);
  if (rounds.length < minRoundsForInterval) return null;
  const [lowAt, highAt] = [low, high].map((contender) => {
    const noiseOf = replicates.noiseOf(contender);
    const known = rounds.map((round) => figuresAt(contender, round));
    return (place: number, replicate: number) =>
      noiseOf === null ? known[place] : figuresAt(contender, rounds[place] as number, noiseOf(replicate));
  }) as [RoundFigures, RoundFigures];
  const crossingAt = (place: number, replicate: number) =>
    crossingNearest(at, winnersAlong(axis, situation, [lowAt(place, replicate), highAt(place, replicate)], reach));
  // As measured, a round crosses at the same value in all replicates.
  const isMeasured = replicates.noiseOf(low) === null && replicates.noiseOf(high) === null;
  const known = isMeasured ? rounds.map((_, place) => crossingAt(place, 0)) : null;
  const crossings = replicates.medians(
    rounds.length,
    (place, replicate) => (known === null ? crossingAt(place, replicate) : (known[place] as number)),
    known === null ? nativeReplicates : replicateCount,
  );
  crossings.sort();
  const limit = (index: number) => {
    const value = crossings[index] ?? Number.NaN;
    // From a parameter of 0 on, the second one wins at once.
    if (value === Number.NEGATIVE_INFINITY && reach.min === leastAboveNone) return 0;
    return Number.isFinite(value) ? value : null;
  };
  return {
    low: limit(Math.floor(crossings.length * tail)),
    high: limit(Math.ceil(crossings.length * (1 - tail)) - 1),
  };
}

type RoundFigures = (place: number, replicate: number) => CandidateFigures;

/**
 * The crossing nearest to `at` from which the second one wins. Without any it is infinite: negative if the second one wins at `at`, positive if the
 * first one does.
 */
export function crossingNearest(at: number, spans: readonly WinnerSpan[]): number {
  let nearest = Number.NaN;
  const distance = (value: number) => Math.abs(Math.log(value / at));
  spans.forEach(({ winner, from }, index) => {
    if (winner === 1 && index > 0 && !(distance(from) >= distance(nearest))) nearest = from;
  });
  if (!Number.isNaN(nearest)) return nearest;
  const here = spans.find(({ to }) => to >= at) ?? spans.at(-1);
  return here?.winner === 1 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}
