import { MarkSwatch } from '../charts/Mark';
import styles from './ResultsTable.module.css';
import { conforms, isCompleted, type ResultRow } from '../figures/rows';

/** Who: the sticky first column, with implementation and options on a second line. */
export function CandidateCell({ row }: { readonly row: ResultRow }) {
  const { names } = row;
  const isRefused = isCompleted(row) ? !conforms(row) : !names.conforms;
  const made =
    names.codecId !== 'none' && names.implementation !== names.formatImplementation
      ? `${names.formatImplementation}, ${names.codec} by ${names.implementation}`
      : names.formatImplementation;
  const join = (parts: readonly (string | null)[]) => parts.filter((part) => part !== null && part !== '').join(' · ');
  return (
    <th
      scope="row"
      className={styles.first}
      title={`${names.label}\n${join([made, names.granularity, names.options])}`}
    >
      <span className={styles.candidate}>
        <MarkSwatch names={names} />
        <span>
          <span className={styles.name}>{names.label}</span>
          <span className={styles.detail}>{join([made, names.granularity, names.changedOptions])}</span>
          {isRefused && <span className={styles.notConforming}>not conforming</span>}
        </span>
      </span>
    </th>
  );
}
