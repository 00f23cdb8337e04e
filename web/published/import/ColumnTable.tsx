import { fitsQuantity, type ImportedUnit, importedUnitNames, quantities, type Quantity, quantityList } from '../../../workers/model/imported-set';
import { formatCount } from '../../results/figures';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { Select } from '../../ui/Select';
import { readCell } from './cell-number';
import type { GivenTable } from './given-table';
import { unitFor } from './heading';
import styles from './Import.module.css';
import type { ColumnRole, Mapping } from './mapping';

interface ColumnTableProps {
  /** With a system in each row. */
  readonly table: GivenTable;
  readonly mapping: Mapping;
  readonly onColumns: (columns: readonly ColumnRole[]) => void;
}

const rowsShown = 5;

export const quantityOptions = quantityList.map((quantity) => ({ value: quantity, label: quantities[quantity].label }));
export const unitOptions = (quantity: Quantity) =>
  importedUnitNames.filter((unit) => fitsQuantity(unit, quantity)).map((unit) => ({ value: unit, label: unit === '1' ? 'bare number' : unit }));

const options = [
  { value: 'system', label: 'System' },
  { value: 'dataset', label: 'Dataset' },
  { value: 'out', label: 'Leave out' },
  { label: 'Figures', options: quantityOptions },
];

export const figureColumn = (quantity: Quantity, before: ImportedUnit | null): ColumnRole => ({
  role: 'figure',
  quantity,
  unit: unitFor(quantity, before, quantities[quantity].dimension),
  basis: 'user',
});

function roleOf(value: string, before: ColumnRole | undefined): ColumnRole {
  const quantity = quantityList.find((each) => each === value);
  if (quantity !== undefined) return figureColumn(quantity, before?.role === 'figure' ? before.unit : null);
  return value === 'system' || value === 'dataset' ? { role: value } : { role: 'out' };
}

/** The first rows, and over each column what it is taken for: looked at first, changed where it is wrong. */
export function ColumnTable({ table, mapping, onColumns }: ColumnTableProps) {
  const set = (index: number, role: ColumnRole) => onColumns(mapping.columns.map((column, at) => (at === index ? role : column)));
  const columns = table.columns.map((heading, index) => ({
    key: `column ${index}`,
    heading,
    index,
    role: mapping.columns[index] ?? ({ role: 'out' } as const),
  }));
  return (
    <ScrollRegion label="How the columns are read" className={styles.scroll}>
      <table className={`${styles.table} ${styles.mapper}`}>
        <caption className="visually-hidden">The first rows of the table, and what each column is taken for</caption>
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
                <span className={styles.small}>{basisWords(role)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, rowsShown).map(({ line, cells }) => (
            <tr key={line}>
              {columns.map(({ key, index, role }) => {
                const cell = cells[index] ?? '';
                const isFigure = role.role === 'figure';
                const isWrong = role.role === 'figure' && !canBe(cell, role.quantity, mapping);
                return (
                  <td key={key} data-number={isFigure || undefined} data-out={role.role === 'out' || undefined} data-wrong={isWrong || undefined}>
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

/** Empty, or a figure of that quantity. */
function canBe(cell: string, quantity: Quantity, { numerals }: Mapping): boolean {
  const read = readCell(cell, numerals);
  return read.kind === 'none' || (read.kind === 'number' && (read.unit === null || fitsQuantity(read.unit, quantity)));
}

function basisWords(role: ColumnRole): string {
  if (role.role !== 'figure') return '';
  switch (role.basis) {
    case 'heading':
      return 'unit in the heading';
    case 'cells':
      return 'unit in the cells';
    case 'nothing':
      return role.unit === '1' ? '' : 'no unit is printed: check it';
    default:
      return '';
  }
}
