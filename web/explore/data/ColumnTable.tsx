import { columnTypeText } from '../../../workers/model/column-type-text';
import { type ColumnType, columnTypes, type DatasetSchema, plainColumnSchemas } from '../../../workers/model/dataset';
import type { OwnFileReport } from '../../../workers/model/protocol/coordinator';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { Select } from '../../ui/Select';
import styles from './ColumnTable.module.css';

interface ColumnTableProps {
  readonly schema: Extract<DatasetSchema, { kind: 'table' }>;
  readonly report: OwnFileReport;
  readonly onTypes: (types: readonly ColumnType[]) => void;
}

const shownColumns = 200;
const exampleRows = 3;

/** The columns with their types, to be corrected, and their first values. */
export function ColumnTable({ schema, report, onTypes }: ColumnTableProps) {
  const { columns } = schema;
  // Two columns may have the same name.
  const shown = columns
    .slice(0, shownColumns)
    .map((column, index) => ({ key: `${index} ${column.name}`, column, index }));
  return (
    <ScrollRegion className={styles.scroll} label="Columns of the file">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Type</th>
            <th scope="col">First values</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, column, index }) => {
            const possible = report.possibleTypes[index] ?? [];
            const values = report.preview.slice(0, exampleRows).map((row) => row[index] ?? null);
            return (
              <tr key={key}>
                <th scope="row" className={styles.name} title={column.name}>
                  {column.name || <em>unnamed</em>}
                </th>
                <td className={styles.type}>
                  {possible.length > 1 ? (
                    <Select
                      aria-label={`Type of ${column.name}`}
                      className={styles.select}
                      value={column.type}
                      options={possible.map((type) => ({ value: type, label: type }))}
                      onChange={(value) => {
                        const type = columnTypes.find((each) => each === value);
                        if (type !== undefined)
                          onTypes(
                            plainColumnSchemas(columns)
                              .map((each) => each.type)
                              .with(index, type),
                          );
                      }}
                    />
                  ) : (
                    columnTypeText(column)
                  )}
                  {column.nullable && <span className={styles.nulls}>with nulls</span>}
                </td>
                <td className={styles.values} title={values.map((value) => value ?? 'null').join('\n')}>
                  {values.map((value) => value ?? 'null').join(', ')}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {columns.length > shownColumns && (
        <p className={styles.more}>and {columns.length - shownColumns} columns more, read with the types found</p>
      )}
    </ScrollRegion>
  );
}
