import { memo } from 'react';
import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';
import { markColor } from '../charts/mark-style';
import { textWidthPx } from '../charts/measure-text';
import { PlotFrame } from '../charts/PlotFrame';
import { logAxis } from '../charts/ticks';
import { formatFactor } from '../figures/figures';
import type { Situation } from '../view/situation';
import { axisWords, formatDuration, moneyTick } from './answer-words';
import type { Axis } from './axes';
import styles from './BreakEven.module.css';
import type { BreakEvenLines, BreakEvenSpan } from './break-even-lines';
import type { Band } from './changes';
import { durationTicks, durationTickText } from './duration-ticks';
import { spanLetter } from './span-letter';

/** Room for the names above the lines, px. */
const stripPx = 22;
export const plotRoom = { leftPx: 64, rightPx: 34, topPx: stripPx + 8, bottomPx: 24 } as const;

/** What the chart's vertical axis shows: the total, or the total divided by the smallest one at the same value. */
export type BreakEvenScale = 'total' | 'factor';

interface BreakEvenPlotProps {
  readonly axis: Axis;
  readonly lines: BreakEvenLines;
  /** The bands of the crossings between neighbouring spans. Empty until they are computed. */
  readonly bands: readonly Band[];
  readonly scale: BreakEvenScale;
  readonly situation: Situation;
  readonly width: number;
  readonly height: number;
  /** A summary of the chart in words. */
  readonly label: string;
}

/** The largest factor on the axis of factors. Lines beyond it leave the chart. */
const maxFactor = 10;

/** The totals of all contenders along an axis, the smallest of them drawn thick, and bands that show who wins where. */
export const BreakEvenPlot = memo(function BreakEvenPlot(props: BreakEvenPlotProps) {
  const { axis, lines, bands, scale, situation, width, height, label } = props;
  const xTicks = logAxis([axis.min, axis.max], width < 560 ? 4 : 8, 0).ticks;
  const y = scale === 'total' ? totalAxis(lines, situation) : factorAxis(lines);
  return (
    <PlotFrame
      width={width}
      height={height}
      margin={{ top: plotRoom.topPx, right: plotRoom.rightPx, bottom: 0, left: 0 }}
      label={label}
      x={{
        scale: 'log',
        domain: [axis.min, axis.max],
        ticks: xTicks,
        format: axisWords[axis.id].tick,
        roomPx: plotRoom.bottomPx,
      }}
      y={{ scale: 'log', ...y, roomPx: plotRoom.leftPx }}
      points={[
        { x: axis.min, y: y.domain[0] },
        { x: axis.max, y: y.domain[1] },
      ]}
    >
      <Lines lines={lines} bands={bands} scale={scale} />
    </PlotFrame>
  );
});

interface ValueAxis {
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
}

function totalAxis({ smallest }: BreakEvenLines, situation: Situation): ValueAxis {
  // Whole powers of ten, so that most movements of a slider leave the axis as it is: drawing it anew takes longer than a frame.
  const low = 10 ** Math.floor(Math.log10(Math.min(...smallest)));
  const high = 10 ** Math.ceil(Math.log10(Math.max(...smallest) * 1.5));
  const even = logAxis([low, high], 7, 0.02, 10);
  if (situation.goal === 'money') return { ...even, format: moneyTick };
  const round = durationTicks(even.domain[0], even.domain[1], 7);
  return {
    domain: even.domain,
    ticks: round.length >= 2 ? round : even.ticks,
    format: timeTick,
  };
}

const timeTick = (ms: number) => durationTickText(ms) ?? formatDuration(ms, 2);

/** From just below 1 to the largest factor of any line, or to the limit. */
function factorAxis({ totals, smallest }: BreakEvenLines): ValueAxis {
  let largest = 1.05;
  for (const { at } of totals)
    at.forEach((total, index) => {
      largest = Math.max(largest, total / (smallest[index] as number));
    });
  const high = Math.min(maxFactor, largest * 1.02);
  return {
    domain: [high ** -0.03, high],
    ticks: logAxis([1, high], 7, 0, 1.01).ticks.filter((tick) => tick >= 1),
    format: formatFactor,
  };
}

/** Screen readers get the same figures from the list and the table below. */
const decorative = { 'aria-hidden': true };

function Lines({ lines, bands, scale }: Pick<BreakEvenPlotProps, 'lines' | 'bands' | 'scale'>) {
  const xScale = useXAxisScale();
  const yScale = useYAxisScale();
  const plot = usePlotArea();
  if (xScale === undefined || yScale === undefined || plot === undefined) return null;
  const x = (value: number) => (xScale(value) as number | undefined) ?? plot.x;
  const y = (total: number, smallest: number) =>
    (yScale(scale === 'total' ? total : total / smallest) as number | undefined) ?? plot.y;
  const xs = Array.from(lines.values, x);
  const pathOf = (at: Float64Array) =>
    visiblePath(
      xs,
      Array.from(at, (total, index) => y(total, lines.smallest[index] as number)),
      plot.y,
    );
  const winners = new Set(lines.spans.map(({ contender }) => contender));
  const others = lines.totals.filter(({ contender }) => !winners.has(contender));
  const clamp = (px: number) => Math.min(plot.x + plot.width, Math.max(plot.x, px));
  return (
    <g {...decorative}>
      {bands.map((band, index) => {
        const at = lines.spans[index + 1]?.from;
        if (at === undefined) return null;
        const left = band.low === null ? plot.x : clamp(x(band.low));
        const right = band.high === null ? plot.x + plot.width : clamp(x(band.high));
        return (
          <rect
            key={at}
            x={left}
            y={plot.y}
            width={Math.max(1, right - left)}
            height={plot.height}
            className={styles.band}
          />
        );
      })}
      <path d={others.map(({ at }) => pathOf(at)).join('')} className={styles.other} />
      {lines.totals
        .filter(({ contender }) => winners.has(contender))
        .map(({ contender, at }) => (
          <path
            key={contender.row.key}
            d={pathOf(at)}
            className={styles.winnerElsewhere}
            style={{ stroke: markColor(contender.row.names) }}
          />
        ))}
      {lines.spans.map((span, index) => (
        <Span
          key={`${span.from} ${span.contender.row.key}`}
          span={span}
          letter={spanLetter(index)}
          left={clamp(x(span.from))}
          right={clamp(x(span.to))}
          top={plot.y}
          bottom={plot.y + plot.height}
          path={`M${span.line.map(({ value, total }) => `${x(value).toFixed(1)},${y(total, total).toFixed(1)}`).join('L')}`}
          first={index === 0}
        />
      ))}
    </g>
  );
}

/** A path through the points that lie below the top of the plot. */
function visiblePath(xs: readonly number[], ys: readonly number[], top: number): string {
  let path = '';
  let isDrawing = false;
  ys.forEach((py, index) => {
    if (!(py >= top)) {
      isDrawing = false;
      return;
    }
    path += `${isDrawing ? 'L' : 'M'}${(xs[index] ?? 0).toFixed(1)},${py.toFixed(1)}`;
    isDrawing = true;
  });
  return path;
}

interface SpanProps {
  readonly span: BreakEvenSpan;
  readonly letter: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly path: string;
  readonly first: boolean;
}

/** The part of the axis that one contender wins: a bar with its name above the plot, and its line drawn thick. */
function Span({ span, letter, left, right, top, bottom, path, first }: SpanProps) {
  const { names } = span.contender.row;
  const color = markColor(names);
  const width = right - left;
  const text = [`${letter}  ${names.label}`, `${letter}  ${names.shortLabel}`, letter].find(
    (each) => textWidthPx(each, 11, 600) + 10 <= width,
  );
  return (
    <>
      <rect x={left} y={top - stripPx - 2} width={Math.max(1, width - 1)} height={4} style={{ fill: color }} />
      {text !== undefined && (
        <text x={left + 4} y={top - 6} className={styles.spanName}>
          {text}
        </text>
      )}
      {!first && <line x1={left} x2={left} y1={top - stripPx - 2} y2={bottom} className={styles.crossing} />}
      <path d={path} className={styles.best} style={{ stroke: color }} />
    </>
  );
}
