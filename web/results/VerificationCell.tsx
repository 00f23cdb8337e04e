import * as metadata from '../../workers/registry/metadata';
import { changedInWords, lossesInShort } from '../figures/losses-in-short';
import styles from './ResultsTable.module.css';
import type { CompletedRow } from '../figures/rows';
import { verifierNames } from '../figures/verifier-names';

/** Who checked the bytes, what the format can't keep, and who refused them. */
export function VerificationCell({ row: { names, verification } }: { readonly row: CompletedRow }) {
  const { verifiedBy, reason, loss, rejectedBy, changedValues } = verification;
  return (
    <td className={`${styles.group} ${styles.text} ${styles.verified}`}>
      {verifiedBy === 'self' ? 'self-verified' : verifierNames(verifiedBy, names, metadata)}
      {reason !== null && <span className={styles.detail}>{reason}</span>}
      {[...new Map(rejectedBy.map((each) => [each.implementation, each])).values()].map(
        ({ implementation, message }) => (
          <span key={implementation} className={styles.rejected}>
            not conforming: {verifierNames(implementation, names, metadata)} refuses it. {message}
          </span>
        ),
      )}
      {loss.length > 0 && (
        <details className={styles.losses}>
          <summary>
            loses: {lossesInShort(loss)}
            {changedValues === undefined ? '' : `; ${changedInWords(changedValues)}`}
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
