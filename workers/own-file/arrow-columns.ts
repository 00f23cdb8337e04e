import {
  type Data,
  DataType,
  DateUnit,
  type Dictionary,
  Field,
  Precision,
  type Table as ArrowTable,
  TimeUnit as ArrowTimeUnit,
  Vector,
} from 'apache-arrow';
import * as v from 'valibot';
import { normalized, nullRow, takeRows } from '../model/column-rows';
import {
  type CellValue,
  type Column,
  datasetSchemaSchema,
  decimalWords,
  type FixedWidthColumn,
  isPlain,
  itemName,
  type NumericType,
  type NumericValues,
  numericConstructor,
  type PlainColumn,
  schemaOf,
  type Table,
  type TimeUnit,
  type VariableWidthColumn,
  type VariableWidthType,
} from '../model/dataset';
import { integerToWords } from '../model/decimal';
import { cellOf, isPresent } from '../model/table-row';
import { distinctNames, ValidityBuilder, VariableWidthBuilder } from './column-builders';
import { checkDecodedSize } from './limits';
import { refusal } from './refusal';

/**
 * An Arrow table as a table of ours. A type that has no counterpart but one that holds the same values becomes that, and `notes` says so; a column whose values no type holds is
 * refused by its name.
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
    return convert(field, vector.data, name, notes);
  });
  const result: Table = { kind: 'table', rowCount: table.numRows, columns };
  const parsed = v.safeParse(datasetSchemaSchema, schemaOf(result), { abortEarly: true });
  if (!parsed.success)
    throw new Error(
      `A column is declared as no column can be: ${v.getDotPath(parsed.issues[0]) ?? ''}: ${parsed.issues[0].message}`,
    );
  return result;
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
  // Unions are refused by name.
  if (DataType.isUnion(type)) return;
  if (offsets !== undefined && length > 0) {
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
  if (DataType.isFixedSizeList(type) && (data.children[0]?.length ?? 0) < length * type.listSize) fail();
  for (const child of data.children) checkBuffers(child, checked);
  if (data.dictionary === undefined) return;
  for (const part of data.dictionary.data) checkBuffers(part, checked);
  checkIndices(data, data.dictionary.length, fail);
}

/** That each row that is not null has an entry. */
function checkIndices(data: Data, entryCount: number, fail: (what?: string) => never): void {
  for (let row = 0; row < data.length; row += 1) {
    if (!data.getValid(row)) continue;
    const entry = Number(data.values[row]);
    if (!(entry >= 0 && entry < entryCount)) fail(`has an index of ${entry} into a dictionary of ${entryCount}`);
  }
}

/** One column from its chunks. `path` names it in `notes`: that of a field has the names around it. */
function convert(field: Field, chunks: readonly Data[], path: string, notes: string[]): Column {
  const type: DataType = field.type;
  const note = (text: string) => notes.push(`Column “${path}”: ${text}`);
  const extension = field.metadata.get('ARROW:extension:name');
  if (extension !== undefined) note(`its extension type ${extension} is not kept; its values are, as they are stored.`);
  const validity = validityOf(chunks);
  const base = { name: nameOf(field, path), validity };
  if (DataType.isDictionary(type)) return category(field, type, chunks, path, notes);
  if (DataType.isInt(type)) {
    const numeric = `${type.isSigned ? 'int' : 'uint'}${type.bitWidth}` as NumericType;
    return { ...base, type: numeric, values: fixedOf(chunks, numeric, validity) } as FixedWidthColumn;
  }
  if (DataType.isFloat(type)) {
    if (type.precision === Precision.HALF)
      return { ...base, type: 'float16', values: fixed(chunks, Uint16Array, validity) };
    const numeric = type.precision === Precision.SINGLE ? 'float32' : 'float64';
    return { ...base, type: numeric, values: fixedOf(chunks, numeric, validity) } as FixedWidthColumn;
  }
  if (DataType.isBool(type)) {
    const bit = ({ values, offset }: Data, index: number) =>
      ((values[(offset + index) >> 3] ?? 0) >> ((offset + index) & 7)) & 1;
    return { ...base, type: 'bool', values: computed(chunks, new Uint8Array(rowsOf(chunks)), bit) };
  }
  if (DataType.isUtf8(type) || DataType.isLargeUtf8(type)) {
    if (DataType.isLargeUtf8(type))
      note('its texts with offsets of 64 bits are kept as texts with offsets of 32 bits.');
    return variableWidth(base, 'utf8', chunks);
  }
  if (DataType.isBinary(type) || DataType.isLargeBinary(type)) {
    if (DataType.isLargeBinary(type))
      note('its bytes with offsets of 64 bits are kept as bytes with offsets of 32 bits.');
    return variableWidth(base, 'binary', chunks);
  }
  if (DataType.isUtf8View(type) || DataType.isBinaryView(type)) {
    const isText = DataType.isUtf8View(type);
    note(`its views of ${isText ? 'texts' : 'bytes'} are kept as ${isText ? 'texts' : 'bytes'} with offsets.`);
    return perRow(base, isText ? 'utf8' : 'binary', chunks, (value, builder) =>
      isText ? builder.appendText(String(value)) : builder.appendBytes(value as Uint8Array),
    );
  }
  if (DataType.isFixedSizeBinary(type)) {
    const width = type.byteWidth;
    if (width < 1) return perRow(base, 'binary', chunks, (_, builder) => builder.appendNothing());
    return { ...base, type: 'fixedBinary', width, data: fixed(chunks, Uint8Array, validity, width) };
  }
  if (DataType.isDate(type)) return dates(base, type.unit, chunks, note);
  if (DataType.isTimestamp(type)) {
    const unit = unitOf[type.unit];
    const timeZone = type.timezone || null;
    const values = fixed(chunks, BigInt64Array, validity);
    return unit === 'us' && timeZone === null
      ? { ...base, type: 'timestamp', values }
      : { ...base, type: 'timestamp', unit, timeZone, values };
  }
  if (DataType.isTime(type))
    return { ...base, type: 'time', unit: unitOf[type.unit], values: ticks(chunks, type.bitWidth, validity) };
  if (DataType.isDuration(type))
    return { ...base, type: 'duration', unit: unitOf[type.unit], values: fixed(chunks, BigInt64Array, validity) };
  if (DataType.isDecimal(type)) return decimals(base, type, chunks);
  if (DataType.isNull(type)) {
    note('it holds nothing but nulls and is kept as text.');
    return {
      ...base,
      type: 'utf8',
      offsets: new Int32Array(rowsOf(chunks) + 1),
      data: new Uint8Array(0),
      validity: allNull(rowsOf(chunks)),
    };
  }
  if (DataType.isMap(type)) note('its maps are kept as lists of their keys and values.');
  if (DataType.isLargeList(type)) note('its lists with offsets of 64 bits are kept as lists with offsets of 32 bits.');
  if (DataType.isFixedSizeList(type)) note(`its lists of ${type.listSize} each are kept as lists of any length.`);
  if (DataType.isList(type) || DataType.isLargeList(type) || DataType.isFixedSizeList(type) || DataType.isMap(type))
    return list(base, field, chunks, path, notes);
  if (DataType.isStruct(type)) {
    const names = distinctNames(
      type.children.map((child) => child.name),
      notes,
    );
    const fields = type.children.map((child, index) => {
      const inner = chunks.filter(({ length }) => length > 0).map((data) => childOf(data, index));
      const part = names[index] ?? child.name;
      return { ...convert(child, inner, `${path}.${part}`, notes), name: part } as Column;
    });
    return normalized({ ...base, type: 'struct', fields }, rowsOf(chunks));
  }
  throw refusal(
    `Column “${path}” is of Arrow’s type ${String(type)}, which is not read here.`,
    'Leave the column out, or write it as another type: for example a union as a struct of its types, an interval as a duration.',
    { tag: 'unsupported', format: 'arrow' },
  );
}

const unitOf: Record<ArrowTimeUnit, TimeUnit> = {
  [ArrowTimeUnit.SECOND]: 's',
  [ArrowTimeUnit.MILLISECOND]: 'ms',
  [ArrowTimeUnit.MICROSECOND]: 'us',
  [ArrowTimeUnit.NANOSECOND]: 'ns',
};

interface Base {
  readonly name: string;
  readonly validity: Uint8Array | null;
}

/** Of a column at the top the name that the table gives it, which is its path. */
const nameOf = (field: Field, path: string) => (path.endsWith(`.${field.name}`) ? field.name : path);
const rowsOf = (chunks: readonly Data[]) => chunks.reduce((rows, { length }) => rows + length, 0);

/** A struct's child covers the rows of the struct's whole buffers; a chunk shows `length` of them. */
function childOf(data: Data, index: number): Data {
  const child = data.children[index];
  if (child === undefined) throw new Error('A struct lacks a field.');
  return child.length === data.length ? child : child.slice(0, data.length);
}

function allNull(rowCount: number): Uint8Array | null {
  const validity = new ValidityBuilder(rowCount);
  for (let row = 0; row < rowCount; row += 1) validity.setNull(row);
  return validity.build();
}

function validityOf(chunks: readonly Data[]): Uint8Array | null {
  if (chunks.length > 0 && chunks.every(({ type }) => DataType.isNull(type))) return null;
  const validity = new ValidityBuilder(rowsOf(chunks));
  eachRow(
    chunks,
    (row) => validity.setNull(row),
    () => undefined,
  );
  return validity.build();
}

/** Calls back for every row with its chunk and its place in it, for null rows with the row alone. */
function eachRow(
  chunks: readonly Data[],
  onNull: (row: number) => void,
  onValue: (data: Data, index: number, row: number) => void,
): void {
  let row = 0;
  for (const data of chunks) {
    const { nullBitmap, offset, length } = data;
    const checked = data.nullCount > 0 && nullBitmap instanceof Uint8Array && nullBitmap.length > 0 ? nullBitmap : null;
    for (let index = 0; index < length; index += 1, row += 1) {
      if (checked !== null && (((checked[(offset + index) >> 3] ?? 0) >> ((offset + index) & 7)) & 1) === 0)
        onNull(row);
      else onValue(data, index, row);
    }
  }
}

/** `perRow` elements a row, chunks copied one after the other as bytes, with zeros at nulls. */
function fixed<V extends NumericValues>(
  chunks: readonly Data[],
  Values: new (length: number) => V,
  validity: Uint8Array | null,
  perRow = 1,
): V {
  const rowCount = rowsOf(chunks);
  const values = new Values(rowCount * perRow);
  const bytes = new Uint8Array(values.buffer as ArrayBuffer);
  const width = perRow * values.BYTES_PER_ELEMENT;
  let at = 0;
  for (const data of chunks) {
    const source: ArrayBufferView = data.values;
    const length = data.length * width;
    bytes.set(new Uint8Array(source.buffer, source.byteOffset, Math.min(source.byteLength, length)), at);
    at += length;
  }
  for (let row = 0; validity !== null && row < rowCount; row += 1)
    if ((((validity[row >> 3] ?? 0) >> (row & 7)) & 1) === 0) bytes.fill(0, row * width, (row + 1) * width);
  return values;
}

const fixedOf = (chunks: readonly Data[], type: NumericType, validity: Uint8Array | null) =>
  fixed<NumericValues>(chunks, numericConstructor(type), validity);

/** Zeros at nulls, elsewhere what `of` makes of the row. */
function computed<V extends NumericValues>(
  chunks: readonly Data[],
  values: V,
  of: (data: Data, index: number) => V[number],
): V {
  eachRow(
    chunks,
    () => undefined,
    (data, index, row) => {
      values[row] = of(data, index) as never;
    },
  );
  return values;
}

/** Ticks of 32 or 64 bits. */
const ticks = (chunks: readonly Data[], bitWidth: number, validity: Uint8Array | null): BigInt64Array =>
  bitWidth === 64
    ? fixed(chunks, BigInt64Array, validity)
    : computed(chunks, new BigInt64Array(rowsOf(chunks)), (data, index) => BigInt(data.values[index]));

const msPerDay = 86_400_000n;

/** Dates in milliseconds are dates where each is a whole day, and else timestamps, since these are exact. */
function dates(base: Base, unit: DateUnit, chunks: readonly Data[], note: (text: string) => void): Column {
  if (unit === DateUnit.DAY) return { ...base, type: 'date', values: fixed(chunks, Int32Array, base.validity) };
  const milliseconds = fixed(chunks, BigInt64Array, base.validity);
  if (
    milliseconds.every((value) => value % msPerDay === 0n && BigInt.asIntN(32, value / msPerDay) === value / msPerDay)
  ) {
    note('its dates in milliseconds are whole days, and kept as days.');
    return { ...base, type: 'date', values: Int32Array.from(milliseconds, (value) => Number(value / msPerDay)) };
  }
  note('its dates in milliseconds are not all whole days, and kept as timestamps in milliseconds.');
  return { ...base, type: 'timestamp', unit: 'ms', timeZone: null, values: milliseconds };
}

function decimals(
  base: Base,
  { precision, scale, bitWidth }: { scale: number; precision: number; bitWidth: number },
  chunks: readonly Data[],
): Column {
  const wordsThere = bitWidth / 32;
  const words = decimalWords(precision);
  const values = new BigInt64Array(rowsOf(chunks) * words);
  eachRow(
    chunks,
    () => undefined,
    (data, index, row) => {
      let integer = 0n;
      for (let word = wordsThere - 1; word >= 0; word -= 1)
        integer = (integer << 32n) | BigInt(data.values[index * wordsThere + word] ?? 0);
      integerToWords(BigInt.asIntN(bitWidth, integer), values, row, words);
    },
  );
  return { ...base, type: 'decimal', precision, scale, values };
}

function variableWidth(base: Base, type: 'utf8' | 'binary', chunks: readonly Data[]): VariableWidthColumn {
  const builder = new VariableWidthBuilder(rowsOf(chunks));
  eachRow(
    chunks,
    () => builder.appendNothing(),
    (data, index) =>
      builder.appendBytes(data.values.subarray(Number(data.valueOffsets[index]), Number(data.valueOffsets[index + 1]))),
  );
  return builder.build(base.name, type, base.validity);
}

/** The slow way, by the library's own value of each row. */
function perRow(
  base: Base,
  type: VariableWidthType,
  chunks: readonly Data[],
  append: (value: unknown, builder: VariableWidthBuilder) => void,
): VariableWidthColumn {
  const builder = new VariableWidthBuilder(rowsOf(chunks));
  const vectors = new Map(chunks.map((data) => [data, new Vector([data])]));
  eachRow(
    chunks,
    () => builder.appendNothing(),
    (data, index) => append(vectors.get(data)?.get(index), builder),
  );
  return builder.build(base.name, type, base.validity);
}

function list(base: Base, field: Field, chunks: readonly Data[], path: string, notes: string[]): Column {
  const [child] = (field.type as DataType).children ?? [];
  if (child === undefined) throw new Error(`The lists of column ${path} have no items.`);
  const all = convert(
    child,
    chunks.flatMap((data) => data.children.slice(0, 1)),
    `${path}.${itemName}`,
    notes,
  );
  const listSize = DataType.isFixedSizeList(field.type) ? field.type.listSize : null;
  const starts = new Map<Data, number>();
  let itemCount = 0;
  for (const data of chunks) {
    starts.set(data, itemCount);
    itemCount += data.children[0]?.length ?? 0;
  }
  const bounds = (data: Data, index: number) =>
    listSize === null
      ? { from: Number(data.valueOffsets[index]), to: Number(data.valueOffsets[index + 1]) }
      : { from: index * listSize, to: (index + 1) * listSize };
  const offsets = new Int32Array(rowsOf(chunks) + 1);
  const items: number[] = [];
  eachRow(
    chunks,
    (row) => {
      offsets[row + 1] = items.length;
    },
    (data, index, row) => {
      const start = starts.get(data) ?? 0;
      const { from, to } = bounds(data, index);
      for (let item = from; item < to; item += 1) items.push(start + item);
      offsets[row + 1] = items.length;
    },
  );
  return {
    ...base,
    type: 'list',
    offsets,
    item: { ...takeRows(all, Int32Array.from(items)), name: itemName } as Column,
  };
}

/** The dictionaries of the batches as one, where each value stands once; where its values are of a type with parameters, each row gets its own. */
function category(field: Field, type: Dictionary, chunks: readonly Data[], path: string, notes: string[]): Column {
  const note = (text: string) => notes.push(`Column “${path}”: ${text}`);
  const name = nameOf(field, path);
  const inner: string[] = [];
  const dictionaries = [...new Set(chunks.map(({ dictionary }) => dictionary))];
  const entryField = new Field(itemName, type.dictionary, true);
  const starts = new Map<unknown, number>();
  let entryCount = 0;
  for (const dictionary of dictionaries) {
    if (dictionary === undefined) throw new Error(`The dictionary of column ${name} is not there.`);
    starts.set(dictionary, entryCount);
    entryCount += dictionary.length;
  }
  const entries = convert(
    entryField,
    dictionaries.flatMap((dictionary) => dictionary?.data ?? []),
    path,
    inner,
  );
  notes.push(...new Set(inner));
  const rows = new Int32Array(rowsOf(chunks));
  eachRow(
    chunks,
    (row) => {
      rows[row] = nullRow;
    },
    (data, index, row) => {
      rows[row] = (starts.get(data.dictionary) ?? 0) + Number(data.values[index]);
    },
  );
  if (!isPlain(entries)) {
    note(`its dictionary of ${String(type.dictionary)} is not kept: each row has its value.`);
    return { ...takeRows(entries, rows), name } as Column;
  }
  const { kept, placeOf } = distinct(entries, entryCount);
  if (kept.length < entryCount)
    note('what its dictionaries repeat, and nulls in them, are left out of its categories.');
  for (const [row, entry] of rows.entries()) if (entry >= 0) rows[row] = placeOf[entry] ?? nullRow;
  return {
    name,
    type: 'category',
    validity: bitsOf(rows),
    ordered: type.isOrdered,
    indices: rows.map((entry) => Math.max(0, entry)),
    categories: { ...takeRows(entries, Int32Array.from(kept)), name: itemName } as PlainColumn,
  };
}

/** Entries that are neither null nor there before; `placeOf` each entry: its place among them, {@link nullRow} of a null. */
function distinct(entries: PlainColumn, entryCount: number): { kept: number[]; placeOf: Int32Array } {
  const places = new Map<CellValue, number>();
  const kept: number[] = [];
  const placeOf = new Int32Array(entryCount);
  for (let entry = 0; entry < entryCount; entry += 1) {
    if (!isPresent(entries, entry)) {
      placeOf[entry] = nullRow;
      continue;
    }
    const key = identityOf(entries, entry);
    const known = places.get(key);
    placeOf[entry] = known ?? kept.length;
    if (known !== undefined) continue;
    places.set(key, kept.length);
    kept.push(entry);
  }
  return { kept, placeOf };
}

/** What differs where two entries do: of floats and bytes their bytes, so that −0 is not 0 and no NaN another. */
function identityOf(entries: PlainColumn, entry: number): CellValue {
  if (entries.type === 'binary') return `${entries.data.subarray(entries.offsets[entry], entries.offsets[entry + 1])}`;
  if (entries.type !== 'float32' && entries.type !== 'float64') return cellOf(entries, entry);
  const { buffer, byteOffset, BYTES_PER_ELEMENT: width } = entries.values;
  return `${new Uint8Array(buffer, byteOffset + entry * width, width)}`;
}

function bitsOf(rows: Int32Array): Uint8Array | null {
  const validity = new ValidityBuilder(rows.length);
  for (const [row, entry] of rows.entries()) if (entry === nullRow) validity.setNull(row);
  return validity.build();
}
