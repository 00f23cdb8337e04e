import type { ColumnarLayout, LaidOutColumn } from '../../../model/columnar-layout';
import { arrowDecimalBits, arrowDecimals } from '../../../model/arrow-decimals';
import { rowCountOf } from '../../../model/column-rows';
import {
  type Column,
  type NumericType,
  type PlainColumn,
  type TimeUnit,
  timestampParameters,
} from '../../../model/dataset';
import { FlatBufferWriter, type TableField } from './flatbuffer';

/**
 * An Arrow IPC stream of its dictionaries and one record batch, straight from our buffers into one allocation (https://arrow.apache.org/docs/format/Columnar.html):
 * what parquet-wasm takes. `scratch` is used again where it is large enough; the result is a view of it.
 */
export function writeIpcStream(
  layout: ColumnarLayout,
  scratch: Uint8Array<ArrayBuffer>,
): { stream: Uint8Array<ArrayBuffer>; scratch: Uint8Array<ArrayBuffer> } {
  const dictionaries = dictionariesOf(layout.columns);
  const schema = framed(schemaMessage(layout, dictionaries));
  const messages = [...dictionaries].map(([categories, id]) => {
    const rowCount = rowCountOf(categories, 0);
    const body = bodyOf({ rowCount, columns: [categories] });
    return { head: framed(batchMessage(rowCount, body, id)), body };
  });
  const body = bodyOf(layout);
  messages.push({ head: framed(batchMessage(layout.rowCount, body, null)), body });
  const sizeBytes = messages.reduce(
    (sum, message) => sum + message.head.length + message.body.sizeBytes,
    schema.length + 8,
  );
  const bytes = scratch.length >= sizeBytes ? scratch : new Uint8Array(sizeBytes);
  bytes.set(schema);
  let at = schema.length;
  for (const message of messages) {
    bytes.set(message.head, at);
    at = writeBody(bytes, at + message.head.length, message.body);
  }
  new DataView(bytes.buffer, bytes.byteOffset).setBigUint64(at, 0xffffffffn, true);
  return { stream: bytes.subarray(0, sizeBytes), scratch: bytes };
}

/** Returns where the body ends. */
function writeBody(bytes: Uint8Array, start: number, { buffers, sizeBytes }: Body): number {
  let at = start;
  for (const { buffer, offset, length } of buffers) {
    bytes.fill(0, at, start + offset);
    bytes.set(buffer, start + offset);
    at = start + offset + length;
  }
  bytes.fill(0, at, start + sizeBytes);
  return start + sizeBytes;
}

/** The number of each dictionary, by the categories that it holds. */
type Dictionaries = ReadonlyMap<PlainColumn, number>;

function dictionariesOf(columns: readonly LaidOutColumn[]): Dictionaries {
  const ids = new Map<PlainColumn, number>();
  const collect = (column: LaidOutColumn) => {
    if (column.type === 'category' && !ids.has(column.categories)) ids.set(column.categories, ids.size);
    if (column.type === 'list') collect(column.item);
    if (column.type === 'struct') column.fields.forEach(collect);
  };
  columns.forEach(collect);
  return ids;
}

interface Body {
  /** Length and number of nulls of each column and list element, depth first. */
  readonly nodes: readonly (readonly [number, number])[];
  readonly buffers: readonly { readonly buffer: Uint8Array; readonly offset: number; readonly length: number }[];
  readonly sizeBytes: number;
}

/** Arrow recommends 64 bytes; arrow-rs copies into aligned memory what is not aligned to its values. */
const alignment = 64;

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => new Uint8Array(buffer, byteOffset, byteLength);
const nothing = new Uint8Array(0);

function bodyOf({ rowCount, columns }: Pick<ColumnarLayout, 'rowCount' | 'columns'>): Body {
  const nodes: [number, number][] = [];
  const buffers: { buffer: Uint8Array; offset: number; length: number }[] = [];
  let sizeBytes = 0;
  const add = (view: ArrayBufferView) => {
    const buffer = bytesOf(view);
    buffers.push({ buffer, offset: sizeBytes, length: buffer.length });
    sizeBytes = Math.ceil((sizeBytes + buffer.length) / alignment) * alignment;
  };
  const addColumn = (column: LaidOutColumn, rows: number) => {
    if (column.type === 'vector') {
      nodes.push([rows, 0], [column.values.length, 0]);
      add(nothing);
      add(nothing);
      add(column.values);
      return;
    }
    const { validity } = column;
    nodes.push([rows, validity === null ? 0 : nullCount(validity, rows)]);
    add(validity ?? nothing);
    switch (column.type) {
      case 'utf8':
      case 'binary':
      case 'json':
        add(column.offsets);
        add(column.data.subarray(0, column.offsets.at(-1) ?? 0));
        return;
      case 'bool':
        add(packBits(column.values));
        return;
      case 'time':
        add(timeBits(column.unit) === 32 ? Int32Array.from(column.values, Number) : column.values);
        return;
      case 'decimal':
        add(arrowDecimals(column.values, column.precision));
        return;
      case 'fixedBinary':
        add(column.data);
        return;
      case 'category':
        add(column.indices);
        return;
      case 'list':
        add(column.offsets);
        addColumn(column.item, column.offsets.at(-1) ?? 0);
        return;
      case 'struct':
        for (const field of column.fields) addColumn(field, rows);
        return;
      default:
        add(column.values);
    }
  };
  for (const column of columns) addColumn(column, rowCount);
  return { nodes, buffers, sizeBytes };
}

function nullCount(validity: Uint8Array, rowCount: number): number {
  let valid = 0;
  for (let byte of validity) for (; byte !== 0; byte &= byte - 1) valid += 1;
  return rowCount - valid;
}

function packBits(values: Uint8Array): Uint8Array {
  const bits = new Uint8Array((values.length + 7) >> 3);
  for (let row = 0; row < values.length; row += 1)
    if (values[row] !== 0) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  return bits;
}

/** A message with its prefix: the continuation marker and the length of the metadata, padded to 8 bytes. */
function framed(message: Uint8Array): Uint8Array {
  const length = Math.ceil(message.length / 8) * 8;
  const bytes = new Uint8Array(8 + length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0xffffffff, true);
  view.setInt32(4, length, true);
  bytes.set(message, 8);
  return bytes;
}

/** Numbers of Arrow's Message.fbs and Schema.fbs. */
const metadataVersion5 = 4;
const headerType = { schema: 1, dictionaryBatch: 2, recordBatch: 3 } as const;
const typeNumber = {
  int: 2,
  floatingPoint: 3,
  binary: 4,
  utf8: 5,
  bool: 6,
  decimal: 7,
  date: 8,
  time: 9,
  timestamp: 10,
  list: 12,
  struct: 13,
  fixedSizeBinary: 15,
  fixedSizeList: 16,
  duration: 18,
} as const;
const precision = { float16: 0, float32: 1, float64: 2 } as const;
const timeUnitNumber = { s: 0, ms: 1, us: 2, ns: 3 } as const;
const timeBits = (unit: TimeUnit) => (unit === 's' || unit === 'ms' ? 32 : 64);

function message(writer: FlatBufferWriter, header: number, type: number, bodyBytes: number): Uint8Array {
  return writer.finish(
    writer.table([
      { index: 3, type: 'int64', value: bodyBytes },
      { index: 2, type: 'offset', value: header },
      { index: 0, type: 'int16', value: metadataVersion5 },
      { index: 1, type: 'int8', value: type },
    ]),
  );
}

/** `dictionary`: which one the batch holds; null where it holds the rows. */
function batchMessage(rowCount: number, { nodes, buffers, sizeBytes }: Body, dictionary: number | null): Uint8Array {
  const writer = new FlatBufferWriter();
  const bufferVector = writer.pairVector(buffers.map(({ offset, length }) => [offset, length] as const));
  const nodeVector = writer.pairVector(nodes);
  const batch = writer.table([
    { index: 0, type: 'int64', value: rowCount },
    { index: 1, type: 'offset', value: nodeVector },
    { index: 2, type: 'offset', value: bufferVector },
  ]);
  if (dictionary === null) return message(writer, batch, headerType.recordBatch, sizeBytes);
  const header = writer.table([
    { index: 0, type: 'int64', value: dictionary },
    { index: 1, type: 'offset', value: batch },
  ]);
  return message(writer, header, headerType.dictionaryBatch, sizeBytes);
}

function schemaMessage({ columns }: ColumnarLayout, dictionaries: Dictionaries): Uint8Array {
  const writer = new FlatBufferWriter();
  const fields = writer.offsetVector(columns.map((column) => field(writer, column, dictionaries)));
  const schema = writer.table([{ index: 1, type: 'offset', value: fields }]);
  return message(writer, schema, headerType.schema, 0);
}

function field(writer: FlatBufferWriter, column: LaidOutColumn, dictionaries: Dictionaries): number {
  if (column.type === 'vector') {
    const child = namedField(writer, 'item', false, arrowType(writer, { type: column.elementType }), []);
    const table = writer.table([{ index: 0, type: 'int32', value: column.length }]);
    return namedField(writer, column.name, false, { number: typeNumber.fixedSizeList, table }, [child]);
  }
  const isNullable = column.validity !== null;
  switch (column.type) {
    case 'list': {
      const child = field(writer, column.item, dictionaries);
      return namedField(writer, column.name, isNullable, { number: typeNumber.list, table: writer.table([]) }, [child]);
    }
    case 'struct': {
      const children = column.fields.map((each) => field(writer, each, dictionaries));
      return namedField(
        writer,
        column.name,
        isNullable,
        { number: typeNumber.struct, table: writer.table([]) },
        children,
      );
    }
    case 'category': {
      const indexType = writer.table([
        { index: 0, type: 'int32', value: 32 },
        { index: 1, type: 'int8', value: 1 },
      ]);
      const dictionary = writer.table([
        { index: 0, type: 'int64', value: dictionaries.get(column.categories) ?? 0 },
        { index: 1, type: 'offset', value: indexType },
        { index: 2, type: 'int8', value: column.ordered ? 1 : 0 },
      ]);
      return namedField(writer, column.name, isNullable, arrowType(writer, column.categories), [], dictionary);
    }
    default:
      return namedField(writer, column.name, isNullable, arrowType(writer, column), []);
  }
}

interface ArrowTypeTable {
  readonly number: number;
  readonly table: number;
}

function namedField(
  writer: FlatBufferWriter,
  text: string,
  nullable: boolean,
  type: ArrowTypeTable,
  childFields: readonly number[],
  dictionary: number | null = null,
): number {
  const name = writer.string(text);
  const children = writer.offsetVector(childFields);
  return writer.table([
    { index: 0, type: 'offset', value: name },
    { index: 3, type: 'offset', value: type.table },
    ...(dictionary === null ? [] : [{ index: 4, type: 'offset', value: dictionary } as const]),
    { index: 5, type: 'offset', value: children },
    { index: 1, type: 'int8', value: nullable ? 1 : 0 },
    { index: 2, type: 'int8', value: type.number },
  ]);
}

type LeafColumn = Exclude<Column, { type: 'list' | 'struct' | 'category' }>;
/** Of a column, or of the elements of vectors. */
type Leaf = LeafColumn | { readonly type: NumericType };

function arrowType(writer: FlatBufferWriter, leaf: Leaf): ArrowTypeTable {
  const table = (number: number, fields: readonly TableField[] = []) => ({ number, table: writer.table(fields) });
  switch (leaf.type) {
    case 'utf8':
    case 'json':
      return table(typeNumber.utf8);
    case 'binary':
      return table(typeNumber.binary);
    case 'bool':
      return table(typeNumber.bool);
    case 'date':
      // The unit's default is milliseconds, so that of days, 0, must be written.
      return table(typeNumber.date, [{ index: 0, type: 'int16', value: 0 }]);
    case 'timestamp': {
      const { unit, timeZone } = timestampParameters(leaf);
      const zone = timeZone === null ? [] : [{ index: 1, type: 'offset', value: writer.string(timeZone) } as const];
      return table(typeNumber.timestamp, [...zone, { index: 0, type: 'int16', value: timeUnitNumber[unit] }]);
    }
    case 'time':
      return table(typeNumber.time, [
        { index: 1, type: 'int32', value: timeBits(leaf.unit) },
        { index: 0, type: 'int16', value: timeUnitNumber[leaf.unit] },
      ]);
    case 'duration':
      return table(typeNumber.duration, [{ index: 0, type: 'int16', value: timeUnitNumber[leaf.unit] }]);
    case 'decimal':
      return table(typeNumber.decimal, [
        { index: 0, type: 'int32', value: leaf.precision },
        { index: 1, type: 'int32', value: leaf.scale },
        { index: 2, type: 'int32', value: arrowDecimalBits(leaf.precision) },
      ]);
    case 'fixedBinary':
      return table(typeNumber.fixedSizeBinary, [{ index: 0, type: 'int32', value: leaf.width }]);
    case 'float16':
    case 'float32':
    case 'float64':
      return table(typeNumber.floatingPoint, [{ index: 0, type: 'int16', value: precision[leaf.type] }]);
    default: {
      const signed = !leaf.type.startsWith('u');
      return table(typeNumber.int, [
        { index: 0, type: 'int32', value: Number(leaf.type.slice(signed ? 3 : 4)) },
        { index: 1, type: 'int8', value: signed ? 1 : 0 },
      ]);
    }
  }
}
