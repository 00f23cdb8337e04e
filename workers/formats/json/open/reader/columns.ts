import { type Column, type FixedWidthType, numericConstructor, storageType } from '../../../../model/column';
import type { ColumnSchema } from '../../../../model/column-schema';
import { rowCountOf } from '../../../../model/column-rows';
import type { ColumnBuffers } from './record-reader';

/** The columns of the schemas, whose buffers stand one after the other. */
export function* columnsOfBuffers(
  buffers: Iterator<ColumnBuffers>,
  schemas: readonly ColumnSchema[],
): Generator<Column> {
  for (const schema of schemas) yield columnOf(buffers, schema);
}

function columnOf(buffers: Iterator<ColumnBuffers>, schema: ColumnSchema): Column {
  const { value, done } = buffers.next();
  if (done) throw new Error(`The buffers of ${schema.name} are missing.`);
  const { validity, values, data } = value;
  const { name } = schema;
  switch (schema.type) {
    case 'list':
      return { name, type: 'list', validity, offsets: new Int32Array(values), item: columnOf(buffers, schema.item) };
    case 'struct':
      return { name, type: 'struct', validity, fields: schema.fields.map((field) => columnOf(buffers, field)) };
    case 'utf8':
    case 'json':
      return { name, type: schema.type, validity, offsets: new Int32Array(values), data };
    default: {
      const type = schema.type as FixedWidthType;
      const column = { name, type, validity, values: new (numericConstructor(storageType[type]))(values) };
      if (schema.type === 'timestamp' && schema.unit !== undefined)
        return { ...column, unit: schema.unit, timeZone: schema.timeZone ?? null } as Column;
      return column as Column;
    }
  }
}

/** The fewest bytes that so many rows of a column take. */
export const minColumnBytes = (schema: ColumnSchema, rows: number): number => {
  switch (schema.type) {
    case 'list':
    case 'utf8':
    case 'json':
      return 4 * rows;
    case 'struct':
      return schema.fields.reduce((sum, field) => sum + minColumnBytes(field, rows), 0);
    default:
      return rows * numericConstructor(storageType[schema.type as FixedWidthType]).BYTES_PER_ELEMENT;
  }
};

/** The column with a bitmap wherever its schema has nulls, even if none of the rows that are kept is null. */
export function withBitmaps(column: Column, schema: ColumnSchema, rows: number): Column {
  const validity = schema.nullable && column.validity === null ? allOnes(rows) : column.validity;
  if (column.type === 'list' && schema.type === 'list')
    return {
      ...column,
      validity,
      item: withBitmaps(column.item, schema.item, rowCountOf(column.item, column.offsets.at(-1) ?? 0)),
    };
  if (column.type === 'struct' && schema.type === 'struct')
    return {
      ...column,
      validity,
      fields: column.fields.map((field, index) => withBitmaps(field, schema.fields[index] ?? schema, rows)),
    };
  return { ...column, validity };
}

/** A bitmap of so many ones. The bits after them are 0. */
function allOnes(count: number): Uint8Array {
  const bits = new Uint8Array(Math.ceil(count / 8)).fill(0xff);
  if (count % 8 !== 0) bits[bits.length - 1] = (1 << (count % 8)) - 1;
  return bits;
}
