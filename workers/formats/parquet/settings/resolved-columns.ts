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

/** The settings of the file, except where a column has its own. Columns whose type the encoding does not fit are PLAIN. */
export const columnSettings: NonNullable<FormatMeta['columnSettings']> = ({ options, innerCodec, schema }) => {
  const parsed = parseColumnSettings(options, Object.keys(encodings) as ParquetEncoding[]);
  const own = new Map(typeof parsed === 'string' ? [] : parsed.map((each) => [each.column, each] as const));
  return columnsOf(schema).map(([name, type, nameInTable = name]): ColumnSettings => {
    const settings = own.get(nameInTable);
    const encoding = settings?.encoding ?? encodingOf(options);
    const codec = settings?.codec ?? null;
    return {
      name,
      encoding: encodingApplies(encoding, type) ? encoding : 'PLAIN',
      codec: codec === null ? innerCodec : codec.id === 'uncompressed' ? null : { id: codec.id, level: codec.level },
    };
  });
};
