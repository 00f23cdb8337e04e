import type { ArrowType } from '../../../columns/arrow-type';
import { bytesPerTick } from '../../../columns/arrow-type';
import { type ArrowArray, ArrowArrayConverter } from '../../../columns/arrow-parts';
import type { ColumnarLayout } from '../../../columns/columnar-layout';
import { type FixedWidthType, timeUnits } from '../../../model/column';
import { FlatBufferWriter, type TableField } from './flatbuffer';

/**
 * Writes an Arrow IPC stream of one record batch with one allocation, directly from the dataset's buffers (https://arrow.apache.org/docs/format/Columnar.html). It is the input of
 * parquet-wasm. `scratch` is reused if it is large enough; the result is a view of it.
 */
export function writeIpcStream(
  { rowCount, columns }: ColumnarLayout,
  scratch: Uint8Array<ArrayBuffer>,
): { stream: Uint8Array<ArrayBuffer>; scratch: Uint8Array<ArrayBuffer> } {
  const arrays = new ArrowArrayConverter();
  const top = columns.map((column) => arrays.of(column, 0, rowCount));
  const dictionaries = new Dictionaries();
  for (const array of top) dictionaries.find(array);
  const messages = [
    { metadata: framed(schemaMessage(top, dictionaries)), body: bodyOf([]) },
    ...dictionaries.all.map(([array, id]) => {
      const body = bodyOf([array]);
      return { metadata: framed(dictionaryMessage(id, array.rowCount, body)), body };
    }),
  ];
  const body = bodyOf(top);
  messages.push({ metadata: framed(batchMessage(rowCount, body)), body });
  const sizeBytes = messages.reduce((sum, message) => sum + message.metadata.length + message.body.sizeBytes, 8);
  const bytes = scratch.length >= sizeBytes ? scratch : new Uint8Array(sizeBytes);
  let start = 0;
  for (const { metadata, body: content } of messages) {
    bytes.set(metadata, start);
    start += metadata.length;
    let at = start;
    for (const { buffer, offset, length } of content.buffers) {
      bytes.fill(0, at, start + offset);
      bytes.set(buffer, start + offset);
      at = start + offset + length;
    }
    start += content.sizeBytes;
    bytes.fill(0, at, start);
  }
  new DataView(bytes.buffer, bytes.byteOffset).setBigUint64(start, 0xffffffffn, true);
  return { stream: bytes.subarray(0, sizeBytes), scratch: bytes };
}

/** The dictionaries of the columns with their ids; a dictionary follows those that it uses. */
class Dictionaries {
  readonly #ids = new Map<ArrowArray, number>();

  get all(): readonly (readonly [ArrowArray, number])[] {
    return [...this.#ids];
  }

  find({ children, dictionary }: ArrowArray): void {
    for (const child of children) this.find(child);
    if (dictionary !== null && !this.#ids.has(dictionary)) this.#ids.set(dictionary, this.#ids.size);
  }

  idOf(dictionary: ArrowArray): number {
    return this.#ids.get(dictionary) ?? 0;
  }
}

interface Body {
  /** Length and null count of each column and its parts, depth first. */
  readonly nodes: readonly (readonly [number, number])[];
  readonly buffers: readonly { readonly buffer: Uint8Array; readonly offset: number; readonly length: number }[];
  readonly sizeBytes: number;
}

/** The alignment of buffers, in bytes. Arrow recommends 64; arrow-rs copies buffers that are not aligned to their values. */
const alignment = 64;

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => new Uint8Array(buffer, byteOffset, byteLength);
const nothing = new Uint8Array(0);

function bodyOf(arrays: readonly ArrowArray[]): Body {
  const nodes: [number, number][] = [];
  const buffers: { buffer: Uint8Array; offset: number; length: number }[] = [];
  let sizeBytes = 0;
  const add = (view: ArrayBufferView) => {
    const buffer = bytesOf(view);
    buffers.push({ buffer, offset: sizeBytes, length: buffer.length });
    sizeBytes = Math.ceil((sizeBytes + buffer.length) / alignment) * alignment;
  };
  const place = ({ rowCount, nullCount, validity, offsets, values, children }: ArrowArray) => {
    nodes.push([rowCount, nullCount]);
    add(validity ?? nothing);
    if (offsets !== null) add(offsets);
    if (values !== null) add(values);
    for (const child of children) place(child);
  };
  for (const array of arrays) place(array);
  return { nodes, buffers, sizeBytes };
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

/** Constants of Arrow's Message.fbs and Schema.fbs. */
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

function batchTable(writer: FlatBufferWriter, rowCount: number, { nodes, buffers }: Body): number {
  const bufferVector = writer.pairVector(buffers.map(({ offset, length }) => [offset, length] as const));
  const nodeVector = writer.pairVector(nodes);
  return writer.table([
    { index: 0, type: 'int64', value: rowCount },
    { index: 1, type: 'offset', value: nodeVector },
    { index: 2, type: 'offset', value: bufferVector },
  ]);
}

function batchMessage(rowCount: number, body: Body): Uint8Array {
  const writer = new FlatBufferWriter();
  return message(writer, batchTable(writer, rowCount, body), headerType.recordBatch, body.sizeBytes);
}

function dictionaryMessage(id: number, rowCount: number, body: Body): Uint8Array {
  const writer = new FlatBufferWriter();
  const data = batchTable(writer, rowCount, body);
  const dictionary = writer.table([
    { index: 0, type: 'int64', value: id },
    { index: 1, type: 'offset', value: data },
  ]);
  return message(writer, dictionary, headerType.dictionaryBatch, body.sizeBytes);
}

function schemaMessage(arrays: readonly ArrowArray[], dictionaries: Dictionaries): Uint8Array {
  const writer = new FlatBufferWriter();
  const fields = writer.offsetVector(arrays.map((array) => field(writer, array, dictionaries)));
  const schema = writer.table([{ index: 1, type: 'offset', value: fields }]);
  return message(writer, schema, headerType.schema, 0);
}

interface ArrowTypeTable {
  readonly number: number;
  readonly table: number;
}

function field(writer: FlatBufferWriter, array: ArrowArray, dictionaries: Dictionaries): number {
  const { name: text, nullable, type, dictionary } = array;
  // The field of a dictionary has the type of its values.
  const childFields = array.children.map((child) => field(writer, child, dictionaries));
  const typeTable = arrowType(writer, type.kind === 'category' ? type.item : type);
  const encoding =
    type.kind === 'category' && dictionary !== null ? encodingOf(writer, dictionaries.idOf(dictionary), type) : null;
  const name = writer.string(text);
  const children = writer.offsetVector(childFields);
  return writer.table([
    { index: 0, type: 'offset', value: name },
    { index: 3, type: 'offset', value: typeTable.table },
    ...(encoding === null ? [] : [{ index: 4, type: 'offset', value: encoding } as const]),
    { index: 5, type: 'offset', value: children },
    { index: 1, type: 'int8', value: nullable ? 1 : 0 },
    { index: 2, type: 'int8', value: typeTable.number },
  ]);
}

function encodingOf(
  writer: FlatBufferWriter,
  id: number,
  { ordered, indexType }: Extract<ArrowType, { kind: 'category' }>,
): number {
  const index = fixedType(writer, indexType).table;
  return writer.table([
    { index: 0, type: 'int64', value: id },
    { index: 1, type: 'offset', value: index },
    { index: 2, type: 'int8', value: ordered ? 1 : 0 },
  ]);
}

const table = (writer: FlatBufferWriter, number: number, fields: readonly TableField[] = []): ArrowTypeTable => ({
  number,
  table: writer.table(fields),
});

function arrowType(writer: FlatBufferWriter, type: ArrowType): ArrowTypeTable {
  switch (type.kind) {
    case 'variable':
      return table(writer, type.columnType === 'utf8' ? typeNumber.utf8 : typeNumber.binary);
    case 'bool':
      return table(writer, typeNumber.bool);
    case 'float16':
      return table(writer, typeNumber.floatingPoint, [{ index: 0, type: 'int16', value: precision.float16 }]);
    case 'timestamp':
      return timestamp(writer, timeUnits.indexOf(type.unit), type.timeZone);
    case 'time':
      return table(writer, typeNumber.time, [
        { index: 1, type: 'int32', value: bytesPerTick(type) * 8 },
        { index: 0, type: 'int16', value: timeUnits.indexOf(type.unit) },
      ]);
    case 'duration':
      return table(writer, typeNumber.duration, [{ index: 0, type: 'int16', value: timeUnits.indexOf(type.unit) }]);
    case 'decimal':
      return table(writer, typeNumber.decimal, [
        { index: 0, type: 'int32', value: type.precision },
        { index: 1, type: 'int32', value: type.scale },
        { index: 2, type: 'int32', value: type.bytes * 8 },
      ]);
    case 'fixedBinary':
      return table(writer, typeNumber.fixedSizeBinary, [{ index: 0, type: 'int32', value: type.width }]);
    case 'list':
      return table(writer, typeNumber.list);
    case 'struct':
      return table(writer, typeNumber.struct);
    case 'vector':
      return table(writer, typeNumber.fixedSizeList, [{ index: 0, type: 'int32', value: type.length ?? 0 }]);
    case 'category':
      return arrowType(writer, type.item);
    case 'fixed':
      return fixedType(writer, type.columnType);
  }
}

function timestamp(writer: FlatBufferWriter, unit: number, timeZone: string | null): ArrowTypeTable {
  const zone = timeZone === null ? null : writer.string(timeZone);
  return table(writer, typeNumber.timestamp, [
    ...(zone === null ? [] : [{ index: 1, type: 'offset', value: zone } as const]),
    { index: 0, type: 'int16', value: unit },
  ]);
}

function fixedType(writer: FlatBufferWriter, type: Exclude<FixedWidthType, 'bool'>): ArrowTypeTable {
  switch (type) {
    case 'date':
      // The default unit is milliseconds, so the unit of days (0) must be written.
      return table(writer, typeNumber.date, [{ index: 0, type: 'int16', value: 0 }]);
    case 'timestamp':
      return timestamp(writer, timeUnits.indexOf('us'), null);
    case 'float32':
    case 'float64':
      return table(writer, typeNumber.floatingPoint, [{ index: 0, type: 'int16', value: precision[type] }]);
    default: {
      const signed = !type.startsWith('u');
      return table(writer, typeNumber.int, [
        { index: 0, type: 'int32', value: Number(type.slice(signed ? 3 : 4)) },
        { index: 1, type: 'int8', value: signed ? 1 : 0 },
      ]);
    }
  }
}
