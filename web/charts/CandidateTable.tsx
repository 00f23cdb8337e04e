import { type ReactNode, useState } from 'react';
import { ScrollRegion } from '../ui/ScrollRegion';
import wide from '../ui/wide-table.module.css';
import chart from './chart.module.css';
import styles from './CandidateTable.module.css';

/** A row of a table of candidates: a candidate, a published figure, or the user's file. */
interface CandidateTableRow {
  readonly key: string;
  /** The mark that stands for the row in the chart. */
  readonly swatch: ReactNode;
  readonly label: string;
  /** One figure for each column, or a text in place of all of them. */
  readonly cells: readonly ReactNode[] | string;
}

export interface CandidateFigures {
  /** The titles of the columns after the first one. No two are equal. */
  readonly columns: readonly string[];
  readonly rows: readonly CandidateTableRow[];
}

/** A wide table with one row for each candidate, that scrolls sideways. */
export function CandidateTable({ label, columns, rows }: CandidateFigures & { readonly label: string }) {
  return (
    <ScrollRegion label={label} className={wide.region}>
      <table className={wide.table}>
        <thead>
          <tr className={wide.single}>
            <th scope="col" className={wide.first}>
              Candidate
            </th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row" className={wide.first}>
                <span className={wide.candidate}>
                  {row.swatch}
                  {row.label}
                </span>
              </th>
              {typeof row.cells === 'string' ? (
                <td colSpan={columns.length} className={styles.text}>
                  {row.cells}
                </td>
              ) : (
                columns.map((column, index) => <td key={column}>{row.cells[index]}</td>)
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

interface FoldedCandidateTableProps {
  readonly summary: string;
  /** The name of the table. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly figures: () => CandidateFigures;
}

/** The same, folded away. Its figures are computed when somebody looks: hundreds of them would slow down a chart that changes with a slider. */
export function FoldedCandidateTable({ summary, label, className, figures }: FoldedCandidateTableProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className={className ?? chart.more} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {open && (
        <div className={styles.area}>
          <CandidateTable label={label} {...figures()} />
        </div>
      )}
    </details>
  );
}

/** The best figure of a column. */
export function BestFigure({ text, best }: { readonly text: string; readonly best: string }) {
  return (
    <strong>
      {text}
      <span className="visually-hidden"> ({best})</span>
    </strong>
  );
}
