import { float16ToNumber } from '../model/float16';
import {
  type Column,
  type FixedWidthColumn,
  type NumericType,
  type NumericValues,
  numericConstructor,
} from '../model/dataset';
import { distinctNames, ValidityBuilder, VariableWidthBuilder } from './column-builders';
import { type Imported, imported } from './imported';
import { parseNpyHeader, type NpyDtype } from './npy-header';
import { refusal } from './refusal';

const remedy = 'Save the array again with numpy.save(file, array).';

/**
 * Reads NumPy's `.npy` (numpy/lib/format.py, versions 1 to 3): an array of numbers as `array`, a one-dimensional structured array as `table`.
 * Values come out little-endian and in C order; float16 becomes float32, with a note.
 */
export function readNpy(bytes: Uint8Array<ArrayBuffer>): Imported {
  const { dtype, fortranOrder, shape, dataStart } = parseNpyHeader(bytes);
  const count = shape.reduce((product, length) => product * length, 1);
  const expectedBytes = count * dtype.itemBytes;
  const foundBytes = bytes.length - dataStart;
  if (dtype.itemBytes === 0) throw refusal('Its values take no bytes.', remedy, { format: 'npy' });
  if (!Number.isSafeInteger(expectedBytes))
    throw refusal(`Its shape (${shape.join(', ')}) is larger than any file.`, remedy, { format: 'npy' });
  if (foundBytes < expectedBytes)
    throw refusal(
      `It is cut short: its header says ${expectedBytes} bytes of values (shape ${shape.join(' × ') || 'scalar'}), but ${foundBytes} are there.`,
      remedy,
      { format: 'npy' },
    );
  const notes: string[] = [];
  if (foundBytes > expectedBytes) notes.push(`${foundBytes - expectedBytes} bytes after the values were left out.`);
  const data = bytes.subarray(dataStart, dataStart + expectedBytes);
  if (dtype.kind === 'structured') return readStructured(data, dtype, shape, notes);
  // Texts and dates have no array here; one column holds them.
  if (dtype.kind === 'text' || dtype.kind === 'datetime')
    return readStructured(
      data,
      { kind: 'structured', itemBytes: dtype.itemBytes, fields: [{ name: 'value', dtype, offset: 0 }] },
      shape,
      notes,
    );
  if (dtype.kind === 'other')
    throw refusal(
      `Its values are ${dtype.description}, which have no type here.`,
      'Save it as numbers, or as a structured array with named fields.',
      {
        format: 'npy',
        tag: 'unsupported',
      },
    );
  if (dtype.float16) notes.push('float16 values are kept as float32, which holds each of them exactly.');
  if (dtype.bool) notes.push('Booleans are kept as uint8, 0 or 1.');
  let values = readNumbers(data, dtype, 0, dtype.itemBytes, count);
  if (fortranOrder && shape.length > 1) {
    values = transposed(values, shape);
    notes.push('Values were in Fortran order and are kept in C order.');
  }
  return imported({ kind: 'array', elementType: dtype.type, shape: [...shape], values }, notes);
}

/** `count` numbers, `strideBytes` apart, the first at `offset`. */
function readNumbers(
  data: Uint8Array<ArrayBuffer>,
  dtype: Extract<NpyDtype, { kind: 'number' }>,
  offset: number,
  strideBytes: number,
  count: number,
): NumericValues {
  const Values = numericConstructor(dtype.type);
  const itemBytes = dtype.itemBytes;
  if (dtype.littleEndian && !dtype.float16 && strideBytes === itemBytes && offset === 0) {
    // A copy is aligned whatever the header's length.
    const copy = data.slice(0, count * itemBytes).buffer;
    return dtype.bool ? new Uint8Array(copy).map((value) => (value === 0 ? 0 : 1)) : new Values(copy);
  }
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const values = new Values(count);
  const read = numberReader(view, dtype);
  for (let index = 0; index < count; index += 1) values[index] = read(offset + index * strideBytes);
  return values;
}

/** As a function of the byte offset; the result fits the array of `dtype.type`. */
function numberReader(
  view: DataView,
  { type, littleEndian, float16, bool }: Extract<NpyDtype, { kind: 'number' }>,
): (at: number) => never {
  const readers: Record<NumericType, (at: number) => number | bigint> = {
    int8: (at) => view.getInt8(at),
    int16: (at) => view.getInt16(at, littleEndian),
    int32: (at) => view.getInt32(at, littleEndian),
    int64: (at) => view.getBigInt64(at, littleEndian),
    uint8: (at) => (bool ? Math.min(1, view.getUint8(at)) : view.getUint8(at)),
    uint16: (at) => view.getUint16(at, littleEndian),
    uint32: (at) => view.getUint32(at, littleEndian),
    uint64: (at) => view.getBigUint64(at, littleEndian),
    float32: (at) => (float16 ? float16ToNumber(view.getUint16(at, littleEndian)) : view.getFloat32(at, littleEndian)),
    float64: (at) => view.getFloat64(at, littleEndian),
  };
  return readers[type] as (at: number) => never;
}

/** Column-major values in row-major order. */
function transposed(values: NumericValues, shape: readonly number[]): NumericValues {
  const result = values.slice();
  const axes = shape.length;
  const strides = shape.map((_, axis) => shape.slice(0, axis).reduce((product, length) => product * length, 1));
  const index = new Array<number>(axes).fill(0);
  let source = 0;
  for (let target = 0; target < result.length; target += 1) {
    result[target] = values[source] as never;
    for (let axis = axes - 1; axis >= 0; axis -= 1) {
      const length = shape[axis] ?? 1;
      const stride = strides[axis] ?? 1;
      index[axis] = (index[axis] ?? 0) + 1;
      source += stride;
      if ((index[axis] ?? 0) < length) break;
      source -= length * stride;
      index[axis] = 0;
    }
  }
  return result;
}

function readStructured(
  data: Uint8Array<ArrayBuffer>,
  dtype: Extract<NpyDtype, { kind: 'structured' }>,
  shape: readonly number[],
  notes: string[],
): Imported {
  if (shape.length !== 1)
    throw refusal(
      `It has ${shape.length} dimensions; an array of records, texts or dates makes a table only where it has one.`,
      'Flatten it before saving: array.ravel().',
      { format: 'npy' },
    );
  const rowCount = shape[0] ?? 0;
  const names = distinctNames(
    dtype.fields.map(({ name }) => name),
    notes,
  );
  const columns = dtype.fields.map((field, index) =>
    readField(data, field, names[index] ?? field.name, dtype.itemBytes, rowCount, notes),
  );
  return imported({ kind: 'table', rowCount, columns }, notes);
}

function readField(
  data: Uint8Array<ArrayBuffer>,
  field: { dtype: NpyDtype; offset: number },
  name: string,
  strideBytes: number,
  rowCount: number,
  notes: string[],
): Column {
  const { dtype, offset } = field;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  switch (dtype.kind) {
    case 'number': {
      if (dtype.float16)
        notes.push(`Column “${name}”: float16 values are kept as float32, which holds each of them exactly.`);
      const values = readNumbers(data, dtype, offset, strideBytes, rowCount);
      return { name, type: dtype.bool ? 'bool' : dtype.type, validity: null, values } as FixedWidthColumn;
    }
    case 'text': {
      const builder = new VariableWidthBuilder(rowCount);
      const decoder = new TextDecoder(dtype.utf32 ? 'utf-8' : 'windows-1252');
      for (let row = 0; row < rowCount; row += 1) {
        const start = offset + row * strideBytes;
        builder.appendText(
          dtype.utf32
            ? utf32Text(view, start, dtype)
            : decoder.decode(trimmed(data.subarray(start, start + dtype.itemBytes))),
        );
      }
      if (!dtype.utf32)
        notes.push(`Column “${name}”: byte strings are read as text (Windows-1252, which holds ASCII).`);
      return builder.build(name, 'utf8', null);
    }
    case 'datetime': {
      const values = new BigInt64Array(rowCount);
      const validity = new ValidityBuilder(rowCount);
      let inexact = 0;
      for (let row = 0; row < rowCount; row += 1) {
        const ticks = view.getBigInt64(offset + row * strideBytes, dtype.littleEndian);
        // numpy's NaT
        if (ticks === -(2n ** 63n)) {
          validity.setNull(row);
          continue;
        }
        const scaled = ticks * dtype.multiply;
        if (scaled % dtype.divide !== 0n) inexact += 1;
        const microseconds = scaled / dtype.divide;
        if (BigInt.asIntN(64, microseconds) !== microseconds)
          throw refusal(
            `Column “${name}” has a time in row ${row + 1} that is further from 1970 than microseconds in 64 bits can say.`,
            'Correct that value, or save the times as whole numbers: array.astype("int64").',
            { format: 'npy' },
          );
        values[row] = microseconds;
      }
      if (inexact > 0)
        notes.push(`Column “${name}”: ${inexact} times finer than a microsecond were cut to microseconds.`);
      return { name, type: 'timestamp', validity: validity.build(), values };
    }
    case 'structured':
      throw refusal(`Its field “${name}” is itself structured.`, 'Save its fields side by side.', { format: 'npy' });
    case 'other':
      throw refusal(
        `Its field “${name}” holds ${dtype.description}, which has no column type here.`,
        'Leave that field out, or save it as numbers or text.',
        {
          format: 'npy',
        },
      );
  }
}

function trimmed(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}

function utf32Text(view: DataView, start: number, dtype: { itemBytes: number; littleEndian: boolean }): string {
  let text = '';
  let pending = '';
  for (let at = start; at < start + dtype.itemBytes; at += 4) {
    const point = view.getUint32(at, dtype.littleEndian);
    if (point > 0x10ffff) throw refusal('It holds text with an impossible character.', remedy, { format: 'npy' });
    pending += String.fromCodePoint(point);
    // Zeros pad the end, but may stand inside.
    if (point !== 0) {
      text += pending;
      pending = '';
    }
  }
  return text;
}
