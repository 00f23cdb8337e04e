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
  RecordBatch,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  Time,
  Timestamp,
  TimestampMicrosecond,
  TimeUnit as ArrowTimeUnit,
  Uint8,
  Uint16,
  Uint32,
  Uint64,
  Utf8,
  Vector,
} from 'apache-arrow';
import { type ArrowArray, ArrowArrayConverter } from '../../../columns/arrow-parts';
import { bytesPerTick } from '../../../columns/arrow-type';
import type { Allocate } from '../../../model/entry';
import { tableNoteKey } from '../../../columns/table-note';
import type { LayoutToWrite, UncopiedVectors } from '../../../columns/uncopied-vectors';
import type { BufferCodec } from './buffer-codec';
import { IpcFileChunks, UncopiedCompressedBuffers } from './file-parts';

export interface WriteSettings {
  readonly container: 'file' | 'stream';
  /** Rows per batch are a multiple of 8, so that validity bitmaps can be cut at whole bytes. */
  readonly batchRows: number;
  readonly compression: { readonly type: CompressionType; readonly codec: BufferCodec } | null;
}

/** Writes an IPC file or stream into the memory that `allocate` gives, after everything else is known. */
export function writeArrow(
  { layout: { rowCount, columns, note }, vectors }: LayoutToWrite,
  { container, batchRows, compression }: WriteSettings,
  allocate: Allocate,
): Uint8Array<ArrayBuffer> {
  const arrays = new ArrowArrayConverter();
  const made = new MadeDictionaries();
  // Writes at least one batch, because apache-arrow returns no columns for a file without batches.
  const firstRows = Math.min(batchRows, rowCount);
  const first = columns.map((column) => arrays.of(column, 0, firstRows));
  const fields = first.map((array) => fieldOf(array, made));
  const schema = new Schema(fields, new Map(note === null ? [] : [[tableNoteKey, note]]));
  const compressor = compression === null ? null : new Compressor(compression, vectors);
  const writer = container === 'file' ? new FileWriter(compressor) : new StreamWriter(compressor);
  writer.reset(undefined, schema);
  for (let from = 0; from === 0 || from < rowCount; from += batchRows) {
    const to = Math.min(from + batchRows, rowCount);
    const children = columns.map((column, index) =>
      dataOf((from === 0 ? first[index] : undefined) ?? arrays.of(column, from, to), fields[index]?.type, made),
    );
    writer.write(
      new RecordBatch(schema, makeData({ type: new Struct(fields), length: to - from, nullCount: 0, children })),
    );
  }
  writer.finish();
  return writer.parts.join(
    allocate,
    [vectors, compressor?.frames ?? null].filter((bytes) => bytes !== null),
  );
}

const fixedTypes = {
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
  date: () => new DateDay(),
  timestamp: () => new TimestampMicrosecond(null),
} as const;

const unitOf = {
  s: ArrowTimeUnit.SECOND,
  ms: ArrowTimeUnit.MILLISECOND,
  us: ArrowTimeUnit.MICROSECOND,
  ns: ArrowTimeUnit.NANOSECOND,
} as const;

interface MadeDictionary {
  readonly id: number;
  readonly type: DataType;
  readonly vector: Vector;
}

/** Makes each dictionary one object, because apache-arrow would write an equal but different object again. */
class MadeDictionaries {
  readonly #made = new Map<ArrowArray, MadeDictionary>();

  of(array: ArrowArray): MadeDictionary {
    const known = this.#made.get(array);
    if (known !== undefined) return known;
    const type = typeOf(array, this);
    const made = { id: this.#made.size, type, vector: new Vector([dataOf(array, type, this)]) };
    this.#made.set(array, made);
    return made;
  }
}

const fieldOf = (array: ArrowArray, made: MadeDictionaries) =>
  new Field(array.name, typeOf(array, made), array.nullable);

function typeOf(array: ArrowArray, made: MadeDictionaries): DataType {
  const { type, children } = array;
  switch (type.kind) {
    case 'fixed':
      return fixedTypes[type.columnType]();
    case 'bool':
      return new Bool();
    case 'variable':
      return type.columnType === 'utf8' ? new Utf8() : new Binary();
    case 'float16':
      return new Float16();
    case 'timestamp':
      return new Timestamp(unitOf[type.unit], type.timeZone);
    case 'time':
      return new Time(unitOf[type.unit], bytesPerTick(type) === 4 ? 32 : 64);
    case 'duration':
      return new Duration(unitOf[type.unit]);
    case 'decimal':
      return new Decimal(type.scale, type.precision, type.bytes * 8);
    case 'fixedBinary':
      return new FixedSizeBinary(type.width);
    case 'category': {
      const dictionary = made.of(array.dictionary as ArrowArray);
      return new Dictionary(dictionary.type, new Int32(), dictionary.id, type.ordered);
    }
    case 'list':
      return new List(fieldOf(children[0] as ArrowArray, made));
    case 'struct':
      return new Struct(children.map((child) => fieldOf(child, made)));
    case 'vector':
      return new FixedSizeList(type.length ?? 0, fieldOf(children[0] as ArrowArray, made));
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
  readonly children?: Data[];
  readonly dictionary?: Vector;
}

/** Calls `makeData` without its overloads by type, because a column's type is known only at run time. */
const dataFrom = (parts: DataParts): Data => makeData(parts);

/** The array as apache-arrow's Data, without copying. */
function dataOf(array: ArrowArray, known: DataType | undefined, made: MadeDictionaries): Data {
  const type = known ?? typeOf(array, made);
  const { rowCount, nullCount, validity, offsets, values, children, dictionary } = array;
  const inner = children.map((child, index) =>
    dataOf(child, (type.children?.[index] as Field | undefined)?.type, made),
  );
  const [child] = inner;
  return dataFrom({
    type,
    length: rowCount,
    nullCount,
    ...(validity === null ? {} : { nullBitmap: validity }),
    ...(offsets === null ? {} : { valueOffsets: offsets }),
    ...(values === null ? {} : { data: values }),
    ...(array.type.kind === 'struct' ? { children: inner } : child === undefined ? {} : { child }),
    ...(dictionary === null ? {} : { dictionary: made.of(dictionary).vector }),
  });
}

/** The body of a message: buffers as pairs of prefix and content, and the offset of each pair. */
interface CompressedBody {
  byteLength: number;
  bufferRegions: { offset: number; length: number }[];
  buffers: ArrayBufferView[];
}

/** The number of bytes before a compressed buffer that hold its uncompressed length (Arrow columnar format, “Record batch message”). */
const prefixBytes = 8;
const storedPlain = -1n;

/** Replaces the compressed buffers of apache-arrow 21.2.0, which writes the compressed length as prefix; pyarrow rejects that. */
class Compressor {
  readonly type: CompressionType;
  readonly frames: UncopiedCompressedBuffers;
  readonly #vectors: UncopiedVectors | null;

  constructor({ type, codec }: NonNullable<WriteSettings['compression']>, vectors: UncopiedVectors | null) {
    this.type = type;
    this.frames = new UncopiedCompressedBuffers(codec);
    this.#vectors = vectors;
  }

  body(buffers: readonly ArrayBufferView[]): CompressedBody {
    const body: CompressedBody = { byteLength: 0, bufferRegions: [], buffers: [] };
    for (const buffer of buffers) {
      const plain = bytesOf(buffer);
      if (plain.length === 0) {
        body.buffers.push(plain, plain);
        body.bufferRegions.push({ offset: body.byteLength, length: 0 });
        continue;
      }
      const frame = this.frames.compress(plain.length, (target) => {
        if (this.#vectors?.has(plain)) this.#vectors.copy(plain, target);
        else target.set(plain);
      });
      const content = frame ?? plain;
      const prefix = new DataView(new ArrayBuffer(prefixBytes));
      prefix.setBigInt64(0, frame === null ? storedPlain : BigInt(plain.length), true);
      body.buffers.push(prefix, content);
      body.bufferRegions.push({ offset: body.byteLength, length: prefixBytes + content.length });
      body.byteLength = (body.byteLength + prefixBytes + content.length + 7) & ~7;
    }
    return body;
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => new Uint8Array(buffer, byteOffset, byteLength);

class FileWriter extends RecordBatchFileWriter {
  readonly parts = new IpcFileChunks();
  readonly #compressor: Compressor | null;

  constructor(compressor: Compressor | null) {
    super(compressor === null ? {} : { compressionType: compressor.type });
    this.#compressor = compressor;
  }

  /** apache-arrow would queue the bytes, and join them in a new buffer. */
  protected override _write(chunk: ArrayBufferView): this {
    this._position += this.parts.add(bytesOf(chunk));
    return this;
  }

  /** An IPC file that contains the whole stream, including the schema message, so that it can be read as a stream. apache-arrow leaves that message out. */
  protected override _writeSchema(schema: Schema): this {
    return super._writeSchema(schema)._writeMessage(Message.from(schema));
  }

  protected override _compressBodyBuffers(buffers: ArrayBufferView[]): CompressedBody {
    return this.#compressor?.body(buffers) ?? super._compressBodyBuffers(buffers);
  }
}

class StreamWriter extends RecordBatchStreamWriter {
  readonly parts = new IpcFileChunks();
  readonly #compressor: Compressor | null;

  constructor(compressor: Compressor | null) {
    super(compressor === null ? {} : { compressionType: compressor.type });
    this.#compressor = compressor;
  }

  protected override _write(chunk: ArrayBufferView): this {
    this._position += this.parts.add(bytesOf(chunk));
    return this;
  }

  protected override _compressBodyBuffers(buffers: ArrayBufferView[]): CompressedBody {
    return this.#compressor?.body(buffers) ?? super._compressBodyBuffers(buffers);
  }
}
