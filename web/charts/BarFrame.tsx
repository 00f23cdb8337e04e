import { Fragment, type ReactElement } from 'react';
import { Bar, BarChart, CartesianGrid, XAxis, YAxis } from 'recharts';
import type { PlotAxis } from './PlotFrame';

interface BarFrameProps {
  readonly width: number;
  /** Room for the names at the left of the bars, px. */
  readonly namesPx?: number;
  readonly rowHeight: number;
  readonly barHeight: number;
  /** The chart's `aria-label`: a summary of its figures. */
  readonly label: string;
  /** The axis of the values. An axis without room has neither labels nor a grid. */
  readonly axis: PlotAxis & {
    /** Room at the end of the axis for what stands beside the longest bar, px. */
    readonly endPx: number;
  };
  readonly bars: readonly { readonly key: string; readonly value: number }[];
  /** Draws a bar with its texts. `centre` is the middle of its row, px from the top. */
  readonly shape: (bar: { readonly index: number; readonly centre: number }) => ReactElement;
}

const tick = { fill: 'var(--ink-soft)', fontSize: 10 };
const drawNothing = () => <g />;

/**
 * The axis, grid and rows of horizontal bars. Recharts draws the axis and the grid. `shape` draws the bars, since Recharts lacks keyboard
 * navigation, intervals, and texts that stay inside the chart; it also replaces a bar's element whenever the chart is drawn again, and a
 * focused bar would lose the focus.
 */
export function BarFrame({ width, namesPx = 0, rowHeight, barHeight, label, axis, bars, shape }: BarFrameProps) {
  return (
    <BarChart
      layout="vertical"
      width={width}
      height={bars.length * rowHeight + axis.roomPx}
      data={[...bars]}
      margin={{ top: 0, right: 0, bottom: 0, left: namesPx }}
      accessibilityLayer={false}
      role="group"
      aria-label={label}
    >
      {axis.roomPx > 0 && <CartesianGrid horizontal={false} stroke="var(--line)" />}
      <XAxis
        type="number"
        hide={axis.roomPx === 0}
        scale={axis.scale}
        domain={[...axis.domain]}
        ticks={axis.ticks}
        interval={0}
        padding={{ right: axis.endPx }}
        height={axis.roomPx}
        tick={tick}
        tickLine={false}
        axisLine={false}
        tickFormatter={axis.format}
      />
      <YAxis type="category" dataKey="key" hide />
      <Bar dataKey="value" barSize={barHeight} shape={drawNothing} isAnimationActive={false} />
      {bars.map(({ key }, index) => (
        <Fragment key={key}>{shape({ index, centre: (index + 0.5) * rowHeight })}</Fragment>
      ))}
    </BarChart>
  );
}
