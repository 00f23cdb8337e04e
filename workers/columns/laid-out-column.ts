import {
  type Column,
  type FixedWidthColumn,
  type NumericType,
  numericTypes,
  type NumericValues,
} from '../model/column';

/** A column of vectors of one length, as columnar files store keyed vectors and arrays. */
export interface VectorColumn {
  readonly name: string;
  readonly type: 'vector';
  readonly elementType: NumericType;
  /** Elements in each row. */
  readonly length: number;
  /** Row-major: rowCount × length elements. */
  readonly values: NumericValues;
}

type NumericColumn = Extract<FixedWidthColumn, { type: NumericType }>;

export const isNumericColumn = (column: LaidOutColumn): column is NumericColumn =>
  (numericTypes as readonly string[]).includes(column.type);

/** A column of a columnar file (Parquet, Arrow). */
export type LaidOutColumn = Column | VectorColumn;
