import { MarkSwatch } from '../charts/Mark';
import { candidateSettings } from '../figures/candidate-settings';
import styles from './ResultsTable.module.css';
import { conforms, isCompleted, type ResultRow } from '../figures/rows';

/** The first cell of a row: the candidate's name, with its implementation and options on a second line. */
export function CandidateCell({ row }: { readonly row: ResultRow }) {
  const { names } = row;
  const isRefused = isCompleted(row) ? !conforms(row) : !names.conforms;
  const made =
    names.codecId !== 'none' && names.implementation !== names.formatImplementation
      ? `${names.formatImplementation}, ${names.codec} by ${names.implementation}`
      : names.formatImplementation;
  const join = (parts: readonly (string | null)[]) => parts.filter((part) => part !== null && part !== '').join(' · ');
  return (
    <th scope="row" className={styles.first}>
      <span className={styles.candidate}>
        <MarkSwatch names={names} />
        <span>
          <span className={styles.name}>{names.label}</span>
          <details className={styles.settingsOf}>
            <summary className={styles.detail}>
              <span className={styles.settingsInShort}>{join([made, names.granularity, names.changedOptions])}</span>
              <span className={styles.settingsWord}>settings</span>
            </summary>
            <span className={styles.detail}>{candidateSettings(names)}</span>
          </details>
          {isRefused && <span className={styles.notConforming}>not conforming</span>}
        </span>
      </span>
    </th>
  );
}
