import { DataType, DateUnit, MessageReader, type Schema, TimeUnit } from 'apache-arrow';
import { ArrowDamage, checkArrowStream } from '../../../libraries/arrow-messages';
import { type ArrowRun, type ArrowType, columnFromRuns } from '../../../model/arrow-columns';
import { type LaidOutColumn, noteKey } from '../../../model/columnar-layout';
import { type NumericType, numericConstructor, storageType } from '../../../model/dataset';
import { FormatlabError } from '../../../model/errors';

/** Decompresses a buffer that must hold exactly `sizeBytes`. */
export type Decompress = (codec: 'lz4' | 'zstd', input: Uint8Array, sizeBytes: number) => Uint8Array;

interface Region {
  readonly offset: number;
  readonly length: number;
}

interface Batch {
  readonly rowCount: number;
  readonly nodes: readonly { readonly length: number; readonly nullCount: number }[];
  readonly regions: readonly Region[];
  readonly codec: 'lz4' | 'zstd' | null;
  readonly body: Uint8Array;
}

/** A column and where its parts lie among the nodes and buffers of each batch. */
interface ColumnPlan {
  readonly name: string;
  readonly type: ArrowType;
  readonly node: number;
  readonly buffer: number;
}

/** At most this much is decompressed of one file, whatever it claims. */
const limitBytes = 2 ** 31;
const prefixBytes = 8;
const magic = [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31] as const;

/** The messages of an Arrow IPC file or stream, parsed by apache-arrow; buffers are cut out, and decompressed, only when a column is asked for. */
export class ArrowSource {
  readonly rowCount: number;
  readonly note: string | null;
  readonly #columns: readonly ColumnPlan[];
  readonly #batches: readonly Batch[];
  readonly #decompress: Decompress;
  #decompressedBytes = 0;

  constructor(file: Uint8Array, decompress: Decompress) {
    const { schema, batches } = readMessages(streamOf(file));
    this.#columns = planColumns(schema);
    this.#batches = batches;
    this.#decompress = decompress;
    this.note = schema.metadata.get(noteKey) ?? null;
    this.rowCount = batches.reduce((rows, batch) => rows + batch.rowCount, 0);
  }

  columns(names: readonly string[] | null): LaidOutColumn[] {
    this.#decompressedBytes = 0;
    return this.#columns
      .filter(({ name }) => names === null || names.includes(name))
      .map((plan) =>
        columnFromRuns(
          plan.name,
          plan.type,
          this.#batches.map((batch) => this.#checkedRun(batch, plan)),
        ),
      );
  }

  /** Reads rows one by one. Where batches are not compressed, their columns are looked at in place. */
  rowReader(names: readonly string[] | null): (row: number) => LaidOutColumn[] | null {
    const plans = this.#columns.filter(({ name }) => names === null || names.includes(name));
    const batches = this.#batches.map((batch) => ({
      batch,
      runs: batch.codec === null ? plans.map((plan) => this.#checkedRun(batch, plan)) : null,
    }));
    return (row) => {
      if (!Number.isInteger(row)) return null;
      let first = 0;
      for (const { batch, runs } of batches) {
        if (row >= first && row < first + batch.rowCount) {
          this.#decompressedBytes = 0;
          const offset = row - first;
          return plans.map((plan, index) => {
            const run = runs?.[index] ?? this.#run(batch, plan);
            return columnFromRuns(plan.name, plan.type, [{ ...run, offset, rowCount: 1 }]);
          });
        }
        first += batch.rowCount;
      }
      return null;
    };
  }

  #checkedRun(batch: Batch, plan: ColumnPlan): ArrowRun {
    const run = this.#run(batch, plan);
    const { offsets } = run;
    if (offsets !== null) {
      for (let row = 0; row < run.rowCount; row += 1)
        if ((offsets[row] ?? 0) > (offsets[row + 1] ?? 0))
          throw damaged(`The offsets of the column “${plan.name}” fall at row ${row}.`);
    }
    return run;
  }

  #run(batch: Batch, { name, type, node: nodeIndex, buffer: bufferIndex }: ColumnPlan): ArrowRun {
    const node = batch.nodes[nodeIndex];
    if (node === undefined || node.length !== batch.rowCount)
      throw damaged(`The column “${name}” has ${node?.length ?? 'no'} rows in a batch of ${batch.rowCount}.`);
    const rowCount = batch.rowCount;
    const need = (bytes: Uint8Array, sizeBytes: number) => {
      if (bytes.length < sizeBytes)
        throw damaged(
          `The column “${name}” has a buffer of ${bytes.length} bytes where ${rowCount} rows take ${sizeBytes}.`,
        );
      return bytes;
    };
    const bitmap = node.nullCount > 0 ? need(this.#buffer(batch, bufferIndex), (rowCount + 7) >> 3) : null;
    const base = { rowCount, offset: 0, validity: bitmap, offsets: null };
    switch (type.kind) {
      case 'fixed':
        return {
          ...base,
          values: need(
            this.#buffer(batch, bufferIndex + 1),
            rowCount * numericConstructor(storageType[type.columnType]).BYTES_PER_ELEMENT,
          ),
        };
      case 'bool':
        return { ...base, values: need(this.#buffer(batch, bufferIndex + 1), (rowCount + 7) >> 3) };
      case 'variable': {
        const offsets = int32View(need(this.#buffer(batch, bufferIndex + 1), rowCount === 0 ? 0 : 4 * (rowCount + 1)));
        const values = need(this.#buffer(batch, bufferIndex + 2), offsets[rowCount] ?? 0);
        if ((offsets[0] ?? 0) < 0) throw damaged(`The offsets of the column “${name}” begin below 0.`);
        return { ...base, offsets, values };
      }
      case 'list': {
        const child = batch.nodes[nodeIndex + 1];
        if (child === undefined || child.nullCount > 0)
          throw new FormatlabError({
            tag: 'unsupported',
            stage: 'decode',
            format: 'arrow',
            message: `The lists of the column “${name}” hold nulls.`,
          });
        const length = type.length ?? 0;
        return {
          ...base,
          values: need(
            this.#buffer(batch, bufferIndex + 2),
            rowCount * length * numericConstructor(type.elementType).BYTES_PER_ELEMENT,
          ),
        };
      }
    }
  }

  #buffer({ regions, codec, body }: Batch, index: number): Uint8Array {
    const region = regions[index];
    if (region === undefined || region.offset < 0 || region.length < 0 || region.offset + region.length > body.length)
      throw damaged(`A batch names a buffer outside of its ${body.length} bytes.`);
    const bytes = body.subarray(region.offset, region.offset + region.length);
    if (codec === null || bytes.length === 0) return bytes;
    if (bytes.length < prefixBytes) throw damaged('A compressed buffer has no length before it.');
    const sizeBytes = Number(new DataView(bytes.buffer, bytes.byteOffset, prefixBytes).getBigInt64(0, true));
    const content = bytes.subarray(prefixBytes);
    if (sizeBytes === -1) return content;
    this.#decompressedBytes += sizeBytes;
    if (sizeBytes < 0 || this.#decompressedBytes > limitBytes) {
      throw new FormatlabError({
        tag: 'tooLarge',
        stage: 'decode',
        format: 'arrow',
        message: `The file’s buffers claim ${this.#decompressedBytes} bytes, more than the ${limitBytes} that are read here.`,
      });
    }
    return this.#decompress(codec, content, sizeBytes);
  }
}

/** A file holds a stream between its magic bytes and its footer. */
function streamOf(file: Uint8Array): Uint8Array {
  if (!magic.every((byte, index) => file[index] === byte)) return file;
  const end = file.length - magic.length;
  const footerBytes = end >= 12 ? new DataView(file.buffer, file.byteOffset + end - 4, 4).getInt32(0, true) : -1;
  if (!magic.every((byte, index) => file[end + index] === byte) || footerBytes <= 0 || footerBytes > end - 12)
    throw damaged('The file is cut short: it does not end with a footer.');
  return file.subarray(8, end - 4 - footerBytes);
}

/** Here a stream ends with its mark: what was cut between two messages has none. */
function checkStream(stream: Uint8Array): void {
  let ended: boolean;
  try {
    ended = checkArrowStream(stream);
  } catch (thrown) {
    throw thrown instanceof ArrowDamage ? damaged(`The Arrow IPC stream ${thrown.message}.`) : thrown;
  }
  if (!ended) throw damaged('The Arrow IPC stream ends without its end mark.');
}

function readMessages(stream: Uint8Array): { schema: Schema; batches: Batch[] } {
  checkStream(stream);
  const reader = new MessageReader(stream);
  const schema = reader.readSchema(false);
  if (!schema) throw damaged('The file has no schema.');
  const batches: Batch[] = [];
  for (let message = reader.readMessage(); message !== null; message = reader.readMessage()) {
    if (!message.isRecordBatch())
      throw new FormatlabError({
        tag: 'unsupported',
        stage: 'decode',
        format: 'arrow',
        message: 'The file holds dictionaries, which are not read here.',
      });
    const { length, nodes, buffers, compression } = message.header();
    const codec = compression === null ? null : compression.type === 0 ? 'lz4' : 'zstd';
    batches.push({
      rowCount: length,
      nodes,
      regions: buffers,
      codec,
      body: reader.readMessageBody(message.bodyLength),
    });
  }
  return { schema, batches };
}

function planColumns(schema: Schema): ColumnPlan[] {
  let node = 0;
  let buffer = 0;
  return schema.fields.map((field) => {
    // apache-arrow has null for a name without characters.
    const name: string = field.name ?? '';
    const type = arrowTypeOf(name, field.type);
    const plan = { name, type, node, buffer };
    node += type.kind === 'list' ? 2 : 1;
    buffer += type.kind === 'list' || type.kind === 'variable' ? 3 : 2;
    return plan;
  });
}

function arrowTypeOf(name: string, type: DataType): ArrowType {
  const numeric = numericTypeOf(type);
  if (numeric !== null) return { kind: 'fixed', columnType: numeric };
  if (DataType.isBool(type)) return { kind: 'bool' };
  if (DataType.isDate(type) && type.unit === DateUnit.DAY) return { kind: 'fixed', columnType: 'date' };
  if (DataType.isTimestamp(type) && type.unit === TimeUnit.MICROSECOND)
    return { kind: 'fixed', columnType: 'timestamp' };
  if (DataType.isUtf8(type)) return { kind: 'variable', columnType: 'utf8' };
  if (DataType.isBinary(type)) return { kind: 'variable', columnType: 'binary' };
  if (DataType.isFixedSizeList(type)) {
    const elementType = numericTypeOf(type.valueType);
    if (elementType !== null) return { kind: 'list', elementType, length: type.listSize };
  }
  throw new FormatlabError({
    tag: 'unsupported',
    stage: 'decode',
    format: 'arrow',
    message: `The column “${name}” is of type ${String(type)}, which no dataset has.`,
  });
}

function numericTypeOf(type: DataType): NumericType | null {
  if (DataType.isInt(type)) return `${type.isSigned ? 'int' : 'uint'}${type.bitWidth}` as NumericType;
  if (DataType.isFloat(type) && type.precision !== 0) return type.precision === 1 ? 'float32' : 'float64';
  return null;
}

function int32View(bytes: Uint8Array): Int32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
}

function damaged(message: string): FormatlabError {
  return new FormatlabError({ tag: 'malformedInput', stage: 'decode', format: 'arrow', message });
}
