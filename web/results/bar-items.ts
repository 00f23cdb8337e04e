import type { Operation } from '../../workers/model/plan';
import type { Summary } from '../../workers/model/statistics/summary';
import { type Factor, sizeFactor, timeFactor } from '../figures/baseline';
import { type UserFile, sizeAgainstUserFile } from '../figures/user-file';
import { formatBytes, formatFactor, formatMs } from '../figures/figures';
import { type CompletedRow, isCompleted, measuredFigures, type ResultRow } from '../figures/rows';

/** One bar. `value`, `low` and `high` are milliseconds or bytes. */
export interface BarItem {
  readonly key: string;
  /** The bar's candidate. Null for the bar of the user's file. */
  readonly row: CompletedRow | null;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly text: string;
  /**
   * The factor against the baseline: `2.3×` or `baseline`. For a size that is compared with the user's file, `23 %
   * smaller`. Empty if no factor can be formed.
   */
  readonly factor: string;
}

/** What stands in place of a factor beside the baseline itself. */
export const baselineWord = 'baseline';

const byValue = (a: BarItem, b: BarItem) => a.value - b.value || (a.row?.candidate ?? 0) - (b.row?.candidate ?? 0);

/** Bars of the best times, shortest first, after that of the user's file if it was read. Rows without a time are in {@link rowsWithoutTime}. */
export function timeBarItems(
  rows: readonly ResultRow[],
  operation: Operation,
  baseline: CompletedRow | null,
): BarItem[] {
  const items = rows.filter(isCompleted).flatMap((row): BarItem[] => {
    const figures = measuredFigures(row, operation);
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
  items.sort(byValue);
  const read =
    operation === 'decode' || operation === 'project' || operation === 'lookup'
      ? (rows[0]?.userFile?.[operation] ?? null)
      : null;
  return read === null ? items : [userFileReadItem(read), ...items];
}

const userFileReadItem = ({ bestMs, range, p95Ms }: Summary): BarItem => ({
  key: 'user-file',
  row: null,
  value: bestMs,
  low: range?.lowMs ?? bestMs,
  high: range?.highMs ?? p95Ms,
  text: formatMs(bestMs),
  factor: '',
});

/**
 * Bars of the file sizes, smallest first. If the user opened a file, its bar precedes all others, which are compared
 * with it.
 */
export function sizeBarItems(rows: readonly ResultRow[], baseline: CompletedRow | null): BarItem[] {
  const userFile = rows[0]?.userFile ?? null;
  const items = rows.filter(isCompleted).flatMap((row): BarItem[] => {
    const { key, sizeBytes } = row;
    if (sizeBytes === null) return [];
    const factor =
      userFile === null
        ? factorText(row, baseline, (base) => sizeFactor(row, base))
        : sizeAgainstUserFile(sizeBytes, userFile);
    return [{ key, row, value: sizeBytes, low: sizeBytes, high: sizeBytes, text: formatBytes(sizeBytes), factor }];
  });
  items.sort(byValue);
  return userFile === null ? items : [userFileItem(userFile), ...items];
}

const userFileItem = ({ sizeBytes }: UserFile): BarItem => ({
  key: 'user-file',
  row: null,
  value: sizeBytes,
  low: sizeBytes,
  high: sizeBytes,
  text: formatBytes(sizeBytes),
  factor: '',
});

/** A completed row without a bar, with the reason. */
export interface OmittedRow {
  readonly row: CompletedRow;
  readonly reason: string;
}

/** The names of the rows that share a reason, in the order of the first ones. */
export function omittedByReason(
  items: readonly OmittedRow[],
): { readonly reason: string; readonly labels: readonly string[] }[] {
  const groups = new Map<string, string[]>();
  for (const { row, reason } of items) groups.set(reason, [...(groups.get(reason) ?? []), row.names.label]);
  return [...groups].map(([reason, labels]) => ({ reason, labels }));
}

/** The completed rows without a bar of times. */
export function rowsWithoutTime(rows: readonly ResultRow[], operation: Operation): OmittedRow[] {
  return rows.filter(isCompleted).flatMap((row) => {
    const state = row.operations[operation];
    if (state === undefined) return [];
    if (state.status !== 'measured') return [{ row, reason: state.reason }];
    return state.throughput === null ? [{ row, reason: 'The time is below the timer’s resolution.' }] : [];
  });
}

/** The completed rows without a bar of sizes. */
export const rowsWithoutSize = (rows: readonly ResultRow[]): OmittedRow[] =>
  rows
    .filter(isCompleted)
    .flatMap((row) => (row.sizeBytes === null ? [{ row, reason: 'This candidate makes no file.' }] : []));

function factorText(
  row: CompletedRow,
  baseline: CompletedRow | null,
  factorTo: (baseline: CompletedRow) => Factor,
): string {
  if (baseline === null) return '';
  if (row.key === baseline.key) return baselineWord;
  const factor = factorTo(baseline);
  return factor.status === 'factor' ? formatFactor(factor.factor) : '';
}
