import chart from '../charts/chart.module.css';
import type { OmittedCell } from './fields/chart-data';

/** The candidates without a mark, each with the reason. */
export function OmittedCells({ cells }: { readonly cells: readonly OmittedCell[] }) {
  if (cells.length === 0) return null;
  const byReason = new Map<string, string[]>();
  for (const { cell, reason } of cells) {
    const text = reason.replace(/\.$/, '');
    byReason.set(text, [...(byReason.get(text) ?? []), cell.row.names.label]);
  }
  return (
    <p className={chart.note}>
      Not drawn: {[...byReason].map(([reason, names]) => `${[...new Set(names)].join(', ')} (${reason})`).join('; ')}.
    </p>
  );
}
