import { minRoundsForInterval } from '../../../workers/model/statistics/intervals';
import { paretoFrontier } from '../../../workers/model/statistics/pareto';
import { createReplicates, replicateCount } from '../../decide/replicates';
import { roundsInAll, totalAt } from '../../decide/round-totals';
import { conforms, type OperationFigures } from '../../figures/rows';
import type { Situation } from '../../view/situation';
import type { ChartPoint } from './chart-data';
import type { Field, MeasuredCell, NumberField, RoundDraws } from './field';
import { roundBests } from './operation-fields';

/** The frontier over the two fields of a chart, or a sentence that says why there is none. */
export type ChartFrontier =
  | {
      readonly status: 'frontier';
      /** The points that no other point beats in both fields, in ascending order of x. */
      readonly points: readonly ChartPoint[];
      readonly xBetter: 'smaller' | 'larger';
      readonly yBetter: 'smaller' | 'larger';
      /** The share of bootstrap replicates in which a point is on the frontier, by the key of the point. */
      readonly probabilities: ReadonlyMap<string, number>;
      /** True if both fields are exact, or if the points have too few rounds in common for shares: then every probability is 0 or 1. */
      readonly isExact: boolean;
    }
  | { readonly status: 'none'; readonly reason: string };

/**
 * The frontier of each panel. Panels that each show another dataset have their own; otherwise all panels show the frontier of all points.
 * `merged` has the points and probabilities of all of them.
 */
export function panelFrontiers(
  all: readonly ChartPoint[],
  panels: readonly { readonly points: readonly ChartPoint[] }[],
  x: Field,
  y: Field,
  draws: DrawsAmong,
): { readonly merged: ChartFrontier; readonly ofPanels: readonly ChartFrontier[] } {
  const common = chartFrontier(all, x, y, draws);
  const isOwn =
    common.status === 'none' && panels.length > 1 && panels.every(({ points }) => datasetCount(points) <= 1);
  if (!isOwn) return { merged: common, ofPanels: panels.map(() => common) };
  const ofPanels = panels.map(({ points }) => chartFrontier(points, x, y, draws));
  const found = ofPanels.filter((each) => each.status === 'frontier');
  const [first] = found;
  if (first === undefined) return { merged: common, ofPanels };
  return {
    merged: {
      ...first,
      points: found.flatMap(({ points }) => points),
      probabilities: new Map(found.flatMap(({ probabilities }) => [...probabilities])),
      isExact: found.every(({ isExact }) => isExact),
    },
    ofPanels,
  };
}

const datasetCount = (points: readonly ChartPoint[]) => new Set(points.map(({ cell }) => cell.datasetIndex)).size;

type Directed = NumberField & { readonly better: 'smaller' | 'larger' };
const hasDirection = (field: Field): field is Directed => field.kind === 'number' && field.better !== null;

/**
 * The frontier of the shown run's points. Points whose files other implementations reject do not take part, nor do those of the
 * compared run, since its rounds are not paired with this run's.
 */
export function chartFrontier(
  points: readonly ChartPoint[],
  x: Field,
  y: Field,
  drawsAmong: DrawsAmong,
): ChartFrontier {
  for (const field of [x, y])
    if (!hasDirection(field))
      return {
        status: 'none',
        reason: `There is no frontier: neither side of “${field.label}” is better.`,
      };
  if (!hasDirection(x) || !hasDirection(y)) throw new Error('Both fields were checked.');
  if (x.id === y.id) return { status: 'none', reason: 'There is no frontier: both axes show the same field.' };
  const taking = points.filter(({ cell }) => cell.isShownRun && conforms(cell.row));
  if (datasetCount(taking) > 1)
    return { status: 'none', reason: 'There is no frontier: the chart shows several datasets, which do not compete.' };
  const draws = drawsAmong(taking.map(({ cell }) => cell));
  const drawn = taking.map(({ cell, x: ofX, y: ofY }) => ({
    x: valuesOf(x, ofX.value, draws && x.replicated(cell, draws)),
    y: valuesOf(y, ofY.value, draws && y.replicated(cell, draws)),
  }));
  const frontier = paretoFrontier(
    taking.map((point) => ({ x: oriented(x, point.x.value), y: oriented(y, point.y.value) })),
  );
  const isExact = drawn.every((values) => values.x.drawn === null && values.y.drawn === null);
  const shares = isExact
    ? taking.map((_, index) => (frontier.includes(index) ? 1 : 0))
    : frontierShares(drawn, replicateCount);
  return {
    status: 'frontier',
    points: frontier.flatMap((index) => taking[index] ?? []).sort((a, b) => a.x.value - b.x.value),
    xBetter: x.better,
    yBetter: y.better,
    probabilities: new Map(taking.map(({ key }, index) => [key, shares[index] ?? 0])),
    isExact,
  };
}

/** A candidate's values of one field, oriented so that larger is better: the exact one, and one for each replicate. */
export interface DrawnValues {
  readonly exact: number;
  readonly drawn: Float64Array | null;
}

const oriented = ({ better }: Directed, value: number) => (better === 'larger' ? value : -value);

const valuesOf = (field: Directed, value: number, replicated: Float64Array | null): DrawnValues => ({
  exact: oriented(field, value),
  drawn: replicated === null ? null : replicated.map((each) => oriented(field, each)),
});

/** For each candidate, the share of the replicates in which no other one beats it. */
export function frontierShares(
  candidates: readonly { readonly x: DrawnValues; readonly y: DrawnValues }[],
  replicates: number,
): number[] {
  const counts = candidates.map(() => 0);
  for (let replicate = 0; replicate < replicates; replicate += 1) {
    const at = ({ exact, drawn }: DrawnValues) => (drawn === null ? exact : (drawn[replicate] ?? Number.NaN));
    for (const index of paretoFrontier(candidates.map(({ x, y }) => ({ x: at(x), y: at(y) }))))
      counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts.map((count) => count / replicates);
}

/** The draws from the rounds that all of these cells have. Null if these are too few. */
type DrawsAmong = (cells: readonly MeasuredCell[]) => RoundDraws | null;

/** The draws of rounds for a run, as the answer of a situation has them. */
export function roundDraws(seed: number, situation: Situation): DrawsAmong {
  const replicates = createReplicates(seed);
  return (cells) => {
    const rounds = roundsInAll(cells.flatMap(({ row }) => Object.values(row.operations).flatMap(measuredRounds)));
    if (rounds.length < minRoundsForInterval) return null;
    return {
      bests: (bestMs) =>
        replicates.medians(rounds.length, (place) => bestMs.get(rounds[place] as number) ?? Number.NaN),
      totals: (contender) => {
        const totals = rounds.map((round) => totalAt(contender, situation, round));
        return replicates.medians(rounds.length, (place) => totals[place] as number);
      },
    };
  };
}

const measuredRounds = (figures: OperationFigures) =>
  figures.status === 'measured' ? [roundBests(figures.rounds)] : [];
