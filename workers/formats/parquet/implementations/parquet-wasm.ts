import type { ParquetFile, Table as ArrowTable } from 'parquet-wasm/esm';
import { readCDataColumns } from '../../../columns/arrow-c-data';
import {
  type KeyedColumns,
  keyedColumns,
  type RowsByKey,
  rowsByKey,
  lookupValueOfRow,
} from '../../../columns/columnar-keys';
import { type ColumnarLayout, toColumnarLayout, fromColumnarLayout, readTable } from '../../../columns/columnar-layout';
import { noteDeclaresVectors, tableNoteKey, type TableNote, tableNoteOf } from '../../../columns/table-note';
import { columnSchemaOf } from '../../../model/column-schema';
import type { Dataset, DatasetKind, LookupKey, LookupValue } from '../../../model/dataset';
import type { FormatContext, FormatLookup, FormatModule, FormatSession } from '../../../model/entry';
import { FormatlabError, type Stage, toErrorRecord } from '../../../model/errors';
import { rowValues } from '../../../model/table-row';
import { encodingApplies, commonEncodingOf } from '../settings/encodings';
import { storableLayout, dropCategoryOrder, needsTypeNote } from '../settings/parquet-types';
import { requireReadable } from '../footer/size-limit';
import { MemoryBlob } from '../wasm/memory-blob';
import { discardInstance, type ParquetWasmInstance, sharedInstance } from '../wasm/instance';
import { writeIpcStream } from '../wasm/ipc-stream';
import { rejectOnWasmTrap } from '../wasm/trap';

/** The number of rows that arrow-rs decodes at once. Its default of 1,024 takes a quarter longer; more than this saves nothing. */
const batchSize = 65_536;

export const format: FormatModule = {
  async open(context) {
    return new ParquetWasmSession(await sharedInstance(), context);
  },
  forget: dropCategoryOrder,
};

/** Reader and writer of one candidate. A trap corrupts the WASM memory, so it continues with a new instance. */
class ParquetWasmSession implements FormatSession {
  #instance: ParquetWasmInstance;
  readonly #context: FormatContext;
  /** The Arrow IPC stream of the last encode, whose memory the next encode reuses. */
  #scratch = new Uint8Array(0);

  constructor(instance: ParquetWasmInstance, context: FormatContext) {
    this.#instance = instance;
    this.#context = context;
  }

  async encode(dataset: Dataset): Promise<Uint8Array<ArrayBuffer>> {
    return this.#guard('encode', ({ library }) => {
      const layout = storableLayout(toColumnarLayout(dataset, needsTypeNote));
      const { stream, scratch } = writeIpcStream(layout, this.#scratch);
      this.#scratch = scratch;
      const table = library.Table.fromIPCStream(stream);
      return library.writeParquet(table, this.#properties(library, layout)) as Uint8Array<ArrayBuffer>;
    });
  }

  async decode(file: Uint8Array<ArrayBuffer>): Promise<Dataset> {
    requireReadable(file);
    return this.#guard('decode', (instance) => {
      const table = instance.library.readParquet(file, { batchSize });
      const { note, ...columns } = readTableOf(instance, table);
      return fromColumnarLayout({ ...columns, note });
    });
  }

  async project(file: Uint8Array<ArrayBuffer>, column: string): Promise<Dataset> {
    requireReadable(file);
    return this.#guard('project', async (instance) => {
      const parquet = await rejectOnWasmTrap(instance.library.ParquetFile.fromFile(new MemoryBlob(file)));
      return whileOpen(parquet, async () => {
        const note = noteOf(parquet);
        const { rowCount, columns } = readTableOf(
          instance,
          await rejectOnWasmTrap(parquet.read({ columns: [column], batchSize })),
          note,
        );
        // parquet-wasm also selects “column.more” for “column”, as if it were a field of it.
        const chosen = columns.filter(({ name }) => name === column);
        return readTable(rowCount, chosen, tableNoteOf(note));
      });
    });
  }

  async openLookup(file: Uint8Array<ArrayBuffer>): Promise<FormatLookup> {
    requireReadable(file);
    return this.#guard('lookup', async (instance) => {
      const parquet = await rejectOnWasmTrap(instance.library.ParquetFile.fromFile(new MemoryBlob(file)));
      unreleased.add(parquet);
      const note = noteOf(parquet);
      const { kind } = this.#context.schema;
      const keyed = keyedColumns(kind);
      const rowOfKey =
        keyed === null
          ? null
          : rowsByKey(
              readTableOf(instance, await rejectOnWasmTrap(parquet.read({ columns: [keyed.key], batchSize })), null)
                .columns,
              keyed,
            );
      const opened = {
        instance,
        parquet,
        groupStarts: rowGroupStarts(parquet),
        note,
        tableNote: tableNoteOf(note),
        kind,
        keyed,
        rowOfKey,
      };
      return {
        get: (key) => this.#guard('lookup', () => readRow(opened, key)),
        close: () => release(parquet),
      };
    });
  }

  wasmMemoryBytes(): number {
    return this.#instance.memory.buffer.byteLength;
  }

  close(): void {
    this.#scratch = new Uint8Array(0);
  }

  #properties(library: ParquetWasmInstance['library'], { columns, note }: ColumnarLayout) {
    const { Compression, Encoding, EnabledStatistics, WriterPropertiesBuilder, WriterVersion } = library;
    const { options, innerCodec } = this.#context;
    const compressions: Record<string, number> = {
      snappy: Compression.SNAPPY,
      gzip: Compression.GZIP,
      lz4: Compression.LZ4_RAW,
      zstd: Compression.ZSTD,
      brotli: Compression.BROTLI,
    };
    const compression = innerCodec === null ? Compression.UNCOMPRESSED : compressions[innerCodec.id];
    if (compression === undefined)
      throw new FormatlabError({
        tag: 'unsupported',
        stage: 'encode',
        message: `Parquet has no codec “${innerCodec?.id}”.`,
      });
    const encoding = commonEncodingOf(options);
    // parquet-wasm cannot name leaves inside lists and structs, and some of them may not support the encoding.
    const isNested = columns.some(({ type }) => type === 'list' || type === 'struct');
    const plain = encoding === 'PLAIN' || encoding === 'DICTIONARY';
    let builder = new WriterPropertiesBuilder()
      .setWriterVersion(options.pageVersion === '2' ? WriterVersion.V2 : WriterVersion.V1)
      .setCompression(compression)
      .setDictionaryEnabled(encoding === 'DICTIONARY')
      .setEncoding(plain || isNested ? Encoding.PLAIN : Encoding[encoding])
      .setStatisticsEnabled(EnabledStatistics.Chunk)
      .setMaxRowGroupSize(Number(options.rowGroupRows));
    if (note !== null) builder = builder.setKeyValueMetadata(new Map([[tableNoteKey, note]]));
    for (const column of columns) {
      if (column.type === 'vector') continue;
      const applies = encodingApplies(encoding, columnSchemaOf(column));
      if (applies && isNested && !plain) builder = builder.setColumnEncoding(column.name, Encoding[encoding]);
      if (!applies && !isNested) builder = builder.setColumnEncoding(column.name, Encoding.PLAIN);
    }
    return builder.build();
  }

  async #guard<T>(stage: Stage, work: (instance: ParquetWasmInstance) => T | Promise<T>): Promise<T> {
    const instance = await sharedInstance();
    this.#instance = instance;
    try {
      return await work(instance);
    } catch (thrown) {
      const trapped = thrown instanceof WebAssembly.RuntimeError;
      if (trapped) await discardInstance(instance);
      if (thrown instanceof FormatlabError) throw thrown;
      const record = toErrorRecord(thrown, {
        tag: stage === 'encode' ? 'encodeFailed' : 'decodeFailed',
        stage,
        format: 'parquet',
      });
      throw new FormatlabError(trapped ? trapRecord(record, instance.memory) : record, { cause: thrown });
    }
  }
}

/**
 * Files that a call has open. A file that is open during a trap stays here for ever: Rust regards it as borrowed, and its finalizer would throw an uncaught error.
 */
const unreleased = new Set<ParquetFile>();

function release(parquet: ParquetFile): void {
  if (unreleased.delete(parquet)) parquet.free();
}

async function whileOpen<T>(parquet: ParquetFile, work: () => Promise<T>): Promise<T> {
  unreleased.add(parquet);
  try {
    const result = await work();
    release(parquet);
    return result;
  } catch (thrown) {
    if (!(thrown instanceof WebAssembly.RuntimeError)) release(parquet);
    throw thrown;
  }
}

/** Near the limit of 4 GiB of 32-bit WASM, a trap is most likely a failed allocation. */
const nearlyFullBytes = 3 * 2 ** 30;

function trapRecord(
  record: ReturnType<typeof toErrorRecord>,
  memory: WebAssembly.Memory,
): ReturnType<typeof toErrorRecord> {
  if (memory.buffer.byteLength > nearlyFullBytes)
    return {
      ...record,
      tag: 'outOfMemory',
      message: 'parquet-wasm ran out of its 4 GiB of memory.',
      remedy: 'Choose fewer rows.',
    };
  const message =
    record.stage === 'encode'
      ? `parquet-wasm stopped while it wrote (${record.message}).`
      : `parquet-wasm stopped while it read (${record.message}): the file is damaged in a way that its reader does not check, or claims more than 2 GiB for one page.`;
  return { ...record, tag: record.stage === 'encode' ? 'encodeFailed' : 'decodeFailed', message };
}

/** `known` is the note from the footer, for tables that were read in ranges and whose schema has no note. */
function readTableOf({ memory }: ParquetWasmInstance, table: ArrowTable, known: string | null = null): ColumnarLayout {
  const schema = table.schema;
  const found: unknown = schema.metadata().get(tableNoteKey);
  const note = typeof found === 'string' ? found : known;
  schema.free();
  const stream = table.intoFFI();
  try {
    const arrayAddresses = Array.from({ length: stream.numArrays() }, (_, index) => stream.arrayAddr(index));
    const { rowCount, columns } = readCDataColumns({
      memory: memory.buffer,
      schemaAddress: stream.schemaAddr(),
      arrayAddresses,
      vectors: noteDeclaresVectors(note),
    });
    return { rowCount, columns, note };
  } finally {
    stream.free();
  }
}

/** The note from the footer, because the schema of a table that was read in ranges has none. */
function noteOf(parquet: ParquetFile): string | null {
  const metadata = parquet.metadata();
  const file = metadata.fileMetadata();
  const note: unknown = file.keyValueMetadata().get(tableNoteKey);
  file.free();
  metadata.free();
  return typeof note === 'string' ? note : null;
}

/** The first row of each row group, and the number of rows. */
function rowGroupStarts(parquet: ParquetFile): number[] {
  const metadata = parquet.metadata();
  const starts = [0];
  for (const group of metadata.rowGroups()) {
    starts.push((starts.at(-1) ?? 0) + group.numRows());
    group.free();
  }
  metadata.free();
  return starts;
}

interface OpenedFile {
  readonly instance: ParquetWasmInstance;
  readonly parquet: ParquetFile;
  readonly groupStarts: readonly number[];
  readonly note: string | null;
  readonly tableNote: TableNote;
  readonly kind: DatasetKind;
  readonly keyed: KeyedColumns | null;
  readonly rowOfKey: RowsByKey | null;
}

async function readRow(
  { instance, parquet, groupStarts, note, tableNote, kind, keyed, rowOfKey }: OpenedFile,
  key: LookupKey,
): Promise<LookupValue> {
  const row = rowOfKey === null ? key : rowOfKey.get(key);
  const group =
    typeof row !== 'number' || !Number.isInteger(row)
      ? -1
      : groupStarts.findIndex((start, index) => row >= start && row < (groupStarts[index + 1] ?? 0));
  if (typeof row !== 'number' || group < 0)
    throw new FormatlabError({
      tag: 'decodeFailed',
      stage: 'lookup',
      format: 'parquet',
      message: `The file has no row “${key}”.`,
    });
  const offset = row - (groupStarts[group] ?? 0);
  const where = { rowGroups: [group], offset, limit: 1, batchSize: 1 };
  if (keyed !== null)
    return lookupValueOfRow(
      readTableOf(instance, await rejectOnWasmTrap(parquet.read({ columns: [keyed.value], ...where })), note).columns,
      kind,
    );
  const { rowCount, columns } = readTableOf(instance, await rejectOnWasmTrap(parquet.read(where)), note);
  return rowValues(readTable(rowCount, columns, tableNote), 0);
}
