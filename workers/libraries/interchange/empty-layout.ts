import { collectionColumns } from '../../columns/collection-columns';
import type { Column } from '../../model/column';
import { numericConstructor } from '../../model/column';
import { type ColumnSchema, columnSchemaOf, withNestedColumns } from '../../model/column-schema';
import type { ColumnarLayout } from '../../columns/columnar-layout';
import { type DatasetSchema, kindNames } from '../../model/dataset';
import { FormatlabError } from '../../model/errors';
import type { LaidOutColumn } from '../../columns/laid-out-column';
import { noteText } from '../../columns/table-note';
import { isScalarSchema, textColumnBuilder } from '../../columns/text-columns';

/** A column of the schema without rows. */
function emptyColumn(schema: ColumnSchema): Column {
  if (isScalarSchema(schema)) return textColumnBuilder(schema).finish();
  const validity = schema.nullable ? new Uint8Array(0) : null;
  const { name } = schema;
  return schema.type === 'list'
    ? { name, type: 'list', validity, offsets: new Int32Array(1), item: emptyColumn(schema.item) }
    : { name, type: 'struct', validity, fields: schema.fields.map(emptyColumn) };
}

/** The layout that `toColumnarLayout` makes of a dataset of the schema, without rows. @throws `unsupported` for kinds that have no columns */
export function emptyLayout(schema: DatasetSchema): ColumnarLayout {
  const layout = (columns: readonly LaidOutColumn[], note: string): ColumnarLayout => ({ rowCount: 0, columns, note });
  switch (schema.kind) {
    case 'table': {
      const columns = schema.columns.map(emptyColumn);
      const json = columns.filter(({ type }) => type === 'json').map(({ name }) => name);
      const types = columns
        .map(columnSchemaOf)
        .filter((column) => column.type !== 'json' && withNestedColumns([column]).some(({ type }) => type === 'json'));
      return layout(columns, noteText({ version: 1, kind: 'table', json, ...(types.length === 0 ? {} : { types }) }));
    }
    case 'keyedVectors': {
      const { elementType, dimension } = schema;
      const values = new (numericConstructor(elementType))(0);
      return layout(
        [
          emptyColumn({ name: 'id', type: 'utf8', nullable: false }),
          { name: 'vector', type: 'vector', elementType, length: dimension, values },
        ],
        noteText({ version: 1, kind: 'keyedVectors', elementType, dimension }),
      );
    }
    case 'array': {
      const { elementType, shape } = schema;
      const length = shape.slice(1).reduce((product, axis) => product * axis, 1);
      const isFlat = shape.length < 2 || length * (shape[0] ?? 0) === 0;
      const values = new (numericConstructor(elementType))(0);
      return layout(
        [
          isFlat
            ? emptyColumn({ name: 'values', type: elementType, nullable: false })
            : { name: 'values', type: 'vector', elementType, length, values },
        ],
        noteText({ version: 1, kind: 'array', shape: [...shape] }),
      );
    }
    case 'stringArray':
    case 'list':
    case 'dict':
    case 'records':
      return layout(
        collectionColumns(schema).map(emptyColumn),
        noteText(
          schema.kind === 'list'
            ? { version: 1, kind: 'list', elementType: schema.elementType }
            : schema.kind === 'dict'
              ? { version: 1, kind: 'dict', keyType: schema.keyType, valueType: schema.valueType }
              : { version: 1, kind: schema.kind },
        ),
      );
    default:
      throw new FormatlabError({
        tag: 'unsupported',
        stage: 'decode',
        message: `There are no columns here for ${kindNames[schema.kind]}.`,
      });
  }
}
