import type { Operation } from '../../workers/model/plan';
import { uncompressedRow } from '../figures/baseline';
import {
  type CompletedRow,
  isCompleted,
  type MeasuredFigures,
  measuredFigures,
  type ResultRow,
  throughputRange,
} from '../figures/rows';

/** A candidate in the scatter plot. `x` is the throughput, with its interval from `low` to `high`; `y` is the ratio. */
export interface ScatterPoint {
  readonly key: string;
  readonly row: CompletedRow;
  readonly figures: MeasuredFigures;
  readonly x: number;
  readonly y: number;
  readonly low: number;
  readonly high: number;
  /** True for the uncompressed baseline, which no filter hides. */
  readonly baseline: boolean;
}

/** The points of the scatter plot, and the rows that have none. */
export interface ScatterData {
  readonly points: readonly ScatterPoint[];
  /** Completed rows without a point, each with the reason. */
  readonly omitted: readonly { readonly row: CompletedRow; readonly reason: string }[];
}

/** The points of the shown rows, and of the uncompressed baseline, which is looked for in all rows. */
export function scatterPoints(
  all: readonly ResultRow[],
  shown: readonly ResultRow[],
  operation: Operation,
): ScatterData {
  const baseline = uncompressedRow(all);
  const rows = shown.filter(isCompleted);
  if (baseline !== null && !rows.includes(baseline)) rows.unshift(baseline);
  const points: ScatterPoint[] = [];
  const omitted: { row: CompletedRow; reason: string }[] = [];
  for (const row of rows) {
    const figures = measuredFigures(row, operation);
    if (figures === null) {
      const state = row.operations[operation];
      omitted.push({
        row,
        reason: state === undefined || state.status === 'measured' ? 'not measured in this run' : state.reason,
      });
    } else if (figures.throughput === null) {
      omitted.push({ row, reason: 'below the timer’s resolution' });
    } else if (row.ratio === null) {
      omitted.push({ row, reason: row.sizeBytes === null ? 'this candidate writes no file' : 'its file is empty' });
    } else {
      const range = throughputRange(figures);
      points.push({
        key: row.key,
        row,
        figures,
        x: figures.throughput,
        y: row.ratio,
        low: range?.low ?? figures.throughput,
        high: range?.high ?? figures.throughput,
        baseline: row === baseline,
      });
    }
  }
  return { points, omitted };
}
