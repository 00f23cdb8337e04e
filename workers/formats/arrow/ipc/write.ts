import {
  Binary,
  Bool,
  type CompressionType,
  type Data,
  type DataType,
  DateDay,
  Field,
  FixedSizeList,
  Float32,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  Message,
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  TimestampMicrosecond,
  Uint8,
  Uint16,
  Uint32,
  Uint64,
  Utf8,
} from 'apache-arrow';
import { type ColumnarLayout, type LaidOutColumn, noteKey } from '../../../model/columnar-layout';
import { type ColumnType, isVariableWidth } from '../../../model/dataset';

export interface WriteSettings {
  readonly container: 'file' | 'stream';
  /** A multiple of 8, so that bitmaps can be cut at whole bytes. */
  readonly batchRows: number;
  readonly compression: { readonly type: CompressionType; readonly compress: (bytes: Uint8Array) => Uint8Array } | null;
}

export function writeArrow(
  { rowCount, columns, note }: ColumnarLayout,
  { container, batchRows, compression }: WriteSettings,
): Uint8Array<ArrayBuffer> {
  const fields = columns.map(
    (column) => new Field(column.name, typeOf(column), column.type !== 'vector' && column.validity !== null),
  );
  const schema = new Schema(fields, new Map(note === null ? [] : [[noteKey, note]]));
  const writer = container === 'file' ? new FileWriter(compression) : new StreamWriter(compression);
  writer.reset(undefined, schema);
  // At least one batch, since a reader without any has no columns to give.
  for (let from = 0; from === 0 || from < rowCount; from += batchRows) {
    const to = Math.min(from + batchRows, rowCount);
    const children = columns.map((column, index) => dataOf(column, fields[index]?.type ?? typeOf(column), from, to));
    writer.write(
      new RecordBatch(schema, makeData({ type: new Struct(fields), length: to - from, nullCount: 0, children })),
    );
  }
  writer.finish();
  return writer.toUint8Array(true) as Uint8Array<ArrayBuffer>;
}

const types = {
  int8: () => new Int8(),
  int16: () => new Int16(),
  int32: () => new Int32(),
  int64: () => new Int64(),
  uint8: () => new Uint8(),
  uint16: () => new Uint16(),
  uint32: () => new Uint32(),
  uint64: () => new Uint64(),
  float32: () => new Float32(),
  float64: () => new Float64(),
  bool: () => new Bool(),
  date: () => new DateDay(),
  timestamp: () => new TimestampMicrosecond(null),
  utf8: () => new Utf8(),
  json: () => new Utf8(),
  binary: () => new Binary(),
} as const satisfies Record<ColumnType, () => DataType>;

function typeOf(column: LaidOutColumn): DataType {
  if (column.type !== 'vector') return types[column.type]();
  return new FixedSizeList(column.length, new Field('item', types[column.elementType](), false));
}

interface DataParts {
  readonly type: DataType;
  readonly length: number;
  readonly nullCount: number;
  readonly nullBitmap?: Uint8Array;
  readonly data?: ArrayBufferView;
  readonly valueOffsets?: Int32Array;
  readonly child?: Data;
}

/** `makeData` is overloaded by type; a column's type is known only when it runs. */
const dataFrom = (parts: DataParts): Data => makeData(parts);

/** Rows `from` to `to` of a column as apache-arrow has them: views, but for booleans, which become bits. */
function dataOf(column: LaidOutColumn, type: DataType, from: number, to: number): Data {
  const length = to - from;
  if (column.type === 'vector') {
    const values = column.values.subarray(from * column.length, to * column.length);
    const child = dataFrom({ type: types[column.elementType](), length: values.length, nullCount: 0, data: values });
    return dataFrom({ type, length, nullCount: 0, child });
  }
  const validity = column.validity?.subarray(from >> 3, (to + 7) >> 3) ?? null;
  const nulls = validity === null ? { nullCount: 0 } : { nullCount: nullCount(validity, length), nullBitmap: validity };
  if (isVariableWidth(column)) {
    const start = column.offsets[from] ?? 0;
    const offsets =
      from === 0
        ? column.offsets.subarray(0, to + 1)
        : column.offsets.slice(from, to + 1).map((offset) => offset - start);
    const data = column.data.subarray(start, column.offsets[to]);
    return dataFrom({ type, length, ...nulls, valueOffsets: offsets, data });
  }
  const data = column.type === 'bool' ? packBits(column.values.subarray(from, to)) : column.values.subarray(from, to);
  return dataFrom({ type, length, ...nulls, data });
}

/** Bits past the end are 0 in a column's bitmap. */
function nullCount(validity: Uint8Array, rows: number): number {
  let valid = 0;
  for (let byte of validity) for (; byte !== 0; byte &= byte - 1) valid += 1;
  return rows - valid;
}

function packBits(values: Uint8Array): Uint8Array {
  const bits = new Uint8Array((values.length + 7) >> 3);
  for (let row = 0; row < values.length; row += 1)
    if (values[row] !== 0) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  return bits;
}

type Compression = WriteSettings['compression'];

/** What a message's body is: buffers in pairs of prefix and content, and where each pair lies. */
interface CompressedBody {
  byteLength: number;
  bufferRegions: { offset: number; length: number }[];
  buffers: ArrayBufferView[];
}

/** Bytes before a compressed buffer that hold its uncompressed length (Arrow columnar format, “Record batch message”). */
const prefixBytes = 8;
const storedPlain = -1n;

/** apache-arrow 21.2.0 writes the compressed length, which pyarrow refuses. */
function compressBuffers(
  buffers: readonly ArrayBufferView[],
  compress: (bytes: Uint8Array) => Uint8Array,
): CompressedBody {
  const body: CompressedBody = { byteLength: 0, bufferRegions: [], buffers: [] };
  for (const { buffer, byteOffset, byteLength } of buffers) {
    const plain = new Uint8Array(buffer, byteOffset, byteLength);
    if (plain.length === 0) {
      body.buffers.push(plain, plain);
      body.bufferRegions.push({ offset: body.byteLength, length: 0 });
      continue;
    }
    const compressed = compress(plain);
    const pays = compressed.length < plain.length;
    const content = pays ? compressed : plain;
    const prefix = new DataView(new ArrayBuffer(prefixBytes));
    prefix.setBigInt64(0, pays ? BigInt(plain.length) : storedPlain, true);
    body.buffers.push(prefix, content);
    body.bufferRegions.push({ offset: body.byteLength, length: prefixBytes + content.length });
    body.byteLength = (body.byteLength + prefixBytes + content.length + 7) & ~7;
  }
  return body;
}

class FileWriter extends RecordBatchFileWriter {
  readonly #compression: Compression;

  constructor(compression: Compression) {
    super(compression === null ? {} : { compressionType: compression.type });
    this.#compression = compression;
  }

  /** The format has the whole stream in the file, so that it can be read as one; apache-arrow leaves the schema's message out. */
  protected override _writeSchema(schema: Schema): this {
    return super._writeSchema(schema)._writeMessage(Message.from(schema));
  }

  protected override _compressBodyBuffers(buffers: ArrayBufferView[]): CompressedBody {
    return this.#compression === null
      ? super._compressBodyBuffers(buffers)
      : compressBuffers(buffers, this.#compression.compress);
  }
}

class StreamWriter extends RecordBatchStreamWriter {
  readonly #compression: Compression;

  constructor(compression: Compression) {
    super(compression === null ? {} : { compressionType: compression.type });
    this.#compression = compression;
  }

  protected override _compressBodyBuffers(buffers: ArrayBufferView[]): CompressedBody {
    return this.#compression === null
      ? super._compressBodyBuffers(buffers)
      : compressBuffers(buffers, this.#compression.compress);
  }
}
