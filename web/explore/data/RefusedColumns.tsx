import type { RefusedColumn } from '../../../workers/model/errors';
import { formatCount } from '../../figures/figures';
import { Button } from '../../ui/Button';
import { ReasonList } from './ReasonList';

/** The columns of the user's file that cannot be read, each with the reason, and a button that reads the file without them. */
export function RefusedColumns({
  columns,
  onLeaveOut,
}: {
  readonly columns: readonly RefusedColumn[];
  readonly onLeaveOut: (indices: readonly number[]) => void;
}) {
  return (
    <>
      <p>
        {columns.length === 1 ? 'One column can’t be read:' : `${formatCount(columns.length)} columns can’t be read:`}
      </p>
      <ReasonList entries={columns} />
      <Button size="small" onClick={() => onLeaveOut(columns.map(({ index }) => index))}>
        {columns.length === 1
          ? `Leave out ${columns[0]?.name ?? ''} and read the rest`
          : `Leave out these ${formatCount(columns.length)} columns and read the rest`}
      </Button>
    </>
  );
}
