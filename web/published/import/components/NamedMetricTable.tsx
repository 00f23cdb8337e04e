import { type ImportedScope, importedUnitNames, isTimedQuantity } from '../../../../workers/model/imported-set';
import { ScrollRegion } from '../../../ui/ScrollRegion';
import { Select } from '../../../ui/Select';
import type { FigureReading } from '../columns/column-role';
import {
  basisWords,
  figureColumn,
  quantityOptions,
  scopeOf,
  scopeOptions,
  unitOptions,
} from '../columns/figure-choices';
import styles from './Import.module.css';
import type { NamedMetric } from '../columns/named-metrics';

interface NamedMetricTableProps {
  readonly metrics: readonly NamedMetric[];
  /** What is said of the whole table's clocks. */
  readonly scope: ImportedScope;
  readonly onReading: (key: string, reading: FigureReading) => void;
}

/** What each metric that the rows name is taken for: guessed by its name and units, and changed here. */
export function NamedMetricTable({ metrics, scope, onReading }: NamedMetricTableProps) {
  return (
    <ScrollRegion label="How the metrics are read" className={styles.scroll}>
      <table className={`${styles.table} ${styles.metrics}`}>
        <caption className="visually-hidden">The metrics that the rows name, and what each is taken for</caption>
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <th scope="col">Is</th>
            <th scope="col">Unit, where none is printed</th>
            <th scope="col">Its clock ran</th>
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
                  onChange={(value) => onReading(key, figureColumn(value, reading))}
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
                <span className={styles.small}>{basisWords(reading)}</span>
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
