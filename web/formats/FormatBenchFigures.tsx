import type { FormatBenchOperation } from '../../workers/model/format-bench';
import { geometricMean } from '../../workers/model/statistics/pareto';
import { ShapeSwatch } from '../charts/Mark';
import figures from '../charts/bench-figures.module.css';
import { markShape } from '../charts/mark-style';
import { factorAndEnds } from '../figures/factor-interval';
import { formatFactor, formatMs } from '../figures/figures';
import { operationNames } from '../figures/operation-names';
import { codecColor, levelFraction } from '../styles/codec-colors';
import { type FormatBenchPoint, type FormatBenchRow, formatDataLabels } from './format-bench-rows';

/** A factor and its interval, as in `1.2×` and `1.1× to 1.3×`; the latter is empty without an interval. */
export const factorTexts = ({ factor, interval }: FormatBenchPoint): readonly [factor: string, ends: string] =>
  interval === null ? [formatFactor(factor), ''] : factorAndEnds(factor, interval, ' to ');

/** The exact figures of a row, shown in a chart's tooltip. */
export function FormatBenchFigures({
  row,
  points,
  operation,
}: {
  readonly row: FormatBenchRow;
  readonly points: readonly FormatBenchPoint[];
  readonly operation: FormatBenchOperation;
}) {
  return (
    <div className={figures.figures}>
      <p className={figures.title}>
        <ShapeSwatch
          shape={markShape(row.implementation)}
          color={codecColor(row.codecFamily, levelFraction(row.level, row.levels))}
        />
        {row.formatLabel} by {row.implementationLabel}, {row.setting}
      </p>
      <p className={figures.against}>
        {operationNames[operation]}
        {row.native === null ? '' : ` beside ${row.native}`}:{' '}
        {formatFactor(geometricMean(points.map(({ factor }) => factor)))} on average
      </p>
      <table className={figures.table}>
        <tbody>
          {points.map((point) => (
            <tr key={point.cell.data}>
              <th scope="row">{formatDataLabels[point.cell.data].label}</th>
              {factorTexts(point).map((text, index) => (
                <td key={index === 0 ? 'factor' : 'interval'}>{text}</td>
              ))}
              <td>{formatMs(point.browserMs)}</td>
              <td>native {formatMs(point.nativeMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The same figures as text, for the accessible name of a mark. */
export const formatPointsText = (points: readonly FormatBenchPoint[]): string =>
  points.map(({ cell, factor }) => `${formatDataLabels[cell.data].label} ${formatFactor(factor)}`).join(', ');
