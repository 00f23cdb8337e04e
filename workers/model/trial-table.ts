import type { Table } from './dataset';
import type { Narrowing } from './narrowing';
import type { SortKey } from './sort-rows';
import type { ColumnSetting, FileLayout, FileVariant, TriedSetting } from './column-search';

/** A column of the table, written alone. */
export interface ColumnTrial {
  /** Its number in the table, from 0 on. */
  readonly column: number;
  readonly setting: ColumnSetting;
  readonly variant: FileVariant;
  /** Once to know the size only; repeated for its times, and with those of look-ups. */
  readonly calls: 'once' | 'repeated' | 'repeatedWithLookups';
}

/** A file of several columns. */
export interface FileTrial {
  /** The numbers of the columns; null for all. */
  readonly columns: readonly number[] | null;
  /** The rows, in their order; null for all as they are. */
  readonly rows: Int32Array | null;
  /** The settings by the columns' names; a column without has the defaults. */
  readonly settings: ReadonlyMap<string, ColumnSetting>;
  readonly layout: FileLayout;
}

/** A column in one type: its own, or a narrower one. */
export interface TypedColumn {
  /** The number of the column in its table. */
  readonly index: number;
  readonly narrowing: Narrowing | null;
  /** The encodings that fit the type. A dictionary is the first. */
  readonly encodings: readonly string[];
  /** The columns that Parquet stores of it, in their order, with the encodings that fit each. Absent: it is one column. */
  readonly parts?: readonly { readonly path: string; readonly encodings: readonly string[] }[];
}

/** What a search needs to know of a table. */
export interface TableDescription {
  readonly rowCount: number;
  readonly columns: readonly {
    readonly name: string;
    /** The bytes of its buffers in canonical form. */
    readonly dataBytes: number;
    readonly types: readonly TypedColumn[];
  }[];
}

/** A table in a worker's memory, whose columns are tried there. Nobody else needs the whole table. */
export interface TrialTable {
  /** The rows and the columns, each in its own type and, if that is allowed and every value fits, in a narrower one. */
  describe(request: { readonly mayNarrow: boolean }): Promise<TableDescription>;
  /** A table of these rows, in their order; null for all as they are. */
  takeRows(rows: Int32Array | null): Promise<Table>;
  /** All rows in an order, and how long it takes to sort the whole table. */
  sortRows(order: readonly SortKey[]): Promise<{ readonly rows: Int32Array; readonly sortMs: number }>;
  /** Sets the rows of all trials that follow: these in this order; null for all as they are. */
  placeRows(rows: Int32Array | null): Promise<null>;
  /** Writes a column of the placed rows, decodes and compares it. @throws `verificationFailed` if the file does not give the column back */
  tryColumn(trial: ColumnTrial): Promise<Omit<TriedSetting, 'allRows'>>;
  /** The bytes of a file, which is only written. */
  fileBytes(trial: FileTrial): Promise<number>;
}
