import type { ColumnarLayout, LaidOutColumn } from '../../../model/columnar-layout';
import { type FixedWidthType, isVariableWidth, type NumericType } from '../../../model/dataset';
import { FlatBufferWriter, type TableField } from './flatbuffer';

/**
 * An Arrow IPC stream of one record batch, straight from our buffers into one allocation (https://arrow.apache.org/docs/format/Columnar.html):
 * what parquet-wasm takes. `scratch` is used again where it is large enough; the result is a view of it.
 */
export function writeIpcStream(
  layout: ColumnarLayout,
  scratch: Uint8Array<ArrayBuffer>,
): { stream: Uint8Array<ArrayBuffer>; scratch: Uint8Array<ArrayBuffer> } {
  const body = bodyOf(layout);
  const schema = framed(schemaMessage(layout));
  const batch = framed(batchMessage(layout.rowCount, body));
  const sizeBytes = schema.length + batch.length + body.sizeBytes + 8;
  const bytes = scratch.length >= sizeBytes ? scratch : new Uint8Array(sizeBytes);
  bytes.set(schema);
  bytes.set(batch, schema.length);
  const bodyStart = schema.length + batch.length;
  let at = bodyStart;
  for (const { buffer, offset, length } of body.buffers) {
    bytes.fill(0, at, bodyStart + offset);
    bytes.set(buffer, bodyStart + offset);
    at = bodyStart + offset + length;
  }
  bytes.fill(0, at, bodyStart + body.sizeBytes);
  new DataView(bytes.buffer, bytes.byteOffset).setBigUint64(bodyStart + body.sizeBytes, 0xffffffffn, true);
  return { stream: bytes.subarray(0, sizeBytes), scratch: bytes };
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

function bodyOf({ rowCount, columns }: ColumnarLayout): Body {
  const nodes: [number, number][] = [];
  const buffers: { buffer: Uint8Array; offset: number; length: number }[] = [];
  let sizeBytes = 0;
  const add = (view: ArrayBufferView) => {
    const buffer = bytesOf(view);
    buffers.push({ buffer, offset: sizeBytes, length: buffer.length });
    sizeBytes = Math.ceil((sizeBytes + buffer.length) / alignment) * alignment;
  };
  for (const column of columns) {
    const validity = column.type === 'vector' ? null : column.validity;
    nodes.push([rowCount, validity === null ? 0 : nullCount(validity, rowCount)]);
    add(validity ?? nothing);
    if (column.type === 'vector') {
      nodes.push([column.values.length, 0]);
      add(nothing);
      add(column.values);
    } else if (isVariableWidth(column)) {
      add(column.offsets);
      add(column.data.subarray(0, column.offsets.at(-1) ?? 0));
    } else {
      add(column.type === 'bool' ? packBits(column.values) : column.values);
    }
  }
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
const headerType = { schema: 1, recordBatch: 3 } as const;
const typeNumber = {
  int: 2,
  floatingPoint: 3,
  binary: 4,
  utf8: 5,
  bool: 6,
  date: 8,
  timestamp: 10,
  fixedSizeList: 16,
} as const;
const precision = { float32: 1, float64: 2 } as const;
const microseconds = 2;

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

function batchMessage(rowCount: number, { nodes, buffers, sizeBytes }: Body): Uint8Array {
  const writer = new FlatBufferWriter();
  const bufferVector = writer.pairVector(buffers.map(({ offset, length }) => [offset, length] as const));
  const nodeVector = writer.pairVector(nodes);
  const batch = writer.table([
    { index: 0, type: 'int64', value: rowCount },
    { index: 1, type: 'offset', value: nodeVector },
    { index: 2, type: 'offset', value: bufferVector },
  ]);
  return message(writer, batch, headerType.recordBatch, sizeBytes);
}

function schemaMessage({ columns }: ColumnarLayout): Uint8Array {
  const writer = new FlatBufferWriter();
  const fields = writer.offsetVector(columns.map((column) => field(writer, column)));
  const schema = writer.table([{ index: 1, type: 'offset', value: fields }]);
  return message(writer, schema, headerType.schema, 0);
}

function field(writer: FlatBufferWriter, column: LaidOutColumn): number {
  if (column.type !== 'vector')
    return namedField(writer, column.name, column.validity !== null, arrowType(writer, column.type), []);
  const child = namedField(writer, 'item', false, arrowType(writer, column.elementType), []);
  const table = writer.table([{ index: 0, type: 'int32', value: column.length }]);
  return namedField(writer, column.name, false, { number: typeNumber.fixedSizeList, table }, [child]);
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
): number {
  const name = writer.string(text);
  const children = writer.offsetVector(childFields);
  return writer.table([
    { index: 0, type: 'offset', value: name },
    { index: 3, type: 'offset', value: type.table },
    { index: 5, type: 'offset', value: children },
    { index: 1, type: 'int8', value: nullable ? 1 : 0 },
    { index: 2, type: 'int8', value: type.number },
  ]);
}

function arrowType(
  writer: FlatBufferWriter,
  type: FixedWidthType | NumericType | 'utf8' | 'json' | 'binary',
): ArrowTypeTable {
  const table = (number: number, fields: readonly TableField[] = []) => ({ number, table: writer.table(fields) });
  switch (type) {
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
    case 'timestamp':
      return table(typeNumber.timestamp, [{ index: 0, type: 'int16', value: microseconds }]);
    case 'float32':
    case 'float64':
      return table(typeNumber.floatingPoint, [{ index: 0, type: 'int16', value: precision[type] }]);
    default: {
      const signed = !type.startsWith('u');
      return table(typeNumber.int, [
        { index: 0, type: 'int32', value: Number(type.slice(signed ? 3 : 4)) },
        { index: 1, type: 'int8', value: signed ? 1 : 0 },
      ]);
    }
  }
}
