import { type ReactNode, useMemo } from 'react';
import { CartesianGrid, ReferenceLine, Scatter, ScatterChart, XAxis, YAxis } from 'recharts';

export interface PlotAxis {
  readonly scale: 'linear' | 'log';
  readonly domain: readonly [min: number, max: number];
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
  /** Room for the labels of the ticks, px: the height of the x axis or the width of the y axis. */
  readonly roomPx: number;
  /** Distance from the start of the axis to its smallest value, px. */
  readonly startPx?: number;
  /** True if the labels of an x axis run upwards, because they are too long to stand side by side. */
  readonly upright?: boolean;
}

/** A label that runs upwards ends beside its tick. */
const uprightTicks = { angle: -90, textAnchor: 'end', dx: -4, dy: -2 } as const;

interface PlotFrameProps {
  readonly width: number;
  readonly height: number;
  readonly margin: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  /** The chart's `aria-label`: a summary of its figures. */
  readonly label: string;
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** Draws a dashed horizontal line at this value. */
  readonly referenceY?: number;
  /** Draws marks, labels and lines. It gets the scales from Recharts' hooks `useXAxisScale` and `useYAxisScale`. */
  readonly children: ReactNode;
}

const axis = {
  type: 'number',
  interval: 0,
  allowDataOverflow: true,
  tick: { fontSize: 11, fill: 'var(--ink-soft)' },
  tickLine: false,
  axisLine: { stroke: 'var(--line-strong)' },
} as const;

const drawNothing = () => <g />;

/** The same object as long as its content is the same. The content is plain numbers. */
function useEqual<T>(value: T): T {
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text holds all there is.
  return useMemo(() => value, [text]);
}

/**
 * The axes, grid and scales of a scatter plot. Recharts draws these, but no points: it gets the points only because it
 * provides no scales without data. `children` draws the points, since Recharts lacks keyboard navigation, intervals,
 * and labels that don't overlap.
 */
export function PlotFrame({ width, height, margin, label, x, y, points, referenceY, children }: PlotFrameProps) {
  // Recharts draws everything anew, in several passes, if it gets another object with the same content.
  const stable = { margin: useEqual(margin), points: useEqual(points) };
  const xDomain = useEqual(x.domain);
  const yDomain = useEqual(y.domain);
  const xTicks = useEqual(x.ticks);
  const yTicks = useEqual(y.ticks);
  const padding = useMemo(() => ({ left: x.startPx ?? 0 }), [x.startPx]);
  const data = useMemo(() => [...stable.points], [stable.points]);
  return (
    <ScatterChart
      width={width}
      height={height}
      margin={stable.margin}
      accessibilityLayer={false}
      role="group"
      aria-label={label}
    >
      <CartesianGrid stroke="var(--line)" />
      <XAxis
        {...axis}
        dataKey="x"
        scale={x.scale}
        domain={xDomain}
        ticks={xTicks}
        padding={padding}
        height={x.roomPx}
        tickFormatter={x.format}
        {...(x.upright === true ? uprightTicks : {})}
      />
      <YAxis
        {...axis}
        dataKey="y"
        scale={y.scale}
        domain={yDomain}
        ticks={yTicks}
        width={y.roomPx}
        tickFormatter={y.format}
      />
      {referenceY !== undefined && <ReferenceLine y={referenceY} stroke="var(--ink-faint)" strokeDasharray="2 4" />}
      <Scatter data={data} shape={drawNothing} isAnimationActive={false} legendType="none" />
      {children}
    </ScatterChart>
  );
}
