import type { CandidateNames } from '../../results/candidate-names';
import { codecColor, levelFraction } from '../../styles/codec-colors';
import { Icon } from '../../ui/Icon';
import styles from './CandidateChip.module.css';

interface CandidateChipProps {
  readonly names: CandidateNames;
  /** What sets it apart within its format. */
  readonly text: string;
  /** Why it can't run on the data chosen; null where it can. */
  readonly unsupported: string | null;
  readonly warnings: readonly string[];
  readonly removable: boolean;
  readonly onRemove: () => void;
}

export function CandidateChip({ names, text, unsupported, warnings, removable, onRemove }: CandidateChipProps) {
  const details = [`${names.format} by ${names.formatImplementation}`, names.codec === 'None' ? 'no codec' : `${names.codec} by ${names.implementation}`, names.options, ...warnings].filter(Boolean).join('\n');
  return (
    <li className={styles.chip} data-unsupported={unsupported !== null}>
      <span className={styles.body} title={details}>
        <span className={styles.dot} style={{ background: codecColor(names.family, levelFraction(names.level, names.levels)) }} />
        <span className={styles.text}>{text}</span>
        {warnings.length > 0 && (
          <span className={styles.warning}>
            <Icon name="info" />
            <span className="visually-hidden">{warnings.join(' ')}</span>
          </span>
        )}
        <button type="button" className={styles.remove} disabled={!removable} aria-label={`Remove ${names.label}`} title={removable ? 'Remove' : 'A run needs at least one candidate'} onClick={onRemove}>
          <Icon name="close" />
        </button>
      </span>
      {unsupported !== null && <span className={styles.reason}>Will not run: {unsupported}</span>}
    </li>
  );
}
