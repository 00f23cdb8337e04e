import { type ImportedScope, importedUnitNames, isTimedQuantity } from '../../../../workers/model/imported-set';
import { ScrollRegion } from '../../../ui/ScrollRegion';
import { Select } from '../../../ui/Select';
import type { FigureReading } from '../columns/column-role';
import {
  unitBasisNote,
  chosenFigureReading,
  quantityOptions,
  scopeOf,
  scopeOptions,
  unitOptions,
} from '../columns/figure-choices';
import styles from './Import.module.css';
import type { NamedMetric } from '../columns/named-metrics';

interface NamedMetricTableProps {
  readonly metrics: readonly NamedMetric[];
  /** The clock's scope for the whole table. */
  readonly scope: ImportedScope;
  readonly onReading: (key: string, reading: FigureReading) => void;
}

/** The guessed quantity of each metric that the rows name, for the user to check and change. */
export function NamedMetricTable({ metrics, scope, onReading }: NamedMetricTableProps) {
  return (
    <ScrollRegion label="How the metrics are read" className={styles.scroll}>
      <table className={`${styles.table} ${styles.metrics}`}>
        <caption className="visually-hidden">The metrics that the rows name, and the quantity of each</caption>
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <th scope="col">Quantity</th>
            <th scope="col">Unit, if none is printed</th>
            <th scope="col">Clock includes</th>
          </tr>
        </thead>
        <tbody>
          {metrics.map(({ key, label, reading }) => (
            <tr key={key}>
              <th scope="row" className={styles.metricName}>
                {label}
              </th>
              <td>
                <Select
                  aria-label={`“${label}” is`}
                  value={reading.quantity}
                  options={quantityOptions}
                  onChange={(value) => onReading(key, chosenFigureReading(value, reading))}
                />
              </td>
              <td>
                <Select
                  aria-label={`Unit of “${label}”`}
                  value={reading.unit}
                  options={unitOptions(reading.quantity)}
                  onChange={(value) => {
                    const unit = importedUnitNames.find((each) => each === value);
                    if (unit !== undefined) onReading(key, { ...reading, unit, basis: 'user' });
                  }}
                />
                <span className={styles.small}>{unitBasisNote(reading)}</span>
              </td>
              <td>
                {isTimedQuantity(reading.quantity) && (
                  <Select
                    aria-label={`Clock of “${label}”`}
                    value={reading.scope ?? ''}
                    options={scopeOptions(scope)}
                    onChange={(value) => onReading(key, { ...reading, scope: scopeOf(value) })}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
