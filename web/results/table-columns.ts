import type { Operation } from '../../workers/model/plan';
import type { ResultsView } from '../view/results-view';
import { isCompleted, measuredFigures, type ResultRow } from '../figures/rows';

/** The sortable columns of each operation. Links contain their ids, such as `encode.best`. */
export const operationColumns = ['best', 'median', 'mad', 'interval', 'samples', 'throughput'] as const;
export type OperationColumn = (typeof operationColumns)[number];

type SortValue = number | string | null;

/** The figure by which a column sorts a row. Null if the row has no such figure. */
export function sortValue(row: ResultRow, column: string): SortValue {
  if (column === 'candidate') return row.names.label;
  if (!isCompleted(row)) return null;
  if (column === 'size') return row.sizeBytes;
  if (column === 'ratio') return row.ratio;
  const [operation, figure] = column.split('.');
  const figures = measuredFigures(row, operation as Operation);
  if (figures === null) return null;
  // Sort a time below the timer's resolution as a missing one.
  if (figures.throughput === null && figure !== 'samples') return null;
  switch (figure) {
    case 'best':
      return figures.summary.bestMs;
    case 'median':
      return figures.summary.medianMs;
    case 'mad':
      return figures.summary.madMs;
    case 'interval':
      return figures.summary.range === null ? null : figures.summary.range.highMs - figures.summary.range.lowMs;
    case 'samples':
      return figures.summary.sampleCount;
    case 'throughput':
      return figures.throughput;
    default:
      return null;
  }
}

/** Sorts rows by a column. Rows without the figure come last in both directions. Equal rows keep the plan's order. */
export function sortRows<R extends ResultRow>(rows: readonly R[], { column, descending }: ResultsView['sort']): R[] {
  const place = (row: R) => (isCompleted(row) ? 0 : 1);
  return [...rows].sort((a, b) => {
    const x = sortValue(a, column);
    const y = sortValue(b, column);
    if (x === null || y === null)
      return (x === null ? 1 : 0) - (y === null ? 1 : 0) || place(a) - place(b) || a.candidate - b.candidate;
    const order =
      typeof x === 'number' && typeof y === 'number'
        ? x - y
        : String(x).localeCompare(String(y), 'en', { numeric: true });
    return (descending ? -order : order) || a.candidate - b.candidate;
  });
}

/**
 * The sort order after a click on a column's header: the best values first, or the reverse if it is the current column.
 */
export function sortAfterHeaderClick(sort: ResultsView['sort'], column: string): ResultsView['sort'] {
  if (sort.column === column) return { column, descending: !sort.descending };
  return { column, descending: column === 'ratio' || column.endsWith('.throughput') || column.endsWith('.samples') };
}
