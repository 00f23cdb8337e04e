import { useMemo, useState } from 'react';
import type { Operation } from '../../../workers/model/plan';
import type { SizeMarks, UnplacedMark } from '../../sources/size-marks';
import { ChartTooltip } from '../../charts/ChartTooltip';
import { PlotFrame } from '../../charts/PlotFrame';
import chart from '../../charts/chart.module.css';
import { formatCount } from '../../figures/figures';
import { plural } from '../../../workers/model/plural';
import { formatMsTick } from '../../figures/tick-texts';
import { PublishedSwatch } from '../../charts/Mark';
import { textWidthPx } from '../../charts/measure-text';
import { operationNames } from '../../figures/operation-names';
import { CandidateLegend } from '../CandidateLegend';
import { RowFigures } from '../RowFigures';
import { markNames, type ResultRow } from '../../figures/rows';
import { logAxis } from '../../charts/ticks';
import { useMarkNavigation } from '../../charts/use-mark-navigation';
import { useElementWidth } from '../../charts/use-element-width';
import { SizeSweepLayer } from './SizeSweepLayer';
import { SizeSweepTable } from './SizeSweepTable';
import { SizeSweepMarkFigures } from './SizeSweepMarkFigures';
import { placedMarksNote, placeSizeSweepMarks, unplacedMarkReasons } from './sweep-marks';
import { hiddenTimesNote, leadersOfSweep, sizeSweepSeries } from './sweep-series';

interface SizeSweepProps {
  /** The rows of all datasets, without those that a filter hides. */
  readonly rows: readonly ResultRow[];
  readonly operation: Operation;
  /** Published and imported times of the same operation. */
  readonly marks: SizeMarks;
}

const labelSpacing = 14;
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/**
 * Chart of best time against number of items, both on logarithmic axes. Candidates with parallel lines scale alike, a
 * steeper line scales worse, and a flat line takes constant time. Hollow marks are published and imported times.
 */
export function SizeSweep({ rows, operation, marks }: SizeSweepProps) {
  const [ref, width] = useElementWidth();
  const series = useMemo(() => sizeSweepSeries(rows, operation), [rows, operation]);
  const points = useMemo(() => series.flatMap((one) => one.points), [series]);
  const { placed, unplaced } = useMemo(() => placeSizeSweepMarks(series, marks), [series, marks]);
  const orders = useMemo(() => {
    const places = [
      ...points.map(({ key, x, y }) => ({ key, x, y })),
      ...placed.map(({ id, x, y }) => ({ key: id, x, y })),
    ];
    return {
      horizontal: [...series.flatMap((one) => one.points.map(({ key }) => key)), ...placed.map(({ id }) => id)],
      vertical: places.toSorted((a, b) => a.x - b.x || b.y - a.y).map(({ key }) => key),
    };
  }, [series, points, placed]);
  const roving = useMarkNavigation(orders);
  const [chosen, setChosen] = useState<number | null>(null);
  const leaders = useMemo(() => leadersOfSweep(series), [series]);
  const active = points.find(({ key }) => key === roving.activeId);
  const activeMark = placed.find(({ id }) => id === roving.activeId);
  const narrow = width < 560;
  const labelWidth =
    width === 0
      ? 0
      : Math.min(
          narrow ? 110 : 220,
          Math.ceil(
            Math.max(
              0,
              ...series.map(({ points: [first] }) =>
                textWidthPx(first === undefined ? '' : markNames(first.row)[narrow ? 'shortLabel' : 'label'], 11),
              ),
            ),
          ) + 16,
        );
  const xAxis = logAxis(
    points.map(({ x }) => x),
    narrow ? 4 : 8,
    0.04,
  );
  const yAxis = logAxis(
    [...points.flatMap(({ figures, y }) => [y, Math.min(figures.spread.highMs, y * 3)]), ...placed.map(({ y }) => y)],
    9,
    0.06,
  );
  const sizes = [...new Set(points.map(({ x }) => x))].sort((a, b) => a - b);
  const hidden = useMemo(() => hiddenTimesNote(rows, operation), [rows, operation]);
  const placedNote = placedMarksNote(placed);
  const name = operationNames[operation];
  if (sizes.length < 2) return null;
  const title = `${name} time against size`;

  return (
    <figure className={chart.figure} aria-labelledby="sweep-title">
      <div className={chart.head}>
        <h3 id="sweep-title" className={chart.title}>
          {title}
        </h3>
      </div>
      <p className={chart.axisTitle}>{`↑ best ${name.toLowerCase()} time, log scale`}</p>
      <div ref={ref} className={chart.plot}>
        {width > 0 && (
          <PlotFrame
            width={width}
            height={Math.max(narrow ? 360 : 400, (leaders.size + 1) * labelSpacing + 40)}
            margin={{ top: 8, right: labelWidth, bottom: 0, left: 0 }}
            label={`${name} time of ${series.length} candidates at ${sizes.map(formatCount).join(', ')} items, both axes logarithmic. The table below has the same figures. Arrow keys move from point to point.`}
            x={{
              scale: 'log',
              domain: xAxis.domain,
              ticks: sizes.length <= (narrow ? 4 : 8) ? sizes : xAxis.ticks,
              format: (value) => compact.format(value),
              roomPx: 24,
            }}
            y={{ scale: 'log', domain: yAxis.domain, ticks: yAxis.ticks, format: formatMsTick, roomPx: 58 }}
            points={points}
          >
            <SizeSweepLayer
              series={series}
              marks={placed}
              leaders={leaders}
              chosen={active?.row.candidate ?? chosen}
              labelWidth={labelWidth}
              operation={operation}
              roving={roving}
            />
          </PlotFrame>
        )}
      </div>
      <p className={`${chart.axisTitle} ${chart.axisTitleX}`}>items in the dataset, log scale →</p>
      <CandidateLegend
        candidates={series.flatMap(({ points: [first] }) => (first === undefined ? [] : [first.row]))}
        chosen={series.some(({ candidate }) => candidate === chosen) ? chosen : null}
        onChosen={setChosen}
      />
      <p className={chart.note}>
        Choose a candidate to see its line alone.
        {leaders.size < series.length &&
          ' The bold lines with labels are the fastest candidate at each size, and the fastest of each codec at the largest size.'}
      </p>
      {placed.length > 0 && (
        <ul className={chart.legend} aria-label="Legend">
          <li>
            <PublishedSwatch /> published, not measured here
          </li>
        </ul>
      )}
      {placedNote !== null && <p className={chart.note}>{placedNote}</p>}
      <Unplaced marks={unplaced} />
      <SizeSweepTable title={title} series={series} marks={placed} />
      {hidden !== null && <p className={chart.note}>{hidden}</p>}
      {roving.active !== null && active !== undefined && (
        <ChartTooltip target={roving.active.element}>
          <p className={chart.tooltipNote}>{formatCount(active.x)} items</p>
          <RowFigures row={active.row} operation={operation} />
        </ChartTooltip>
      )}
      {roving.active !== null && activeMark !== undefined && (
        <ChartTooltip target={roving.active.element}>
          <SizeSweepMarkFigures mark={activeMark} />
        </ChartTooltip>
      )}
    </figure>
  );
}

/** The published times of similar data that are not drawn, each with the reason. */
function Unplaced({ marks }: { readonly marks: readonly UnplacedMark[] }) {
  const lines = unplacedMarkReasons(marks);
  if (lines.length === 0) return null;
  return (
    <details className={chart.more}>
      <summary>{`${plural(lines.length, 'reason')} why other published figures are not drawn here`}</summary>
      <ul className={chart.note}>
        {lines.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </details>
  );
}
