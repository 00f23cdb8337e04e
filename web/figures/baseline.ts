import type { Operation } from '../../workers/model/plan';
import { noCodecId } from './candidate-names';
import { equalScope } from './clock-scope';
import { type CompletedRow, isCompleted, measured, type ResultRow } from './rows';

/**
 * The row that factors are taken against: the chosen one, else the uncompressed one. Null where the dataset has no such row.
 */
export function baselineRow(rows: readonly ResultRow[], chosen: string | null): CompletedRow | null {
  const completed = rows.filter(isCompleted);
  if (chosen !== null) {
    const row = completed.find(({ candidateKey }) => candidateKey === chosen);
    if (row !== undefined) return row;
  }
  return uncompressedRow(completed);
}

/**
 * The layout that the registry declares the baseline; in a run without it, of all rows without a codec the one whose file is nearest to the
 * data in size (a text format is far above, an encoded one far below).
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

/** How many times the baseline's best time a row's is (2: twice as long); none between clocks of unlike scope. */
export function timeFactor(row: CompletedRow, baseline: CompletedRow, operation: Operation): Factor {
  const a = measured(row, operation);
  const b = measured(baseline, operation);
  if (a === null) return { status: 'none', reason: 'not measured' };
  if (b === null) return { status: 'none', reason: 'the baseline has no time for it' };
  if (a.throughput === null || b.throughput === null) return { status: 'none', reason: 'below timer resolution' };
  if (!equalScope(a.clock, b.clock)) return { status: 'none', reason: 'the clocks include unlike things' };
  return { status: 'factor', factor: a.summary.bestMs / b.summary.bestMs };
}

export function sizeFactor(row: CompletedRow, baseline: CompletedRow): Factor {
  if (row.sizeBytes === null) return { status: 'none', reason: 'it makes no file' };
  if (baseline.sizeBytes === null) return { status: 'none', reason: 'the baseline makes no file' };
  if (baseline.sizeBytes === 0) return { status: 'none', reason: 'the baseline is empty' };
  return { status: 'factor', factor: row.sizeBytes / baseline.sizeBytes };
}
