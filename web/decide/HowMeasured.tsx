import { TextWithTerms } from '../ui/Term';
import styles from './Decision.module.css';

/** On what the answer rests, as sentences. */
export function HowMeasured({ texts }: { readonly texts: readonly string[] }) {
  return (
    <details className={styles.fold}>
      <summary>How it was measured</summary>
      <ul className={`${styles.folded} ${styles.facts}`}>
        {[...new Set(texts)].map((text) => (
          <li key={text}>
            <TextWithTerms text={text} />
          </li>
        ))}
      </ul>
    </details>
  );
}
