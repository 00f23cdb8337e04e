import { memo } from 'react';
import styles from './BreakEven.module.css';

/** A logarithmic scale on the screen: `startPx` is the place of `low`, `endPx` that of `high`. */
interface LogScale {
  readonly low: number;
  readonly high: number;
  readonly startPx: number;
  readonly endPx: number;
}

/** The place of a value, px. */
export function placeOn({ low, high, startPx, endPx }: LogScale): (value: number) => number {
  const logLow = Math.log(low);
  const pxPerLog = (endPx - startPx) / (Math.log(high) - logLow);
  return (value) => startPx + (Math.log(value) - logLow) * pxPerLog;
}

export interface ScaleWithTicks extends LogScale {
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
}

interface BreakEvenAxesProps {
  readonly x: ScaleWithTicks;
  /** Its `startPx` is at the bottom. */
  readonly y: ScaleWithTicks;
}

/** The grid, the axes and their ticks. They are drawn anew only if they change, since a slider moves the lines between them many times a second. */
export const BreakEvenAxes = memo(function BreakEvenAxes({ x, y }: BreakEvenAxesProps) {
  const [left, right] = [x.startPx, x.endPx];
  const [top, bottom] = [y.endPx, y.startPx];
  const xPlace = placeOn(x);
  const yPlace = placeOn(y);
  return (
    <g>
      {y.ticks.map((tick) => (
        <line key={tick} x1={left} x2={right} y1={yPlace(tick)} y2={yPlace(tick)} className={styles.gridLine} />
      ))}
      {x.ticks.map((tick) => (
        <line key={tick} x1={xPlace(tick)} x2={xPlace(tick)} y1={top} y2={bottom} className={styles.gridLine} />
      ))}
      <path d={`M${left},${top}V${bottom}H${right}`} className={styles.axisLine} />
      {y.ticks.map((tick) => (
        <text key={tick} x={left - 8} y={yPlace(tick) + 4} textAnchor="end" className={styles.tick}>
          {y.format(tick)}
        </text>
      ))}
      {x.ticks.map((tick) => (
        <text key={tick} x={xPlace(tick)} y={bottom + 16} textAnchor="middle" className={styles.tick}>
          {x.format(tick)}
        </text>
      ))}
    </g>
  );
});
