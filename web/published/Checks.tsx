import type { PublishedSource } from '../../workers/model/published';
import { formatCount } from '../figures/figures';
import { plural } from '../../workers/model/plural';
import { Icon } from '../ui/Icon';
import { inBaseUnits, printedInBaseUnits } from './base-units';
import { type CheckOutcome, runChecks } from './checks';
import styles from './PublishedPage.module.css';

/** The checks of a source's printed figures. Disagreements are listed; agreements are folded away. */
export function Checks({ source }: { readonly source: PublishedSource }) {
  const outcomes = runChecks(source);
  const disagreeing = outcomes.filter(({ agrees }) => !agrees);
  const agreeing = outcomes.filter(({ agrees }) => agrees);
  return (
    <div className={styles.block}>
      <p className={styles.text}>
        {countsOf(outcomes)}{' '}
        {disagreeing.length === 0
          ? 'All of them agree.'
          : `${formatCount(disagreeing.length)} of them ${disagreeing.length === 1 ? 'disagrees' : 'disagree'}:`}
      </p>
      {disagreeing.length > 0 && <Outcomes outcomes={disagreeing} />}
      {agreeing.length > 0 && (
        <details className={styles.fold}>
          <summary>The {formatCount(agreeing.length)} that agree</summary>
          <Outcomes outcomes={agreeing} />
        </details>
      )}
    </div>
  );
}

/**
 * States how many figures were recomputed from other figures, and how many were compared with a second print of the
 * same figure.
 */
function countsOf(outcomes: readonly CheckOutcome[]): string {
  const again = outcomes.filter(({ elsewhere }) => elsewhere !== null).length;
  const computed = outcomes.length - again;
  const parts = [
    computed === 0 ? null : `${plural(computed, 'figure was', 'figures were')} recomputed from other printed figures`,
    again === 0 ? null : `${plural(again, 'figure was', 'figures were')} compared with a second place that prints it`,
  ];
  return `${parts.filter((part) => part !== null).join(', and ')}.`;
}

const relations = {
  rounded: 'printed',
  cut: 'printed',
  same: 'printed',
  atLeast: 'at least',
  atMost: 'at most',
  about: 'about',
} as const;

function Outcomes({ outcomes }: { readonly outcomes: readonly CheckOutcome[] }) {
  return (
    <ul className={styles.checks}>
      {outcomes.map(({ check, printed, recomputed, elsewhere, agrees }) => (
        <li key={check.id} className={styles.check} data-agrees={agrees}>
          <Icon name={agrees ? 'check' : 'warning'} />
          <span>
            <span className="visually-hidden">{agrees ? 'Agrees: ' : 'Disagrees: '}</span>
            {check.asks}{' '}
            <span className={styles.nowrap}>
              {relations[check.relation]} {printedInBaseUnits(printed)},
            </span>{' '}
            <strong className={styles.nowrap}>
              {elsewhere === null
                ? `computed ${inBaseUnits(recomputed, printed)}`
                : `second place: ${printedInBaseUnits(elsewhere)}`}
            </strong>
          </span>
        </li>
      ))}
    </ul>
  );
}
