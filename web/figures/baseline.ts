import type { Operation } from '../../workers/model/plan';
import { logRatios } from '../../workers/model/statistics/compare';
import { median } from '../../workers/model/statistics/samples';
import { belowResolution } from './best-time';
import { noCodecId } from './candidate-names';
import { equalScope } from './clock-scope';
import { type CompletedRow, isCompleted, type MeasuredFigures, measuredFigures, type ResultRow } from './rows';

/** The row that factors are taken against: the chosen baseline, or else the uncompressed row. Null if neither was completed. */
export function baselineRow(rows: readonly ResultRow[], chosen: string | null): CompletedRow | null {
  const completed = rows.filter(isCompleted);
  if (chosen !== null) {
    const row = completed.find(({ candidateKey }) => candidateKey === chosen);
    if (row !== undefined) return row;
  }
  return uncompressedRow(completed);
}

/**
 * The row of the format that the registry declares the baseline. If the run lacks this format: of the rows without a codec, the one whose file
 * size is nearest to the size of the data in memory. (Text formats are much larger, formats with built-in encodings much smaller.)
 */
export function uncompressedRow(rows: readonly ResultRow[]): CompletedRow | null {
  const declared = rows.filter(isCompleted).find(({ names }) => names.isBaseline);
  if (declared !== undefined) return declared;
  const plain = rows.filter(isCompleted).filter(({ names, ratio }) => names.codecId === noCodecId && ratio !== null);
  const distance = (row: CompletedRow) => Math.abs(Math.log(row.ratio ?? 1));
  return plain.reduce<CompletedRow | null>(
    (best, row) => (best === null || distance(row) < distance(best) ? row : best),
    null,
  );
}

export type Factor =
  | { readonly status: 'factor'; readonly factor: number }
  | { readonly status: 'none'; readonly reason: string };

/**
 * A row's time divided by the baseline's: 2 means twice as long. It is the median over the rounds that both have (rule 9), or without any the quotient
 * of the best times. No factor if the two clocks had different scopes.
 */
export function timeFactor(row: CompletedRow, baseline: CompletedRow, operation: Operation): Factor {
  const a = measuredFigures(row, operation);
  const b = measuredFigures(baseline, operation);
  if (a === null) return { status: 'none', reason: 'not measured' };
  if (b === null) return { status: 'none', reason: 'the baseline was not timed' };
  if (a.throughput === null || b.throughput === null) return { status: 'none', reason: belowResolution };
  if (!equalScope(a.clock, b.clock)) return { status: 'none', reason: 'the two clocks include different steps' };
  return { status: 'factor', factor: timeRatio(a, b) };
}

/** One time divided by another: the median over the rounds that both have, or without any the quotient of the best times. */
export function timeRatio(of: MeasuredFigures, than: MeasuredFigures): number {
  const logs = logRatios(of.rounds, than.rounds);
  return logs.length > 0 ? Math.exp(median(logs)) : of.summary.bestMs / than.summary.bestMs;
}

/** The size of a row's file divided by the size of the baseline's file. */
export function sizeFactor(row: CompletedRow, baseline: CompletedRow): Factor {
  if (row.sizeBytes === null) return { status: 'none', reason: 'this candidate writes no file' };
  if (baseline.sizeBytes === null) return { status: 'none', reason: 'the baseline writes no file' };
  if (baseline.sizeBytes === 0) return { status: 'none', reason: 'the file of the baseline is empty' };
  return { status: 'factor', factor: row.sizeBytes / baseline.sizeBytes };
}
