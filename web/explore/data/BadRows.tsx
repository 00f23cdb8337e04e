import { isMoleculeFile } from '../../../workers/registry/file-types';
import type { OwnFileReport } from '../../../workers/model/protocol/coordinator';
import { formatCount } from '../../figures/figures';
import { plural } from '../../../workers/model/plural';
import { Notice } from '../../ui/Notice';
import styles from './BadRows.module.css';

/** Lists the rows or molecules that were left out of the dataset, with the line and the reason of each. */
export function BadRows({ report }: { readonly report: OwnFileReport }) {
  const { badRows, badRowCount, type } = report;
  if (badRowCount === 0) return null;
  return (
    <Notice
      tone="warning"
      title={`${plural(badRowCount, isMoleculeFile(type) ? 'malformed molecule' : 'row')} left out`}
    >
      <details className={styles.details} open={badRows.length <= 5}>
        <summary>
          {badRowCount === badRows.length ? 'Reasons' : `Reasons for the first ${formatCount(badRows.length)}`}
        </summary>
        <ol className={styles.rows}>
          {badRows.map(({ line, message }) => (
            <li key={`${line} ${message}`} className={styles.row}>
              {line !== null && <span className={styles.line}>line {formatCount(line)}</span>}
              <span className={line === null ? styles.unplaced : undefined}>{message}</span>
            </li>
          ))}
        </ol>
      </details>
      <p>Correct these lines in the file and choose it again, or continue without them.</p>
    </Notice>
  );
}
