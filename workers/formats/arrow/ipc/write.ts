import {
  Binary,
  Bool,
  type CompressionType,
  type Data,
  type DataType,
  DateDay,
  Decimal,
  Dictionary,
  Duration,
  Field,
  FixedSizeBinary,
  FixedSizeList,
  Float16,
  Float32,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  List,
  Message,
  makeData,
  makeVector,
  RecordBatch,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  Time,
  TimeUnit as ArrowTimeUnit,
  Timestamp,
  Uint8,
  Uint16,
  Uint32,
  Uint64,
  Utf8,
  type Vector,
} from 'apache-arrow';
import { childrenOf } from '../../../libraries/arrow-types';
import { arrowDecimalBits, arrowDecimals } from '../../../model/arrow-decimals';
import { rowCountOf, sliceRows } from '../../../model/column-rows';
import { type ColumnarLayout, type LaidOutColumn, noteKey } from '../../../model/columnar-layout';
import {
  type CategoryColumn,
  type Column,
  type ColumnType,
  decimalWords,
  type PlainColumn,
  timestampParameters,
} from '../../../model/dataset';

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
  const dictionaries = new Dictionaries();
  const fields = columns.map(
    (column) =>
      new Field(column.name, typeOf(column, dictionaries), column.type !== 'vector' && column.validity !== null),
  );
  const schema = new Schema(fields, new Map(note === null ? [] : [[noteKey, note]]));
  const writer = container === 'file' ? new FileWriter(compression) : new StreamWriter(compression);
  writer.reset(undefined, schema);
  // At least one batch, since a reader without any has no columns to give.
  for (let from = 0; from === 0 || from < rowCount; from += batchRows) {
    const to = Math.min(from + batchRows, rowCount);
    const children = columns.map((column, index) =>
      dataOf(column, fields[index]?.type as DataType, from, to, dictionaries),
    );
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
  utf8: () => new Utf8(),
  json: () => new Utf8(),
  binary: () => new Binary(),
} as const satisfies Record<Exclude<ColumnType, 'timestamp'>, () => DataType>;

/** Numbers dictionaries in the order in which they are met, so that types and data agree. Rows of a column share its categories. */
class Dictionaries {
  /** A schema may name a dictionary twice only by one and the same type. */
  readonly #types = new Map<PlainColumn, { readonly id: number; readonly type: DataType }>();
  readonly #vectors = new Map<PlainColumn, Vector>();

  typeOf({ categories, ordered }: CategoryColumn): DataType {
    const known = this.#types.get(categories) ?? { id: this.#types.size, type: typeOf(categories, this) };
    this.#types.set(categories, known);
    return new Dictionary(known.type, new Int32(), known.id, ordered);
  }

  /** One vector for all batches: a second would be written again. */
  vectorOf({ categories }: CategoryColumn): Vector {
    const vector =
      this.#vectors.get(categories) ??
      makeVector(dataOf(categories, typeOf(categories, this), 0, rowCountOf(categories, 0), this));
    this.#vectors.set(categories, vector);
    return vector;
  }
}

const timeUnits = {
  s: ArrowTimeUnit.SECOND,
  ms: ArrowTimeUnit.MILLISECOND,
  us: ArrowTimeUnit.MICROSECOND,
  ns: ArrowTimeUnit.NANOSECOND,
} as const;

const fieldOf = (column: Column, dictionaries: Dictionaries) =>
  new Field(column.name, typeOf(column, dictionaries), column.validity !== null);

function typeOf(column: LaidOutColumn, dictionaries: Dictionaries): DataType {
  switch (column.type) {
    case 'vector':
      return new FixedSizeList(column.length, new Field('item', types[column.elementType](), false));
    case 'float16':
      return new Float16();
    case 'timestamp': {
      const { unit, timeZone } = timestampParameters(column);
      return new Timestamp(timeUnits[unit], timeZone);
    }
    case 'time':
      return new Time(timeUnits[column.unit], column.unit === 's' || column.unit === 'ms' ? 32 : 64);
    case 'duration':
      return new Duration(timeUnits[column.unit]);
    case 'decimal':
      return new Decimal(column.scale, column.precision, arrowDecimalBits(column.precision));
    case 'fixedBinary':
      return new FixedSizeBinary(column.width);
    case 'category':
      return dictionaries.typeOf(column);
    case 'list':
      return new List(fieldOf(column.item, dictionaries));
    case 'struct':
      return new Struct(column.fields.map((field) => fieldOf(field, dictionaries)));
    default:
      return types[column.type]();
  }
}

interface DataParts {
  readonly type: DataType;
  readonly length: number;
  readonly nullCount: number;
  readonly nullBitmap?: Uint8Array;
  readonly data?: ArrayBufferView;
  readonly valueOffsets?: Int32Array;
  readonly child?: Data;
  readonly children?: readonly Data[];
  readonly dictionary?: Vector;
}

/** `makeData` is overloaded by type; a column's type is known only when it runs. */
const dataFrom = (parts: DataParts): Data => makeData(parts);

/** Rows `from` to `to` of a column as apache-arrow has them: views, but for what lies otherwise in Arrow and for parts of columns that have parts. */
function dataOf(column: LaidOutColumn, type: DataType, from: number, to: number, dictionaries: Dictionaries): Data {
  const length = to - from;
  if (column.type === 'vector') {
    const values = column.values.subarray(from * column.length, to * column.length);
    const child = dataFrom({ type: types[column.elementType](), length: values.length, nullCount: 0, data: values });
    return dataFrom({ type, length, nullCount: 0, child });
  }
  const validity = column.validity?.subarray(from >> 3, (to + 7) >> 3) ?? null;
  const nulls = validity === null ? { nullCount: 0 } : { nullCount: nullCount(validity, length), nullBitmap: validity };
  const base = { type, length, ...nulls };
  switch (column.type) {
    case 'utf8':
    case 'binary':
    case 'json': {
      const start = column.offsets[from] ?? 0;
      const data = column.data.subarray(start, column.offsets[to]);
      return dataFrom({ ...base, valueOffsets: offsetsFrom(column.offsets, from, to), data });
    }
    case 'bool':
      return dataFrom({ ...base, data: packBits(column.values.subarray(from, to)) });
    case 'time': {
      const ticks = column.values.subarray(from, to);
      return dataFrom({ ...base, data: (type as Time).bitWidth === 32 ? Int32Array.from(ticks, Number) : ticks });
    }
    case 'decimal': {
      const words = decimalWords(column.precision);
      const values = column.values.subarray(from * words, to * words);
      return dataFrom({ ...base, data: arrowDecimals(values, column.precision) });
    }
    case 'fixedBinary':
      return dataFrom({ ...base, data: column.data.subarray(from * column.width, to * column.width) });
    case 'category':
      return dataFrom({ ...base, data: column.indices.subarray(from, to), dictionary: dictionaries.vectorOf(column) });
    case 'list': {
      const start = column.offsets[from] ?? 0;
      const end = column.offsets[to] ?? 0;
      const item =
        start === 0 && end === rowCountOf(column.item, end) ? column.item : sliceRows(column.item, start, end);
      const child = dataOf(item, childrenOf(type)[0]?.type as DataType, 0, end - start, dictionaries);
      return dataFrom({ ...base, valueOffsets: offsetsFrom(column.offsets, from, to), child });
    }
    case 'struct': {
      const children = column.fields.map((field, index) =>
        dataOf(field, childrenOf(type)[index]?.type as DataType, from, to, dictionaries),
      );
      return dataFrom({ ...base, children });
    }
    default:
      return dataFrom({ ...base, data: column.values.subarray(from, to) });
  }
}

function offsetsFrom(offsets: Int32Array, from: number, to: number): Int32Array {
  if (from === 0) return offsets.subarray(0, to + 1);
  const start = offsets[from] ?? 0;
  return offsets.slice(from, to + 1).map((offset) => offset - start);
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
