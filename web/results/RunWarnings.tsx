import { plural } from '../../workers/model/plural';
import styles from './RunWarnings.module.css';

const warningsAtOnce = 2;

/** The run's warnings. They are shown below the answer, because they say how reliable it is. */
export function RunWarnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  const list = (some: readonly string[]) => [...new Set(some)].map((warning) => <li key={warning}>{warning}</li>);
  return (
    <div className={styles.warnings}>
      <ul aria-label="Warnings of the run">{list(warnings.slice(0, warningsAtOnce))}</ul>
      {warnings.length > warningsAtOnce && (
        <details>
          <summary>{plural(warnings.length - warningsAtOnce, 'more warning')}</summary>
          <ul aria-label="More warnings of the run">{list(warnings.slice(warningsAtOnce))}</ul>
        </details>
      )}
    </div>
  );
}
