import { type CandidateNames, notConformingSign } from '../../figures/candidate-names';
import { codecColor, levelFraction } from '../../styles/codec-colors';
import { Icon } from '../../ui/Icon';
import { Toggletip } from '../../ui/Toggletip';
import styles from './CandidateChip.module.css';

interface CandidateChipProps {
  readonly names: CandidateNames;
  /** The candidate's label without its format, since the format is the heading. */
  readonly text: string;
  /** Why the candidate can't encode the chosen data. Null if it can. */
  readonly unsupported: string | null;
  readonly warning: string | null;
  readonly removable: boolean;
  readonly onRemove: () => void;
}

export function CandidateChip({ names, text, unsupported, warning, removable, onRemove }: CandidateChipProps) {
  return (
    <li className={styles.chip} data-unsupported={unsupported !== null}>
      <span className={styles.body}>
        <span
          className={styles.dot}
          style={{ background: codecColor(names.family, levelFraction(names.level, names.levels)) }}
        />
        <span className={styles.text}>
          {text}
          {!names.conforms && (
            <span aria-label="not conforming" role="img">
              {' '}
              {notConformingSign}
            </span>
          )}
        </span>
        {warning !== null && <Toggletip about={names.label}>{warning}</Toggletip>}
        <button
          type="button"
          className={styles.remove}
          disabled={!removable}
          aria-label={`Remove ${names.label}`}
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      </span>
      {unsupported !== null && <span className={styles.reason}>Will not run: {unsupported}</span>}
    </li>
  );
}
