import {
  unitFitsQuantity,
  type ImportedScope,
  importedUnitNames,
  isTimedQuantity,
} from '../../../../workers/model/imported-set';
import { formatCount } from '../../../figures/figures';
import { ScrollRegion } from '../../../ui/ScrollRegion';
import { Select } from '../../../ui/Select';
import { readCell, parseUnit } from '../readers/cell-number';
import { type ColumnRole, type ColumnMapping, rowsNameMetrics } from '../columns/column-role';
import {
  unitBasisNote,
  chosenFigureReading,
  quantityOptions,
  scopeOf,
  scopeOptions,
  unitOptions,
} from '../columns/figure-choices';
import type { RawTable } from '../readers/given-table';
import styles from './Import.module.css';

interface ColumnTableProps {
  /** The table with one system per row. */
  readonly table: RawTable;
  readonly mapping: ColumnMapping;
  /** The clock's scope for the whole table. */
  readonly scope: ImportedScope;
  readonly onColumns: (columns: readonly ColumnRole[]) => void;
}

const rowsShown = 5;

const options = [
  { value: 'system', label: 'System' },
  { value: 'dataset', label: 'Dataset' },
  { value: 'metricName', label: 'Metric’s name' },
  { value: 'systemAndMetric', label: 'System and metric together' },
  { value: 'value', label: 'Value' },
  { value: 'unit', label: 'Unit' },
  { value: 'error', label: 'Error (±)' },
  { value: 'dataBytes', label: 'Size of the data' },
  { value: 'out', label: 'Leave out' },
  { label: 'Figures', options: quantityOptions },
];

const plainRoles = [
  'system',
  'dataset',
  'metricName',
  'systemAndMetric',
  'value',
  'unit',
  'error',
  'dataBytes',
  'out',
] as const;

function roleOf(value: string, before: ColumnRole | undefined): ColumnRole {
  const plain = plainRoles.find((role) => role === value);
  return plain === undefined
    ? { role: 'figure', ...chosenFigureReading(value, before?.role === 'figure' ? before : null) }
    : { role: plain };
}

/** The first rows, with a selector above each column that shows its guessed role and lets the user change it. */
export function ColumnTable({ table, mapping, scope, onColumns }: ColumnTableProps) {
  const set = (index: number, role: ColumnRole) => {
    const columns = mapping.columns.map((column, at) => (at === index ? role : column));
    // When the first column gets the role of naming metrics, columns of figures become columns of values.
    const hasValue = !rowsNameMetrics([role]) || columns.some((column) => column.role === 'value');
    onColumns(hasValue ? columns : columns.map((column) => (column.role === 'figure' ? { role: 'value' } : column)));
  };
  const columns = table.columns.map((heading, index) => ({
    key: `column ${index}`,
    heading,
    index,
    role: mapping.columns[index] ?? ({ role: 'out' } as const),
  }));
  return (
    <ScrollRegion label="How the columns are read" className={styles.scroll}>
      <table className={`${styles.table} ${styles.mapper}`}>
        <caption className="visually-hidden">The first rows of the table, and the role of each column</caption>
        <thead>
          <tr>
            {columns.map(({ key, heading, index, role }) => (
              <th key={key} scope="col">
                <span className={styles.columnName}>{heading}</span>
                <Select
                  aria-label={`${heading} is`}
                  value={role.role === 'figure' ? role.quantity : role.role}
                  options={options}
                  onChange={(value) => set(index, roleOf(value, role))}
                />
                {role.role === 'figure' && unitOptions(role.quantity).length > 1 && (
                  <Select
                    aria-label={`Unit of ${heading}`}
                    value={role.unit}
                    options={unitOptions(role.quantity)}
                    onChange={(value) => {
                      const unit = importedUnitNames.find((each) => each === value);
                      if (unit !== undefined) set(index, { ...role, unit, basis: 'user' });
                    }}
                  />
                )}
                {role.role === 'figure' && isTimedQuantity(role.quantity) && (
                  <Select
                    aria-label={`Clock of ${heading}`}
                    value={role.scope ?? ''}
                    options={scopeOptions(scope)}
                    onChange={(value) => set(index, { ...role, scope: scopeOf(value) })}
                  />
                )}
                <span className={styles.small}>{role.role === 'figure' ? unitBasisNote(role) : ''}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, rowsShown).map(({ line, cells }) => (
            <tr key={line}>
              {columns.map(({ key, index, role }) => {
                const cell = cells[index] ?? '';
                const isNumber = role.role === 'figure' || role.role === 'value' || role.role === 'error';
                const isWrong = !canBe(cell, role, mapping);
                return (
                  <td
                    key={key}
                    data-number={isNumber || undefined}
                    data-out={role.role === 'out' || undefined}
                    data-wrong={isWrong || undefined}
                  >
                    {cell}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        {table.rows.length > rowsShown && (
          <tfoot>
            <tr>
              <td colSpan={columns.length} data-out="">
                and {formatCount(table.rows.length - rowsShown)} more
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollRegion>
  );
}

/** True for an empty cell, and for a cell that fits its column's role: a figure of its quantity, a number or a unit. */
function canBe(cell: string, role: ColumnRole, { numerals }: ColumnMapping): boolean {
  if (role.role === 'unit') return parseUnit(cell) !== null || !/\p{L}/u.test(cell);
  if (role.role !== 'figure' && role.role !== 'value' && role.role !== 'error') return true;
  const read = readCell(role.role === 'error' ? cell.replace(/^(±|\+\/-)\s*/, '') : cell, numerals);
  return (
    read.kind === 'none' ||
    (read.kind === 'number' &&
      (read.unit === null || role.role !== 'figure' || unitFitsQuantity(read.unit, role.quantity)))
  );
}
