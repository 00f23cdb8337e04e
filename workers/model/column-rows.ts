import {
  type CategoryColumn,
  type Column,
  decimalWordCount,
  type FixedWidthColumn,
  type VariableWidthColumn,
} from './column';
import { isNotNull } from './table-row';

/** Operations on the rows of columns of any type, nested types included. */

/** The number of rows of a column. A struct without fields does not know its length; for it the result is `otherwise`. */
export function rowCountOf(column: Column, otherwise: number): number {
  switch (column.type) {
    case 'utf8':
    case 'binary':
    case 'json':
    case 'list':
      return column.offsets.length - 1;
    case 'decimal':
      return column.values.length / decimalWordCount(column.precision);
    case 'fixedBinary':
      return column.data.length / column.width;
    case 'category':
      return column.indices.length;
    case 'struct': {
      const [field] = column.fields;
      return field === undefined ? otherwise : rowCountOf(field, otherwise);
    }
    default:
      return column.values.length;
  }
}

/** A row index for which {@link takeRows} writes a null. */
export const nullRowIndex = -1;
/** A row index for which {@link takeRows} writes 0 or nothing, but no null: the value of a field under a null struct. */
export const emptyRowIndex = -2;

/**
 * Copies the rows at the indices `rows`, in that order, into new buffers. {@link nullRowIndex} and {@link emptyRowIndex} stand for rows that do not
 * exist in the column. The result is in canonical form: null rows hold 0 or nothing, there is no bitmap if no row is null, lists have only
 * items that a row refers to, and fields of null structs are empty and not null.
 */
export function takeRows(column: Column, rows: Int32Array): Column {
  const { name } = column;
  const validity = validityOf(column, rows);
  const base = { name, validity };
  const sourceOf = (index: number): number | null => {
    const row = rows[index] ?? nullRowIndex;
    return row < 0 || !isNotNull(column, row) ? null : row;
  };
  switch (column.type) {
    case 'utf8':
    case 'binary':
    case 'json':
      return { ...base, type: column.type, ...takeBytes(column, rows.length, sourceOf) };
    case 'fixedBinary': {
      const { width } = column;
      return { ...base, type: 'fixedBinary', width, data: takeFixed(column.data, width, rows.length, sourceOf) };
    }
    case 'decimal': {
      const values = takeFixed(column.values, decimalWordCount(column.precision), rows.length, sourceOf);
      return { ...column, validity, values };
    }
    case 'category':
      return { ...column, validity, indices: takeFixed(column.indices, 1, rows.length, sourceOf) };
    case 'list': {
      const offsets = new Int32Array(rows.length + 1);
      for (let index = 0; index < rows.length; index += 1) {
        const row = sourceOf(index);
        const length = row === null ? 0 : (column.offsets[row + 1] ?? 0) - (column.offsets[row] ?? 0);
        offsets[index + 1] = (offsets[index] ?? 0) + length;
      }
      const items = new Int32Array(offsets[rows.length] ?? 0);
      for (let index = 0; index < rows.length; index += 1) {
        const row = sourceOf(index);
        if (row === null) continue;
        const start = column.offsets[row] ?? 0;
        for (let at = offsets[index] ?? 0, item = start; at < (offsets[index + 1] ?? 0); at += 1, item += 1)
          items[at] = item;
      }
      return { ...base, type: 'list', offsets, item: takeRows(column.item, items) };
    }
    case 'struct': {
      const inner = rows.map((row, index) => (row !== emptyRowIndex && sourceOf(index) === null ? emptyRowIndex : row));
      return { ...base, type: 'struct', fields: column.fields.map((field) => takeRows(field, inner)) };
    }
    default:
      return { ...column, validity, values: takeFixed(column.values, 1, rows.length, sourceOf) } as Column;
  }
}

/** Rows `from` (inclusive) to `to` (exclusive) of a column, in canonical form. */
export function sliceRows(column: Column, from: number, to: number): Column {
  return takeRows(
    column,
    Int32Array.from({ length: to - from }, (_, index) => from + index),
  );
}

/** The same values in canonical form (see {@link takeRows}). */
export function normalizeColumn(column: Column, rowCount: number): Column {
  return isNormalized(column) ? column : sliceRows(column, 0, rowCount);
}

/** True if the type alone guarantees canonical form, without a look at the rows: no lists, structs or nulls. */
function isNormalized(column: Column): boolean {
  if (column.validity !== null) return false;
  switch (column.type) {
    case 'list': {
      const { offsets, item } = column;
      return offsets[0] === 0 && isNormalized(item) && rowCountOf(item, 0) === (offsets.at(-1) ?? 0);
    }
    case 'struct':
      return column.fields.every(isNormalized);
    default:
      return true;
  }
}

function validityOf(column: Column, rows: Int32Array): Uint8Array | null {
  let bits: Uint8Array | null = null;
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? nullRowIndex;
    if (row === emptyRowIndex || (row !== nullRowIndex && isNotNull(column, row))) continue;
    if (bits === null) {
      bits = new Uint8Array(Math.ceil(rows.length / 8)).fill(0xff);
      // Bits past the end are 0 in canonical form.
      if (rows.length % 8 !== 0) bits[bits.length - 1] = (1 << (rows.length % 8)) - 1;
    }
    bits[index >> 3] = (bits[index >> 3] ?? 0) & ~(1 << (index & 7));
  }
  return bits;
}

type Values = FixedWidthColumn['values'] | CategoryColumn['indices'];

/** Copies fixed-width rows. Floats are copied as bytes, since a JavaScript engine may change the payload of a NaN. */
function takeFixed<T extends Values>(
  values: T,
  perRow: number,
  rowCount: number,
  sourceOf: (index: number) => number | null,
): T {
  const source = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const width = perRow * values.BYTES_PER_ELEMENT;
  const taken = new (values.constructor as new (length: number) => T)(rowCount * perRow);
  const target = new Uint8Array(taken.buffer, taken.byteOffset, taken.byteLength);
  for (let index = 0; index < rowCount; index += 1) {
    const row = sourceOf(index);
    if (row === null) continue;
    for (let byte = 0; byte < width; byte += 1) target[index * width + byte] = source[row * width + byte] ?? 0;
  }
  return taken;
}

function takeBytes(
  column: VariableWidthColumn,
  rowCount: number,
  sourceOf: (index: number) => number | null,
): { offsets: Int32Array; data: Uint8Array } {
  const offsets = new Int32Array(rowCount + 1);
  for (let index = 0; index < rowCount; index += 1) {
    const row = sourceOf(index);
    const length = row === null ? 0 : (column.offsets[row + 1] ?? 0) - (column.offsets[row] ?? 0);
    offsets[index + 1] = (offsets[index] ?? 0) + length;
  }
  const data = new Uint8Array(offsets[rowCount] ?? 0);
  for (let index = 0; index < rowCount; index += 1) {
    const row = sourceOf(index);
    if (row !== null) data.set(column.data.subarray(column.offsets[row], column.offsets[row + 1]), offsets[index]);
  }
  return { offsets, data };
}

/** A column of the same type, in which `map` has replaced each buffer, those of its parts included. */
export function mapBuffers(column: Column, map: <T extends Values | Uint8Array>(buffer: T) => T): Column {
  const mapped: Record<string, unknown> = { ...column };
  for (const [key, value] of Object.entries(mapped)) if (ArrayBuffer.isView(value)) mapped[key] = map(value as Values);
  if (column.type === 'category') mapped.categories = mapBuffers(column.categories, map);
  if (column.type === 'list') mapped.item = mapBuffers(column.item, map);
  if (column.type === 'struct') mapped.fields = column.fields.map((field) => mapBuffers(field, map));
  return mapped as unknown as Column;
}
