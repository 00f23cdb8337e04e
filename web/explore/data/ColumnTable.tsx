import { columnTypeText } from '../../../workers/model/column-type-text';
import { type ChosenType, chosenTypeOf } from '../../../workers/model/chosen-type';
import type { ColumnSchema } from '../../../workers/model/column-schema';
import type { DatasetSchema } from '../../../workers/model/dataset';
import type { ReadingOptions } from '../../../workers/model/reading-options';
import type { OwnFileReport } from '../../../workers/model/protocol/coordinator';
import { formatCount } from '../../figures/figures';
import { plural } from '../../../workers/model/plural';
import { Checkbox } from '../../ui/Checkbox';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { Select } from '../../ui/Select';
import { changedReading, choicesOf, typeEffectText } from './reading-words';
import styles from './ColumnTable.module.css';

interface ColumnTableProps {
  readonly schema: Extract<DatasetSchema, { kind: 'table' }>;
  readonly report: OwnFileReport;
  /** True while the effects of other types are being counted. */
  readonly isCounting: boolean;
  /** The reading options that the user has chosen. While the file is read again, the report still has the previous ones. */
  readonly reading: ReadingOptions;
  readonly columnTypes: readonly ChosenType[] | null;
  readonly onTypes: (types: readonly ChosenType[]) => void;
  readonly onReading: (reading: ReadingOptions) => void;
}

const choiceNames: Readonly<Partial<Record<ChosenType, string>>> = { nested: 'lists and structs', json: 'JSON text' };

/** The label of a type in the list. The current type includes its parameters, such as its unit. */
const labelOf = (choice: ChosenType, read: ColumnSchema): string =>
  chosenTypeOf(read.type) === choice && choice !== 'json' ? columnTypeText(read) : (choiceNames[choice] ?? choice);

const shownColumns = 200;
const exampleRows = 3;

/** The columns of the user's file with their types and first values. The user can change a type or leave a column out. */
export function ColumnTable({
  schema,
  report,
  isCounting,
  reading,
  columnTypes: chosenTypes,
  onTypes,
  onReading,
}: ColumnTableProps) {
  const { fileColumns: columns, found } = report;
  // A type that can't be chosen has no word. Its column stays as it is.
  const types = chosenTypes ?? columns.map(({ type }) => chosenTypeOf(type) ?? 'utf8');
  const leftOut = reading.leftOutColumns ?? [];
  const readColumns = columns.length - leftOut.length;
  // The index makes the key unique, since two columns may have the same name.
  const shown = columns.slice(0, shownColumns).map((column, index) => ({
    key: `${index} ${column.name}`,
    column,
    index,
    place: column.isRead ? columns.slice(0, index).filter(({ isRead }) => isRead).length : null,
  }));
  const onKeep = (index: number, keep: boolean) => {
    const others = leftOut.filter((at) => at !== index);
    const leftOutColumns = keep ? others : [...others, index].sort((a, b) => a - b);
    onReading(
      changedReading(reading, { leftOutColumns: leftOutColumns.length === 0 ? undefined : leftOutColumns }).reading,
    );
  };
  return (
    <ScrollRegion className={styles.scroll} label="Columns of the file">
      <table className={styles.table}>
        <caption className={styles.caption}>
          {readColumns === columns.length
            ? 'Untick a column to leave it out.'
            : `${plural(columns.length - readColumns, 'column')} of ${formatCount(columns.length)} left out`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Type</th>
            <th scope="col">First values</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, column, index, place }) => {
            const possible = report.possibleTypes[index] ?? [];
            const type = types[index] ?? column.type;
            const read = place === null ? undefined : schema.columns[place];
            const values = place === null ? [] : report.preview.slice(0, exampleRows).map((row) => row[place] ?? null);
            return (
              <tr key={key}>
                <th scope="row" className={styles.name}>
                  <Checkbox
                    checked={!leftOut.includes(index)}
                    disabled={column.refusal !== undefined || (!leftOut.includes(index) && readColumns === 1)}
                    onChange={(keep) => onKeep(index, keep)}
                  >
                    {column.name || <em>unnamed</em>}
                  </Checkbox>
                </th>
                <td className={styles.type}>
                  {read === undefined ? (
                    'left out'
                  ) : possible.length > 1 ? (
                    <Select
                      aria-label={`Type of ${column.name}`}
                      className={styles.select}
                      value={type}
                      options={choicesOf(
                        possible.map((each) => ({
                          value: each,
                          label: `${labelOf(each, read)}${typeEffectText(found.typeEffects?.[index]?.[each])}`,
                        })),
                        { present: type, isCounting },
                      )}
                      onChange={(value) => {
                        const next = chosenTypeOf(value);
                        if (next !== undefined) onTypes(types.with(index, next));
                      }}
                    />
                  ) : (
                    columnTypeText(read)
                  )}
                  {read?.nullable && <span className={styles.nulls}>with nulls</span>}
                </td>
                <td className={styles.values}>
                  {column.refusal === undefined ? <Values values={values} /> : `Can’t be read: ${column.refusal}.`}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {columns.length > shownColumns && (
        <p className={styles.more}>and {columns.length - shownColumns} more columns, read with the types found</p>
      )}
    </ScrollRegion>
  );
}

/** How many characters of values fit on one line of the column. */
const shortValues = 28;

/** The first values of a column. If they are long, only the first is shown, and all of them on demand. */
function Values({ values }: { readonly values: readonly (string | null)[] }) {
  const texts = values.map((value) => value ?? 'null');
  const line = texts.join(', ');
  const [first] = texts;
  if (first === undefined || line.length <= shortValues) return line;
  return (
    <details>
      <summary>{first.length <= shortValues ? first : `${first.slice(0, shortValues - 1)}…`}</summary>
      {texts.join('\n')}
    </details>
  );
}
