import { dodgeColumns } from '../../charts/dodge';
import { cutToWidth, textWidthPx } from '../../charts/measure-text';
import { type Axis, axisBetween, linearAxis, logAxis, signedAxis } from '../../charts/ticks';
import { type AxisChoice, type ChartData, type ChartPoint, type PlottedValue, scaleOf } from './chart-data';
import type { PublishedPoint } from './published-points';
import { isWithin, type Scale, shareOf, type Span, type Zoom } from './zoom';

/** An axis of the chart, laid out. All lengths are in pixels. */
export interface FrameAxis {
  readonly scale: Scale;
  /** The part of the axis that is shown. */
  readonly domain: Span;
  /** The axis without zoom. */
  readonly whole: Span;
  readonly ticks: readonly number[];
  readonly format: (tick: number) => string;
  /** The height of the x axis, or the width of the y axis. */
  readonly roomPx: number;
  readonly upright: boolean;
}

/** The axes of one panel, the lane at its left, and the marks that are moved sideways within a category. All lengths are in pixels. */
export interface ChartFrame {
  readonly x: FrameAxis;
  readonly y: FrameAxis;
  readonly margin: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  /** The part of the panel in which marks stand, without the lane. */
  readonly plot: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Width of the lane for published marks that have no value on the x axis. 0 if there are none. */
  readonly laneWidth: number;
  /** The distance of each mark in the lane from the lane's left edge, by mark id. */
  readonly lane: ReadonlyMap<string, number>;
}

export interface FrameOptions {
  readonly x: AxisChoice;
  readonly y: AxisChoice;
  /** The size of one panel. */
  readonly width: number;
  readonly height: number;
  readonly narrow: boolean;
  readonly zoom: Zoom | null;
  /** Values that the axes include beside those of the points, such as the ratio of the user's file. */
  readonly alsoX?: readonly number[];
  readonly alsoY?: readonly number[];
}

const margin = { top: 8, right: 12, bottom: 0, left: 0 };
const plainAxisHeight = 24;
const laneColumn = 13;
const markHeight = 15;
const tickSizePx = 11;

/** Computes the axes of a chart's panels from all its points and published marks, so that all panels have the same axes. */
export function chartFrame(
  { points, xCategories, yCategories }: Pick<ChartData, 'points' | 'xCategories' | 'yCategories'>,
  marks: readonly Pick<PublishedPoint, 'id' | 'x' | 'y'>[],
  { x, y, width, height, narrow, zoom, alsoX = [], alsoY = [] }: FrameOptions,
): ChartFrame {
  const markXs = marks.flatMap((mark) => mark.x ?? []);
  const markYs = marks.map((mark) => mark.y);
  const reference = y.field.kind === 'number' && y.field.reference !== null ? [y.field.reference] : [];
  const xReference = x.field.kind === 'number' && x.field.reference !== null ? [x.field.reference] : [];
  const xs = [...points.flatMap((point) => extent(point.x)), ...markXs, ...alsoX];
  const ys = [...points.flatMap((point) => extent(point.y)), ...markYs, ...reference, ...alsoY];
  const yScale = scaleOf(y.field, y.scale);
  const xScale = scaleOf(x.field, x.scale);
  const wholeY = yCategories === null ? numberAxis(y, ys, 8, 0.12, 1.05) : categoryAxis(yCategories.length);
  const yAxis = zoom === null ? wholeY : zoomed(wholeY, zoom.y, yScale, 8, yCategories);
  const yRoom = yLabels(y, yAxis, yCategories, narrow);

  const maxTicks = Math.max(2, Math.min(narrow ? 5 : 9, Math.floor((width - yRoom.roomPx) / 58)));
  const wholeX =
    xCategories === null
      ? numberAxis(x, xs.length === 0 ? [] : [...xs, ...xReference], maxTicks, 0.1)
      : categoryAxis(xCategories.length);
  const xAxis = zoom === null ? wholeX : zoomed(wholeX, zoom.x, xScale, maxTicks, xCategories);

  const unplaced = marks.filter((mark) => mark.x === null && isWithin(mark.y, yAxis.domain));
  const roughHeight = height - margin.top - plainAxisHeight;
  const columns = dodgeColumns(
    unplaced.map((mark) => -shareOf(mark.y, yAxis.domain, yScale) * roughHeight),
    markHeight,
  );
  const lane = new Map(unplaced.map(({ id }, index) => [id, ((columns[index] ?? 0) + 1) * laneColumn]));
  const laneWidth = lane.size === 0 ? 0 : Math.max(...lane.values()) + laneColumn;
  const plotWidth = Math.max(1, width - yRoom.roomPx - margin.right - laneWidth);

  const xRoom = xLabels(x, xAxis, xCategories, plotWidth);
  const fits = (tick: number) =>
    xCategories !== null ||
    (1 - shareOf(tick, xAxis.domain, xScale)) * plotWidth + margin.right >=
      textWidthPx(xRoom.format(tick), tickSizePx) / 2;
  return {
    // Without any value the ticks would be meaningless. At the right edge the label of a tick would be cut.
    x: {
      scale: xScale,
      domain: xAxis.domain,
      whole: wholeX.domain,
      ticks: xs.length === 0 ? [] : xAxis.ticks.filter(fits),
      ...xRoom,
    },
    y: { scale: yScale, domain: yAxis.domain, whole: wholeY.domain, ticks: yAxis.ticks, upright: false, ...yRoom },
    margin,
    plot: {
      x: yRoom.roomPx + laneWidth,
      y: margin.top,
      width: plotWidth,
      height: Math.max(1, height - margin.top - xRoom.roomPx),
    },
    laneWidth,
    lane,
  };
}

/** A very long interval must not compress the rest of the axis, so it is cut at a factor of 3 from its point. */
const extent = ({ value, low, high }: PlottedValue) =>
  low === high ? [value] : [value, Math.max(low, value / 3), Math.min(high, value * 3)];

function numberAxis(
  { field, scale }: AxisChoice,
  values: readonly number[],
  maxTicks: number,
  padding: number,
  minFactor?: number,
): Axis {
  if (scaleOf(field, scale) === 'log') return logAxis(values, maxTicks, padding, minFactor);
  return values.some((value) => value < 0) ? signedAxis(values, maxTicks) : linearAxis(values, maxTicks);
}

/** Categories stand at 0, 1, 2 … */
const categoryAxis = (count: number): Axis => ({
  domain: [-0.5, Math.max(1, count) - 0.5],
  ticks: Array.from({ length: count }, (_, index) => index),
});

const zoomed = (whole: Axis, span: Span, scale: Scale, maxTicks: number, categories: readonly string[] | null): Axis =>
  categories === null
    ? axisBetween(span, scale, maxTicks)
    : { domain: span, ticks: whole.ticks.filter((tick) => isWithin(tick, span)) };

function yLabels(
  { field }: AxisChoice,
  { ticks }: Axis,
  categories: readonly string[] | null,
  narrow: boolean,
): Pick<FrameAxis, 'format' | 'roomPx'> {
  const most = narrow ? 96 : 168;
  const format = (tick: number) =>
    categories === null
      ? field.kind === 'number'
        ? field.formatTick(tick)
        : ''
      : cutToWidth(categories[tick] ?? '', tickSizePx, most);
  const widest = Math.ceil(Math.max(0, ...ticks.map((tick) => textWidthPx(format(tick), tickSizePx))));
  return { format, roomPx: Math.max(narrow ? 34 : 40, widest + 12) };
}

function xLabels(
  { field }: AxisChoice,
  { ticks, domain }: Axis,
  categories: readonly string[] | null,
  plotWidth: number,
): Pick<FrameAxis, 'format' | 'roomPx' | 'upright'> {
  if (categories === null)
    return {
      format: (tick) => (field.kind === 'number' ? field.formatTick(tick) : ''),
      roomPx: plainAxisHeight,
      upright: false,
    };
  const step = plotWidth / (domain[1] - domain[0]);
  const widths = ticks.map((tick) => textWidthPx(categories[tick] ?? '', tickSizePx));
  if (widths.every((width) => width + 6 <= step))
    return { format: (tick) => categories[tick] ?? '', roomPx: plainAxisHeight, upright: false };
  const most = 110;
  return {
    format: (tick) => cutToWidth(categories[tick] ?? '', tickSizePx, most),
    roomPx: Math.ceil(Math.min(most, Math.max(0, ...widths))) + 14,
    upright: true,
  };
}

const dodgePx = 13;

/**
 * The distance in px by which each point of a category is moved sideways, so that marks of one category don't cover each other. Points
 * without an entry stay where they are.
 */
export function categoryOffsets(
  points: readonly ChartPoint[],
  frame: ChartFrame,
  categories: { readonly x: boolean; readonly y: boolean },
): ReadonlyMap<string, { readonly dx: number; readonly dy: number }> {
  const offsets = new Map<string, { dx: number; dy: number }>();
  const { plot, x, y } = frame;
  if (!categories.x && !categories.y) return offsets;
  const along = categories.x ? 'x' : 'y';
  const across = categories.x ? 'y' : 'x';
  const axis = frame[along];
  const bandPx = ((along === 'x' ? plot.width : plot.height) / (axis.domain[1] - axis.domain[0])) * 0.84;
  const groups = new Map<number, ChartPoint[]>();
  for (const point of points) {
    const group = groups.get(point[along].value);
    if (group === undefined) groups.set(point[along].value, [point]);
    else group.push(point);
  }
  for (const group of groups.values()) {
    const positions = group.map((point) =>
      across === 'y'
        ? -shareOf(point.y.value, y.domain, y.scale) * plot.height
        : shareOf(point.x.value, x.domain, x.scale) * plot.width,
    );
    const columns = dodgeColumns(positions, dodgePx);
    const last = Math.max(...columns);
    if (last === 0) continue;
    const stepPx = Math.min(dodgePx, bandPx / (last + 1));
    group.forEach(({ key }, index) => {
      const moved = ((columns[index] ?? 0) - last / 2) * stepPx;
      offsets.set(key, along === 'x' ? { dx: moved, dy: 0 } : { dx: 0, dy: moved });
    });
  }
  return offsets;
}
