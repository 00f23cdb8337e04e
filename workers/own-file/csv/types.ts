import type { ChosenType } from '../../model/chosen-type';
import type { ColumnType } from '../../model/column';
import { refusal } from '../refusal';
import type { Sniffed } from './dialect';

export const sqlTypes: Readonly<Partial<Record<ColumnType, string>>> = {
  int8: 'TINYINT',
  int16: 'SMALLINT',
  int32: 'INTEGER',
  int64: 'BIGINT',
  uint8: 'UTINYINT',
  uint16: 'USMALLINT',
  uint32: 'UINTEGER',
  uint64: 'UBIGINT',
  float32: 'FLOAT',
  float64: 'DOUBLE',
  bool: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  utf8: 'VARCHAR',
};

export const columnTypeOf = new Map(Object.entries(sqlTypes).map(([type, sql]) => [sql, type as ColumnType]));

export const alternatives: Readonly<Partial<Record<ColumnType, readonly ColumnType[]>>> = {
  int64: ['int64', 'int32', 'int16', 'int8', 'uint64', 'uint32', 'uint16', 'uint8', 'float64', 'float32', 'utf8'],
  float64: ['float64', 'float32', 'int64', 'utf8'],
  bool: ['bool', 'utf8'],
  date: ['date', 'timestamp', 'utf8'],
  timestamp: ['timestamp', 'date', 'utf8'],
  utf8: ['utf8', 'int64', 'float64', 'bool', 'date', 'timestamp'],
};

export function chosenTypes({ columns }: Sniffed, chosen: readonly ChosenType[] | null): readonly ColumnType[] {
  if (chosen === null) return columns.map(({ type }) => type);
  if (chosen.length !== columns.length)
    throw refusal(
      `${chosen.length} column types were given for ${columns.length} columns.`,
      'Give one for each column.',
      {
        tag: 'invalidPlan',
        format: 'csv',
      },
    );
  return chosen.map((type, index) => {
    if (type === 'nested' || sqlTypes[type] === undefined)
      throw refusal(`Column “${columns[index]?.name}” of a CSV cannot be read as ${type}.`, 'Choose another type.', {
        tag: 'unsupported',
        format: 'csv',
      });
    return type;
  });
}
