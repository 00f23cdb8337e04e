import { damageOf } from '../model/damaged-input';
import { unpackTexts } from '../model/canonical';
import { makeDict, makeList, makeRecords, type ScalarValues } from './collections';
import type { ByteStrings } from '../model/byte-strings';
import type { Dataset, DatasetSchema, ScalarType } from '../model/dataset';
import { isNumericColumn, type LaidOutColumn } from './laid-out-column';

/** The columns and the note of a file contradict each other. A whole sentence without its full stop. */
export const contradictoryFileError = damageOf({ subject: '' });

export type CollectionSchema = Extract<DatasetSchema, { kind: 'stringArray' | 'list' | 'dict' | 'records' }>;

/** The columns that {@link toColumnarLayout} makes of texts, lists, dictionaries and records. */
export function collectionColumns(
  schema: CollectionSchema,
): readonly { readonly name: string; readonly type: ScalarType; readonly nullable: false }[] {
  const column = (name: string, type: ScalarType) => ({ name, type, nullable: false }) as const;
  switch (schema.kind) {
    case 'stringArray':
      return [column('values', 'utf8')];
    case 'list':
      return [column('values', schema.elementType)];
    case 'dict':
      return [column('key', schema.keyType), column('value', schema.valueType)];
    case 'records':
      return [column('key', 'utf8'), column('value', 'utf8')];
  }
}

/** The dataset that those columns hold. @throws `malformedInput` if a column has another type, or keys repeat. */
export function collectionFromColumns(schema: CollectionSchema, columns: readonly LaidOutColumn[]): Dataset {
  switch (schema.kind) {
    case 'stringArray':
      return { kind: 'stringArray', values: unpackTexts(textsOf(soleColumn(columns))) };
    case 'list':
      return makeList(schema.elementType, scalarsOf(soleColumn(columns), schema.elementType));
    case 'dict': {
      const { key, value } = keyAndValue(columns);
      return makeDict(
        schema.keyType,
        schema.valueType,
        scalarsOf(key, schema.keyType),
        scalarsOf(value, schema.valueType),
      );
    }
    case 'records': {
      const { key, value } = keyAndValue(columns);
      return makeRecords(textsOf(key), textsOf(value));
    }
  }
}

function soleColumn(columns: readonly LaidOutColumn[]): LaidOutColumn {
  const [column] = columns;
  if (columns.length !== 1 || column === undefined)
    throw contradictoryFileError('The file calls itself one list of values but has not one column');
  return column;
}

function keyAndValue([key, value, ...more]: readonly LaidOutColumn[]): { key: LaidOutColumn; value: LaidOutColumn } {
  if (key?.name !== 'key' || value?.name !== 'value' || more.length > 0)
    throw contradictoryFileError('The file calls itself keys and values but has other columns than key and value');
  return { key, value };
}

function textsOf(column: LaidOutColumn): ByteStrings {
  if (column.type !== 'utf8' || column.validity !== null)
    throw contradictoryFileError(
      `The column “${column.name}” is of type ${column.type}, or has nulls, where the note says texts`,
    );
  return { offsets: column.offsets, data: column.data };
}

function scalarsOf(column: LaidOutColumn, type: ScalarType): ScalarValues {
  if (type === 'utf8') return unpackTexts(textsOf(column));
  if (!isNumericColumn(column) || column.type !== type || column.validity !== null)
    throw contradictoryFileError(
      `The column “${column.name}” is of type ${column.type}, or has nulls, where the note says ${type}`,
    );
  return Array.from<number | bigint>(column.values) as number[] | bigint[];
}
