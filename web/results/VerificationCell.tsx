import * as metadata from '../../workers/registry/metadata';
import { changedValuesText, lossesSummary } from '../figures/losses-summary';
import styles from './ResultsTable.module.css';
import type { CompletedRow } from '../figures/rows';
import { verifierNames } from '../figures/verifier-names';

/** Which decoder verified the file, which implementations rejected it, and what the format does not keep. */
export function VerificationCell({ row: { names, verification } }: { readonly row: CompletedRow }) {
  const { verifiedBy, reason, loss, rejectedBy, changedValues } = verification;
  return (
    <td className={`${styles.group} ${styles.text} ${styles.verified}`}>
      {verifiedBy === 'self' ? 'self-verified' : verifierNames(verifiedBy, names, metadata)}
      {reason !== null && <span className={styles.detail}>{reason}</span>}
      {[...new Map(rejectedBy.map((each) => [each.implementation, each])).values()].map(
        ({ implementation, message }) => (
          <span key={implementation} className={styles.rejected}>
            {`not conforming: ${verifierNames(implementation, names, metadata)} rejects the file. ${message}`}
          </span>
        ),
      )}
      {loss.length > 0 && (
        <details className={styles.losses}>
          <summary>
            loses: {lossesSummary(loss)}
            {changedValues === undefined ? '' : `; ${changedValuesText(changedValues)}`}
          </summary>
          <ul>
            {[...new Set(loss)].map((sentence) => (
              <li key={sentence} className={styles.detail}>
                {sentence}
              </li>
            ))}
          </ul>
        </details>
      )}
    </td>
  );
}
