import {
  type Column,
  type FixedWidthColumn,
  listItemColumnName,
  numericConstructor,
  type NumericValues,
} from '../model/column';
import { maxColumnDepth } from '../model/column-schema';
import type { Dataset } from '../model/dataset';
import { distinctNames, ValidityBuilder, VariableWidthBuilder } from './column-builders';
import type { ElementContext, NpyDtype, Places } from './element-types';
import { checkDecodedSize } from './limits';
import { columnName } from './notes';
import { notATime, timeColumn } from './npy-times';
import { unreadableFileError } from './refusal';

/** The maximum number of items of a list column, since offsets are int32. */
const maxItems = 2 ** 31 - 1;

/** Elements of one type in memory, as NumPy has them. */
export interface ElementArray {
  readonly data: Uint8Array<ArrayBuffer>;
  readonly dtype: NpyDtype;
  readonly shape: readonly number[];
  readonly fortranOrder: boolean;
}

/**
 * An array of numbers becomes an `array`; structured elements become a `table`; any others (float16, texts, times) become a table of one
 * column, whose rows are lists if there is more than one dimension. Values are converted to little-endian and C order.
 * @throws FormatlabError if no column type holds the elements
 */
export function datasetOfElements(
  { data, dtype, shape, fortranOrder }: ElementArray,
  context: ElementContext,
): Dataset {
  const { notes } = context;
  if (dtype.kind === 'other')
    throw unreadableFileError(
      `Its values are ${dtype.description}, for which Formatlab has no type.`,
      'Save it as numbers, or as a structured array with named fields.',
      { format: context.format, tag: 'unsupported' },
    );
  const isFortran = fortranOrder && shape.length > 1;
  if (isFortran) notes.push('Values were in Fortran order and are kept in C order.');
  const count = shape.reduce((product, length) => product * length, 1);
  const places = isFortran ? fortranPlaces(shape, dtype.itemBytes) : { count, ...inRow(dtype.itemBytes) };
  if (dtype.kind === 'number') {
    if (dtype.bool) notes.push('Booleans are kept as uint8, 0 or 1.');
    const values = readNumbers(data, dtype, places);
    return { kind: 'array', elementType: dtype.type, shape: [...shape], values };
  }
  return { kind: 'table', ...readTable(data, dtype, shape, places, context) };
}

/** A column of the elements along the first dimension, whose rows are lists if there are more dimensions. */
export function columnOfElements(
  { data, dtype, shape, fortranOrder }: ElementArray,
  name: string,
  context: ElementContext,
): Column {
  const [rowCount = 1, ...inner] = shape;
  checkDepth(dtype, inner.length, context);
  const isFortran = fortranOrder && shape.length > 1;
  const count = shape.reduce((product, length) => product * length, 1);
  const places = isFortran ? fortranPlaces(shape, dtype.itemBytes) : { count, ...inRow(dtype.itemBytes) };
  if (inner.length === 0) return readColumn(data, dtype, name, places, name, context);
  return nested(readColumn(data, dtype, listItemColumnName, places, name, context), name, rowCount, inner);
}

const inRow = (itemBytes: number) => ({ at: (index: number) => index * itemBytes, isDense: true });

/** The positions of column-major values, listed in row-major order. */
function fortranPlaces(shape: readonly number[], itemBytes: number): Places {
  const strides = shape.map((_, axis) => shape.slice(0, axis).reduce((product, length) => product * length, itemBytes));
  const at = (index: number) => {
    let rest = index;
    let offset = 0;
    for (let axis = shape.length - 1; axis >= 0; axis -= 1) {
      const length = shape[axis] ?? 1;
      offset += (rest % length) * (strides[axis] ?? 0);
      rest = Math.floor(rest / length);
    }
    return offset;
  };
  return { count: shape.reduce((product, length) => product * length, 1), at, isDense: false };
}

const unsigned = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: BigUint64Array } as const;

/** Copies numbers of `width` bytes as raw bits. Floating-point arithmetic could lose the payloads of NaNs. */
function readBits(
  data: Uint8Array<ArrayBuffer>,
  width: 1 | 2 | 4 | 8,
  littleEndian: boolean,
  { count, at, isDense }: Places,
): ArrayBuffer {
  // A copy is aligned, whatever the header's length.
  if (isDense && (littleEndian || width === 1)) return data.slice(0, count * width).buffer;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const bits = new unsigned[width](count);
  if (bits instanceof BigUint64Array) {
    for (let index = 0; index < count; index += 1) bits[index] = view.getBigUint64(at(index), littleEndian);
  } else if (bits instanceof Uint32Array) {
    for (let index = 0; index < count; index += 1) bits[index] = view.getUint32(at(index), littleEndian);
  } else if (bits instanceof Uint16Array) {
    for (let index = 0; index < count; index += 1) bits[index] = view.getUint16(at(index), littleEndian);
  } else for (let index = 0; index < count; index += 1) bits[index] = view.getUint8(at(index));
  return bits.buffer;
}

export function readNumbers(
  data: Uint8Array<ArrayBuffer>,
  { type, bool, littleEndian }: Extract<NpyDtype, { kind: 'number' }>,
  places: Places,
): NumericValues {
  const Values = numericConstructor(type);
  const values = new Values(readBits(data, Values.BYTES_PER_ELEMENT as 1 | 2 | 4 | 8, littleEndian, places));
  if (bool) for (const [index, value] of values.entries()) values[index] = Math.min(1, Number(value));
  return values;
}

const readHalves = (data: Uint8Array<ArrayBuffer>, littleEndian: boolean, places: Places) =>
  new Uint16Array(readBits(data, 2, littleEndian, places));

type ColumnDtype = Exclude<NpyDtype, { kind: 'other' }>;

function readTable(
  data: Uint8Array<ArrayBuffer>,
  dtype: ColumnDtype,
  shape: readonly number[],
  places: Places,
  context: ElementContext,
): { rowCount: number; columns: Column[] } {
  const [rowCount = 1, ...inner] = shape;
  checkDepth(dtype, inner.length, context);
  if (dtype.kind === 'structured' && inner.length === 0)
    return { rowCount, columns: readFields(data, dtype, places, '', context) };
  const value = 'value';
  if (inner.length === 0) return { rowCount, columns: [readColumn(data, dtype, value, places, value, context)] };
  context.notes.push(`It has ${shape.length} dimensions: each row is a list.`);
  const item = readColumn(data, dtype, listItemColumnName, places, value, context);
  return { rowCount, columns: [nested(item, value, rowCount, inner)] };
}

function checkDepth(dtype: ColumnDtype | NpyDtype, dimensions: number, { format }: ElementContext): void {
  if (depthOf(dtype) + dimensions > maxColumnDepth)
    throw unreadableFileError(
      `Its values are nested more than ${maxColumnDepth} deep.`,
      'Save its fields as separate columns.',
      { format, tag: 'unsupported' },
    );
}

function depthOf(dtype: NpyDtype): number {
  if (dtype.kind === 'structured') return 1 + Math.max(0, ...dtype.fields.map((field) => depthOf(field.dtype)));
  return dtype.kind === 'array' ? dtype.shape.length + depthOf(dtype.item) : 1;
}

function readFields(
  data: Uint8Array<ArrayBuffer>,
  { fields }: Extract<NpyDtype, { kind: 'structured' }>,
  { count, at }: Places,
  around: string,
  context: ElementContext,
): Column[] {
  // Fields may overlap, so together they may be much larger than the elements.
  checkDecodedSize(
    fields.reduce((sum, { dtype }) => sum + count * dtype.itemBytes, 0),
    context.format,
  );
  const names = distinctNames(
    fields.map(({ name }) => name),
    context.notes,
  );
  return fields.map(({ dtype, offset }, index) => {
    const name = names[index] ?? '';
    const places = { count, at: (row: number) => at(row) + offset, isDense: false };
    return readColumn(data, dtype, name, places, `${around}${name}`, context);
  });
}

/** A list column, nested once for each entry of `lengths`. `item` holds all values in C order. */
function nested(item: Column, name: string, rowCount: number, lengths: readonly number[]): Column {
  const lists = lengths.map((_, axis) =>
    lengths.slice(0, axis).reduce((product, length) => product * length, rowCount),
  );
  return lengths.reduceRight((inner: Column, length, axis): Column => {
    const offsets = new Int32Array((lists[axis] ?? 0) + 1);
    for (let row = 0; row < offsets.length; row += 1) offsets[row] = row * length;
    return { name: axis === 0 ? name : listItemColumnName, type: 'list', validity: null, offsets, item: inner };
  }, item);
}

/** `path` is the name of the field with those of the enclosing fields, for notes. */
export function readColumn(
  data: Uint8Array<ArrayBuffer>,
  dtype: NpyDtype,
  name: string,
  places: Places,
  path: string,
  context: ElementContext,
): Column {
  const { count, at } = places;
  const { notes, format } = context;
  switch (dtype.kind) {
    case 'number': {
      const values = readNumbers(data, dtype, places);
      return { name, type: dtype.bool ? 'bool' : dtype.type, validity: null, values } as FixedWidthColumn;
    }
    case 'half':
      return { name, type: 'float16', validity: null, values: readHalves(data, dtype.littleEndian, places) };
    case 'text': {
      const builder = new VariableWidthBuilder(count);
      const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
      for (let row = 0; row < count; row += 1) builder.appendText(utf32Text(view, at(row), dtype, context));
      return builder.build(name, 'utf8', null);
    }
    case 'bytes': {
      const builder = new VariableWidthBuilder(count);
      const strictText = new TextDecoder('utf-8', { fatal: true });
      let isText = true;
      for (let row = 0; row < count; row += 1) {
        const value = withoutPadding(data.subarray(at(row), at(row) + dtype.itemBytes), dtype.padding ?? 'zeros');
        builder.appendBytes(value);
        isText &&= isUtf8(value, strictText);
      }
      if (!isText) notes.push(`${columnName(path)}: its byte strings are not UTF-8 text and are kept as bytes.`);
      else if (dtype.isText !== true)
        notes.push(
          `${columnName(path)}: its byte strings are read as text, since they are UTF-8 (which ASCII is, too).`,
        );
      return builder.build(name, isText ? 'utf8' : 'binary', null);
    }
    case 'raw': {
      const { itemBytes: width } = dtype;
      if (width === 0) return new VariableWidthBuilder(count).build(name, 'binary', null);
      const values = new Uint8Array(count * width);
      for (let row = 0; row < count; row += 1) values.set(data.subarray(at(row), at(row) + width), row * width);
      return { name, type: 'fixedBinary', width, validity: null, data: values };
    }
    case 'time': {
      const ticks = new BigInt64Array(readBits(data, 8, dtype.littleEndian, places));
      const validity = new ValidityBuilder(count);
      for (let row = 0; row < count; row += 1) {
        if (ticks[row] !== notATime) continue;
        ticks[row] = 0n;
        validity.setNull(row);
      }
      return timeColumn(name, path, ticks, validity.build(), dtype, notes);
    }
    case 'foreign':
      return dtype.readColumn(data, name, places, path, context);
    case 'structured':
      return {
        name,
        type: 'struct',
        validity: null,
        fields: readFields(data, dtype, places, `${path}.`, context),
      };
    case 'array': {
      const { item, shape } = dtype;
      if (shape.length === 0) return readColumn(data, item, name, places, path, context);
      const perRow = shape.reduce((product, length) => product * length, 1);
      if (count * perRow > maxItems)
        throw unreadableFileError(`Its field “${path}” holds more than 2³¹ − 1 values.`, 'Take fewer rows.', {
          format,
          tag: 'tooLarge',
        });
      const inner = {
        count: count * perRow,
        at: (index: number) => at(Math.floor(index / perRow)) + (index % perRow) * item.itemBytes,
        isDense: false,
      };
      return nested(readColumn(data, item, listItemColumnName, inner, path, context), name, count, shape);
    }
    case 'other':
      throw unreadableFileError(
        `Its field “${path}” holds ${dtype.description}, for which Formatlab has no column type.`,
        'Leave that field out, or save it as numbers or text.',
        {
          format,
          tag: 'unsupported',
        },
      );
  }
}

/** The text of a fixed width: without the zeros or spaces at its end, or up to the first zero. */
function withoutPadding(bytes: Uint8Array, padding: 'zeros' | 'spaces' | 'terminated'): Uint8Array {
  if (padding === 'terminated') {
    const first = bytes.indexOf(0);
    return first < 0 ? bytes : bytes.subarray(0, first);
  }
  const pad = padding === 'spaces' ? 0x20 : 0;
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === pad) end -= 1;
  return bytes.subarray(0, end);
}

export function isUtf8(bytes: Uint8Array, strictText: TextDecoder): boolean {
  if (bytes.every((byte) => byte < 0x80)) return true;
  try {
    strictText.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function utf32Text(
  view: DataView,
  start: number,
  dtype: { itemBytes: number; littleEndian: boolean },
  { format, remedy }: ElementContext,
): string {
  let text = '';
  let pending = '';
  for (let at = start; at < start + dtype.itemBytes; at += 4) {
    const point = view.getUint32(at, dtype.littleEndian);
    // A lone surrogate has no UTF-8 encoding.
    if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000))
      throw unreadableFileError('It holds text with an impossible character.', remedy, { format });
    pending += String.fromCodePoint(point);
    // Trailing zeros are padding; zeros inside the text are part of it.
    if (point !== 0) {
      text += pending;
      pending = '';
    }
  }
  return text;
}
