import type { Operation } from '../../workers/model/plan';
import { uncompressedRow } from '../figures/baseline';
import {
  type CompletedRow,
  isCompleted,
  type MeasuredFigures,
  measured,
  type ResultRow,
  throughputRange,
} from '../figures/rows';

/** A candidate in the scatter: throughput to the right, ratio upwards. */
export interface ScatterPoint {
  readonly key: string;
  readonly row: CompletedRow;
  readonly figures: MeasuredFigures;
  readonly x: number;
  readonly y: number;
  readonly low: number;
  readonly high: number;
  /** The uncompressed baseline: there whatever is filtered. */
  readonly baseline: boolean;
}

export interface ScatterData {
  readonly points: readonly ScatterPoint[];
  /** Completed rows without a point, and why. */
  readonly left: readonly { readonly row: CompletedRow; readonly reason: string }[];
}

/** Points of the rows that are shown, and of the uncompressed baseline of all rows. */
export function scatterPoints(
  all: readonly ResultRow[],
  shown: readonly ResultRow[],
  operation: Operation,
): ScatterData {
  const baseline = uncompressedRow(all);
  const rows = shown.filter(isCompleted);
  if (baseline !== null && !rows.includes(baseline)) rows.unshift(baseline);
  const points: ScatterPoint[] = [];
  const left: { row: CompletedRow; reason: string }[] = [];
  for (const row of rows) {
    const figures = measured(row, operation);
    if (figures === null) {
      const state = row.operations[operation];
      left.push({ row, reason: state === undefined || state.status === 'measured' ? 'not asked for' : state.reason });
    } else if (figures.throughput === null) {
      left.push({ row, reason: 'below timer resolution' });
    } else if (row.ratio === null) {
      left.push({ row, reason: row.sizeBytes === null ? 'it makes no file' : 'its file is empty' });
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
  return { points, left };
}
