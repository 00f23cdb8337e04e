import { toCanonical } from '../model/canonical';
import type { Column } from '../model/column';
import { takeRows } from '../model/column-rows';
import { type ColumnSetting, type FileLayout, layoutKey, settingKey, type TriedSetting } from '../model/column-search';
import type { Table } from '../model/dataset';
import { FormatlabError } from '../model/errors';
import { sortTable } from '../model/sort-rows';
import { narrowed, type Narrowing, narrowingKey, narrowingText } from '../model/narrowing';
import type { TrialTable } from '../model/trial-table';
import { typedColumns } from './search-settings';
import { type ColumnSource, columnSource, fileBytesOf, tableOf, type TrialMachine, tryColumn } from './column-trial';

/** A table whose columns are tried in this thread. What several trials need is made once. */
export function createTrialTable(table: Table, machine: TrialMachine): TrialTable {
  let placed: Int32Array | null = null;
  const narrowColumns = new Map<string, Column>();
  /** The columns in the placed rows, each with its SHA-256. */
  let sources = new Map<string, Promise<ColumnSource>>();
  /** The trials that were made. An order of rows that leaves a column as it was makes the same file of it. */
  const made = new Map<string, Omit<TriedSetting, 'allRows'>>();

  const typedColumn = (index: number, narrowing: Narrowing | null): Column => {
    const column = table.columns[index];
    if (column === undefined) throw refused(`The table has no column ${index}.`);
    if (narrowing === null) return column;
    const key = `${index}/${narrowingKey(narrowing)}`;
    const narrow = narrowColumns.get(key) ?? narrowed(column, table.rowCount, narrowing);
    if (narrow === null)
      throw refused(`A value of the column “${column.name}” does not fit the type ${narrowingText(narrowing)}.`);
    narrowColumns.set(key, narrow);
    return narrow;
  };

  const sourceOf = (index: number, narrowing: Narrowing | null): Promise<ColumnSource> => {
    const key = `${index}/${narrowingKey(narrowing)}`;
    const known = sources.get(key);
    if (known !== undefined) return known;
    const column = typedColumn(index, narrowing);
    const source =
      placed === null ? columnSource(column, table.rowCount) : columnSource(takeRows(column, placed), placed.length);
    sources.set(key, source);
    return source;
  };

  return {
    async describe({ mayNarrow }) {
      return {
        rowCount: table.rowCount,
        columns: table.columns.map((column, index) => ({
          name: column.name,
          dataBytes: toCanonical(tableOf(column, table.rowCount)).dataBytes,
          types: typedColumns(machine.registry, column, index, table.rowCount, mayNarrow),
        })),
      };
    },
    async takeRows(rows) {
      return rows === null ? table : tableOfRows(table, rows);
    },
    async sortRows(order) {
      const before = machine.clock.now();
      const { rows } = sortTable(table, order);
      return { rows, sortMs: machine.clock.now() - before };
    },
    async placeRows(rows) {
      placed = rows;
      sources = new Map();
      return null;
    },
    async tryColumn({ column, setting, variant, calls }) {
      const source = await sourceOf(column, setting.narrowing);
      const key = [
        column,
        source.sha256,
        settingKey(setting),
        effectiveLayoutKey(setting, variant.layout),
        calls,
      ].join();
      const known = made.get(key) ?? (await tryColumn(source, setting, variant, machine, calls));
      made.set(key, known);
      return { ...known, variant };
    },
    async fileBytes({ columns, rows, settings, layout }) {
      const typedAs = (index: number) =>
        typedColumn(index, settings.get(table.columns[index]?.name ?? '')?.narrowing ?? null);
      const file: Table = { ...table, columns: (columns ?? [...table.columns.keys()]).map(typedAs) };
      return fileBytesOf(rows === null ? file : tableOfRows(file, rows), settings, layout, machine);
    },
  };
}

/** Layouts with the same key give the column the same bytes: a column without a dictionary does not depend on the dictionary limit. */
const effectiveLayoutKey = ({ encoding }: ColumnSetting, layout: FileLayout): string =>
  layoutKey(encoding.includes('DICTIONARY') ? layout : { ...layout, dictionaryKiB: 0 });

const tableOfRows = ({ columns }: Table, rows: Int32Array): Table => ({
  kind: 'table',
  rowCount: rows.length,
  columns: columns.map((column) => takeRows(column, rows)),
});

const refused = (message: string) => new FormatlabError({ tag: 'internal', stage: 'encode', message });
