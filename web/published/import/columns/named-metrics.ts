import { type FigureReading, indexesOf, type ColumnMapping, rowsNameMetrics, unitColumnOf } from './column-role';
import type { RawTable } from '../readers/given-table';
import { figureReading, summariseColumns, unitsIn } from './guess-columns';
import { isGenericValueHeading } from './long-form';
import { nameShortener } from './short-names';
import { splitName } from './split-name';

/** A metric that cells name, with the reading of its numbers in one column of values. */
export interface NamedMetric {
  /** Unique within the table: the index of the column of values, and the metric's name. */
  readonly key: string;
  readonly index: number;
  readonly name: string;
  readonly label: string;
  readonly reading: FigureReading;
}

/**
 * The metrics that the rows of a long table name, in their order, for each column of values. The user's choices
 * override the guesses. Empty for a wide table.
 */
export function namedMetrics(table: RawTable, { columns, numerals, named }: ColumnMapping): NamedMetric[] {
  const values = indexesOf(columns, 'value');
  if (values.length === 0) return [];
  const seen = summariseColumns(table, numerals);
  const names = table.rows.map(({ cells }) => metricName(cells, columns));
  const short = nameShortener(names);
  const rowsOf = new Map<string, number[]>();
  for (const [row, name] of names.entries()) {
    const rows = rowsOf.get(name);
    if (rows === undefined) rowsOf.set(name, [row]);
    else rows.push(row);
  }
  const distinct = [...rowsOf].filter(([name]) => name !== '' || !rowsNameMetrics(columns));
  return distinct.flatMap(([name, rows]) =>
    values.map((index): NamedMetric => {
      const heading = table.columns[index] ?? '';
      const unitsAt = unitColumnOf(columns, index);
      const beside = unitsAt === null ? [] : unitsIn(rows.map((row) => table.rows[row]?.cells[unitsAt] ?? ''));
      const readings = rows.flatMap((row) => seen[index]?.readings[row] ?? []);
      const words = name === '' ? heading : isGenericValueHeading(heading) ? name : `${name} ${heading}`;
      const key = `${index} ${name}`;
      const label = name === '' ? heading : values.length > 1 ? `${short(name)} · ${heading}` : short(name);
      return {
        key,
        index,
        name,
        label,
        reading: named.get(key) ?? figureReading({ heading: words, readings }, `${heading} ${table.title}`, beside),
      };
    }),
  );
}

/** The metric that a row's cells name. Empty if they name none. */
export const metricName = (cells: readonly string[], columns: ColumnMapping['columns']): string =>
  columns
    .flatMap(({ role }, index) =>
      role === 'metricName'
        ? [cells[index] ?? '']
        : role === 'systemAndMetric'
          ? [splitName(cells[index] ?? '')?.metric ?? '']
          : [],
    )
    .filter((cell) => cell !== '')
    .join(' · ')
    .slice(0, 180);
