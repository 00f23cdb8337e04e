import { type Dictionary, Field, MessageReader, type Schema } from 'apache-arrow';
import { ArrowDamage, checkArrowStream } from '../../../libraries/arrow-messages';
import { arrowTypeOf, childrenOf, UnreadableType } from '../../../libraries/arrow-types';
import { type ArrowRun, type ArrowType, bytesPerValue, columnFromRuns, columnOf } from '../../../model/arrow-columns';
import { hasVectors, type LaidOutColumn, noteKey } from '../../../model/columnar-layout';
import { type Column, itemName, numericConstructor } from '../../../model/dataset';
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
  /** By the type of the column that has it. */
  readonly #dictionaries = new Map<ArrowType, Column>();
  readonly #decompress: Decompress;
  #decompressedBytes = 0;

  constructor(file: Uint8Array, decompress: Decompress) {
    const { schema, batches, dictionaries } = readMessages(streamOf(file));
    this.note = schema.metadata.get(noteKey) ?? null;
    this.#decompress = decompress;
    const byId = new Map<number, ArrowType[]>();
    this.#columns = planColumns(schema, hasVectors(this.note), byId);
    this.#batches = batches;
    for (const message of dictionaries) {
      const values = this.#dictionary({ ...message, field: fieldOfDictionary(schema, message.id) });
      for (const type of byId.get(message.id) ?? []) this.#dictionaries.set(type, values);
    }
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
          this.#batches.map((batch) => this.#run(batch, plan)),
        ),
      );
  }

  /** Reads rows one by one. Where batches are not compressed, their columns are looked at in place. */
  rowReader(names: readonly string[] | null): (row: number) => LaidOutColumn[] | null {
    const plans = this.#columns.filter(({ name }) => names === null || names.includes(name));
    const batches = this.#batches.map((batch) => ({
      batch,
      runs: batch.codec === null ? plans.map((plan) => this.#run(batch, plan)) : null,
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

  #run(batch: Batch, { name, type, node, buffer }: ColumnPlan): ArrowRun {
    const run = this.#runAt(batch, name, type, { node, buffer }, batch.rowCount);
    if (run.rowCount !== batch.rowCount)
      throw damaged(`The column “${name}” has ${run.rowCount} rows in a batch of ${batch.rowCount}.`);
    return run;
  }

  /** The run of a column or a part of one, which begins at the cursor; the cursor then stands behind it. */
  #runAt(batch: Batch, name: string, type: ArrowType, cursor: Cursor, wantedRows: number): ArrowRun {
    const node = batch.nodes[cursor.node];
    if (node === undefined || node.length < 0 || node.length < wantedRows)
      throw damaged(`The column “${name}” has ${node?.length ?? 'no'} rows where ${wantedRows} are wanted.`);
    const rowCount = node.length;
    cursor.node += 1;
    const next = () => this.#buffer(batch, cursor.buffer++);
    const need = (bytes: Uint8Array, sizeBytes: number) => {
      if (bytes.length < sizeBytes)
        throw damaged(
          `The column “${name}” has a buffer of ${bytes.length} bytes where ${rowCount} rows take ${sizeBytes}.`,
        );
      return bytes;
    };
    if (type.kind === 'null') return { rowCount, offset: 0, validity: null, offsets: null, values: nothing };
    const isNullable = node.nullCount > 0;
    if (!isNullable) cursor.buffer += 1;
    const validity = isNullable ? need(next(), (rowCount + 7) >> 3) : null;
    const base = { rowCount, offset: 0, validity, offsets: null, values: nothing };
    const readOffsets = () => {
      const offsets = int32View(need(next(), rowCount === 0 ? 0 : 4 * (rowCount + 1)));
      if ((offsets[0] ?? 0) < 0) throw damaged(`The offsets of the column “${name}” begin below 0.`);
      for (let row = 0; row < rowCount; row += 1)
        if ((offsets[row] ?? 0) > (offsets[row + 1] ?? 0))
          throw damaged(`The offsets of the column “${name}” fall at row ${row}.`);
      return offsets;
    };
    switch (type.kind) {
      case 'bool':
        return { ...base, values: need(next(), (rowCount + 7) >> 3) };
      case 'variable': {
        const offsets = readOffsets();
        return { ...base, offsets, values: need(next(), offsets[rowCount] ?? 0) };
      }
      case 'vector': {
        const child = this.#runAt(
          batch,
          name,
          { kind: 'fixed', columnType: type.elementType },
          cursor,
          rowCount * (type.length ?? 0),
        );
        if (child.validity !== null)
          throw new FormatlabError({
            tag: 'unsupported',
            stage: 'decode',
            format: 'arrow',
            message: `The lists of the column “${name}” hold nulls.`,
          });
        return { ...base, values: child.values };
      }
      case 'list': {
        const offsets = type.length === null ? readOffsets() : null;
        const items = type.length === null ? (offsets?.[rowCount] ?? 0) : rowCount * type.length;
        return { ...base, offsets, children: [this.#runAt(batch, name, type.item, cursor, items)] };
      }
      case 'struct':
        return {
          ...base,
          children: type.fields.map((field) =>
            this.#runAt(batch, `${name}.${field.name}`, field.type, cursor, rowCount),
          ),
        };
      case 'category': {
        const dictionary = this.#dictionaries.get(type);
        if (dictionary === undefined) throw damaged(`The dictionary of the column “${name}” is not there.`);
        const width = numericConstructor(type.indexType).BYTES_PER_ELEMENT;
        return { ...base, values: need(next(), rowCount * width), dictionary };
      }
      default:
        return { ...base, values: need(next(), rowCount * bytesPerValue(type)) };
    }
  }

  /** The dictionary's values, as a column. */
  #dictionary({ field, batch }: DictionaryMessage): Column {
    const type = arrowTypeOf(field, field.name, false);
    const run = this.#runAt(batch, field.name, type, { node: 0, buffer: 0 }, batch.rowCount);
    return columnOf(itemName, type, [run]);
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

interface DictionaryMessage {
  readonly field: Field;
  readonly batch: Batch;
}

interface Messages {
  readonly schema: Schema;
  readonly batches: Batch[];
  readonly dictionaries: readonly { readonly id: number; readonly batch: Batch }[];
}

function readMessages(stream: Uint8Array): Messages {
  checkStream(stream);
  const reader = new MessageReader(stream);
  const schema = reader.readSchema(false);
  if (!schema) throw damaged('The file has no schema.');
  const batches: Batch[] = [];
  const dictionaries = new Map<number, Batch>();
  for (let message = reader.readMessage(); message !== null; message = reader.readMessage()) {
    const header = message.header();
    const record = message.isDictionaryBatch() ? (header as unknown as { data: RecordBatch }).data : header;
    const { length, nodes, buffers, compression } = record as RecordBatch;
    const codec = compression === null ? null : compression.type === 0 ? 'lz4' : 'zstd';
    const batch: Batch = {
      rowCount: length,
      nodes,
      regions: buffers,
      codec,
      body: reader.readMessageBody(message.bodyLength),
    };
    if (!message.isDictionaryBatch()) {
      batches.push(batch);
      continue;
    }
    const { id, isDelta } = header as unknown as { id: number; isDelta: boolean };
    if (isDelta || dictionaries.has(id))
      throw new FormatlabError({
        tag: 'unsupported',
        stage: 'decode',
        format: 'arrow',
        message: 'The file changes a dictionary between its batches, which is not read here.',
      });
    dictionaries.set(id, batch);
  }
  return { schema, batches, dictionaries: [...dictionaries].map(([id, batch]) => ({ id, batch })) };
}

type RecordBatch = {
  readonly length: number;
  readonly nodes: Batch['nodes'];
  readonly buffers: readonly Region[];
  readonly compression: { readonly type: number } | null;
};

/** Where the next node and the next buffer of a batch lie. */
interface Cursor {
  node: number;
  buffer: number;
}

const nothing = new Uint8Array(0);

function fieldOfDictionary(schema: Schema, id: number): Field {
  const type = schema.dictionaries.get(id);
  if (type === undefined) throw damaged(`The file has a dictionary ${id} that no column uses.`);
  return new Field(itemName, type, true);
}

/** Columns with their places; `byId` gets the types of the categories that use each dictionary. */
function planColumns(schema: Schema, vectors: boolean, byId: Map<number, ArrowType[]>): ColumnPlan[] {
  const cursor = { node: 0, buffer: 0 };
  return schema.fields.map((field) => {
    // apache-arrow has null for a name without characters.
    const name: string = field.name ?? '';
    const type = typeOf(field, name, vectors);
    collectDictionaries(field, type, byId);
    const plan = { name, type, ...cursor };
    skip(type, cursor);
    return plan;
  });
}

function typeOf(field: Field, name: string, vectors: boolean): ArrowType {
  try {
    return arrowTypeOf(field, name, vectors);
  } catch (thrown) {
    if (!(thrown instanceof UnreadableType)) throw thrown;
    throw new FormatlabError(
      { tag: 'unsupported', stage: 'decode', format: 'arrow', message: thrown.message },
      { cause: thrown },
    );
  }
}

function collectDictionaries(field: Field, type: ArrowType, byId: Map<number, ArrowType[]>): void {
  if (type.kind === 'category') {
    const { id } = field.type as Dictionary;
    byId.set(id, [...(byId.get(id) ?? []), type]);
  } else if (type.kind === 'list') {
    const [item] = childrenOf(field.type);
    if (item !== undefined) collectDictionaries(item, type.item, byId);
  } else if (type.kind === 'struct')
    for (const [index, child] of childrenOf(field.type).entries())
      collectDictionaries(child, type.fields[index]?.type as ArrowType, byId);
}

/** Past the nodes and buffers of a column. */
function skip(type: ArrowType, cursor: Cursor): void {
  cursor.node += 1;
  switch (type.kind) {
    case 'null':
      return;
    case 'variable':
      cursor.buffer += 3;
      return;
    case 'vector':
      cursor.node += 1;
      cursor.buffer += 3;
      return;
    case 'list':
      cursor.buffer += type.length === null ? 2 : 1;
      skip(type.item, cursor);
      return;
    case 'struct':
      cursor.buffer += 1;
      for (const field of type.fields) skip(field.type, cursor);
      return;
    default:
      cursor.buffer += 2;
  }
}

function int32View(bytes: Uint8Array): Int32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
}

function damaged(message: string): FormatlabError {
  return new FormatlabError({ tag: 'malformedInput', stage: 'decode', format: 'arrow', message });
}
