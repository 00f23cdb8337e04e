import type { ChosenType } from '../../../model/chosen-type';
import type { ColumnType } from '../../../model/column';

/** A type of a CSV column. A decimal includes its precision and scale. */
export type CsvType = ColumnType | 'time' | `decimal(${number},${number})`;

interface CsvTypeEntry {
  /** DuckDB's name of the type. */
  readonly sql: string;
  /** The types that the user may choose if this one was detected, the type itself first. Absent if it is never detected, only chosen. */
  readonly alternatives?: readonly ChosenType[];
}

const csvTypes = {
  int8: { sql: 'TINYINT' },
  int16: { sql: 'SMALLINT' },
  int32: { sql: 'INTEGER' },
  int64: {
    sql: 'BIGINT',
    alternatives: [
      'int64',
      'int32',
      'int16',
      'int8',
      'uint64',
      'uint32',
      'uint16',
      'uint8',
      'float64',
      'float32',
      'utf8',
    ],
  },
  uint8: { sql: 'UTINYINT' },
  uint16: { sql: 'USMALLINT' },
  uint32: { sql: 'UINTEGER' },
  uint64: { sql: 'UBIGINT' },
  float32: { sql: 'FLOAT' },
  float64: { sql: 'DOUBLE', alternatives: ['float64', 'float32', 'int64', 'utf8'] },
  bool: { sql: 'BOOLEAN', alternatives: ['bool', 'utf8'] },
  date: { sql: 'DATE', alternatives: ['date', 'timestamp', 'utf8'] },
  timestamp: { sql: 'TIMESTAMP', alternatives: ['timestamp', 'date', 'utf8'] },
  time: { sql: 'TIME' },
  utf8: { sql: 'VARCHAR', alternatives: ['utf8', 'int64', 'float64', 'bool', 'date', 'timestamp'] },
} as const satisfies Partial<Record<ChosenType, CsvTypeEntry>>;
const entries: Readonly<Partial<Record<string, CsvTypeEntry>>> = csvTypes;

/** The maximum precision of a decimal in DuckDB. */
export const duckdbDigits = 38;

export interface DecimalDigits {
  readonly precision: number;
  readonly scale: number;
}

/** The digits of a decimal; null for any other type. */
export function decimalDigitsOf(type: CsvType | undefined): DecimalDigits | null {
  const [, precision, scale] = /^decimal\((\d+),(\d+)\)$/u.exec(type ?? '') ?? [];
  return precision === undefined ? null : { precision: Number(precision), scale: Number(scale) };
}

/** The digits of a decimal with more digits than DuckDB has, which is read as text; null for any other type. */
export function wideDecimalOf(type: CsvType | undefined): DecimalDigits | null {
  const digits = decimalDigitsOf(type);
  return digits !== null && digits.precision > duckdbDigits ? digits : null;
}

/** DuckDB's name of a type. */
export const duckdbTypeName = (type: CsvType): string =>
  type.startsWith('decimal') && wideDecimalOf(type) === null ? type.toUpperCase() : (entries[type]?.sql ?? 'VARCHAR');

/** The type for the name that DuckDB's sniffer returns. Undefined if the sniffer was not asked for this type. */
export const typeOfSql = (sql: string): ColumnType | undefined =>
  (Object.keys(csvTypes) as (keyof typeof csvTypes)[]).find(
    (type): type is Exclude<keyof typeof csvTypes, 'time'> => type !== 'time' && csvTypes[type].sql === sql,
  );

/** The types that the user may choose if this type was detected, the type itself first. */
export const alternativesOf = (type: ColumnType): readonly ChosenType[] => entries[type]?.alternatives ?? [type];

/** True if a column of a CSV file can be read as the type. */
export const isCsvType = (type: ChosenType): type is Exclude<ChosenType, 'decimal' | 'nested'> =>
  entries[type] !== undefined;
