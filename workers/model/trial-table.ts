import type { ColumnSetting, FileLayout, FileVariant, TriedSetting } from './column-search';

/** A column of the table, written alone. */
export interface ColumnTrial {
  /** Its number in the table, from 0 on. */
  readonly column: number;
  readonly setting: ColumnSetting;
  readonly variant: FileVariant;
  /** Once to know the size only; repeated for its times. */
  readonly calls: 'once' | 'repeated';
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

/** A table in a worker's memory, whose columns are tried there. */
export interface TrialTable {
  /** Sets the rows of all trials that follow: these in this order; null for all as they are. */
  placeRows(rows: Int32Array | null): Promise<null>;
  /** Writes a column of the placed rows, decodes and compares it. @throws `verificationFailed` if the file does not give the column back */
  tryColumn(trial: ColumnTrial): Promise<Omit<TriedSetting, 'allRows'>>;
  /** The bytes of a file, which is only written. */
  fileBytes(trial: FileTrial): Promise<number>;
}
