import { listItemColumnName } from '../../../model/column';
import type { ColumnSchema } from '../../../model/column-schema';
import type { FieldShape } from './file/field-tree';
import { storedValueType } from './table-fields';

/** The table column that a field alone describes. */
export function schemaOfShape(name: string, shape: FieldShape): ColumnSchema {
  const nullable = shape.kind === 'optional';
  const present = shape.kind === 'optional' ? shape.inner : shape;
  switch (present.kind) {
    case 'fixedBytes':
      return { name, type: 'fixedBinary', nullable, width: present.width };
    case 'list':
    case 'array':
      return { name, type: 'list', nullable, item: schemaOfShape(listItemColumnName, present.item) };
    case 'record':
      return {
        name,
        type: 'struct',
        nullable,
        fields: present.fields.map((field) => schemaOfShape(field.name, field.shape)),
      };
    default:
      return { name, type: present.type as 'int64', nullable };
  }
}

/** The field's shape for the column that the note describes: collections of records may be nullable structs. Null if the field cannot hold that column. */
export function shapeForColumn(shape: FieldShape, schema: ColumnSchema): FieldShape | null {
  if (!schema.nullable) return shape.kind === 'optional' ? null : fittedPresent(shape, schema);
  // An optional record has the same field type as a list of records.
  const ends = shape.kind === 'optional' || shape.kind === 'list' ? shape.ends : null;
  const value = shape.kind === 'optional' ? shape.inner : shape.kind === 'list' ? shape.item : null;
  if (ends === null || value === null || value.kind === 'optional') return null;
  const inner = fittedPresent(value, schema);
  return inner === null ? null : { kind: 'optional', ends, inner };
}

type PresentShape = Exclude<FieldShape, { kind: 'optional' }>;

function fittedPresent(shape: PresentShape, schema: ColumnSchema): PresentShape | null {
  switch (schema.type) {
    case 'fixedBinary':
      return shape.kind === 'fixedBytes' && shape.width === schema.width ? shape : null;
    case 'list': {
      if (shape.kind !== 'list') return null;
      const item = shapeForColumn(shape.item, schema.item);
      return item === null ? null : { ...shape, item };
    }
    case 'struct': {
      if (shape.kind !== 'record' || shape.fields.length !== schema.fields.length) return null;
      const fields: { name: string; shape: FieldShape }[] = [];
      for (const [index, field] of shape.fields.entries()) {
        const told = schema.fields[index];
        const inner = told === undefined ? null : shapeForColumn(field.shape, told);
        if (inner === null) return null;
        fields.push({ name: field.name, shape: inner });
      }
      return { kind: 'record', fields };
    }
    case 'category':
    case 'decimal':
      return null;
    default:
      return (shape.kind === 'values' || shape.kind === 'bytes') && shape.type === storedValueType(schema.type)
        ? shape
        : null;
  }
}
