import { DamagedInput } from '../../../model/damaged-input';
import { DataType, Field, MessageReader, type Schema } from 'apache-arrow';
import { checkArrowStream } from '../../../libraries/arrow-messages';
import { UnknownArrowType } from '../../../libraries/arrow-unknown-types';
import { numericTypeOf, simpleArrowType } from '../../../libraries/arrow-types';
import { columnFromRuns } from '../../../columns/arrow-columns';
import { copied, firstFallingRow, type Placement } from '../../../columns/arrow-runs';
import { type ArrowRun, type ArrowType, bytesPerRow } from '../../../columns/arrow-type';
import type { LaidOutColumn } from '../../../columns/laid-out-column';
import { noteDeclaresVectors, tableNoteKey } from '../../../columns/table-note';
import { listItemColumnName, numericConstructor } from '../../../model/column';
import { FormatlabError } from '../../../model/errors';
import {
  type Batch,
  BatchBuffers,
  type FindBufferCodec,
  type ColumnPlan,
  damaged,
  withChildColumns,
} from './batch-buffers';
import { locateRecordBatches, type RecordBatchLocation } from './network-reads';
import { storedColumnBytes, touchedRowBytes } from './touched-bytes';

const magic = [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31] as const;

/** The messages of an Arrow IPC file or stream, parsed by apache-arrow. Buffers are sliced and decompressed only when their column is read. */
export class ArrowSource {
  readonly rowCount: number;
  readonly note: string | null;
  readonly #columns: readonly ColumnPlan[];
  readonly #batches: readonly Batch[];
  readonly #dictionaries: ReadonlyMap<number, Batch>;
  readonly #dictionaryRuns = new Map<number, readonly ArrowRun[]>();
  readonly #buffers: BatchBuffers;
  readonly #file: Uint8Array;

  constructor(file: Uint8Array, codecOf: FindBufferCodec) {
    this.#file = file;
    const { schema, batches, dictionaries } = readMessages(streamOf(file));
    this.note = schema.metadata.get(tableNoteKey) ?? null;
    this.#columns = planColumns(schema, noteDeclaresVectors(this.note));
    this.#batches = batches;
    this.#dictionaries = dictionaries;
    this.#buffers = new BatchBuffers(codecOf);
    this.rowCount = batches.reduce((rows, batch) => rows + batch.rowCount, 0);
  }

  /** With `placement`, columns may be views of the file, of the placement's memory, or of the codec's. */
  columns(names: readonly string[] | null, placement: Placement = copied): LaidOutColumn[] {
    this.#buffers.begin();
    const plans = this.#plansOf(names);
    // Dictionaries are copied out of the codec's memory, and that call ends what is there.
    for (const plan of plans.flatMap(withChildColumns)) if (plan.dictionary !== null) this.#dictionaryOf(plan);
    this.#buffers.decompress(this.#batches, plans);
    return plans.map((plan) =>
      columnFromRuns(
        plan.name,
        plan.type,
        this.#batches.map((batch) => this.#checkedRun(batch, plan)),
        this.#placementOf(plan, placement),
      ),
    );
  }

  #placementOf(plan: ColumnPlan, placement: Placement): Placement {
    // The rows of nested columns are moved after they are read, which would change the file.
    if (plan.children.length > 0) return copied;
    // Null rows are cleared where they were decompressed, but not in the file.
    return placement.views !== 'none' && this.#buffers.isDecompressed(this.#batches, plan)
      ? { ...placement, views: 'all' }
      : placement;
  }

  /** Reads single rows. If batches are not compressed, values are read in place. */
  rowReader(names: readonly string[] | null): (row: number) => LaidOutColumn[] | null {
    const plans = this.#plansOf(names);
    const batches = this.#batches.map((batch) => ({
      batch,
      runs: batch.codec === null ? plans.map((plan) => this.#checkedRun(batch, plan)) : null,
    }));
    return (row) => {
      if (!Number.isInteger(row)) return null;
      let first = 0;
      for (const { batch, runs } of batches) {
        if (row >= first && row < first + batch.rowCount) {
          this.#buffers.begin();
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

  /** The bytes of the batches' bodies, dictionaries included. All other bytes of a file are read to open it. */
  get bodyBytes(): number {
    return [...this.#batches, ...this.#dictionaries.values()].reduce((sum, { body }) => sum + body.length, 0);
  }

  /** The bytes of columns that a reader touches which seeks: their buffers in all batches, and their dictionaries. */
  touchedBytesOf(names: readonly string[] | null): number {
    const plans = this.#plansOf(names);
    const inBatches = this.#batches.flatMap((batch) => plans.map((plan) => storedColumnBytes(batch, plan)));
    return inBatches.reduce((sum, bytes) => sum + bytes, this.#dictionaryBytes(plans));
  }

  /** The bytes of a row that a reader touches which seeks; null if there is no such row. */
  touchedBytesOfRow(row: number, names: readonly string[] | null): number | null {
    const plans = this.#plansOf(names);
    let first = 0;
    for (const batch of this.#batches) {
      if (row >= first && row < first + batch.rowCount)
        return plans.reduce(
          (sum, plan) => sum + touchedRowBytes(this.#buffers, batch, plan, row - first, 1),
          this.#dictionaryBytes(plans),
        );
      first += batch.rowCount;
    }
    return null;
  }

  /** Where the bodies of all batches lie in the file, in its order, with the buffers of some columns. */
  placedBatches(names: readonly string[] | null): RecordBatchLocation[] {
    const parts = this.#plansOf(names).flatMap(withChildColumns);
    return locateRecordBatches(this.#file, [...this.#dictionaries.values()], this.#batches, parts);
  }

  #plansOf(names: readonly string[] | null): ColumnPlan[] {
    return this.#columns.filter(({ name }) => names === null || names.includes(name));
  }

  /** A dictionary is read whole. */
  #dictionaryBytes(plans: readonly ColumnPlan[]): number {
    const used = new Map(
      plans
        .flatMap(withChildColumns)
        .flatMap(({ dictionary }) => (dictionary === null ? [] : [[dictionary.id, dictionary]])),
    );
    return [...used.values()].reduce((sum, { id, values }) => {
      const batch = this.#dictionaries.get(id);
      return batch === undefined ? sum : sum + storedColumnBytes(batch, values);
    }, 0);
  }

  #checkedRun(batch: Batch, plan: ColumnPlan): ArrowRun {
    const run = this.#run(batch, plan);
    const { offsets } = run;
    if (offsets instanceof Int32Array) {
      const row = firstFallingRow(offsets, run.rowCount);
      if (row >= 0) throw damaged(`The offsets of the column “${plan.name}” decrease at row ${row}`);
    }
    return run;
  }

  #run(batch: Batch, plan: ColumnPlan): ArrowRun {
    const node = batch.nodes[plan.node];
    if (node === undefined || node.length !== batch.rowCount)
      throw damaged(`The column “${plan.name}” has ${node?.length ?? 'no'} rows, but its batch has ${batch.rowCount}`);
    return this.#part(batch, plan);
  }

  /** The number of rows of a column, or of a part of a nested column, according to its node. */
  #part(batch: Batch, plan: ColumnPlan): ArrowRun {
    const { name, type, buffer: bufferIndex } = plan;
    const node = batch.nodes[plan.node];
    if (node === undefined || !(node.length >= 0)) throw damaged(`The column “${name}” lacks a part in a batch`);
    const rowCount = node.length;
    const need = (bytes: Uint8Array, sizeBytes: number) => {
      if (bytes.length < sizeBytes)
        throw damaged(
          `The column “${name}” has a buffer of ${bytes.length} bytes, but ${rowCount} rows need ${sizeBytes}`,
        );
      return bytes;
    };
    const bitmap = node.nullCount > 0 ? need(this.#buffers.of(batch, bufferIndex), (rowCount + 7) >> 3) : null;
    const base = { rowCount, offset: 0, validity: bitmap, offsets: null, values: nothing };
    const offsetsOf = () =>
      int32View(need(this.#buffers.of(batch, bufferIndex + 1), rowCount === 0 ? 0 : 4 * (rowCount + 1)));
    switch (type.kind) {
      case 'bool':
        return { ...base, values: need(this.#buffers.of(batch, bufferIndex + 1), (rowCount + 7) >> 3) };
      case 'variable': {
        const offsets = offsetsOf();
        const values = need(this.#buffers.of(batch, bufferIndex + 2), offsets[rowCount] ?? 0);
        if ((offsets[0] ?? 0) < 0) throw damaged(`The offsets of the column “${name}” begin below 0`);
        return { ...base, offsets, values };
      }
      case 'vector': {
        const child = batch.nodes[plan.node + 1];
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
            this.#buffers.of(batch, bufferIndex + 2),
            rowCount * length * numericConstructor(type.elementType).BYTES_PER_ELEMENT,
          ),
        };
      }
      case 'category':
        return {
          ...base,
          values: need(
            this.#buffers.of(batch, bufferIndex + 1),
            rowCount * numericConstructor(type.indexType).BYTES_PER_ELEMENT,
          ),
          dictionary: this.#dictionaryOf(plan),
        };
      case 'list': {
        const [items] = plan.children.map((child) => this.#part(batch, child));
        if (items === undefined) throw damaged(`The lists of the column “${name}” have no items`);
        if (type.length !== null && items.rowCount < rowCount * type.length)
          throw damaged(`The column “${name}” has ${items.rowCount} items in ${rowCount} lists of ${type.length}`);
        const offsets = type.length === null ? offsetsOf() : null;
        if (offsets !== null) requireRising(name, offsets, rowCount, items.rowCount);
        return { ...base, offsets, children: [items] };
      }
      case 'struct': {
        const children = plan.children.map((child) => this.#part(batch, child));
        const short = children.find((child) => child.rowCount !== rowCount);
        if (short !== undefined)
          throw damaged(`A field of the column “${name}” has ${short.rowCount} rows, but its struct has ${rowCount}`);
        return { ...base, children };
      }
      default:
        return { ...base, values: need(this.#buffers.of(batch, bufferIndex + 1), rowCount * bytesPerRow(type)) };
    }
  }

  #dictionaryOf({ name, dictionary }: ColumnPlan): readonly ArrowRun[] {
    const known = dictionary === null ? undefined : this.#dictionaryRuns.get(dictionary.id);
    if (known !== undefined) return known;
    const batch = dictionary === null ? undefined : this.#dictionaries.get(dictionary.id);
    if (dictionary === null || batch === undefined)
      throw damaged(`The file lacks the dictionary of the column “${name}”`);
    const runs = [this.#checkedRun(batch, dictionary.values)];
    this.#dictionaryRuns.set(dictionary.id, runs);
    return runs;
  }
}

/** The IPC stream inside an IPC file: it lies between the magic bytes and the footer. */
function streamOf(file: Uint8Array): Uint8Array {
  if (!magic.every((byte, index) => file[index] === byte)) return file;
  const end = file.length - magic.length;
  const footerBytes = end >= 12 ? new DataView(file.buffer, file.byteOffset + end - 4, 4).getInt32(0, true) : -1;
  if (!magic.every((byte, index) => file[end + index] === byte) || footerBytes <= 0 || footerBytes > end - 12)
    throw damaged('The file is truncated: it does not end with a footer');
  return file.subarray(8, end - 4 - footerBytes);
}

/** The messages of a stream. A stream must end with its end mark, because truncation between two messages would otherwise go unnoticed. */
function checkStream(stream: Uint8Array): void {
  let ended: boolean;
  try {
    ended = checkArrowStream(stream);
  } catch (thrown) {
    if (thrown instanceof UnknownArrowType) throw unsupported(thrown.message);
    throw thrown instanceof DamagedInput ? damaged(`The Arrow IPC stream ${thrown.problem}`) : thrown;
  }
  if (!ended) throw damaged('The Arrow IPC stream ends without its end mark');
}

function readMessages(stream: Uint8Array): { schema: Schema; batches: Batch[]; dictionaries: Map<number, Batch> } {
  checkStream(stream);
  const reader = new MessageReader(stream);
  const schema = reader.readSchema(false);
  if (!schema) throw damaged('The file has no schema');
  const batches: Batch[] = [];
  const dictionaries = new Map<number, Batch>();
  for (let message = reader.readMessage(); message !== null; message = reader.readMessage()) {
    const body = () => reader.readMessageBody(message.bodyLength);
    if (message.isRecordBatch()) batches.push(batchOf(message.header(), body()));
    else if (message.isDictionaryBatch()) {
      const { id, isDelta, data } = message.header();
      if (isDelta)
        throw unsupported(
          `The file extends its dictionary ${id} later (a delta dictionary), which Formatlab does not support.`,
        );
      if (dictionaries.has(id))
        throw unsupported(`The file replaces its dictionary ${id} later, which Formatlab does not support.`);
      dictionaries.set(id, batchOf(data, body()));
    } else throw damaged('The file has a second schema');
  }
  return { schema, batches, dictionaries };
}

type BatchHeader = Pick<
  ReturnType<import('apache-arrow').Message<3>['header']>,
  'length' | 'nodes' | 'buffers' | 'compression'
>;

function batchOf({ length, nodes, buffers, compression }: BatchHeader, body: Uint8Array): Batch {
  const codec = compression === null ? null : compression.type === 0 ? 'lz4' : 'zstd';
  return { rowCount: length, nodes, regions: buffers, codec, body };
}

interface Cursor {
  node: number;
  buffer: number;
}

function planColumns(schema: Schema, vectors: boolean): ColumnPlan[] {
  const cursor = { node: 0, buffer: 0 };
  // apache-arrow gives null for an empty name.
  return schema.fields.map((field) => planColumn(field, field.name ?? '', cursor, vectors));
}

/** Columns in depth-first order, which is the order of nodes and buffers. `path` is the name of the enclosing columns. */
function planColumn(field: Field, path: string, cursor: Cursor, vectors = false): ColumnPlan {
  const { node, buffer } = cursor;
  const type: DataType = field.type;
  cursor.node += 1;
  cursor.buffer += 2;
  const plan = (arrowType: ArrowType, children: readonly ColumnPlan[] = []): ColumnPlan => ({
    name: path,
    type: arrowType,
    node,
    buffer,
    children,
    dictionary: null,
  });
  if (DataType.isDictionary(type)) {
    const indexType = numericTypeOf(type.indices);
    if (indexType === null) throw emptyRecordPlace(path, type);
    const values = planColumn(new Field(listItemColumnName, type.dictionary, true), path, { node: 0, buffer: 0 });
    return {
      ...plan({ kind: 'category', ordered: type.isOrdered, indexType, item: values.type }),
      dictionary: { id: type.id, values },
    };
  }
  const simple = simpleArrowType(type);
  if (simple !== null) {
    if (simple.kind === 'variable') cursor.buffer += 1;
    return plan(simple);
  }
  const children = () => type.children.map((child: Field) => planColumn(child, `${path}.${child.name ?? ''}`, cursor));
  if (DataType.isList(type)) {
    const [item] = children();
    if (item !== undefined) return plan({ kind: 'list', item: item.type, length: null }, [item]);
  }
  if (DataType.isFixedSizeList(type)) {
    cursor.buffer -= 1;
    const elementType = numericTypeOf(type.valueType);
    const [item] = children();
    if (vectors && elementType !== null) return plan({ kind: 'vector', elementType, length: type.listSize });
    if (item !== undefined) return plan({ kind: 'list', item: item.type, length: type.listSize }, [item]);
  }
  if (DataType.isStruct(type)) {
    cursor.buffer -= 1;
    const parts = children();
    const fields = parts.map((part, index) => ({ name: (type.children[index] as Field).name ?? '', type: part.type }));
    return plan({ kind: 'struct', fields }, parts);
  }
  throw emptyRecordPlace(path, type);
}

const emptyRecordPlace = (name: string, type: DataType) =>
  unsupported(`The column “${name}” has the type ${String(type)}, which Formatlab does not support.`);

const nothing = new Uint8Array(0);

function requireRising(name: string, offsets: Int32Array, rowCount: number, available: number): void {
  let previous = 0;
  for (let row = 0; row <= rowCount && rowCount > 0; row += 1) {
    const next = offsets[row] ?? 0;
    if (next < previous || next > available)
      throw damaged(`The column “${name}” has the offset ${next} after ${previous}, for ${available} items`);
    previous = next;
  }
}

function unsupported(message: string): FormatlabError {
  return new FormatlabError({ tag: 'unsupported', stage: 'decode', format: 'arrow', message });
}

function int32View(bytes: Uint8Array): Int32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
}
