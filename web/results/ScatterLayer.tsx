import { useId, useMemo } from 'react';
import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';
import chart from '../charts/chart.module.css';
import { markShape, publishedMarkPath, shapePaths } from '../charts/mark-style';
import type { useMarkNavigation } from '../charts/use-mark-navigation';
import type { UserFile } from '../figures/user-file';
import type { ChartFrontier } from './fields/chart-frontier';
import type { ChartPoint } from './fields/chart-data';
import type { ColorScale } from './fields/color-scale';
import type { LevelLine } from './fields/level-lines';
import type { PublishedPoint } from './fields/published-points';
import { publishedMarkAriaLabel } from './PublishedFigures';
import { layOut, type PlacedLabel } from './scatter-layout';
import type { UserFilePlace } from './fields/user-file-place';
import { UserFileLine, UserFilePoint } from './UserFileLine';

export interface ScatterLayerProps {
  /** The points of the panel inside the zoomed part, in the order of drawing. */
  readonly points: readonly ChartPoint[];
  readonly published: readonly PublishedPoint[];
  readonly frontier: ChartFrontier;
  readonly lines: readonly LevelLine[];
  readonly colors: ColorScale;
  /** The distance by which points of one category are moved sideways, px. */
  readonly offsets: ReadonlyMap<string, { readonly dx: number; readonly dy: number }>;
  /** Width in px of the lane at the left for marks without a throughput. 0 if there are none. */
  readonly laneWidth: number;
  /** The distance in px of each mark without a throughput from the left edge of the lane, by mark id. */
  readonly lane: ReadonlyMap<string, number>;
  /** The value on the y axis of a line across the plot, beside which labels keep clear. Null if there is none. */
  readonly referenceY: number | null;
  readonly narrow: boolean;
  readonly userFile: UserFile | null;
  readonly userFilePlace: UserFilePlace | null;
  readonly ariaLabelOf: (point: ChartPoint) => string;
  readonly roving: ReturnType<typeof useMarkNavigation>;
}

/** Screen readers skip the labels, because each mark's `aria-label` contains the same text. */
const decorative = { 'aria-hidden': true };

/**
 * Draws everything inside the plot except grid and axes: frontier, lines, intervals, marks and labels, in the chart's scales.
 */
export function ScatterLayer(props: ScatterLayerProps) {
  const { points, published, frontier, lines, colors, offsets, lane, laneWidth, referenceY, narrow, userFile } = props;
  const { userFilePlace, ariaLabelOf, roving } = props;
  const clip = useId();
  const xScale = useXAxisScale();
  const yScale = useYAxisScale();
  const plot = usePlotArea();

  const layout = useMemo(
    () =>
      xScale === undefined || yScale === undefined || plot === undefined
        ? null
        : layOut({
            points,
            published,
            frontier,
            lines,
            offsets,
            lane,
            laneWidth,
            referenceY,
            narrow,
            userFile: userFilePlace,
            plot,
            placeX: xScale,
            placeY: yScale,
          }),
    [
      xScale,
      yScale,
      plot,
      points,
      published,
      frontier,
      lines,
      offsets,
      lane,
      laneWidth,
      referenceY,
      narrow,
      userFilePlace,
    ],
  );

  if (layout === null || plot === undefined) return null;
  const { activeId } = roving;

  return (
    <g>
      <clipPath id={clip}>
        <rect x={plot.x} y={plot.y} width={plot.width} height={plot.height} />
      </clipPath>
      <path d={layout.lanePath} className={chart.lane} />
      <g clipPath={`url(#${clip})`}>
        <path d={layout.frontierPath} className={chart.frontier} />
        {layout.levelPaths.map(({ key, path, point }) => (
          <path key={key} d={path} stroke={colors.colorOf(point.cell)} className={chart.levels} data-levels="" />
        ))}
        {layout.pairPaths.map(({ key, path }) => (
          <path key={key} d={path} className={chart.pair} data-pair="" />
        ))}
      </g>
      {layout.userFileLine !== null && userFile !== null && (
        <UserFileLine userFile={userFile} line={layout.userFileLine} roving={roving} />
      )}
      {layout.userFilePoint !== null && userFile !== null && (
        <UserFilePoint userFile={userFile} point={layout.userFilePoint} roving={roving} />
      )}
      {layout.spreads.map(({ key, path, point }) => (
        <path key={key} d={path} stroke={colors.colorOf(point.cell)} className={chart.spread} />
      ))}
      {layout.labels.map((label) => (
        <Leader key={label.id} label={label} active={label.id === activeId} />
      ))}
      {layout.marks.map(({ item, x, y }) => (
        <g
          key={item.id}
          transform={`translate(${x},${y})`}
          className={chart.mark}
          data-published=""
          {...roving.mark(item.id, publishedMarkAriaLabel(item.mark))}
        >
          <circle r={11} className={chart.hit} />
          {item.id === activeId && <circle r={11} className={chart.halo} />}
          <path d={publishedMarkPath} className={chart.published} />
        </g>
      ))}
      {layout.measured.map(({ item, x, y }) => (
        <g
          key={item.key}
          transform={`translate(${x},${y})`}
          className={chart.mark}
          data-compared={item.cell.isShownRun ? undefined : ''}
          {...roving.mark(item.key, ariaLabelOf(item))}
        >
          <circle r={11} className={chart.hit} />
          {item.key === activeId && <circle r={11} className={chart.halo} />}
          <path
            d={shapePaths[markShape(item.cell.row.names.implementationId)]}
            {...(item.cell.isShownRun
              ? { fill: colors.colorOf(item.cell), className: chart.solid }
              : { stroke: colors.colorOf(item.cell), className: chart.compared })}
          />
        </g>
      ))}
      <g {...decorative}>
        {layout.labels.map(({ id, x, y, height, text, isPublished }) => (
          <text
            key={id}
            x={x + 1}
            y={y + height - 3}
            fontSize={layout.fontSize}
            className={isPublished ? chart.publishedLabel : chart.label}
            data-active={id === activeId}
            {...roving.hover(id)}
          >
            {text}
          </text>
        ))}
      </g>
    </g>
  );
}

function Leader({ label, active }: { readonly label: PlacedLabel; readonly active: boolean }) {
  if (label.leader === null) return null;
  const { x1, y1, x2, y2 } = label.leader;
  return <line x1={x1} y1={y1} x2={x2} y2={y2} className={chart.leader} data-active={active} />;
}
