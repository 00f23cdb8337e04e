import type { ChartPoint } from './fields/chart-data';
import { type PointContext, pointFacts } from './point-facts';
import { RowFigures } from './RowFigures';
import styles from './RowFigures.module.css';

/** The tooltip of a point: the candidate's figures, and what the chart says about it. */
export function PointFigures({ point, ...context }: { readonly point: ChartPoint } & PointContext) {
  const facts = pointFacts(point, context);
  return (
    <div className={styles.figures}>
      <RowFigures row={point.cell.row} operation={context.operation} />
      {facts.length > 0 && (
        <dl className={`${styles.list} ${styles.facts}`}>
          {facts.map(([name, text]) => (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
