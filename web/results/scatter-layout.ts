import { boxesAlongLine } from '../charts/along-line';
import { withoutOverlaps } from '../charts/drop-labels';
import { type Box, type LabelAnchor, type PlacedLabel as PlacedBox, placeLabels } from '../charts/label-placement';
import { textWidthPx } from '../charts/measure-text';
import { markNames } from '../figures/rows';
import type { ChartFrontier } from './fields/chart-frontier';
import type { ChartPoint } from './fields/chart-data';
import { frontierCorners } from './fields/frontier-line';
import type { LevelLine } from './fields/level-lines';
import type { PublishedPoint } from './fields/published-points';
import type { UserFilePlace } from './fields/user-file-place';
import {
  type PlacedUserFileLine,
  type PlacedUserFilePoint,
  placeUserFileLine,
  placeUserFilePoint,
  userFileLineObstacles,
  userFilePointObstacles,
} from './user-file-line';

/** What is drawn in one panel, in pixels. */
interface ScatterLayout {
  readonly fontSize: number;
  readonly lanePath: string;
  readonly frontierPath: string;
  readonly levelPaths: readonly LinePath[];
  /** Lines between the marks of one candidate in both runs. */
  readonly pairPaths: readonly { readonly key: string; readonly path: string }[];
  readonly spreads: readonly LinePath[];
  /** The user's file is a line if it has no value on the x axis, otherwise a point. */
  readonly userFileLine: PlacedUserFileLine | null;
  readonly userFilePoint: PlacedUserFilePoint | null;
  readonly measured: readonly Placed<ChartPoint>[];
  readonly marks: readonly Placed<PublishedPoint>[];
  readonly labels: readonly PlacedLabel[];
}

export interface PlacedLabel extends PlacedBox {
  readonly text: string;
  readonly isPublished: boolean;
}

interface LinePath {
  readonly key: string;
  readonly path: string;
  /** The point whose colour the line has. */
  readonly point: ChartPoint;
}

interface Placed<T> {
  readonly item: T;
  readonly x: number;
  readonly y: number;
}

interface LayoutInput {
  readonly points: readonly ChartPoint[];
  readonly published: readonly PublishedPoint[];
  readonly frontier: ChartFrontier;
  readonly lines: readonly LevelLine[];
  readonly offsets: ReadonlyMap<string, { readonly dx: number; readonly dy: number }>;
  readonly lane: ReadonlyMap<string, number>;
  readonly laneWidth: number;
  readonly referenceY: number | null;
  readonly narrow: boolean;
  readonly userFile: UserFilePlace | null;
  readonly plot: Box;
  readonly placeX: (value: number) => number | undefined;
  readonly placeY: (value: number) => number | undefined;
}

const radius = 6;
/** A chart of more points labels only those on its frontier, and without a frontier the first ones: the others would hide each other. */
const maxLabels = 40;

const path = (places: readonly { readonly x: number; readonly y: number }[]) =>
  places.length === 0 ? '' : `M${places.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}`;

/** Lays out one panel. Labels overlap neither each other nor a mark; those without room are left out. */
export function layOut(input: LayoutInput): ScatterLayout {
  const { points, published, frontier, lines, lane, laneWidth, narrow, plot, placeX, placeY } = input;
  const fontSize = narrow ? 11 : 12;
  const pointAt = (item: ChartPoint): Placed<ChartPoint>[] => {
    const { dx = 0, dy = 0 } = input.offsets.get(item.key) ?? {};
    return placed(item, placeX(item.x.value), placeY(item.y.value), dx, dy);
  };
  const measured = points.flatMap(pointAt);
  const marks = published.flatMap((item) =>
    placed(item, item.x === null ? plot.x + (lane.get(item.id) ?? 0) : placeX(item.x), placeY(item.y)),
  );
  const spreads = measured.flatMap((one) => spreadLines(one, input));
  const corners =
    frontier.status === 'none'
      ? []
      : frontierCorners(
          frontier.points.flatMap(pointAt),
          { ...plot, x: plot.x + laneWidth, width: plot.width - laneWidth },
          { x: frontier.xBetter, y: frontier.yBetter },
        );
  const levelPaths = lines.map(({ key, points: ofLine }) => ({
    key,
    places: ofLine.flatMap(pointAt),
    point: ofLine[0] as ChartPoint,
  }));
  const pairs = pairedMarks(measured);
  const { userFileLine, userFilePoint } = placedUserFile(
    input,
    [...measured, ...marks],
    spreads.map(({ box }) => box),
  );
  const referencePx = input.referenceY === null ? undefined : placeY(input.referenceY);
  const obstacles = [
    ...userFileLineObstacles(userFileLine),
    ...userFilePointObstacles(userFilePoint),
    ...spreads.map(({ box }) => box),
    ...(referencePx === undefined ? [] : [{ x: plot.x, y: referencePx - 1, width: plot.width, height: 2 }]),
    ...corners.slice(1).map((to, index) => between(corners[index] ?? to, to)),
    ...levelPaths.flatMap(({ places }) => boxesAlongLine(places)),
    ...pairs.flatMap((pair) => boxesAlongLine(pair)),
  ];
  const preferred = new Set(frontier.status === 'none' ? [] : frontier.points.map(({ key }) => key));
  return {
    fontSize,
    lanePath: laneWidth === 0 ? '' : `M${plot.x + laneWidth},${plot.y}V${plot.y + plot.height}`,
    frontierPath: path(corners),
    levelPaths: levelPaths.map(({ key, places, point }) => ({ key, path: path(places), point })),
    pairPaths: pairs.map(([a, b]) => ({ key: `${a.item.key} ${b.item.key}`, path: path([a, b]) })),
    spreads: spreads.map(({ key, path: line, point }) => ({ key, path: line, point })),
    userFileLine,
    userFilePoint,
    measured,
    marks,
    labels: placedLabels(
      labelledPoints(measured, preferred, new Set(pairs.map(([, compared]) => compared.item.key))),
      marks,
      { fontSize, narrow, plot, obstacles, preferred, all: [...measured, ...marks] },
    ),
  };
}

function placedUserFile(
  { userFile, plot, laneWidth, placeX, placeY }: LayoutInput,
  marks: readonly { readonly x: number; readonly y: number }[],
  boxes: readonly Box[],
): Pick<ScatterLayout, 'userFileLine' | 'userFilePoint'> {
  const none = { userFileLine: null, userFilePoint: null };
  const y = userFile === null ? undefined : placeY(userFile.y);
  if (userFile === null || y === undefined || !(y >= plot.y && y <= plot.y + plot.height)) return none;
  if (userFile.x === null) return { ...none, userFileLine: placeUserFileLine(y, plot, marks) };
  const x = placeX(userFile.x);
  if (x === undefined || !(x >= plot.x + laneWidth && x <= plot.x + plot.width)) return none;
  return { ...none, userFilePoint: placeUserFilePoint({ x, y }, plot, marks, boxes) };
}

function placed<T>(item: T, x: number | undefined, y: number | undefined, dx = 0, dy = 0): Placed<T>[] {
  return x === undefined || y === undefined || !Number.isFinite(x) || !Number.isFinite(y)
    ? []
    : [{ item, x: x + dx, y: y + dy }];
}

/** The intervals of a point along both axes, with a short bar at each end. */
function spreadLines(
  { item, x, y }: Placed<ChartPoint>,
  { plot, laneWidth, placeX, placeY }: LayoutInput,
): (LinePath & { readonly box: Box })[] {
  const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  const ends = (
    [low, high]: readonly [number, number],
    place: (value: number) => number | undefined,
    at: number,
    from: number,
    to: number,
  ) => [within(place(low) ?? at, from, to), within(place(high) ?? at, from, to)] as const;
  const [left, right] = ends([item.x.low, item.x.high], placeX, x, plot.x + laneWidth, plot.x + plot.width);
  const [bottom, top] = ends([item.y.low, item.y.high], placeY, y, plot.y, plot.y + plot.height);
  const lines: (LinePath & { readonly box: Box })[] = [];
  if (item.x.low !== item.x.high && Math.abs(right - left) >= 1)
    lines.push({
      key: `${item.key} x`,
      path: `M${left},${y}H${right}M${left},${y - 3}V${y + 3}M${right},${y - 3}V${y + 3}`,
      point: item,
      box: { x: Math.min(left, right), y: y - 2, width: Math.abs(right - left), height: 4 },
    });
  if (item.y.low !== item.y.high && Math.abs(top - bottom) >= 1)
    lines.push({
      key: `${item.key} y`,
      path: `M${x},${bottom}V${top}M${x - 3},${bottom}H${x + 3}M${x - 3},${top}H${x + 3}`,
      point: item,
      box: { x: x - 2, y: Math.min(top, bottom), width: 4, height: Math.abs(top - bottom) },
    });
  return lines;
}

/** The marks of one candidate in both runs: first that of the shown run. */
function pairedMarks(measured: readonly Placed<ChartPoint>[]): [Placed<ChartPoint>, Placed<ChartPoint>][] {
  const shown = new Map(
    measured
      .filter(({ item }) => item.cell.isShownRun)
      .map((one) => [`${one.item.cell.datasetIndex}/${one.item.cell.row.candidateKey}`, one]),
  );
  return measured.flatMap((one): [Placed<ChartPoint>, Placed<ChartPoint>][] => {
    const { isShownRun, row, datasetIndex } = one.item.cell;
    const partner = isShownRun ? undefined : shown.get(`${datasetIndex}/${row.candidateKey}`);
    return partner === undefined ? [] : [[partner, one]];
  });
}

/** The points that get a label: of a candidate in both runs only the shown run's, and in a full chart only those on the frontier. */
function labelledPoints(
  measured: readonly Placed<ChartPoint>[],
  preferred: ReadonlySet<string>,
  paired: ReadonlySet<string>,
): readonly Placed<ChartPoint>[] {
  const candidates = measured.filter(({ item }) => !paired.has(item.key));
  if (candidates.length <= maxLabels) return candidates;
  return (preferred.size > 0 ? candidates.filter(({ item }) => preferred.has(item.key)) : candidates).slice(
    0,
    maxLabels,
  );
}

interface LabelRoom {
  readonly fontSize: number;
  readonly narrow: boolean;
  readonly plot: Box;
  readonly obstacles: readonly Box[];
  readonly preferred: ReadonlySet<string>;
  /** All marks of the panel, also those without a label. */
  readonly all: readonly Placed<unknown>[];
}

function placedLabels(
  measured: readonly Placed<ChartPoint>[],
  marks: readonly Placed<PublishedPoint>[],
  { fontSize, narrow, plot, obstacles, preferred, all }: LabelRoom,
): PlacedLabel[] {
  const labelled = new Set<Placed<unknown>>([...measured, ...marks]);
  const unlabelled = all
    .filter((one) => !labelled.has(one))
    .map(({ x, y }) => ({ x: x - radius, y: y - radius, width: radius * 2, height: radius * 2 }));
  const bounds = { x: plot.x + 1, y: plot.y, width: plot.width + 10, height: plot.height };
  const place = (short: boolean) => {
    const form = short ? 'shortLabel' : 'label';
    const texts = new Map<string, string>([
      ...measured.map(({ item }) => [item.key, markNames(item.cell.row)[form]] as const),
      ...marks.map(({ item }) => [item.id, item.mark[form]] as const),
    ]);
    const anchors: LabelAnchor[] = [
      ...measured.map(({ item, x, y }) => ({ id: item.key, x, y, radius })),
      ...marks.map(({ item, x, y }) => ({ id: item.id, x, y, radius: radius + 1 })),
    ].map((anchor) => ({
      ...anchor,
      width: Math.ceil(textWidthPx(texts.get(anchor.id) ?? '', fontSize)) + 2,
      height: fontSize + 2,
    }));
    const boxes = placeLabels(anchors, bounds, [...obstacles, ...unlabelled]);
    return { texts, anchors, boxes, overlap: boxes.reduce((sum, { overlap }) => sum + overlap, 0) };
  };
  const full = narrow ? null : place(false);
  const short = full !== null && full.overlap === 0 ? full : place(true);
  const best = full !== null && full.overlap <= short.overlap ? full : short;
  const publishedIds = new Set(marks.map(({ item }) => item.id));
  const isInside = ({ x, width }: Box) => x >= bounds.x - 1 && x + width <= bounds.x + bounds.width + 1;
  return withoutOverlaps(best.boxes.filter(isInside), best.anchors, preferred).map((box) => ({
    ...box,
    text: best.texts.get(box.id) ?? '',
    isPublished: publishedIds.has(box.id),
  }));
}

/** A thin box around a segment of the frontier's step line, which labels must not cover. */
const between = (a: { x: number; y: number }, b: { x: number; y: number }) => ({
  x: Math.min(a.x, b.x) - 1,
  y: Math.min(a.y, b.y) - 1,
  width: Math.abs(a.x - b.x) + 2,
  height: Math.abs(a.y - b.y) + 2,
});
