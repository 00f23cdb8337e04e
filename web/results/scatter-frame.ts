import { dodgeColumns } from '../charts/dodge';
import { formatThroughputTick } from '../figures/figures';
import { textWidthPx } from '../charts/measure-text';
import type { ScatterPublishedMark } from './PublishedFigures';
import type { ResultsView } from '../view/results-view';
import type { ScatterPoint } from './scatter-points';
import { type Axis, linearAxis, logAxis } from '../charts/ticks';

/** The axes of the scatter plot, and the lane at its left. All lengths are in pixels. */
export interface ScatterFrame {
  readonly x: Axis;
  readonly y: Axis;
  readonly margin: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  readonly xAxisHeight: number;
  readonly yAxisWidth: number;
  /**
   * Width of the lane for published marks without a comparable throughput, which have only a ratio. 0 if there are
   * none.
   */
  readonly laneWidth: number;
  /** The distance of each mark in the lane from the lane's left edge, by mark id. */
  readonly lane: ReadonlyMap<string, number>;
}

interface FrameOptions extends Pick<ResultsView, 'throughputScale' | 'ratioScale'> {
  readonly width: number;
  readonly height: number;
  readonly narrow: boolean;
  /** The ratio of the user's file, which a horizontal line marks. Null without a line. */
  readonly line?: number | null;
}

const margin = { top: 8, right: 12, bottom: 0, left: 0 };
const xAxisHeight = 24;
const laneColumn = 13;
const markHeight = 15;

/** Computes the axes and the lane of the scatter plot from its points and published marks. */
export function scatterFrame(
  points: readonly ScatterPoint[],
  marks: readonly ScatterPublishedMark[],
  { throughputScale, ratioScale, width, height, narrow, line = null }: FrameOptions,
): ScatterFrame {
  // A very long interval must not compress the rest of the axis, so it is cut at a factor of 3 from its point.
  const xs = [
    ...points.flatMap(({ x, low, high }) => [x, Math.max(low, x / 3), Math.min(high, x * 3)]),
    ...marks.flatMap(({ x }) => x ?? []),
  ];
  const ys = [...points.map(({ y }) => y), ...marks.map(({ y }) => y), 1, ...(line === null ? [] : [line])];
  const x = throughputScale === 'log' ? logAxis(xs, narrow ? 5 : 9, 0.1) : linearAxis(xs, narrow ? 5 : 9);
  const y = ratioScale === 'log' ? logAxis(ys, 8, 0.12, 1.05) : linearAxis(ys, 8);
  const yAxisWidth = narrow ? 34 : 40;

  const unplaced = marks.filter((mark) => mark.x === null);
  const plotHeight = height - margin.top - xAxisHeight;
  const columns = dodgeColumns(
    unplaced.map((mark) => -share(mark.y, y.domain, ratioScale) * plotHeight),
    markHeight,
  );
  const lane = new Map(unplaced.map(({ id }, index) => [id, ((columns[index] ?? 0) + 1) * laneColumn]));
  const laneWidth = lane.size === 0 ? 0 : Math.max(...lane.values()) + laneColumn;

  const plotWidth = Math.max(1, width - yAxisWidth - margin.right - laneWidth);
  const unit = points[0]?.figures.unit ?? 'bytes';
  const fits = (tick: number) =>
    (1 - share(tick, x.domain, throughputScale)) * plotWidth + margin.right >=
    textWidthPx(formatThroughputTick(tick, unit), 11) / 2;
  // Without any throughput the ticks would be meaningless. At the right edge the label of a tick would be cut.
  const ticks = xs.length === 0 ? [] : x.ticks.filter(fits);
  return { x: { domain: x.domain, ticks }, y, margin, xAxisHeight, yAxisWidth, laneWidth, lane };
}

/** The position of a value on an axis, from 0 to 1. */
function share(value: number, [low, high]: readonly [number, number], scale: 'log' | 'linear'): number {
  return scale === 'log' ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
}
