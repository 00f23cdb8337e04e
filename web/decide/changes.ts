import { minRoundsForInterval } from '../../workers/model/statistics/intervals';
import type { Situation } from '../view/situation';
import { type Axis, type AxisId, axesOf } from './axes';
import type { Contender } from './contenders';
import { winnersAlong } from './envelope';
import { commonRounds, type Replicates, replicateCount } from './replicates';
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
        low === undefined || high === undefined ? null : crossingBand(axis, situation, [low, high], replicates, reach);
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

/**
 * Where within `reach` the winner changes from `low` to `high` in the replicates, if only these two were measured. Null if they have fewer rounds in common than
 * an interval of 95 % needs (rule 8).
 */
export function crossingBand(
  axis: Axis,
  situation: Situation,
  [low, high]: readonly [Contender, Contender],
  replicates: Replicates,
  reach: Reach = axis,
): Band | null {
  const rounds = commonRounds([low, high]);
  if (rounds.length < minRoundsForInterval) return null;
  const highFigures: CandidateFigures[] = [];
  replicates.forEach(high, rounds, (figures) => highFigures.push({ ...figures }));
  const crossings = new Float64Array(replicateCount);
  replicates.forEach(low, rounds, (figures, replicate) => {
    const spans = winnersAlong(axis, situation, [figures, highFigures[replicate] ?? figures], reach);
    const last = spans.at(-1);
    crossings[replicate] =
      last === undefined || last.winner === 0
        ? Number.POSITIVE_INFINITY
        : spans.length === 1
          ? Number.NEGATIVE_INFINITY
          : last.from;
  });
  crossings.sort();
  const at = (index: number) => {
    const value = crossings[index] ?? Number.NaN;
    return Number.isFinite(value) ? value : null;
  };
  return { low: at(Math.floor(replicateCount * tail)), high: at(Math.ceil(replicateCount * (1 - tail)) - 1) };
}
