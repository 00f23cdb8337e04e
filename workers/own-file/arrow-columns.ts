import {
  type Data,
  DataType,
  DateUnit,
  type Table as ArrowTable,
  TimeUnit,
  type Union,
  type Vector,
} from 'apache-arrow';
import {
  type Column,
  type FixedWidthColumn,
  type NumericType,
  type Table,
  type VariableWidthType,
  isVariableWidth,
  numericConstructor,
  storageType,
} from '../model/dataset';
import { jsonText } from './json-text';
import { distinctNames, ValidityBuilder, VariableWidthBuilder } from './column-builders';
import { checkDecodedSize } from './limits';
import { fromFloat16 } from './npy';

/**
 * An Arrow table as a table of ours. What has no counterpart is kept as near as possible and told in `notes`: nested values as JSON, decimals as numbers,
 * zoned times in UTC, dictionaries unfolded.
 */
export function fromArrow(table: ArrowTable, notes: string[]): Table {
  const { fields } = table.schema;
  // A column takes at least a byte a row; a damaged file may claim any number of rows.
  checkDecodedSize(table.numRows * fields.length, 'arrow');
  const names = distinctNames(
    fields.map(({ name }) => name),
    notes,
  );
  const checked = new Set<Data>();
  const columns = fields.map((field, index): Column => {
    const vector = table.getChildAt(index);
    const name = names[index] ?? field.name;
    if (vector === null) throw new Error(`Column ${name} is not there.`);
    for (const data of vector.data) checkBuffers(data, checked);
    return convert(vector, name, notes);
  });
  return { kind: 'table', rowCount: table.numRows, columns };
}

/**
 * That the buffers hold as many rows as are claimed, and that what points into other buffers points inside them: apache-arrow takes both on trust.
 * Offsets that fall would let each row claim the whole buffer, and the rows together more than any memory.
 * @throws Error with the type and what is wrong
 */
function checkBuffers(data: Data, checked: Set<Data>): void {
  // Batches share their dictionaries.
  if (checked.has(data)) return;
  checked.add(data);
  const { type, length, offset, stride } = data;
  const fail = (what = `claims ${length} rows, which its buffers do not hold`): never => {
    throw new Error(`A column of type ${String(type)} ${what}.`);
  };
  if (data.nullCount > 0 && data.nullBitmap instanceof Uint8Array && data.nullBitmap.length * 8 < offset + length)
    fail();
  const offsets: ArrayLike<number | bigint> | undefined = data.valueOffsets;
  if (DataType.isUnion(type)) checkUnion(data, fail);
  else if (offsets !== undefined && length > 0) {
    const available = data.children[0]?.length ?? (data.values as ArrayLike<unknown> | undefined)?.length ?? 0;
    if (offsets.length <= length) fail();
    let previous = 0;
    for (let row = 0; row <= length; row += 1) {
      const next = Number(offsets[row]);
      if (!(next >= previous && next <= available)) fail(`has an offset of ${next} behind one of ${previous}`);
      previous = next;
    }
  } else if (ArrayBuffer.isView(data.values) && !DataType.isNull(type) && data.children.length === 0) {
    const values = (data.values as ArrayBufferView & { length: number }).length;
    if (DataType.isBool(type) ? values * 8 < offset + length : values < length * stride) fail();
  }
  if (DataType.isStruct(type) && data.children.some((child) => child.length < length)) fail();
  for (const child of data.children) checkBuffers(child, checked);
  if (data.dictionary === undefined) return;
  for (const part of data.dictionary.data) checkBuffers(part, checked);
  checkIndices(data, data.dictionary.length, fail);
}

/** That each row of a union lies in one of its children. */
function checkUnion({ type, length, children, typeIds, valueOffsets }: Data, fail: (what?: string) => never): void {
  const childOf: Readonly<Record<number, number>> = (type as Union).typeIdToChildIndex;
  if ((typeIds?.length ?? 0) < length) fail();
  for (let row = 0; row < length; row += 1) {
    const child = children[childOf[typeIds[row]] ?? -1];
    const at: number = DataType.isDenseUnion(type) ? valueOffsets[row] : row;
    if (child === undefined || !(at >= 0 && at < child.length)) fail(`has a value that is in none of its types`);
  }
}

/** That each row that is not null has an entry. */
function checkIndices(data: Data, entryCount: number, fail: (what?: string) => never): void {
  for (let row = 0; row < data.length; row += 1) {
    if (!data.getValid(row)) continue;
    const entry = Number(data.values[row]);
    if (!(entry >= 0 && entry < entryCount)) fail(`has an index of ${entry} into a dictionary of ${entryCount}`);
  }
}

function convert(vector: Vector, name: string, notes: string[]): Column {
  const type: DataType = vector.type;
  const note = (text: string) => notes.push(`Column “${name}”: ${text}`);
  if (DataType.isDictionary(type)) return unfolded(vector, name, notes);
  if (DataType.isInt(type))
    return fixedWidth(vector, name, `${type.isSigned ? 'int' : 'uint'}${type.bitWidth}` as NumericType);
  if (DataType.isFloat(type)) {
    if (type.precision !== 0) return fixedWidth(vector, name, type.precision === 1 ? 'float32' : 'float64');
    note('float16 values are kept as float32, which holds each of them exactly.');
    return computed(vector, name, 'float32', new Float32Array(vector.length), (data, row) =>
      fromFloat16(Number(data.values[row])),
    );
  }
  if (DataType.isBool(type))
    return computed(
      vector,
      name,
      'bool',
      new Uint8Array(vector.length),
      (data, row) => ((data.values[(data.offset + row) >> 3] ?? 0) >> ((data.offset + row) & 7)) & 1,
    );
  if (DataType.isUtf8(type) || DataType.isLargeUtf8(type)) return variableWidth(vector, name, 'utf8');
  if (DataType.isBinary(type) || DataType.isLargeBinary(type)) return variableWidth(vector, name, 'binary');
  if (DataType.isUtf8View(type))
    return perRow(vector, name, 'utf8', (value, builder) => builder.appendText(String(value)));
  if (DataType.isFixedSizeBinary(type) || DataType.isBinaryView(type))
    return perRow(vector, name, 'binary', (value, builder) => builder.appendBytes(value as Uint8Array));
  if (DataType.isDate(type)) {
    if (type.unit === DateUnit.DAY) return { ...fixedWidth(vector, name, 'int32'), type: 'date' } as FixedWidthColumn;
    return computed(vector, name, 'date', new Int32Array(vector.length), (data, row) =>
      Math.floor(Number(data.values[row]) / 86_400_000),
    );
  }
  if (DataType.isTimestamp(type)) {
    if (type.timezone) note(`its time zone ${type.timezone} is not kept; the times are in UTC.`);
    return ticks(vector, name, 'timestamp', type.unit, note);
  }
  if (DataType.isTime(type)) {
    note('times of day are kept as whole microseconds since midnight.');
    return ticks(vector, name, 'int64', type.unit, note);
  }
  if (DataType.isDuration(type)) {
    note('durations are kept as whole microseconds.');
    return ticks(vector, name, 'int64', type.unit, note);
  }
  if (DataType.isDecimal(type)) return decimals(vector, name, type, note);
  if (DataType.isNull(type)) note('it holds nothing but nulls and is kept as text.');
  else note(`its values (${String(type)}) are kept as JSON.`);
  return perRow(vector, name, DataType.isNull(type) ? 'utf8' : 'json', (value, builder) =>
    builder.appendText(jsonText(value)),
  );
}

/** Calls back for every row with its chunk and its place in it; null rows are marked and left out. */
function eachRow(
  vector: Vector,
  onNull: (row: number) => void,
  onValue: (data: Data, index: number, row: number) => void,
): void {
  let row = 0;
  for (const data of vector.data) {
    const { nullBitmap, offset, length } = data;
    const checked = data.nullCount > 0 && nullBitmap instanceof Uint8Array && nullBitmap.length > 0 ? nullBitmap : null;
    for (let index = 0; index < length; index += 1, row += 1) {
      if (checked !== null && (((checked[(offset + index) >> 3] ?? 0) >> ((offset + index) & 7)) & 1) === 0)
        onNull(row);
      else onValue(data, index, row);
    }
  }
}

/** Chunks copied one after the other, with zeros at nulls. */
function fixedWidth(vector: Vector, name: string, type: NumericType): FixedWidthColumn {
  const Values = numericConstructor(type);
  const values = new Values(vector.length);
  const bytes = new Uint8Array(values.buffer);
  let at = 0;
  for (const data of vector.data) {
    const source: ArrayBufferView = data.values;
    const length = data.length * Values.BYTES_PER_ELEMENT;
    bytes.set(new Uint8Array(source.buffer, source.byteOffset, Math.min(source.byteLength, length)), at);
    at += length;
  }
  if (vector.nullCount === 0) return { name, type, validity: null, values } as FixedWidthColumn;
  const validity = new ValidityBuilder(vector.length);
  const width = Values.BYTES_PER_ELEMENT;
  eachRow(
    vector,
    (row) => {
      validity.setNull(row);
      bytes.fill(0, row * width, (row + 1) * width);
    },
    () => undefined,
  );
  return { name, type, validity: validity.build(), values } as FixedWidthColumn;
}

function computed<V extends Uint8Array | Int32Array | Float32Array | Float64Array>(
  vector: Vector,
  name: string,
  type: 'bool' | 'date' | 'float32' | 'float64',
  values: V,
  of: (data: Data, index: number) => number,
): Column {
  const validity = new ValidityBuilder(vector.length);
  eachRow(
    vector,
    (row) => validity.setNull(row),
    (data, index, row) => {
      values[row] = of(data, index);
    },
  );
  return { name, type, validity: validity.build(), values } as FixedWidthColumn;
}

/** Whole microseconds: multiply, divide. */
const microseconds: Record<TimeUnit, readonly [bigint, bigint]> = {
  [TimeUnit.SECOND]: [1_000_000n, 1n],
  [TimeUnit.MILLISECOND]: [1_000n, 1n],
  [TimeUnit.MICROSECOND]: [1n, 1n],
  [TimeUnit.NANOSECOND]: [1n, 1_000n],
};

function ticks(
  vector: Vector,
  name: string,
  type: 'timestamp' | 'int64',
  unit: TimeUnit,
  note: (text: string) => void,
): Column {
  if (unit === TimeUnit.MICROSECOND) return { ...fixedWidth(vector, name, 'int64'), type } as FixedWidthColumn;
  const [multiply, divide] = microseconds[unit];
  const values = new BigInt64Array(vector.length);
  const validity = new ValidityBuilder(vector.length);
  let inexact = 0;
  eachRow(
    vector,
    (row) => validity.setNull(row),
    (data, index, row) => {
      const scaled = BigInt(data.values[index]) * multiply;
      const remainder = scaled % divide;
      if (remainder !== 0n) inexact += 1;
      // Towards the past, also before 1970.
      values[row] = (scaled - (remainder < 0n ? remainder + divide : remainder)) / divide;
    },
  );
  if (inexact > 0) note(`${inexact.toLocaleString('en')} times finer than a microsecond were cut to microseconds.`);
  return { name, type, validity: validity.build(), values };
}

function variableWidth(vector: Vector, name: string, type: 'utf8' | 'binary'): Column {
  const builder = new VariableWidthBuilder(vector.length);
  const validity = new ValidityBuilder(vector.length);
  eachRow(
    vector,
    (row) => {
      validity.setNull(row);
      builder.appendNothing();
    },
    (data, index) =>
      builder.appendBytes(data.values.subarray(Number(data.valueOffsets[index]), Number(data.valueOffsets[index + 1]))),
  );
  return builder.build(name, type, validity.build());
}

/** The slow way, by the library's own value of each row. */
function perRow(
  vector: Vector,
  name: string,
  type: VariableWidthType,
  append: (value: unknown, builder: VariableWidthBuilder) => void,
): Column {
  const builder = new VariableWidthBuilder(vector.length);
  const validity = new ValidityBuilder(vector.length);
  for (let row = 0; row < vector.length; row += 1) {
    const value: unknown = vector.get(row);
    if (value === null || value === undefined) {
      validity.setNull(row);
      builder.appendNothing();
    } else append(value, builder);
  }
  return builder.build(name, type, validity.build());
}

function decimals(
  vector: Vector,
  name: string,
  type: { scale: number; precision: number; bitWidth: number },
  note: (text: string) => void,
): Column {
  const { scale, precision, bitWidth } = type;
  const words = bitWidth / 32;
  const unscaled = (data: Data, index: number) => {
    let value = 0n;
    for (let word = words - 1; word >= 0; word -= 1)
      value = (value << 32n) | BigInt(data.values[index * words + word] ?? 0);
    return BigInt.asIntN(bitWidth, value);
  };
  // 10^18 fits int64.
  if (scale === 0 && precision <= 18) {
    note(`decimal(${precision}, 0) is kept as int64.`);
    const values = new BigInt64Array(vector.length);
    const validity = new ValidityBuilder(vector.length);
    eachRow(
      vector,
      (row) => validity.setNull(row),
      (data, index, row) => {
        values[row] = unscaled(data, index);
      },
    );
    return { name, type: 'int64', validity: validity.build(), values };
  }
  note(`decimal(${precision}, ${scale}) is kept as the nearest float64, which is not exact for every decimal.`);
  // Parsing the digits rounds once, where dividing would round twice.
  return computed(vector, name, 'float64', new Float64Array(vector.length), (data, index) =>
    Number(`${unscaled(data, index)}e${-scale}`),
  );
}

/** The values of a dictionary, row by row. */
function unfolded(vector: Vector, name: string, notes: string[]): Column {
  const inner: string[] = [];
  const parts = vector.data.map((data) => {
    if (data.dictionary === undefined) throw new Error(`The dictionary of column ${name} is not there.`);
    return data.dictionary;
  });
  const converted = new Map(parts.map((dictionary) => [dictionary, convert(dictionary, name, inner)]));
  notes.push(`Column “${name}”: its dictionary is not kept: each row has its value.`, ...new Set(inner));
  const first = parts[0] === undefined ? undefined : converted.get(parts[0]);
  const validity = new ValidityBuilder(vector.length);
  const dictionaryOf = (data: Data) => {
    const column = data.dictionary && converted.get(data.dictionary);
    if (column === undefined) throw new Error(`The dictionary of column ${name} is not there.`);
    return column;
  };
  const isNullEntry = ({ validity: bits }: Column, entry: number) =>
    bits !== null && (((bits[entry >> 3] ?? 0) >> (entry & 7)) & 1) === 0;
  if (first === undefined || isVariableWidth(first)) {
    const builder = new VariableWidthBuilder(vector.length);
    const skip = (row: number) => {
      validity.setNull(row);
      builder.appendNothing();
    };
    eachRow(vector, skip, (data, index, row) => {
      const column = dictionaryOf(data);
      const entry = Number(data.values[index]);
      if (!isVariableWidth(column) || isNullEntry(column, entry)) skip(row);
      else builder.appendBytes(column.data.subarray(column.offsets[entry], column.offsets[entry + 1]));
    });
    return builder.build(name, first?.type ?? 'utf8', validity.build());
  }
  const target = new (numericConstructor(storageType[first.type]))(vector.length);
  eachRow(
    vector,
    (row) => validity.setNull(row),
    (data, index, row) => {
      const column = dictionaryOf(data);
      const entry = Number(data.values[index]);
      if (isVariableWidth(column) || isNullEntry(column, entry)) validity.setNull(row);
      else target[row] = column.values[entry] as never;
    },
  );
  return { name, type: first.type, validity: validity.build(), values: target } as FixedWidthColumn;
}
