import { readCDataColumns } from '../../model/arrow-c-data';
import { categoriesByFirstRow } from '../../model/categories';
import {
  type KeyedColumns,
  keyedColumns,
  type RowsByKey,
  rowsByKey,
  lookupValueOfRow,
} from '../../model/columnar-keys';
import { type ColumnarLayout, fromColumnarLayout, readTable, toColumnarLayout } from '../../model/columnar-layout';
import { noteDeclaresVectors, tableNoteKey, type TableNote, tableNoteOf } from '../../model/table-note';
import type { Dataset, LookupKey, LookupValue } from '../../model/dataset';
import type { Allocate, FormatContext, FormatLookup, FormatModule, FormatSession } from '../../model/entry';
import { FormatlabError, type Stage, toErrorRecord } from '../../model/errors';
import { rowValues } from '../../model/table-row';
import { requireReadable } from './footer/size-limit';
import { compiledModule, ParquetModule } from './native/module';
import { placeTable, type TableInMemory } from './native/table-in-memory';
import { writerProperties } from './native/settings';
import { dropCategoryOrder, needsTypeNote, storableLayout } from './parquet-types';

export const format: FormatModule = {
  async open(context) {
    return new ArrowRsSession(await compiledModule(), context);
  },
  forget: dropCategoryOrder,
};

type File = Uint8Array<ArrayBuffer>;

/** A dataset whose columns lie in the module's memory. */
interface PlacedDataset {
  readonly dataset: Dataset;
  readonly layout: ColumnarLayout;
  readonly table: TableInMemory;
}

/** What is read: see `struct Request` in `workers/wasm/rust/parquet/src/read.rs`. */
interface Request {
  readonly columns: readonly number[] | null;
  readonly rows: { readonly group: number; readonly from: number; readonly count: number } | null;
}

const everything: Request = { columns: null, rows: null };
const requestBytes = 28;
const arraysBytes = 12;
const arrayBytes = 64;
const maxBatchRows = 0x7fffffff;

/**
 * Reader and writer of one candidate, with its own instance of the module. A trap corrupts the instance's memory, so the next call gets a
 * new one.
 */
class ArrowRsSession implements FormatSession {
  readonly #compiled: WebAssembly.Module;
  readonly #context: FormatContext;
  #module: ParquetModule;
  #placed: PlacedDataset | null = null;
  /** Address of the written file's owner, which reuses its memory for the next file. */
  #fileAt: number;
  /** The reader whose arrays the last result views; 0 if there is none. */
  #viewedReaderAt = 0;
  #lastCallCopied = false;
  /** Where files lie that are read in place. */
  #room = { at: 0, sizeBytes: 0 };

  constructor(compiled: WebAssembly.Module, context: FormatContext) {
    this.#compiled = compiled;
    this.#context = context;
    this.#module = new ParquetModule(compiled);
    this.#fileAt = this.#module.calls.file_new();
  }

  /** Starts over after a trap. */
  #replace(): void {
    this.#module = new ParquetModule(this.#compiled);
    this.#fileAt = this.#module.calls.file_new();
    this.#placed = null;
    this.#viewedReaderAt = 0;
    this.#room = { at: 0, sizeBytes: 0 };
  }

  /** Places tables only. All other datasets must first be converted to columns, which is part of every format's encoding. */
  place(dataset: Dataset): void {
    if (dataset.kind !== 'table' || this.#placed?.dataset === dataset) return;
    this.#guard('encode', () => {
      this.#placed?.table.release();
      this.#placed = null;
      this.#placed = this.#placedDataset(dataset);
    });
  }

  lastCallCopied(): boolean {
    return this.#lastCallCopied;
  }

  encode(dataset: Dataset, allocate?: Allocate): File {
    const view = this.encodeView(dataset);
    this.#lastCallCopied = true;
    if (allocate === undefined) return view.slice();
    const file = allocate(view.length);
    file.set(view);
    return file;
  }

  encodeView(dataset: Dataset): File {
    return this.#guard('encode', () => {
      this.#endView();
      this.#lastCallCopied = this.#placed?.dataset !== dataset;
      if (this.#placed?.dataset === dataset) return this.#write(this.#placed);
      const placed = this.#placedDataset(dataset);
      try {
        return this.#write(placed);
      } finally {
        placed.table.release();
      }
    });
  }

  decode(file: File): Dataset {
    return this.#decode(file, false);
  }

  decodeView(file: File): Dataset {
    return this.#decode(file, true);
  }

  project(file: File, column: string): Dataset {
    return this.#project(file, column, false);
  }

  projectView(file: File, column: string): Dataset {
    return this.#project(file, column, true);
  }

  fileRoom(sizeBytes: number): File {
    if (sizeBytes > this.#room.sizeBytes) {
      if (this.#room.at !== 0) this.#module.release(this.#room.at, this.#room.sizeBytes);
      this.#room = { at: 0, sizeBytes: 0 };
      this.#room = { at: this.#module.allocate(sizeBytes), sizeBytes };
    }
    return this.#module.bytes.subarray(this.#room.at, this.#room.at + sizeBytes);
  }

  async openLookup(file: File): Promise<FormatLookup> {
    requireReadable(file);
    return this.#guard('lookup', () => {
      const module = this.#module;
      const fileAt = module.allocate(file.length);
      module.bytes.set(file, fileAt);
      const readerAt = this.#openReader(fileAt, file.length, true);
      const close = () => {
        // After a trap, the memory of this reader is gone.
        if (module !== this.#module) return;
        module.calls.reader_drop(readerAt);
        module.release(fileAt, file.length);
      };
      const note = this.#noteOf(readerAt);
      const { kind } = this.#context.schema;
      const keyed = keyedColumns(kind);
      const opened: OpenedFile = {
        readerAt,
        groupStarts: groupStartsOf(module, readerAt),
        note,
        tableNote: tableNoteOf(note),
        keyed,
        rowOfKey:
          keyed === null
            ? null
            : rowsByKey(
                this.#read(readerAt, { ...everything, columns: [this.#columnNumber(readerAt, keyed.key)] }, null, false)
                  .columns,
                keyed,
              ),
        valueColumn: keyed === null ? null : this.#columnNumber(readerAt, keyed.value),
      };
      return {
        get: (key) =>
          this.#guard('lookup', () => {
            if (module !== this.#module) throw closed();
            return this.#readRow(opened, key);
          }),
        close,
      };
    });
  }

  wasmMemoryBytes(): number {
    return this.#module.buffer.byteLength;
  }

  #placedDataset(dataset: Dataset): PlacedDataset {
    const layout = storableLayout(toColumnarLayout(dataset, needsTypeNote));
    return { dataset, layout, table: placeTable(this.#module, layout) };
  }

  #write({ layout, table }: PlacedDataset): File {
    const { calls } = this.#module;
    const properties = writerProperties(this.#module, layout, tableNoteKey, this.#context);
    const span = this.#module.spanOf((spanAt) =>
      calls.file_write(this.#fileAt, properties, table.arrayAt, table.schemaAt, spanAt),
    );
    if (span === null) throw this.#failure('encode');
    return this.#module.bytesOf(span);
  }

  #decode(file: File, inPlace: boolean): Dataset {
    requireReadable(file);
    return this.#guard('decode', () =>
      this.#withReader(file, inPlace, (readerAt) => {
        const note = this.#noteOf(readerAt);
        return fromColumnarLayout({ ...this.#read(readerAt, everything, note, inPlace), note });
      }),
    );
  }

  #project(file: File, column: string, inPlace: boolean): Dataset {
    requireReadable(file);
    return this.#guard('project', () =>
      this.#withReader(file, inPlace, (readerAt) => {
        const columns = [this.#columnNumber(readerAt, column)];
        const note = this.#noteOf(readerAt);
        const { rowCount, columns: read } = this.#read(readerAt, { ...everything, columns }, note, inPlace);
        return readTable(rowCount, read, tableNoteOf(note));
      }),
    );
  }

  /** Opens the file, which is copied unless it lies in the module's memory. The reader of a view stays until the next call. */
  #withReader<T>(file: File, inPlace: boolean, read: (readerAt: number) => T): T {
    this.#endView();
    const module = this.#module;
    const isPlaced = file.buffer === module.buffer;
    this.#lastCallCopied = !isPlaced || !inPlace;
    const fileAt = isPlaced ? file.byteOffset : module.allocate(file.length);
    if (!isPlaced) module.bytes.set(file, fileAt);
    let readerAt = 0;
    try {
      readerAt = this.#openReader(fileAt, file.length, false);
      const result = read(readerAt);
      if (inPlace) {
        this.#viewedReaderAt = readerAt;
        readerAt = 0;
      }
      return result;
    } catch (thrown) {
      // After a trap, the memory can't be used any more, not even to release parts of it.
      if (thrown instanceof WebAssembly.RuntimeError) readerAt = 0;
      throw thrown;
    } finally {
      if (readerAt !== 0) module.calls.reader_drop(readerAt);
      if (!isPlaced && module === this.#module) module.release(fileAt, file.length);
    }
  }

  /** Releases the arrays that the last result viewed. */
  #endView(): void {
    if (this.#viewedReaderAt === 0) return;
    this.#module.calls.reader_drop(this.#viewedReaderAt);
    this.#viewedReaderAt = 0;
  }

  #openReader(at: number, sizeBytes: number, withOffsetIndex: boolean): number {
    const readerAt = this.#module.calls.reader_open(at, sizeBytes, withOffsetIndex ? 1 : 0);
    if (readerAt === 0) throw this.#failure('decode');
    return readerAt;
  }

  #columnNumber(readerAt: number, name: string): number {
    const number = this.#module.withText(name, (at, bytes) => this.#module.calls.reader_column(readerAt, at, bytes));
    if (number < 0)
      throw new FormatlabError({
        tag: 'decodeFailed',
        stage: 'project',
        format: 'parquet',
        message: `The file has no column “${name}”.`,
      });
    return number;
  }

  #noteOf(readerAt: number): string | null {
    const module = this.#module;
    const span = module.withText(tableNoteKey, (at, bytes) =>
      module.spanOf((spanAt) => module.calls.reader_note(readerAt, at, bytes, spanAt) - 1),
    );
    return span === null ? null : module.textOf(span);
  }

  #read(
    readerAt: number,
    { columns, rows }: Request,
    note: string | null,
    inPlace: boolean,
  ): { rowCount: number; columns: ColumnarLayout['columns'] } {
    const module = this.#module;
    const starts = rows === null ? groupStartsOf(module, readerAt) : [];
    const batchRows = rows === null ? Math.min(maxBatchRows, Math.max(1, starts.at(-1) ?? 1)) : rows.count;
    const scratchBytes = requestBytes + arraysBytes + 4 * (columns?.length ?? 0);
    const at = module.allocate(scratchBytes);
    const arraysAt = at + requestBytes;
    const columnsAt = arraysAt + arraysBytes;
    const { view } = module;
    for (const [index, column] of (columns ?? []).entries()) view.setUint32(columnsAt + 4 * index, column, true);
    const request = [
      columnsAt,
      columns?.length ?? 0,
      columns === null ? 1 : 0,
      rows?.group ?? -1,
      rows?.from ?? 0,
      rows?.count ?? 0,
      batchRows,
    ];
    for (const [index, value] of request.entries()) view.setInt32(at + 4 * index, value, true);
    if (module.calls.reader_read(readerAt, at, arraysAt) < 0) {
      module.release(at, scratchBytes);
      throw this.#failure('decode');
    }
    const after = module.view;
    const schemaAddress = after.getUint32(arraysAt, true);
    const firstArray = after.getUint32(arraysAt + 4, true);
    const arrayCount = after.getUint32(arraysAt + 8, true);
    module.release(at, scratchBytes);
    const read = readCDataColumns({
      memory: module.buffer,
      schemaAddress,
      arrayAddresses: Array.from({ length: arrayCount }, (_, index) => firstArray + arrayBytes * index),
      vectors: noteDeclaresVectors(note),
      inPlace,
    });
    // Where a page has no dictionary, arrow-rs makes one of the values, and lists an empty value for null rows. Files of other writers keep the order of
    // their dictionaries; a file with our note has been declared to lose it.
    if (note === null) return read;
    return {
      ...read,
      columns: read.columns.map((column) =>
        column.type === 'vector' ? column : categoriesByFirstRow(column, read.rowCount),
      ),
    };
  }

  #readRow(
    { readerAt, groupStarts, note, tableNote, keyed, rowOfKey, valueColumn }: OpenedFile,
    key: LookupKey,
  ): LookupValue {
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
    const rows = { group, from: row - (groupStarts[group] ?? 0), count: 1 };
    const columns = valueColumn === null ? null : [valueColumn];
    const read = this.#read(readerAt, { columns, rows }, note, false);
    if (keyed !== null) return lookupValueOfRow(read.columns, this.#context.schema.kind);
    return rowValues(readTable(read.rowCount, read.columns, tableNote), 0);
  }

  #failure(stage: Stage): FormatlabError {
    const did = stage === 'encode' ? 'write' : 'read';
    return new FormatlabError({
      tag: stage === 'encode' ? 'encodeFailed' : 'decodeFailed',
      stage,
      format: 'parquet',
      message: `arrow-rs could not ${did} it: ${this.#module.failureReason()}`,
    });
  }

  #guard<T>(stage: Stage, work: () => T): T {
    try {
      return work();
    } catch (thrown) {
      const memoryBytes = this.#module.buffer.byteLength;
      const trapped = thrown instanceof WebAssembly.RuntimeError;
      if (trapped) this.#replace();
      if (thrown instanceof FormatlabError) throw thrown;
      const record = toErrorRecord(thrown, {
        tag: stage === 'encode' ? 'encodeFailed' : 'decodeFailed',
        stage,
        format: 'parquet',
      });
      throw new FormatlabError(trapped ? trapRecord(record, memoryBytes) : record, { cause: thrown });
    }
  }
}

interface OpenedFile {
  readonly readerAt: number;
  readonly groupStarts: readonly number[];
  readonly note: string | null;
  readonly tableNote: TableNote;
  readonly keyed: KeyedColumns | null;
  readonly rowOfKey: RowsByKey | null;
  readonly valueColumn: number | null;
}

/** The first row of each row group, and the number of rows. */
function groupStartsOf({ calls }: ParquetModule, readerAt: number): number[] {
  const starts = [0];
  const groupCount = calls.reader_row_groups(readerAt);
  for (let group = 0; group < groupCount; group += 1)
    starts.push((starts.at(-1) ?? 0) + calls.reader_group_rows(readerAt, group));
  return starts;
}

const closed = () =>
  new FormatlabError({
    tag: 'decodeFailed',
    stage: 'lookup',
    format: 'parquet',
    message: 'An earlier failure of the Parquet reader closed the file. Open it again.',
  });

/** Near the limit of 4 GiB of 32-bit WASM, a trap is most likely a failed allocation. */
const nearlyFullBytes = 3 * 2 ** 30;

function trapRecord(record: ReturnType<typeof toErrorRecord>, memoryBytes: number): ReturnType<typeof toErrorRecord> {
  if (memoryBytes > nearlyFullBytes)
    return {
      ...record,
      tag: 'outOfMemory',
      message: 'arrow-rs ran out of its 4 GiB of memory.',
      remedy: 'Choose fewer rows.',
    };
  const message =
    record.stage === 'encode'
      ? `arrow-rs stopped while it wrote (${record.message}).`
      : `arrow-rs stopped while it read (${record.message}): the file is damaged in a way that its reader does not check, or claims more than it holds.`;
  return { ...record, tag: record.stage === 'encode' ? 'encodeFailed' : 'decodeFailed', message };
}
