import { formatBytes, formatMs } from '../figures/figures';
import { formatThroughput } from '../figures/throughput';
import { ShapeSwatch } from '../charts/Mark';
import { markShape } from '../charts/mark-style';
import { codecColor } from '../styles/codec-colors';
import styles from '../charts/bench-figures.module.css';
import {
  type BenchDirection,
  type BenchPoint,
  type BenchRow,
  cellKey,
  benchDataLabels,
  directionLabels,
  factorText,
  geometricMean,
} from './bench-rows';

const caseWords = ({ cell }: BenchPoint) =>
  `${benchDataLabels[cell.data]}${cell.level === null ? '' : ` ${cell.level}`}`;

/** The exact figures of a row, shown in a chart's tooltip. */
export function BenchFigures({
  row,
  points,
  direction,
}: {
  readonly row: BenchRow;
  readonly points: readonly BenchPoint[];
  readonly direction: BenchDirection;
}) {
  const mean = geometricMean(points.map(({ factor }) => factor));
  return (
    <div className={styles.figures}>
      <p className={styles.title}>
        <ShapeSwatch shape={markShape(row.implementation)} color={codecColor(row.family)} />
        {row.codecLabel} by {row.implementationLabel}
      </p>
      <p className={styles.against}>
        {directionLabels[direction]}
        {row.native === null ? '' : ` beside native ${row.native}`}
        {mean === null ? '' : `: ${factorText(mean)} on average`}
      </p>
      <table className={styles.table}>
        <tbody>
          {points.map((point) => (
            <tr key={cellKey(point.cell)}>
              <th scope="row">{caseWords(point)}</th>
              <td>{factorText(point.factor)}</td>
              <td>{formatThroughput(point.browserBytesPerSecond, 'bytes', 3)}</td>
              <td>
                {point.calls > 1 ? `${formatMs(point.browserMs / point.calls, 3)} a call` : formatMs(point.browserMs)}
              </td>
              <td>{direction === 'compress' ? formatBytes(point.cell.browserBytes) : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The same figures as text, for the accessible name of a mark. */
export function pointsAsText(points: readonly BenchPoint[]): string {
  return points
    .map(
      (point) =>
        `${caseWords(point)} ${factorText(point.factor)} at ${formatThroughput(point.browserBytesPerSecond, 'bytes', 2)}`,
    )
    .join(', ');
}
