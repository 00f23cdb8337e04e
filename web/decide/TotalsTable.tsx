import { memo, useState } from 'react';
import { MarkSwatch } from '../charts/Mark';
import { ScrollRegion } from '../ui/ScrollRegion';
import wide from '../ui/wide-table.module.css';
import type { Situation } from '../view/situation';
import { axisWords, formatTotal } from './answer-words';
import type { Axis } from './axes';
import styles from './BreakEven.module.css';
import type { Contender } from './contenders';
import { totalOf } from './totals';

const maxSteps = 10;

interface TotalsTableProps {
  readonly axis: Axis;
  readonly contenders: readonly Contender[];
  /** The table does not depend on the axis's own value in it. */
  readonly situation: Situation;
  readonly title: string;
}

/**
 * The totals of all candidates along the axis as a table, folded away. The smallest of each column is marked. Hundreds of totals would slow down a
 * slider, so they are computed when somebody looks, and only if the table changes.
 */
export const TotalsTable = memo(function TotalsTable({ title, ...totals }: TotalsTableProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.more} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The chart as a table</summary>
      {open && (
        <ScrollRegion label={`Table of ${title}, scrolls sideways`} className={`${wide.region} ${styles.tableArea}`}>
          <Totals {...totals} />
        </ScrollRegion>
      )}
    </details>
  );
});

function Totals({ axis, contenders, situation }: Omit<TotalsTableProps, 'title'>) {
  const values = tableValues(axis);
  const { format } = axisWords[axis.id];
  const rows = contenders.map((contender) => ({
    contender,
    totals: values.map((value) => totalOf(axis.withValue(situation, value), contender.figures)),
  }));
  const smallest = values.map((_, column) => Math.min(...rows.map(({ totals }) => totals[column] ?? Infinity)));
  return (
    <table className={wide.table}>
      <thead>
        <tr className={wide.single}>
          <th scope="col" className={wide.first}>
            Candidate
          </th>
          {values.map((value) => (
            <th key={value} scope="col">
              {format(value)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ contender, totals }) => (
          <tr key={contender.row.key}>
            <th scope="row" className={wide.first}>
              <span className={wide.candidate}>
                <MarkSwatch names={contender.row.names} />
                {contender.row.names.label}
              </span>
            </th>
            {totals.map((total, column) => (
              <td key={values[column]}>
                {total === smallest[column] ? (
                  <strong>
                    {formatTotal(situation, total)}
                    <span className="visually-hidden"> (smallest)</span>
                  </strong>
                ) : (
                  formatTotal(situation, total)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Values of the axis with equal distances on it: its decades, if these are at most ten. */
export function tableValues(axis: Pick<Axis, 'min' | 'max'>): number[] {
  const decades = Math.log10(axis.max / axis.min);
  const steps = Math.min(maxSteps, Math.max(1, Math.floor(decades + 1e-9)));
  return Array.from({ length: steps + 1 }, (_, index) =>
    Number((axis.min * (axis.max / axis.min) ** (index / steps)).toPrecision(3)),
  );
}
