import type { Operation } from '../../workers/model/plan';
import { type Factor, sizeFactor, timeFactor } from '../figures/baseline';
import { type ExistingFile, savingAgainst } from '../figures/existing-file';
import { formatBytes, formatFactor, formatMs } from '../figures/figures';
import { type CompletedRow, isCompleted, measured, type ResultRow } from '../figures/rows';

/** One bar: milliseconds or bytes. */
export interface BarItem {
  readonly key: string;
  /** Null: the file that the user has. */
  readonly row: CompletedRow | null;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly text: string;
  /** `2.3×`, 'baseline', or nothing where no factor can be formed; of a size beside the user's file, `23 % smaller`. */
  readonly factor: string;
}

const byValue = (a: BarItem, b: BarItem) => a.value - b.value || (a.row?.candidate ?? 0) - (b.row?.candidate ?? 0);

/** Best times, the least first; what has none is in {@link rowsWithoutTime}. */
export function timeBarItems(
  rows: readonly ResultRow[],
  operation: Operation,
  baseline: CompletedRow | null,
): BarItem[] {
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

/** The user's file first, which the others are compared with where there is one; then the candidates, the smallest first. */
export function sizeBarItems(rows: readonly ResultRow[], baseline: CompletedRow | null): BarItem[] {
  const existing = rows[0]?.existing ?? null;
  const items = rows.filter(isCompleted).flatMap((row): BarItem[] => {
    const { key, sizeBytes } = row;
    if (sizeBytes === null) return [];
    const factor =
      existing === null
        ? factorText(row, baseline, (base) => sizeFactor(row, base))
        : savingAgainst(sizeBytes, existing);
    return [{ key, row, value: sizeBytes, low: sizeBytes, high: sizeBytes, text: formatBytes(sizeBytes), factor }];
  });
  items.sort(byValue);
  return existing === null ? items : [existingItem(existing), ...items];
}

const existingItem = ({ sizeBytes }: ExistingFile): BarItem => ({
  key: 'existing-file',
  row: null,
  value: sizeBytes,
  low: sizeBytes,
  high: sizeBytes,
  text: formatBytes(sizeBytes),
  factor: '',
});

export function rowsWithoutTime(
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
export const rowsWithoutSize = (rows: readonly ResultRow[]) =>
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
