import { readCDataColumns } from '../../../columns/arrow-c-data';
import { categoriesByFirstRow } from '../../../columns/categories';
import {
  type KeyedColumns,
  keyedColumns,
  type RowsByKey,
  rowsByKey,
  lookupValueOfRow,
} from '../../../columns/columnar-keys';
import { type ColumnarLayout, fromColumnarLayout, readTable } from '../../../columns/columnar-layout';
import { noteDeclaresVectors, tableNoteKey, type TableNote, tableNoteOf } from '../../../columns/table-note';
import type { Dataset, LookupKey, LookupValue } from '../../../model/dataset';
import type { FileCounts, FormatContext, FormatLookup, FormatModule } from '../../../model/entry';
import { FormatlabError } from '../../../model/errors';
import { rowValues } from '../../../model/table-row';
import { type LayoutToWrite, uncopiedLayout } from '../../../columns/uncopied-vectors';
import type { MemorySpan } from '../../../wasm/tables/table-module';
import {
  type PlacedDataset,
  type ReadDataset,
  type ReadRequest,
  TableSession,
} from '../../../wasm/tables/table-session';
import { requireReadable } from '../footer/size-limit';
import { compiledParquet, type ParquetCalls, type ParquetModule } from '../native/module';
import { writerProperties } from '../native/settings';
import { dropCategoryOrder, needsTypeNote, storableLayout } from '../settings/parquet-types';

export const format: FormatModule = {
  async open(context) {
    return new ArrowRsSession(await compiledParquet(), context);
  },
  forget: dropCategoryOrder,
};

type File = Uint8Array<ArrayBuffer>;

/** Rows to read: see `struct Request` in `workers/wasm/rust/parquet/src/read.rs`. */
interface Request {
  readonly columns: readonly number[] | null;
  readonly rows: { readonly group: number; readonly from: number; readonly count: number } | null;
}

const everything: Request = { columns: null, rows: null };
const requestBytes = 28;
const arraysBytes = 12;
const arrayBytes = 64;
const maxBatchRows = 0x7fffffff;

class ArrowRsSession extends TableSession<ParquetCalls> {
  readonly #context: FormatContext;
  /** Address of the written file's owner, which reuses its memory for the next file. */
  #fileAt: number;

  constructor(compiled: WebAssembly.Module, context: FormatContext) {
    super(compiled, { format: 'parquet', label: 'arrow-rs' });
    this.#context = context;
    this.#fileAt = newFile(this.module);
  }

  protected override moduleReplaced(): void {
    this.#fileAt = newFile(this.module);
  }

  protected override checkReadable(file: File): void {
    requireReadable(file);
  }

  protected override layoutOf(dataset: Dataset, room: ArrayBuffer): LayoutToWrite {
    const { layout, vectors } = uncopiedLayout(dataset, needsTypeNote, room);
    return { layout: storableLayout(layout), vectors };
  }

  protected override writeFile({ layout, table }: PlacedDataset): MemorySpan | null {
    const { calls } = this.module;
    const properties = writerProperties(this.module, layout, tableNoteKey, this.#context);
    return this.module.spanOf((spanAt) =>
      calls.file_write(this.#fileAt, properties, table.arrayAt, table.schemaAt, spanAt),
    );
  }

  protected override readFile(file: MemorySpan, { column, inPlace }: ReadRequest): ReadDataset {
    const { module } = this;
    const readerAt = this.#openReader(file.at, file.sizeBytes, false);
    const release = () => module.calls.reader_drop(readerAt);
    try {
      const note = this.#noteOf(readerAt);
      if (column === null)
        return {
          dataset: fromColumnarLayout({ ...this.#read(readerAt, everything, note, inPlace), note }),
          release,
        };
      const columns = [this.#columnNumber(readerAt, column)];
      const { rowCount, columns: read } = this.#read(readerAt, { ...everything, columns }, note, inPlace);
      return { dataset: readTable(rowCount, read, tableNoteOf(note)), release };
    } catch (thrown) {
      if (!(thrown instanceof WebAssembly.RuntimeError)) release();
      throw thrown;
    }
  }

  async openLookup(file: File): Promise<FormatLookup> {
    requireReadable(file);
    return this.guard('lookup', () => {
      const { module } = this;
      const { readerAt, close } = this.#openCopy(file);
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
          this.guard('lookup', () => {
            if (module !== this.module) throw closed();
            return this.#readRow(opened, key);
          }),
        close,
      };
    });
  }

  /** What a reader touches that has the offset index: to open the file, for a whole column, and for the middle row or its value. */
  countsOf(file: File, columnIndex: number): FileCounts {
    requireReadable(file);
    return this.guard('lookup', () => {
      const { module } = this;
      const { readerAt, close } = this.#openCopy(file);
      const bytesOf = (request: Request | null) => {
        const before = module.calls.reader_touched_bytes(readerAt);
        if (request !== null) this.#read(readerAt, request, null, false);
        return module.calls.reader_touched_bytes(readerAt) - before;
      };
      try {
        const { schema } = this.#context;
        const keyed = keyedColumns(schema.kind);
        const groupStarts = groupStartsOf(module, readerAt);
        const rows = rowPlace(groupStarts, Math.floor((groupStarts.at(-1) ?? 0) / 2));
        // Of data that are no table, the keys or the only column.
        const column = schema.kind === 'table' ? columnIndex : 0;
        const hasColumn = schema.kind !== 'table' || schema.columns[columnIndex] !== undefined;
        const value = keyed === null ? null : [this.#columnNumber(readerAt, keyed.value)];
        return {
          bytesReadToOpen: module.calls.reader_touched_bytes(readerAt),
          bytesReadForOneColumn: bytesOf(hasColumn ? { ...everything, columns: [column] } : null),
          bytesReadForOneRow: bytesOf(rows === null ? null : { columns: value, rows }),
        };
      } finally {
        close();
      }
    });
  }

  /** Opens a copy of the file, for reading parts of it. */
  #openCopy(file: File): { readerAt: number; close: () => void } {
    const { module } = this;
    const fileAt = module.allocate(file.length);
    module.bytes.set(file, fileAt);
    const readerAt = this.#openReader(fileAt, file.length, true);
    const close = () => {
      // After a trap, the memory of this reader is gone.
      if (module !== this.module) return;
      module.calls.reader_drop(readerAt);
      module.release(fileAt, file.length);
    };
    return { readerAt, close };
  }

  #openReader(at: number, sizeBytes: number, withOffsetIndex: boolean): number {
    const readerAt = this.module.calls.reader_open(at, sizeBytes, withOffsetIndex ? 1 : 0);
    if (readerAt === 0) throw this.failure('decode');
    return readerAt;
  }

  #columnNumber(readerAt: number, name: string): number {
    const number = this.module.withText(name, (at, bytes) => this.module.calls.reader_column(readerAt, at, bytes));
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
    const { module } = this;
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
    const { module } = this;
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
      throw this.failure('decode');
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
    const rows = typeof row === 'number' && Number.isInteger(row) ? rowPlace(groupStarts, row) : null;
    if (rows === null)
      throw new FormatlabError({
        tag: 'decodeFailed',
        stage: 'lookup',
        format: 'parquet',
        message: `The file has no row “${key}”.`,
      });
    const columns = valueColumn === null ? null : [valueColumn];
    const read = this.#read(readerAt, { columns, rows }, note, false);
    if (keyed !== null) return lookupValueOfRow(read.columns, this.#context.schema.kind);
    return rowValues(readTable(read.rowCount, read.columns, tableNote), 0);
  }
}

/** Makes the owner of written files in a new instance, whose dictionaries first get a key that no file can be made for. */
function newFile({ calls }: ParquetModule): number {
  calls.set_hash_key(...crypto.getRandomValues(new Uint32Array(2)));
  return calls.file_new();
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

/** Where a row lies; null if the file does not have it. */
function rowPlace(groupStarts: readonly number[], row: number): Request['rows'] {
  const group = groupStarts.findIndex((start, index) => row >= start && row < (groupStarts[index + 1] ?? 0));
  return group < 0 ? null : { group, from: row - (groupStarts[group] ?? 0), count: 1 };
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
