import type { Operation } from '../../../workers/model/plan';
import { formatCount } from '../../figures/figures';
import { type CompletedRow, isCompleted, measured, type MeasuredFigures, type ResultRow } from '../../figures/rows';

export interface SizeSweepPoint {
  readonly key: string;
  readonly row: CompletedRow;
  readonly figures: MeasuredFigures;
  /** Items in the dataset. */
  readonly x: number;
  /** Best time in milliseconds. */
  readonly y: number;
}

/** A candidate's points by rising size. */
export interface SizeSweepSeries {
  readonly candidate: number;
  readonly candidateKey: string;
  readonly points: readonly SizeSweepPoint[];
}

export function sizeSweepSeries(rows: readonly ResultRow[], operation: Operation): SizeSweepSeries[] {
  const byCandidate = new Map<number, { readonly candidateKey: string; readonly points: SizeSweepPoint[] }>();
  for (const row of rows.filter(isCompleted)) {
    const figures = measured(row, operation);
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

/** What has no place on a logarithmic axis, in words: times that the timer's step hides. */
export function hiddenTimesNote(rows: readonly ResultRow[], operation: Operation): string | null {
  const sizesOf = new Map<string, number[]>();
  for (const row of rows.filter(isCompleted)) {
    if (row.itemCount === null || row.itemCount === 0 || measured(row, operation)?.throughput !== null) continue;
    sizesOf.set(row.names.label, [...(sizesOf.get(row.names.label) ?? []), row.itemCount]);
  }
  if (sizesOf.size === 0) return null;
  return `Below timer resolution, so not drawn: ${[...sizesOf].map(([label, counts]) => `${label} at ${counts.map(formatCount).join(', ')} items`).join('; ')}.`;
}
