import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';
import type { Operation } from '../../../workers/model/plan';
import { shortNameWithSource } from '../../sources/marks';
import { boxesAlongLine } from '../../charts/along-line';
import chart from '../../charts/chart.module.css';
import { stackLabels } from '../../charts/dodge';
import { formatCount } from '../../figures/figures';
import { placeLabels } from '../../charts/label-placement';
import { markColor, markShape, publishedMarkPath, shapePaths } from '../../charts/mark-style';
import { fittedLabel, textWidthPx } from '../../charts/measure-text';
import { candidateAriaLabel } from '../RowFigures';
import { markNames } from '../../figures/rows';
import type { useMarkNavigation } from '../../charts/use-mark-navigation';
import { sizeSweepMarkAriaLabel } from './SizeSweepMarkFigures';
import type { SizeSweepMark } from './sweep-marks';
import type { SizeSweepSeries } from './sweep-series';

/** Screen readers skip the labels, because each mark's `aria-label` contains the same text. */
const decorative = { 'aria-hidden': true };
const labelSpacing = 14;
/** The longest line between a hollow mark and its label, px. A label further away is omitted; the tooltip shows it. */
const longestLeader = 48;

interface SizeSweepLayerProps {
  readonly series: readonly SizeSweepSeries[];
  readonly marks: readonly SizeSweepMark[];
  /** The candidates whose lines stand out and have labels, unless one is chosen. */
  readonly leaders: ReadonlySet<number>;
  /** The candidate whose line stands out alone; null if none is chosen. */
  readonly chosen: number | null;
  readonly labelWidth: number;
  readonly operation: Operation;
  readonly roving: ReturnType<typeof useMarkNavigation>;
}

/**
 * Draws lines, intervals, marks and labels in the chart's scales. A label at the end of a line that stands out names its candidate.
 * A label beside a system's largest hollow mark names the system.
 */
export function SizeSweepLayer({ series, marks, leaders, chosen, labelWidth, operation, roving }: SizeSweepLayerProps) {
  const xScale = useXAxisScale();
  const yScale = useYAxisScale();
  const plot = usePlotArea();
  if (xScale === undefined || yScale === undefined || plot === undefined) return null;
  const placed = series.map(({ candidate, points }) => ({
    candidate,
    points: points.map((point) => ({
      ...point,
      px: xScale(point.x) ?? 0,
      py: yScale(point.y) ?? 0,
      low: yScale(Math.max(point.figures.spread.highMs, Number.MIN_VALUE)) ?? 0,
      high: yScale(Math.max(point.figures.spread.lowMs, Number.MIN_VALUE)) ?? 0,
    })),
  }));
  const known = chosen !== null && series.some(({ candidate }) => candidate === chosen) ? chosen : null;
  const standsOut = (candidate: number) => leaders.has(candidate) || candidate === known;
  const isFaint = (candidate: number) => (known === null ? !leaders.has(candidate) : candidate !== known);
  // The leaders are drawn last. The order stays the same whichever mark has the focus: an element that moves in the document loses it.
  const drawn = placed.toSorted((a, b) => Number(leaders.has(a.candidate)) - Number(leaders.has(b.candidate)));
  const ends = placed.flatMap(({ candidate, points }) => {
    const last = points.at(-1);
    return last === undefined || !standsOut(candidate) ? [] : [{ candidate, last }];
  });
  const centres = stackLabels(
    ends.map(({ last }) => last.py),
    labelSpacing,
    plot.y - 6,
    plot.y + plot.height + 6,
  );
  const labelX = plot.x + plot.width + 10;
  const hollow = marks.map((mark) => ({ mark, x: xScale(mark.x) ?? plot.x, y: yScale(mark.y) ?? plot.y }));
  const labelled = hollow.filter(
    ({ mark }) => marks.findLast(({ mark: { systemKey } }) => systemKey === mark.mark.systemKey) === mark,
  );
  const textOf = ({ mark }: SizeSweepMark) => shortNameWithSource(mark);
  const obstacles = [
    ...placed.flatMap(({ points }) => [
      ...boxesAlongLine(points.map(({ px, py }) => ({ x: px, y: py }))),
      ...points.map(({ px, py }) => ({ x: px - 5, y: py - 5, width: 10, height: 10 })),
    ]),
    ...hollow.map(({ x, y }) => ({ x: x - 5, y: y - 6, width: 10, height: 12 })),
  ];
  const names = placeLabels(
    labelled.map(({ mark, x, y }) => ({
      id: mark.id,
      x,
      y,
      radius: 6,
      width: Math.ceil(textWidthPx(textOf(mark), 11)) + 2,
      height: 13,
    })),
    { x: plot.x + 1, y: plot.y, width: plot.width, height: plot.height },
    obstacles,
  ).filter(
    ({ overlap, leader }) =>
      overlap === 0 && (leader === null || Math.hypot(leader.x2 - leader.x1, leader.y2 - leader.y1) <= longestLeader),
  );
  return (
    <g>
      {drawn.map(({ candidate, points }) => {
        const first = points[0];
        if (first === undefined) return null;
        const color = markColor(first.row.names);
        return (
          <g key={candidate} className={chart.line} data-faint={isFaint(candidate)}>
            <path
              d={`M${points.map(({ px, py }) => `${px.toFixed(1)},${py.toFixed(1)}`).join('L')}`}
              fill="none"
              stroke={color}
              strokeWidth={isFaint(candidate) ? 1 : 1.75}
            />
            {points.map(({ key, px, low, high }) =>
              Math.abs(low - high) < 2 ? null : (
                <path key={key} d={`M${px},${Math.max(plot.y, low)}V${high}`} stroke={color} className={chart.spread} />
              ),
            )}
          </g>
        );
      })}
      {drawn.map(({ candidate, points }) => (
        <g key={candidate} className={chart.line} data-faint={isFaint(candidate)}>
          {points.map(({ key, row, px, py, x }) => (
            <g
              key={key}
              transform={`translate(${px},${py})`}
              className={chart.mark}
              {...roving.mark(key, `${formatCount(x)} items: ${candidateAriaLabel(row, operation)}`)}
            >
              <circle r={10} className={chart.hit} />
              {key === roving.activeId && <circle r={10} className={chart.halo} />}
              <path
                d={shapePaths[markShape(row.names.implementationId)]}
                transform={isFaint(candidate) ? 'scale(0.6)' : 'scale(0.8)'}
                fill={markColor(row.names)}
                className={chart.solid}
              />
            </g>
          ))}
        </g>
      ))}
      {names.map(
        ({ id, leader }) =>
          leader !== null && (
            <line key={id} {...leader} className={chart.leader} data-active={id === roving.activeId} />
          ),
      )}
      {hollow.map(({ mark, x, y }) => (
        <g
          key={mark.id}
          transform={`translate(${x},${y})`}
          className={chart.mark}
          data-published=""
          {...roving.mark(mark.id, sizeSweepMarkAriaLabel(mark))}
        >
          <circle r={10} className={chart.hit} />
          {mark.id === roving.activeId && <circle r={10} className={chart.halo} />}
          <path d={publishedMarkPath} className={chart.published} />
        </g>
      ))}
      <g {...decorative}>
        {names.map(({ id, x, y, height }) => {
          const mark = marks.find((each) => each.id === id);
          return (
            mark !== undefined && (
              <text
                key={id}
                x={x + 1}
                y={y + height - 3}
                fontSize={11}
                className={chart.publishedLabel}
                data-active={id === roving.activeId}
                {...roving.hover(id)}
              >
                {textOf(mark)}
              </text>
            )
          );
        })}
        {ends.map(({ candidate, last }, index) => {
          const y = centres[index] ?? last.py;
          return (
            <g key={candidate} className={chart.line} data-faint={known !== null && candidate !== known}>
              <line x1={last.px + 6} y1={last.py} x2={labelX - 2} y2={y} className={chart.leader} />
              <text
                x={labelX}
                y={y + 4}
                fontSize={11}
                className={chart.label}
                data-active={last.key === roving.activeId}
              >
                {fittedLabel(markNames(last.row), 11, labelWidth - 14)}
              </text>
            </g>
          );
        })}
      </g>
    </g>
  );
}
