import { memo, useMemo } from 'react';
import chart from '../charts/chart.module.css';
import type { Box } from '../charts/label-placement';
import { markColor } from '../charts/mark-style';
import { textWidthPx } from '../charts/measure-text';
import { logAxis } from '../charts/ticks';
import { formatFactor } from '../figures/figures';
import type { Situation } from '../view/situation';
import { axisWords, formatDuration, moneyTick } from './answer-words';
import type { Axis } from './axes';
import { BreakEvenAxes, placeOn, type ScaleWithTicks } from './BreakEvenAxes';
import styles from './BreakEven.module.css';
import { type BreakEvenLines, contendersIn } from './break-even-lines';
import { type Band, isPlaced, placedSpans } from './changes';
import type { Contender } from './contenders';
import { durationTicks, durationTickText } from './duration-ticks';
import { LineEnds } from './LineEnds';
import { spanLetters } from './span-letter';

/** Room for the names above the lines, px. */
const stripPx = 22;
export const plotRoom = { leftPx: 64, topPx: stripPx + 8, bottomPx: 24 } as const;

/** From this width on, a line has its name at its end, px. */
const widthForNamesPx = 640;

/** Room right of the plot: for the names of the lines that win somewhere, or for their letters, px. */
export const rightRoomPx = (width: number): number => (width < widthForNamesPx ? 34 : 150);

/** The height of the bar that shows within which values a winner changes, px. */
const bandPx = 5;

/** What the chart's vertical axis shows: the total, or the total divided by the smallest one at the same value. */
export type BreakEvenScale = 'total' | 'factor';

interface FileLine {
  readonly at: Float64Array;
  readonly label: string;
}

interface BreakEvenPlotProps {
  readonly axis: Axis;
  readonly lines: BreakEvenLines;
  /** The totals of the user's file at the same values. Null if the data was generated. */
  readonly file: FileLine | null;
  /** The bands of the crossings between neighbouring spans; null with too few rounds. Empty until they are computed. */
  readonly bands: readonly (Band | null)[];
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
  const { axis, lines, file, bands, scale, situation, width, height, label } = props;
  const x = useMemo(
    (): ScaleWithTicks => ({
      low: axis.min,
      high: axis.max,
      startPx: plotRoom.leftPx,
      endPx: width - rightRoomPx(width),
      ticks: logAxis([axis.min, axis.max], width < 560 ? 4 : 8, 0).ticks,
      format: axisWords[axis.id].tick,
    }),
    [axis, width],
  );
  const {
    domain: [low, high],
    ticks,
    format,
  } = scale === 'total' ? totalAxis(lines, situation) : factorAxis(lines);
  const tickText = ticks.join(' ');
  // The same object as long as its content is the same, so that the axes stay as they are drawn.
  const y = useMemo(
    (): ScaleWithTicks => ({
      low,
      high,
      startPx: height - plotRoom.bottomPx,
      endPx: plotRoom.topPx,
      ticks: tickText === '' ? [] : tickText.split(' ').map(Number),
      format,
    }),
    [low, high, height, tickText, format],
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: <fieldset> and the like are no graphics.
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="group" aria-label={label}>
      <BreakEvenAxes x={x} y={y} />
      <Lines lines={lines} file={file} bands={bands} scale={scale} x={x} y={y} isNamed={width >= widthForNamesPx} />
    </svg>
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

interface LinesProps extends Pick<BreakEvenPlotProps, 'lines' | 'file' | 'bands' | 'scale'> {
  readonly x: ScaleWithTicks;
  readonly y: ScaleWithTicks;
  /** True if there is room for a line’s name at its end. */
  readonly isNamed: boolean;
}

function Lines({ lines, file, bands, scale, x, y, isNamed }: LinesProps) {
  const plot = { x: x.startPx, y: y.endPx, width: x.endPx - x.startPx, height: y.startPx - y.endPx };
  const xPlace = useMemo(() => placeOn(x), [x]);
  const yPlace = placeOn(y);
  const xs = useMemo(() => Array.from(lines.values, (value) => roundPx(xPlace(value))), [lines.values, xPlace]);
  const winners = new Set(lines.spans.map(({ contender }) => contender));
  const path = (at: Float64Array, every: number) =>
    visiblePath(xs, at, scale === 'total' ? null : lines.smallest, yPlace, plot.y, every);
  const others = lines.totals.filter(({ contender }) => !winners.has(contender));
  const clamp = (px: number) => Math.min(plot.x + plot.width, Math.max(plot.x, px));
  return (
    <g {...decorative}>
      {bands.map((band, index) => {
        const at = lines.spans[index + 1]?.from;
        if (at === undefined || band === null || !isPlaced(at, band)) return null;
        const left = band.low === null ? plot.x : clamp(xPlace(band.low));
        const right = band.high === null ? plot.x + plot.width : clamp(xPlace(band.high));
        return (
          <rect
            key={at}
            x={left}
            y={plot.y + plot.height - bandPx}
            width={Math.max(1, right - left)}
            height={bandPx}
            className={styles.band}
          />
        );
      })}
      <path d={others.map(({ at }) => path(at, 2)).join('')} className={styles.other} />
      {lines.totals
        .filter(({ contender }) => winners.has(contender))
        .map(({ contender, at }) => (
          <path
            key={contender.row.key}
            d={path(at, 1)}
            className={styles.winnerElsewhere}
            style={{ stroke: markColor(contender.row.names) }}
          />
        ))}
      {file !== null && <path d={path(file.at, 1)} className={chart.userFile} />}
      {placedSpans(lines.spans, bands).map((spans, index) => {
        const line = spans.flatMap((span) => span.line);
        return (
          <Winners
            key={spanLetters(lines.spans, spans)}
            contenders={contendersIn(spans)}
            letters={spanLetters(lines.spans, spans)}
            left={clamp(xPlace(spans[0].from))}
            right={clamp(xPlace((spans.at(-1) ?? spans[0]).to))}
            top={plot.y}
            bottom={plot.y + plot.height}
            path={`M${line.map(({ value, total }) => `${roundPx(xPlace(value))},${roundPx(yPlace(scale === 'total' ? total : 1))}`).join('L')}`}
            hasCrossing={index > 0}
          />
        );
      })}
      {file !== null && (
        <FileLabel
          {...file}
          plot={plot}
          heightPx={(index) =>
            yPlace((file.at[index] as number) / (scale === 'total' ? 1 : (lines.smallest[index] as number)))
          }
        />
      )}
      <LineEnds
        lines={lines}
        plot={plot}
        isNamed={isNamed}
        endPx={(at) => {
          const last = at.length - 1;
          return yPlace((at[last] as number) / (scale === 'total' ? 1 : (lines.smallest[last] as number)));
        }}
      />
    </g>
  );
}

/** Names the line of the user's file near its left end, above it where there is room. Nothing if the line begins outside the plot. */
function FileLabel({
  at,
  label,
  plot,
  heightPx,
}: FileLine & { readonly plot: Box; readonly heightPx: (index: number) => number }) {
  const index = Math.round(at.length * 0.04);
  const y = heightPx(index);
  if (!(y >= plot.y && y <= plot.y + plot.height)) return null;
  return (
    <text
      x={plot.x + 6 + (plot.width * index) / at.length}
      y={y - 5 < plot.y + 10 ? y + 13 : y - 5}
      fontSize={11}
      className={chart.userFileLabel}
    >
      {label}
    </text>
  );
}

const roundPx = (px: number) => Math.round(px * 10) / 10;

/**
 * A path through every first, second or nth point that lies below the top of the plot. The totals are divided by `divisors`, if there are any.
 * Hundreds of these are made for each movement of a slider, so it makes no arrays.
 */
function visiblePath(
  xs: readonly number[],
  totals: Float64Array,
  divisors: Float64Array | null,
  yPlace: (value: number) => number,
  top: number,
  every: number,
): string {
  let path = '';
  let isDrawing = false;
  for (let index = 0; index < totals.length; index += every) {
    const total = totals[index] as number;
    const py = yPlace(divisors === null ? total : total / (divisors[index] as number));
    if (!(py >= top)) {
      isDrawing = false;
      continue;
    }
    path += `${isDrawing ? 'L' : 'M'}${xs[index]},${roundPx(py)}`;
    isDrawing = true;
  }
  return path;
}

interface WinnersProps {
  /** Several where the rounds do not place the crossings between them. */
  readonly contenders: readonly Contender[];
  readonly letters: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly path: string;
  /** True if a line marks where they begin to win. */
  readonly hasCrossing: boolean;
}

const barPx = 4;

/**
 * A part of the axis between two placed crossings: a bar for each contender that wins in it, with the name above the plot, and the smallest total drawn
 * thick. That line has no contender's colour if there are several, since its colour would change at a crossing that is not placed.
 */
function Winners({ contenders, letters, left, right, top, bottom, path, hasCrossing }: WinnersProps) {
  const [only, ...more] = contenders.map(({ row }) => row.names);
  const isOne = more.length === 0;
  const width = right - left;
  const fits = (text: string) => textWidthPx(text, 11, 600) + 10 <= width;
  const named = isOne && only !== undefined ? [`${letters}  ${only.label}`, `${letters}  ${only.shortLabel}`] : [];
  const name = named.find(fits);
  // Letters alone stand in the middle, so that a short part has some too.
  const text = name ?? (textWidthPx(letters, 11, 600) + 2 <= width ? letters : undefined);
  // Several bars of half the height share the room between the strip's edge and the names.
  const heightPx = isOne ? barPx : Math.min(barPx / 2, 8 / contenders.length);
  return (
    <>
      {contenders.map(({ row }, index) => (
        <rect
          key={row.key}
          x={left}
          y={top - stripPx - 2 + index * heightPx}
          width={Math.max(1, width - 1)}
          height={heightPx}
          style={{ fill: markColor(row.names) }}
        />
      ))}
      {text !== undefined && (
        <text
          x={name === undefined ? (left + right) / 2 : left + 4}
          y={top - 6}
          textAnchor={name === undefined ? 'middle' : 'start'}
          className={styles.spanName}
        >
          {text}
        </text>
      )}
      {hasCrossing && <line x1={left} x2={left} y1={top - stripPx - 2} y2={bottom} className={styles.crossing} />}
      <path
        d={path}
        className={styles.best}
        style={{ stroke: isOne && only !== undefined ? markColor(only) : 'var(--ink-soft)' }}
      />
    </>
  );
}
