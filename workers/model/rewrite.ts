import type { ColumnFacts } from './byte-map';
import type { ColumnSetting, FileLayout } from './column-search';
import type { Column } from './column';
import { rowCountOf, takeRows } from './column-rows';
import type { Table } from './dataset';
import { FormatlabError } from './errors';
import { narrowed, narrowingText, widened } from './narrowing';
import { inverseOf, type SortKey, sortTable } from './sort-rows';

/** What a table is rewritten with. */
export interface RewriteRecipe {
  /** The columns that the rows are sorted by, the first first. Empty: the rows keep their order. */
  readonly order: readonly SortKey[];
  readonly layout: FileLayout;
  /** One for each column of the table, in its order. */
  readonly columns: readonly { readonly name: string; readonly setting: ColumnSetting }[];
}

/** Parquet leaves the place of NaN in an order open, and Formatlab proves no order of categories. */
const undeclaredTypes: readonly string[] = ['float32', 'float64', 'category'];

/**
 * The key that the file declares in its metadata (`sorting_columns`): the first of the order. Null if there is none, or if a file can't declare it. The columns
 * have the types that are written.
 */
export function declaredKey(
  order: readonly SortKey[],
  columns: readonly { readonly name: string; readonly type: string }[],
): SortKey | null {
  const [key] = order;
  const type = columns.find(({ name }) => name === key?.column)?.type;
  if (key === undefined || type === undefined || undeclaredTypes.includes(type)) return null;
  // The option names the column in a text, which must mean this name and direction.
  const { column } = key;
  const isPlain = column === column.trim() && !/\sdescending$/u.test(column) && column.length <= maxDeclaredName;
  return isPlain && column !== '' ? key : null;
}

const maxDeclaredName = 200;

/** The value of the option “Sorted by” that declares a key. */
export const sortedByText = (key: SortKey | null): string =>
  key === null ? '' : `${key.column}${key.descending ? ' descending' : ''}`;

/** A rewritten table: verified, measured, and for download. */
export interface RewrittenFile {
  readonly file: Blob;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly sortMs: number;
  readonly encodeMs: number;
  readonly decodeMs: number;
  /** What the file itself says of its columns. */
  readonly columns: readonly ColumnFacts[];
}

/** A table as it is written, and how to undo that. */
interface PreparedTable {
  readonly table: Table;
  readonly sortMs: number;
  /** The table in its former types and order, from what was decoded. @throws `verificationFailed` if the types are others */
  readonly undo: (decoded: Table) => Table;
}

/**
 * Narrows and sorts a table as a recipe says.
 * @throws `unsupported` if a value does not fit the narrower type, or the recipe's columns are others than the table's
 */
export function prepareTable(table: Table, recipe: RewriteRecipe, now: () => number): PreparedTable {
  const { rowCount } = table;
  const settings = table.columns.map((column, index) => {
    const own = recipe.columns[index];
    if (own?.name !== column.name || recipe.columns.length !== table.columns.length)
      throw refused('The columns of the data are others than those that were searched. Search again.');
    return own.setting;
  });
  const narrowColumns = table.columns.map((column, index): Column => {
    const { narrowing = null } = settings[index] ?? {};
    if (narrowing === null) return column;
    const narrow = narrowed(column, rowCount, narrowing);
    if (narrow !== null) return narrow;
    throw refused(`A value of the column “${column.name}” does not fit the type ${narrowingText(narrowing)}.`);
  });
  const before = now();
  const typed: Table = { ...table, columns: narrowColumns };
  const sorted = recipe.order.length === 0 ? null : sortTable(typed, recipe.order);
  const sortMs = sorted === null ? 0 : now() - before;
  const inverse = sorted === null ? null : inverseOf(sorted.rows);
  return {
    table: sorted?.table ?? typed,
    sortMs,
    undo: (decoded) => ({
      ...decoded,
      columns: decoded.columns.map((column, index) => {
        const original = table.columns[index];
        const { narrowing = null } = settings[index] ?? {};
        if (original === undefined || rowCountOf(column, rowCount) !== rowCount)
          throw changed('The file holds other columns or rows than were written.');
        const ordered = inverse === null ? column : takeRows(column, inverse);
        const wide = narrowing === null ? ordered : widened(ordered, rowCount, narrowing, original);
        if (wide === null) throw changed(`The column “${column.name}” came back as ${column.type}.`);
        return wide;
      }),
    }),
  };
}

const refused = (message: string) => new FormatlabError({ tag: 'unsupported', stage: 'encode', message });
const changed = (message: string) => new FormatlabError({ tag: 'verificationFailed', stage: 'verify', message });
