import { useState } from 'react';
import type { PublishedFigure, PublishedTable } from '../../workers/model/published';
import { ScrollRegion } from '../ui/ScrollRegion';
import { Segmented } from '../ui/Segmented';
import { inBaseUnits } from './base-units';
import styles from './PublishedPage.module.css';

type Units = 'printed' | 'base';
type Cell = string | PublishedFigure;

/** A table of the source. A switch changes its figures from the printed units to base units. */
export function FigureTable({ table }: { readonly table: PublishedTable }) {
  const [units, setUnits] = useState<Units>('printed');
  const hasFigures = [table.columns, ...table.rows].flat().some((cell) => typeof cell !== 'string');
  const headings = headingColumns(table);
  return (
    <div className={styles.block}>
      <div className={styles.tableHead}>
        <h3 className={styles.tableTitle}>
          {table.title} <span className={styles.place}>{table.section}</span>
        </h3>
        {hasFigures && (
          <Segmented
            label={`Units of ${table.title}`}
            value={units}
            options={[
              { value: 'printed', label: 'As printed' },
              { value: 'base', label: 'Base units' },
            ]}
            onChange={setUnits}
          />
        )}
      </div>
      <ScrollRegion label={table.title} className={styles.scroll}>
        <table className={styles.table}>
          <caption className="visually-hidden">{table.title}</caption>
          <thead>
            <tr>
              {keyed(table.columns).map(({ key, cell }, index) =>
                cell === '' ? (
                  <td key={key} />
                ) : (
                  <th key={key} scope="col" data-figure={typeof table.rows[0]?.[index] !== 'string' || undefined}>
                    {text(cell, units)}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, rowIndex) => (
              <tr key={rowKey(row)} data-group={rowIndex > 0 && startsGroup(row, headings) ? '' : undefined}>
                {keyed(row).map(({ key, cell }, index) =>
                  cell === '' ? (
                    <td key={key} />
                  ) : typeof cell === 'string' && index < headings ? (
                    <th key={key} scope="row">
                      {cell}
                    </th>
                  ) : (
                    <td key={key} data-words={hasWords(table, index) ? '' : undefined}>
                      {text(cell, units)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {table.note !== null && <p className={styles.small}>{table.note}</p>}
    </div>
  );
}

const text = (cell: Cell, units: Units) =>
  typeof cell === 'string' ? cell : units === 'printed' ? cell.printed : inBaseUnits(cell.value, cell);

/** Keys of a row's cells: a figure's id, or the index of a text cell. A printed table never changes its order. */
const keyed = (cells: readonly Cell[]) =>
  cells.map((cell, index) => ({ key: typeof cell === 'string' ? `heading-${index}` : cell.id, cell }));
const rowKey = (row: readonly Cell[]) => row.map((cell) => (typeof cell === 'string' ? cell : cell.id)).join('|');
/** The number of columns at the left that name a row: those before the first column with figures, and at least one. */
function headingColumns({ rows, columns }: PublishedTable): number {
  const first = columns.findIndex((_, index) => rows.some((row) => typeof row[index] === 'object'));
  return Math.max(1, first);
}

/** Text columns are aligned left. Figures in a column that also has text are aligned left too. */
const hasWords = ({ rows }: PublishedTable, column: number) =>
  rows.some((row) => typeof row[column] === 'string' && row[column] !== '');
const startsGroup = ([first, second]: readonly Cell[], headings: number) =>
  headings > 1 && typeof second === 'string' && first !== '';
