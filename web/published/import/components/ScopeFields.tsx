import { type ImportedScope, type ImportedSet, isTimedQuantity } from '../../../../workers/model/imported-set';
import styles from './Import.module.css';
import { ScopeField } from './ProvenanceFields';

interface ScopeFieldsProps {
  readonly set: ImportedSet;
  readonly onSet: (next: ImportedSet) => void;
}

/** Fields for the clock's scope: one for the whole set, and one per column if it has several columns of times. */
export function ScopeFields({ set, onSet }: ScopeFieldsProps) {
  const clocked = set.metrics.filter(({ quantity }) => isTimedQuantity(quantity));
  const scopes = [...new Set(clocked.map(({ scope }) => scope))];
  const [first = null] = scopes;
  const say = (scope: ImportedScope, metricId: string | null) =>
    onSet({
      ...set,
      metrics: set.metrics.map((metric) =>
        isTimedQuantity(metric.quantity) && (metricId === null || metric.id === metricId)
          ? { ...metric, scope }
          : metric,
      ),
    });
  if (clocked.length === 0) return null;
  return (
    <>
      <div className={styles.fields}>
        <ScopeField scope={scopes.length > 1 ? null : first} onChange={(scope) => say(scope, null)} />
      </div>
      {clocked.length > 1 && (
        <details className={styles.more} open={scopes.length > 1}>
          <summary>What the clock of each column includes</summary>
          <div className={styles.fields}>
            {clocked.map(({ id, label, scope }) => (
              <ScopeField key={id} label={label} help="" scope={scope} onChange={(next) => say(next, id)} />
            ))}
          </div>
        </details>
      )}
    </>
  );
}
