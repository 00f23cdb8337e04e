import type { ClaimVerdict } from '../../../workers/model/claim-verdict';
import { Icon, type IconName } from '../../ui/Icon';
import styles from './Scorecard.module.css';
import { type countVerdicts, isOpen, verdictNames } from './scorecard';

export const verdictIcons: Readonly<Record<ClaimVerdict, IconName>> = {
  confirmed: 'check',
  sameDirection: 'chevron',
  contradicted: 'close',
  inconclusive: 'info',
  otherSize: 'info',
  otherMachine: 'info',
  otherClock: 'info',
  notMeasured: 'info',
  notTestable: 'lock',
};

interface VerdictTallyProps {
  readonly counts: ReturnType<typeof countVerdicts>;
  /** True while the claims are tested, so that open verdicts are waiting. */
  readonly running: boolean;
}

/** How many claims have each verdict. */
export function VerdictTally({ counts, running }: VerdictTallyProps) {
  return (
    <ul className={styles.tally} aria-label="Verdicts">
      {counts
        .filter(({ verdict, count }) => count > 0 && !(running && isOpen(verdict)))
        .map(({ verdict, count }) => (
          <li key={verdict} data-verdict={verdict}>
            <Icon name={verdictIcons[verdict]} />
            <strong>{count}</strong> {verdictNames[verdict].toLowerCase()}
          </li>
        ))}
      {running && (
        <li>
          <Icon name="info" />
          <strong>{counts.reduce((sum, { verdict, count }) => sum + (isOpen(verdict) ? count : 0), 0)}</strong> waiting
        </li>
      )}
    </ul>
  );
}
