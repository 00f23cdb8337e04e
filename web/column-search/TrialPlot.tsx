import { useId, useMemo } from 'react';
import { useXAxisScale, useYAxisScale } from 'recharts';
import { ChartTooltip } from '../charts/ChartTooltip';
import chart from '../charts/chart.module.css';
import { type MarkShape, shapePaths } from '../charts/mark-style';
import { PlotFrame } from '../charts/PlotFrame';
import { logAxis } from '../charts/ticks';
import { useElementWidth } from '../charts/use-element-width';
import { useMarkNavigation } from '../charts/use-mark-navigation';
import { bytesInFull, formatBytes, formatMs } from '../figures/figures';
import { plural } from '../../workers/model/plural';
import { formatBytesTick, formatMsTick } from '../figures/tick-texts';
import styles from './ColumnSearch.module.css';
import { beatenBy } from './search-goals';

interface TrialMark {
  readonly key: string;
  readonly label: string;
  readonly sizeBytes: number;
  readonly decodeMs: number;
  /** Absent if it is not known. */
  readonly encodeMs?: number;
  readonly color: string;
  readonly shape: MarkShape;
  readonly isChosen: boolean;
}

interface TrialPlotProps {
  readonly title: string;
  /** Follows the name of the vertical axis. */
  readonly note: string;
  readonly isWide?: boolean;
  readonly marks: readonly TrialMark[];
  /** What the choice counts besides the drawn figures: see `alsoCounted`. */
  readonly counted: readonly string[];
}

const heightPx = { wide: 260, small: 190 };
const endPx = 20;
const roomPx = 60;
/** The clock's step: a shorter time can't be drawn on a logarithmic axis. */
const minMs = 0.005;

/** Size against decode time, both on logarithmic axes. Arrow keys move from mark to mark. */
export function TrialPlot({ title, note, isWide = false, marks, counted }: TrialPlotProps) {
  const id = useId();
  const [ref, width] = useElementWidth();
  const points = useMemo(
    () => marks.map((mark) => ({ ...mark, x: Math.max(minMs, mark.decodeMs), y: Math.max(1, mark.sizeBytes) })),
    [marks],
  );
  const orders = useMemo(
    () => ({
      horizontal: points.toSorted((one, other) => one.x - other.x).map(({ key }) => key),
      vertical: points.toSorted((one, other) => other.y - one.y).map(({ key }) => key),
    }),
    [points],
  );
  const roving = useMarkNavigation(orders);
  const active = points.find(({ key }) => key === roving.activeId);
  const xAxis = logAxis(
    points.map(({ x }) => x),
    Math.max(2, Math.floor((width - roomPx - endPx) / 70)),
    0.1,
  );
  const yAxis = logAxis(
    points.map(({ y }) => y),
    5,
    0.12,
    1.5,
  );
  const chosen = marks.find(({ isChosen }) => isChosen);
  const beaten = chosen === undefined ? 0 : beatenBy(chosen, marks);
  const smallest = points.toSorted((one, other) => one.y - other.y)[0];
  return (
    <figure className={chart.figure} aria-labelledby={id}>
      <h4 id={id} className={styles.plotTitle}>
        {title}
      </h4>
      <p className={chart.axisTitle}>{`↑ size${note}, log scale`}</p>
      <div ref={ref} className={chart.plot}>
        {width > 0 && (
          <PlotFrame
            width={width}
            height={isWide ? heightPx.wide : heightPx.small}
            margin={{ top: 8, right: endPx, bottom: 0, left: 0 }}
            label={`${title}: size and decode time of ${points.length} settings; the smallest is ${smallest?.label}, ${formatBytes(smallest?.sizeBytes ?? 0)}. The table below has the same figures. Arrow keys move from mark to mark.`}
            x={{ scale: 'log', domain: xAxis.domain, ticks: xAxis.ticks, format: formatMsTick, roomPx: 22 }}
            y={{ scale: 'log', domain: yAxis.domain, ticks: yAxis.ticks, format: formatBytesTick, roomPx }}
            points={points}
          >
            <Marks points={points} roving={roving} />
          </PlotFrame>
        )}
      </div>
      <p className={`${chart.axisTitle} ${chart.axisTitleX}`}>decode time, log scale →</p>
      {chosen !== undefined && beaten > 0 && counted.length > 0 && (
        <p className={chart.note}>
          {`${plural(beaten, 'other')} ${beaten === 1 ? 'is' : 'are'} no larger and no slower to decode than the ringed one${chosen.encodeMs === undefined ? '' : `, which encodes in ${formatMs(chosen.encodeMs)}`}: the choice also counts ${new Intl.ListFormat('en').format(counted)}.`}
        </p>
      )}
      {roving.active !== null && active !== undefined && (
        <ChartTooltip target={roving.active.element}>
          <p>
            <strong>{active.label}</strong>
          </p>
          <p>
            {bytesInFull(active.sizeBytes)}, decodes in {formatMs(active.decodeMs)}
            {active.encodeMs === undefined ? '' : `, encodes in ${formatMs(active.encodeMs)}`}
            {active.isChosen ? ', chosen' : ''}
          </p>
        </ChartTooltip>
      )}
    </figure>
  );
}

interface MarksProps {
  readonly points: readonly (TrialMark & { readonly x: number; readonly y: number })[];
  readonly roving: ReturnType<typeof useMarkNavigation>;
}

function Marks({ points, roving }: MarksProps) {
  const xScale = useXAxisScale();
  const yScale = useYAxisScale();
  if (xScale === undefined || yScale === undefined) return null;
  // The chosen mark is drawn last, above the others.
  const drawn = points.toSorted((one, other) => Number(one.isChosen) - Number(other.isChosen));
  return (
    <g>
      {drawn.map(({ key, label, sizeBytes, decodeMs, color, shape, isChosen, x, y }) => (
        <g
          key={key}
          className={chart.mark}
          transform={`translate(${xScale(x)},${yScale(y)})`}
          {...roving.mark(
            key,
            `${label}: ${formatBytes(sizeBytes)}, decodes in ${formatMs(decodeMs)}${isChosen ? ', chosen' : ''}`,
          )}
        >
          {isChosen && <circle r={10} className={styles.ring} />}
          <path d={shapePaths[shape]} fill={color} className={styles.markShape} data-active={roving.activeId === key} />
        </g>
      ))}
    </g>
  );
}
