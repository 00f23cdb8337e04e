import { ScrollRegion } from '../../ui/ScrollRegion';
import styles from './RowsTable.module.css';

interface RowsTableProps {
  readonly label: string;
  /** False while the file is read again, so that the rows are those of the previous reading. */
  readonly isCurrent?: boolean;
  readonly columnNames: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

const shownColumns = 20;

/** Shows the first rows of a table as text. */
export function RowsTable({ label, isCurrent = true, columnNames, rows }: RowsTableProps) {
  const columns = columnNames.slice(0, shownColumns).map((name, index) => ({ key: `${index} ${name}`, name, index }));
  return (
    <ScrollRegion label={label} className={styles.scroll}>
      <table className={styles.table} aria-busy={!isCurrent}>
        <thead>
          <tr>
            {columns.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .map((row, index) => ({ key: `row ${index}`, row }))
            .map(({ key: rowKey, row }) => (
              <tr key={rowKey}>
                {columns.map(({ key, index }) => (
                  <td key={key}>{row[index] ?? <span className={styles.none}>null</span>}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
