import type { ColumnSchema } from '../../../model/column-schema';
import type { ColumnType } from '../../../model/column';
import type { DatasetSchema } from '../../../model/dataset';
import type { ColumnSettings, FormatMeta } from '../../../model/entry';
import { parquetLeaves } from '../../../model/parquet-leaves';
import { parseColumnSettings } from './column-settings';
import { encodingApplies, encodingOf, encodings, type ParquetEncoding } from './encodings';

type StoredColumn = readonly [path: string, type: ColumnSchema | ColumnType, nameInTable?: string];

/** The columns of a file by their paths, with the type of the values that the encoding applies to. */
function columnsOf(schema: DatasetSchema): readonly StoredColumn[] {
  switch (schema.kind) {
    case 'table':
      return parquetLeaves(schema.columns).map(({ path, column, of }) => [path, column, of]);
    case 'keyedVectors':
      return [
        ['id', 'utf8'],
        ['vector.list.element', schema.elementType],
      ];
    case 'dict':
      return [
        ['key', schema.keyType],
        ['value', schema.valueType],
      ];
    case 'records':
      return [
        ['key', 'utf8'],
        ['value', 'utf8'],
      ];
    case 'array':
    case 'list':
      return [['values', schema.elementType]];
    case 'stringArray':
      return [['values', 'utf8']];
    case 'molecules':
    case 'bytes':
      return [];
  }
}

/** The settings of the file, except where a column has its own, or a part of a nested column, named by its path. Columns whose type the encoding does not fit are PLAIN. */
export const columnSettings: NonNullable<FormatMeta['columnSettings']> = ({ options, innerCodec, schema }) => {
  const parsed = parseColumnSettings(options, Object.keys(encodings) as ParquetEncoding[]);
  const own = new Map(typeof parsed === 'string' ? [] : parsed.map((each) => [each.column, each] as const));
  const names = new Set(schema.kind === 'table' ? schema.columns.map(({ name }) => name) : []);
  return columnsOf(schema).map(([name, type, nameInTable = name]): ColumnSettings => {
    const whole = own.get(nameInTable);
    const part = names.has(name) ? whole : own.get(name);
    const encoding = part?.encoding ?? whole?.encoding ?? encodingOf(options);
    const codec = part?.codec ?? whole?.codec ?? null;
    return {
      name,
      encoding: encodingApplies(encoding, type) ? encoding : 'PLAIN',
      codec: codec === null ? innerCodec : codec.id === 'uncompressed' ? null : { id: codec.id, level: codec.level },
    };
  });
};
