import type { Operation } from '../../workers/model/plan';
import { type Factor, sizeFactor, timeFactor } from './baseline';
import { formatBytes, formatFactor, formatMs } from './figures';
import { type CompletedRow, isCompleted, measured, type ResultRow } from './rows';

/** One bar: milliseconds or bytes. */
export interface BarItem {
  readonly key: string;
  readonly row: CompletedRow;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly text: string;
  /** `2.3×`, 'baseline', or nothing where no factor can be formed. */
  readonly factor: string;
}

const byValue = (a: BarItem, b: BarItem) => a.value - b.value || a.row.candidate - b.row.candidate;

/** Best times, the least first; what has none is in {@link withoutTime}. */
export function timeItems(rows: readonly ResultRow[], operation: Operation, baseline: CompletedRow | null): BarItem[] {
  const items = rows.filter(isCompleted).flatMap((row): BarItem[] => {
    const figures = measured(row, operation);
    if (figures === null || figures.throughput === null) return [];
    const { spread, summary } = figures;
    const factor = factorText(row, baseline, (base) => timeFactor(row, base, operation));
    return [
      {
        key: row.key,
        row,
        value: summary.bestMs,
        low: spread.lowMs,
        high: spread.highMs,
        text: formatMs(summary.bestMs),
        factor,
      },
    ];
  });
  return items.sort(byValue);
}

export function sizeItems(rows: readonly ResultRow[], baseline: CompletedRow | null): BarItem[] {
  const items = rows.filter(isCompleted).flatMap((row): BarItem[] => {
    const { key, sizeBytes } = row;
    if (sizeBytes === null) return [];
    const factor = factorText(row, baseline, (base) => sizeFactor(row, base));
    return [{ key, row, value: sizeBytes, low: sizeBytes, high: sizeBytes, text: formatBytes(sizeBytes), factor }];
  });
  return items.sort(byValue);
}

export function withoutTime(
  rows: readonly ResultRow[],
  operation: Operation,
): { readonly row: CompletedRow; readonly reason: string }[] {
  return rows.filter(isCompleted).flatMap((row) => {
    const state = row.operations[operation];
    if (state === undefined) return [];
    if (state.status !== 'measured') return [{ row, reason: state.reason }];
    return state.throughput === null ? [{ row, reason: 'below timer resolution.' }] : [];
  });
}

/** Rows that no bar of sizes can have. */
export const withoutSize = (rows: readonly ResultRow[]) =>
  rows.filter(isCompleted).flatMap((row) => (row.sizeBytes === null ? [{ row, reason: 'makes no file.' }] : []));

function factorText(
  row: CompletedRow,
  baseline: CompletedRow | null,
  factorTo: (baseline: CompletedRow) => Factor,
): string {
  if (baseline === null) return '';
  if (row.key === baseline.key) return 'baseline';
  const factor = factorTo(baseline);
  return factor.status === 'factor' ? formatFactor(factor.factor) : '';
}
