import { MarkSwatch } from '../charts/Mark';
import { type CompletedRow, markNames } from '../figures/rows';
import styles from './CandidateLegend.module.css';

interface CandidateLegendProps {
  /** One row of each candidate. */
  readonly candidates: readonly CompletedRow[];
  /** The candidate whose lines stand out; null if none is chosen. */
  readonly chosen: number | null;
  readonly onChosen: (candidate: number | null) => void;
}

/** The candidates of a chart of lines, as buttons: choosing one makes its lines stand out, choosing it again ends that. */
export function CandidateLegend({ candidates, chosen, onChosen }: CandidateLegendProps) {
  return (
    <ul className={styles.legend} aria-label="Candidates">
      {candidates.map((row) => (
        <li key={row.candidate}>
          <button
            type="button"
            className={styles.candidate}
            aria-pressed={chosen === row.candidate}
            onClick={() => onChosen(chosen === row.candidate ? null : row.candidate)}
          >
            <MarkSwatch names={row.names} />
            {markNames(row).label}
          </button>
        </li>
      ))}
    </ul>
  );
}
