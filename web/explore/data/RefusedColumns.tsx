import type { RefusedColumn } from '../../../workers/model/errors';
import { formatCount } from '../../figures/figures';
import { Button } from '../../ui/Button';
import styles from './RefusedColumns.module.css';

const listedColumns = 50;

/** The columns of the user's file that cannot be read, each with the reason, and a button that reads the file without them. */
export function RefusedColumns({
  columns,
  onLeaveOut,
}: {
  readonly columns: readonly RefusedColumn[];
  readonly onLeaveOut: (indices: readonly number[]) => void;
}) {
  const more = columns.length - listedColumns;
  return (
    <>
      <p>
        {columns.length === 1 ? 'One column can’t be read:' : `${formatCount(columns.length)} columns can’t be read:`}
      </p>
      <ul className={styles.list}>
        {columns.slice(0, listedColumns).map(({ index, name, reason }) => (
          <li key={index}>
            <strong>{name}</strong>: {reason}
          </li>
        ))}
      </ul>
      {more > 0 && <p>and {formatCount(more)} more</p>}
      <Button size="small" onClick={() => onLeaveOut(columns.map(({ index }) => index))}>
        {columns.length === 1
          ? `Leave out ${columns[0]?.name ?? ''} and read the rest`
          : `Leave out these ${formatCount(columns.length)} columns and read the rest`}
      </Button>
    </>
  );
}
