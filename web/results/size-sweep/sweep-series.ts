import type { Operation } from '../../../workers/model/plan';
import { formatCount } from '../../figures/figures';
import {
  type CompletedRow,
  isCompleted,
  measuredFigures,
  type MeasuredFigures,
  type ResultRow,
} from '../../figures/rows';

/** A candidate measured at one size of the dataset. */
export interface SizeSweepPoint {
  readonly key: string;
  readonly row: CompletedRow;
  readonly figures: MeasuredFigures;
  /** Items in the dataset. */
  readonly x: number;
  /** Best time in milliseconds. */
  readonly y: number;
}

/** The points of one candidate, by ascending size. */
export interface SizeSweepSeries {
  readonly candidate: number;
  readonly candidateKey: string;
  readonly points: readonly SizeSweepPoint[];
}

/** One series for each candidate. Times below the timer's resolution are omitted: see {@link hiddenTimesNote}. */
export function sizeSweepSeries(rows: readonly ResultRow[], operation: Operation): SizeSweepSeries[] {
  const byCandidate = new Map<number, { readonly candidateKey: string; readonly points: SizeSweepPoint[] }>();
  for (const row of rows.filter(isCompleted)) {
    const figures = measuredFigures(row, operation);
    if (figures === null || figures.throughput === null || row.itemCount === null || row.itemCount === 0) continue;
    const series = byCandidate.get(row.candidate) ?? { candidateKey: row.candidateKey, points: [] };
    series.points.push({ key: row.key, row, figures, x: row.itemCount, y: figures.summary.bestMs });
    byCandidate.set(row.candidate, series);
  }
  return [...byCandidate].map(([candidate, { candidateKey, points }]) => ({
    candidate,
    candidateKey,
    points: points.toSorted((a, b) => a.x - b.x),
  }));
}

/** With more lines than these, only the leaders stand out. */
const mostLinesWithLabels = 12;

/**
 * The candidates whose lines stand out: all, if there are few. Otherwise the fastest at each size, and the fastest of each codec family at the
 * largest size, so that the labels tell what the hues mean.
 */
export function leadersOfSweep(series: readonly SizeSweepSeries[]): ReadonlySet<number> {
  if (series.length <= mostLinesWithLabels) return new Set(series.map(({ candidate }) => candidate));
  const fastest = new Map<string, { readonly candidate: number; readonly y: number }>();
  const largest = Math.max(...series.flatMap(({ points }) => points.map(({ x }) => x)));
  for (const { candidate, points } of series)
    for (const { row, x, y } of points) {
      const groups = [
        ...(row.names.isBaseline ? [] : [`size ${x}`]),
        ...(x === largest ? [`family ${row.names.family}`] : []),
      ];
      for (const group of groups) if (y < (fastest.get(group)?.y ?? Infinity)) fastest.set(group, { candidate, y });
    }
  return new Set([...fastest.values()].map(({ candidate }) => candidate));
}

/** A sentence on the times below the timer's resolution, which the chart omits. Null if there are none. */
export function hiddenTimesNote(rows: readonly ResultRow[], operation: Operation): string | null {
  const sizesOf = new Map<string, number[]>();
  for (const row of rows.filter(isCompleted)) {
    if (row.itemCount === null || row.itemCount === 0 || measuredFigures(row, operation)?.throughput !== null) continue;
    sizesOf.set(row.names.label, [...(sizesOf.get(row.names.label) ?? []), row.itemCount]);
  }
  if (sizesOf.size === 0) return null;
  return `Not drawn, because the time is below the timer’s resolution: ${[...sizesOf].map(([label, counts]) => `${label} at ${counts.map(formatCount).join(', ')} items`).join('; ')}.`;
}
