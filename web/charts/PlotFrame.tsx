import type { ReactNode } from 'react';
import { CartesianGrid, ReferenceLine, Scatter, ScatterChart, XAxis, YAxis } from 'recharts';

export interface PlotAxis {
  readonly scale: 'linear' | 'log';
  readonly domain: readonly [min: number, max: number];
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
  /** Room for the ticks' labels, px: the height of the x axis, the width of the y axis. */
  readonly roomPx: number;
  /** Room between the axis' start and the least value, px. */
  readonly startPx?: number;
}

interface PlotFrameProps {
  readonly width: number;
  readonly height: number;
  readonly margin: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  /** Says the chart's figures to screen readers. */
  readonly label: string;
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** A dashed line at this y. */
  readonly referenceY?: number;
  /** The layer that draws marks, labels and lines, in the scales that Recharts has (`useXAxisScale`, `useYAxisScale`). */
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

/**
 * Axes, grid and scales of a plot of points, by Recharts. The points are given to Recharts so that it has their scales; the layer draws them, since marks have shapes, labels that avoid
 * each other, intervals and a keyboard, which Recharts has not.
 */
export function PlotFrame({ width, height, margin, label, x, y, points, referenceY, children }: PlotFrameProps) {
  return (
    <ScatterChart
      width={width}
      height={height}
      margin={margin}
      accessibilityLayer={false}
      role="group"
      aria-label={label}
    >
      <CartesianGrid stroke="var(--line)" />
      <XAxis
        {...axis}
        dataKey="x"
        scale={x.scale}
        domain={[...x.domain]}
        ticks={x.ticks}
        padding={{ left: x.startPx ?? 0 }}
        height={x.roomPx}
        tickFormatter={x.format}
      />
      <YAxis
        {...axis}
        dataKey="y"
        scale={y.scale}
        domain={[...y.domain]}
        ticks={y.ticks}
        width={y.roomPx}
        tickFormatter={y.format}
      />
      {referenceY !== undefined && <ReferenceLine y={referenceY} stroke="var(--ink-faint)" strokeDasharray="2 4" />}
      <Scatter data={[...points]} shape={drawNothing} isAnimationActive={false} legendType="none" />
      {children}
    </ScatterChart>
  );
}
