import { useMemo } from 'react';
import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';
import type { Operation } from '../../workers/model/plan';
import chart from '../charts/chart.module.css';
import { UserFileLine } from './UserFileLine';
import type { UserFile } from '../figures/user-file';
import { placeUserFileLine, userFileLineObstacles } from './user-file-line';
import { frontierStepLine } from '../charts/frontier';
import { type LabelAnchor, type PlacedLabel, placeLabels } from '../charts/label-placement';
import { markColor, markShape, publishedMarkPath, shapePaths } from '../charts/mark-style';
import { textWidthPx } from '../charts/measure-text';
import { type ScatterPublishedMark, publishedMarkAriaLabel } from './PublishedFigures';
import { candidateAriaLabel } from './RowFigures';
import { markNames } from '../figures/rows';
import type { ScatterPoint } from './scatter-points';
import type { useMarkNavigation } from '../charts/use-mark-navigation';

interface ScatterLayerProps {
  readonly points: readonly ScatterPoint[];
  readonly published: readonly ScatterPublishedMark[];
  readonly frontier: readonly ScatterPoint[];
  readonly operation: Operation;
  /** Width in px of the lane at the left for marks without a throughput. 0 if there are none. */
  readonly laneWidth: number;
  /** The distance in px of each mark without a throughput from the left edge of the lane, by mark id. */
  readonly lane: ReadonlyMap<string, number>;
  readonly narrow: boolean;
  readonly userFile: UserFile | null;
  readonly roving: ReturnType<typeof useMarkNavigation>;
}

interface Placed<T> {
  readonly item: T;
  readonly x: number;
  readonly y: number;
}

const radius = 6;
/** Screen readers skip the labels, because each mark's `aria-label` contains the same text. */
const decorative = { 'aria-hidden': true };

/**
 * Draws everything inside the plot except grid and axes: frontier, intervals, marks and labels, in the chart's scales.
 */
export function ScatterLayer({
  points,
  published,
  frontier,
  operation,
  lane,
  laneWidth,
  narrow,
  userFile,
  roving,
}: ScatterLayerProps) {
  const xScale = useXAxisScale();
  const yScale = useYAxisScale();
  const plot = usePlotArea();
  const fontSize = narrow ? 11 : 12;

  const layout = useMemo(() => {
    if (xScale === undefined || yScale === undefined || plot === undefined) return null;
    const at = <T extends { id?: string; x: number | null; y: number }>(item: T): Placed<T>[] => {
      const x = item.x === null ? plot.x + (lane.get(item.id ?? '') ?? 0) : xScale(item.x);
      const y = yScale(item.y);
      return x === undefined || y === undefined || !Number.isFinite(x) || !Number.isFinite(y) ? [] : [{ item, x, y }];
    };
    const measured = points.flatMap(at);
    const marks = published.flatMap(at);
    const spreads = measured.flatMap(({ item, x, y }) => {
      const clamp = (value: number | undefined) =>
        Math.min(plot.x + plot.width, Math.max(plot.x + laneWidth, value ?? x));
      const from = clamp(xScale(item.low));
      const to = clamp(xScale(item.high));
      return Math.abs(to - from) < 1 ? [] : [{ key: item.key, from, to, y, names: item.row.names }];
    });
    const anchors = (short: boolean): LabelAnchor[] => [
      ...measured.map(({ item, x, y }) => ({
        id: item.key,
        x,
        y,
        radius,
        width: Math.ceil(textWidthPx(markNames(item.row)[short ? 'shortLabel' : 'label'], fontSize)) + 2,
        height: fontSize + 2,
      })),
      ...marks.map(({ item, x, y }) => ({
        id: item.id,
        x,
        y,
        radius: radius + 1,
        width: Math.ceil(textWidthPx(short ? item.shortLabel : item.label, fontSize)) + 2,
        height: fontSize + 2,
      })),
    ];
    const bounds = { x: plot.x + 1, y: plot.y, width: plot.width + 10, height: plot.height };
    const low = { x: plot.x + laneWidth, y: plot.y + plot.height };
    const steps = frontierStepLine(
      frontier.flatMap(at).map(({ x, y }) => ({ x, y: -y })),
      low.x,
      -low.y,
    ).map(({ x, y }) => ({ x, y: -y }));
    const lineY = userFile?.ratio == null ? undefined : yScale(userFile.ratio);
    const line =
      lineY === undefined || !Number.isFinite(lineY) ? null : placeUserFileLine(lineY, plot, [...measured, ...marks]);
    const obstacles = [
      ...userFileLineObstacles(line),
      ...spreads.map(({ from, to, y }) => ({ x: Math.min(from, to), y: y - 2, width: Math.abs(to - from), height: 4 })),
      { x: plot.x, y: (yScale(1) ?? -10) - 1, width: plot.width, height: 2 },
      ...steps.slice(1).map((to, index) => between(steps[index] ?? to, to)),
    ];
    const place = (short: boolean) => {
      const labels = placeLabels(anchors(short), bounds, obstacles);
      return { short, labels, overlap: labels.reduce((sum, { overlap }) => sum + overlap, 0) };
    };
    const full = narrow ? null : place(false);
    const best = full !== null && full.overlap === 0 ? full : place(true);
    const labelled = full !== null && full.overlap <= best.overlap ? full : best;
    return {
      lanePath: laneWidth === 0 ? '' : `M${plot.x + laneWidth},${plot.y}V${plot.y + plot.height}`,
      line,
      measured,
      marks,
      spreads,
      labelled,
      frontierPath:
        steps.length === 0 ? '' : `M${steps.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}`,
    };
  }, [xScale, yScale, plot, points, published, frontier, lane, laneWidth, narrow, userFile, fontSize]);

  if (layout === null) return null;
  const { lanePath, line, measured, marks, spreads, labelled, frontierPath } = layout;
  const { activeId } = roving;
  const textOf = new Map<string, string>([
    ...points.map(({ key, row }) => [key, markNames(row)[labelled.short ? 'shortLabel' : 'label']] as const),
    ...published.map((mark) => [mark.id, labelled.short ? mark.shortLabel : mark.label] as const),
  ]);
  const publishedIds = new Set(published.map(({ id }) => id));

  return (
    <g>
      <path d={lanePath} className={chart.lane} />
      <path d={frontierPath} className={chart.frontier} />
      {line !== null && userFile !== null && <UserFileLine userFile={userFile} line={line} roving={roving} />}
      {spreads.map(({ key, from, to, y, names }) => (
        <path
          key={key}
          d={`M${from},${y}H${to}M${from},${y - 3}V${y + 3}M${to},${y - 3}V${y + 3}`}
          stroke={markColor(names)}
          className={chart.spread}
        />
      ))}
      {labelled.labels.map((label) => (
        <Leader key={label.id} label={label} active={label.id === activeId} />
      ))}
      {marks.map(({ item, x, y }) => (
        <g
          key={item.id}
          transform={`translate(${x},${y})`}
          className={chart.mark}
          data-published=""
          {...roving.mark(item.id, publishedMarkAriaLabel(item))}
        >
          <circle r={11} className={chart.hit} />
          {item.id === activeId && <circle r={11} className={chart.halo} />}
          <path d={publishedMarkPath} className={chart.published} />
        </g>
      ))}
      {measured.map(({ item, x, y }) => (
        <g
          key={item.key}
          transform={`translate(${x},${y})`}
          className={chart.mark}
          {...roving.mark(item.key, candidateAriaLabel(item.row, operation))}
        >
          <circle r={11} className={chart.hit} />
          {item.key === activeId && <circle r={11} className={chart.halo} />}
          <path
            d={shapePaths[markShape(item.row.names.implementationId)]}
            fill={markColor(item.row.names)}
            className={chart.solid}
          />
        </g>
      ))}
      <g {...decorative}>
        {labelled.labels.map(({ id, x, y, height }) => (
          <text
            key={id}
            x={x + 1}
            y={y + height - 3}
            fontSize={fontSize}
            className={publishedIds.has(id) ? chart.publishedLabel : chart.label}
            data-active={id === activeId}
            {...roving.hover(id)}
          >
            {textOf.get(id)}
          </text>
        ))}
      </g>
    </g>
  );
}

/** A thin box around a segment of the frontier's step line, which labels must not cover. */
const between = (a: { x: number; y: number }, b: { x: number; y: number }) => ({
  x: Math.min(a.x, b.x) - 1,
  y: Math.min(a.y, b.y) - 1,
  width: Math.abs(a.x - b.x) + 2,
  height: Math.abs(a.y - b.y) + 2,
});

function Leader({ label, active }: { readonly label: PlacedLabel; readonly active: boolean }) {
  if (label.leader === null) return null;
  const { x1, y1, x2, y2 } = label.leader;
  return <line x1={x1} y1={y1} x2={x2} y2={y2} className={chart.leader} data-active={active} />;
}
