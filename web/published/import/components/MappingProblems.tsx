import { formatCount } from '../../../figures/figures';
import { plural } from '../../../../workers/model/plural';
import { Notice } from '../../../ui/Notice';
import type { CellProblem } from '../set/cell-problem';
import styles from './Import.module.css';

const problemsAtOnce = 5;

/** Lists the cells and rows that gave no figure, with their positions. */
export function MappingProblems({
  remarks,
  problems,
}: {
  readonly remarks: readonly string[];
  readonly problems: readonly CellProblem[];
}) {
  const lines = [...remarks, ...problems.map(({ row, column, says }) => `Row ${row}, “${column}”: ${says}.`)];
  if (lines.length === 0) return null;
  const list = (some: readonly string[]) => some.map((line) => <li key={line}>{line}</li>);
  return (
    <Notice tone="warning" title={`${plural(lines.length, 'cell or row', 'cells and rows')} omitted or renamed`}>
      <ul className={styles.problems}>{list(lines.slice(0, problemsAtOnce))}</ul>
      {lines.length > problemsAtOnce && (
        <details className={styles.more}>
          <summary>{formatCount(lines.length - problemsAtOnce)} more</summary>
          <ul className={styles.problems}>{list(lines.slice(problemsAtOnce, 200))}</ul>
        </details>
      )}
    </Notice>
  );
}
