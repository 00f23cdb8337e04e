import { useMemo } from 'react';
import { CartesianGrid, Scatter as RechartsScatter, ScatterChart, usePlotArea, useXAxisScale, useYAxisScale, XAxis, YAxis } from 'recharts';
import type { Operation } from '../../workers/model/plan';
import { ChartTooltip } from './ChartTooltip';
import chart from './chart.module.css';
import { formatCount, formatMsTick } from './figures';
import { stackLabels } from './dodge';
import { markColor, markShape, shapePaths } from './mark-style';
import { fittedLabel, textWidth } from './measure-text';
import { operationNames } from './operation-names';
import { RowFigures, spokenFigures } from './RowFigures';
import { type CompletedRow, isCompleted, markNames, measured, type MeasuredFigures, type ResultRow } from './rows';
import { logAxis } from './ticks';
import { useRovingMarks } from './use-roving-marks';
import { useWidth } from './use-width';

interface SizeSweepProps {
  /** Of all datasets, filtered. */
  readonly rows: readonly ResultRow[];
  readonly operation: Operation;
}

interface SweepPoint {
  readonly key: string;
  readonly row: CompletedRow;
  readonly figures: MeasuredFigures;
  readonly x: number;
  readonly y: number;
}

interface Series {
  readonly candidate: number;
  readonly points: readonly SweepPoint[];
}

/** The marks' own names say what their labels show. */
const decorative = { 'aria-hidden': true };
const labelSpacing = 14;
const none = () => <g />;
const tickStyle = { fill: 'var(--ink-soft)', fontSize: 11 };
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Best time against the number of items, both axes logarithmic: parallel lines scale alike, a steeper one scales worse, a flat one takes constant time. */
export function SizeSweep({ rows, operation }: SizeSweepProps) {
  const [ref, width] = useWidth();
  const series = useMemo(() => sweepSeries(rows, operation), [rows, operation]);
  const points = useMemo(() => series.flatMap((one) => one.points), [series]);
  const orders = useMemo(
    () => ({
      horizontal: series.flatMap((one) => one.points.map(({ key }) => key)),
      vertical: [...points].sort((a, b) => a.x - b.x || b.y - a.y).map(({ key }) => key),
    }),
    [series, points],
  );
  const roving = useRovingMarks(orders);
  const active = points.find(({ key }) => key === roving.activeId);
  const narrow = width < 560;
  const labelWidth =
    width === 0
      ? 0
      : Math.min(
          narrow ? 110 : 220,
          Math.ceil(Math.max(0, ...series.map(({ points: [first] }) => textWidth(first === undefined ? '' : markNames(first.row)[narrow ? 'shortLabel' : 'label'], 11)))) +
            16,
        );
  const xAxis = logAxis(
    points.map(({ x }) => x),
    narrow ? 4 : 8,
    0.04,
  );
  const yAxis = logAxis(
    points.flatMap(({ figures, y }) => [y, Math.min(figures.spread.highMs, y * 3)]),
    9,
    0.06,
  );
  const sizes = [...new Set(points.map(({ x }) => x))].sort((a, b) => a - b);
  const hidden = useMemo(() => hiddenPoints(rows, operation), [rows, operation]);
  const name = operationNames[operation];
  if (sizes.length < 2) return null;

  return (
    <figure className={chart.figure} aria-labelledby="sweep-title">
      <div className={chart.head}>
        <h3 id="sweep-title" className={chart.title}>
          {name} time against size
        </h3>
      </div>
      <p className={chart.axisTitle}>↑ best {name.toLowerCase()} time, log</p>
      <div ref={ref} className={chart.plot}>
        {width > 0 && (
          <ScatterChart
            width={width}
            height={Math.max(narrow ? 360 : 400, series.length * labelSpacing + 40)}
            margin={{ top: 8, right: labelWidth, bottom: 0, left: 0 }}
            accessibilityLayer={false}
            role="group"
            aria-label={`${name} time of ${series.length} candidates at ${sizes.map(formatCount).join(', ')} items, both axes logarithmic. The table has the same figures for each size. Arrow keys move from point to point.`}
          >
            <CartesianGrid stroke="var(--line)" />
            <XAxis
              type="number"
              dataKey="x"
              scale="log"
              domain={[...xAxis.domain]}
              ticks={sizes.length <= (narrow ? 4 : 8) ? sizes : xAxis.ticks}
              interval={0}
              allowDataOverflow
              height={24}
              tick={tickStyle}
              tickLine={false}
              axisLine={{ stroke: 'var(--line-strong)' }}
              tickFormatter={(value: number) => compact.format(value)}
            />
            <YAxis
              type="number"
              dataKey="y"
              scale="log"
              domain={[...yAxis.domain]}
              ticks={yAxis.ticks}
              interval={0}
              allowDataOverflow
              width={58}
              tick={tickStyle}
              tickLine={false}
              axisLine={{ stroke: 'var(--line-strong)' }}
              tickFormatter={(value: number) => formatMsTick(value)}
            />
            <RechartsScatter data={[...points]} shape={none} isAnimationActive={false} legendType="none" />
            <SweepLayer series={series} labelWidth={labelWidth} operation={operation} roving={roving} />
          </ScatterChart>
        )}
      </div>
      <p className={`${chart.axisTitle} ${chart.axisTitleX}`}>items in the dataset, log →</p>
      {hidden !== null && <p className={chart.note}>{hidden}</p>}
      {roving.active !== null && active !== undefined && (
        <ChartTooltip target={roving.active.element}>
          <p className={chart.tooltipNote}>{formatCount(active.x)} items</p>
          <RowFigures row={active.row} operation={operation} />
        </ChartTooltip>
      )}
    </figure>
  );
}

export function sweepSeries(rows: readonly ResultRow[], operation: Operation): Series[] {
  const byCandidate = new Map<number, SweepPoint[]>();
  for (const row of rows.filter(isCompleted)) {
    const figures = measured(row, operation);
    if (figures === null || figures.throughput === null || row.itemCount === null || row.itemCount === 0) continue;
    const points = byCandidate.get(row.candidate) ?? [];
    points.push({ key: row.key, row, figures, x: row.itemCount, y: figures.summary.bestMs });
    byCandidate.set(row.candidate, points);
  }
  return [...byCandidate].map(([candidate, points]) => ({ candidate, points: points.sort((a, b) => a.x - b.x) }));
}

/** What has no place on a logarithmic axis, in words: times that the timer's step hides. */
function hiddenPoints(rows: readonly ResultRow[], operation: Operation): string | null {
  const sizesOf = new Map<string, number[]>();
  for (const row of rows.filter(isCompleted)) {
    if (row.itemCount === null || row.itemCount === 0 || measured(row, operation)?.throughput !== null) continue;
    sizesOf.set(row.names.label, [...(sizesOf.get(row.names.label) ?? []), row.itemCount]);
  }
  if (sizesOf.size === 0) return null;
  return `Below timer resolution, so not drawn: ${[...sizesOf].map(([label, counts]) => `${label} at ${counts.map(formatCount).join(', ')} items`).join('; ')}.`;
}

interface SweepLayerProps {
  readonly series: readonly Series[];
  readonly labelWidth: number;
  readonly operation: Operation;
  readonly roving: ReturnType<typeof useRovingMarks>;
}

function SweepLayer({ series, labelWidth, operation, roving }: SweepLayerProps) {
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
  const ends = placed.flatMap(({ candidate, points }) => {
    const last = points.at(-1);
    return last === undefined ? [] : [{ candidate, last }];
  });
  const centres = stackLabels(
    ends.map(({ last }) => last.py),
    labelSpacing,
    plot.y - 6,
    plot.y + plot.height + 6,
  );
  const labelX = plot.x + plot.width + 10;
  return (
    <g>
      {placed.map(({ candidate, points }) => {
        const first = points[0];
        if (first === undefined) return null;
        const color = markColor(first.row.names);
        return (
          <g key={candidate}>
            <path d={`M${points.map(({ px, py }) => `${px.toFixed(1)},${py.toFixed(1)}`).join('L')}`} fill="none" stroke={color} strokeWidth={1.5} />
            {points.map(({ key, px, low, high }) =>
              Math.abs(low - high) < 2 ? null : <path key={key} d={`M${px},${Math.max(plot.y, low)}V${high}`} stroke={color} className={chart.spread} />,
            )}
            {points.map(({ key, row, px, py, x }) => (
              <g
                key={key}
                transform={`translate(${px},${py})`}
                className={chart.mark}
                {...roving.mark(key, `${formatCount(x)} items: ${spokenFigures(row, operation)}`)}
              >
                <circle r={10} className={chart.hit} />
                {key === roving.activeId && <circle r={10} className={chart.halo} />}
                <path d={shapePaths[markShape(row.names.implementationId)]} transform="scale(0.8)" fill={color} className={chart.solid} />
              </g>
            ))}
          </g>
        );
      })}
      <g {...decorative}>
        {ends.map(({ candidate, last }, index) => {
          const y = centres[index] ?? last.py;
          return (
            <g key={candidate}>
              <line x1={last.px + 6} y1={last.py} x2={labelX - 2} y2={y} className={chart.leader} />
              <text x={labelX} y={y + 4} fontSize={11} className={chart.label} data-active={last.key === roving.activeId}>
                {fittedLabel(markNames(last.row), 11, labelWidth - 14)}
              </text>
            </g>
          );
        })}
      </g>
    </g>
  );
}
