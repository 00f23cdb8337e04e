import { readCDataColumns } from '../../columns/arrow-c-data';
import { type ColumnSchema, childColumns } from '../../model/column-schema';
import { type ColumnarLayout, fromColumnarLayout, isNestedJson, readTable } from '../../columns/columnar-layout';
import type { Column } from '../../model/column';
import type { Dataset, DatasetSchema } from '../../model/dataset';
import { FormatlabError, type Stage } from '../../model/errors';
import type { LaidOutColumn } from '../../columns/laid-out-column';
import { noteDeclaresVectors, tableNoteOf } from '../../columns/table-note';
import { type LayoutToWrite, uncopiedLayout } from '../../columns/uncopied-vectors';
import wasmUrl from '../../wasm/built/interchange.wasm?url';
import { type Call, compiledModule, type MemorySpan, type TableCalls } from '../../wasm/tables/table-module';
import { placeTable, type TableInMemory } from '../../wasm/tables/table-in-memory';
import { type PlacedDataset, type ReadDataset, type ReadRequest, TableSession } from '../../wasm/tables/table-session';
import { emptyLayout } from './empty-layout';

/** The exports of `workers/wasm/rust/text`, where each is described. */
interface InterchangeCalls extends TableCalls {
  readonly file_new: Call;
  readonly file_write: Call;
  readonly reader_new: Call;
  readonly reader_clear: Call;
  readonly reader_read: Call;
}

/** The numbers of `Layout` in `workers/wasm/rust/interchange/src/lib.rs`. */
const layoutNumber = {
  csv: 0,
  columns: 1,
  records: 2,
  lines: 3,
  entries: 4,
  values: 5,
  array: 6,
  messageColumns: 7,
  messageEntries: 8,
  messageValues: 9,
  messageArray: 10,
} as const;

/** How a file holds a dataset. Of JSON: an object of lists, a list of objects, an object on each line, an object of entries, one list, or nested lists; of MessagePack: the same as maps and arrays. */
export type FileLayout = keyof typeof layoutNumber;

/** The numbers of `Role` in `workers/wasm/rust/interchange/src/roles.rs`. */
const roleNumber = { value: 0, json: 1, quotedInteger: 2, record: 3 } as const;
export type ColumnRole = keyof typeof roleNumber;

interface InterchangeFile {
  readonly format: string;
  /** The library's name, for errors. */
  readonly label: string;
  readonly layout: FileLayout;
  /** Roles of columns by their name, if they differ from what their types say. */
  readonly roles?: Readonly<Record<string, ColumnRole>>;
}

const formBytes = 20;
const tableBytes = 8;

export async function openInterchangeSession(
  schema: DatasetSchema,
  file: InterchangeFile,
): Promise<InterchangeSession> {
  return new InterchangeSession(await compiledModule(wasmUrl, file.label), schema, file);
}

/** Reads and writes the CSV, JSON or MessagePack files of one candidate. */
class InterchangeSession extends TableSession<InterchangeCalls> {
  readonly #schema: DatasetSchema;
  readonly #file: InterchangeFile;
  /** The dataset's columns without rows. */
  readonly #empty: ColumnarLayout;
  #inModule: ModuleParts;

  constructor(compiled: WebAssembly.Module, schema: DatasetSchema, file: InterchangeFile) {
    super(compiled, file);
    this.#schema = schema;
    this.#file = file;
    this.#empty = emptyLayout(schema);
    this.#inModule = this.#placeParts();
  }

  protected override moduleReplaced(): void {
    this.#inModule = this.#placeParts();
  }

  protected override layoutOf(dataset: Dataset, room: ArrayBuffer): LayoutToWrite {
    return uncopiedLayout(dataset, isNestedJson, room);
  }

  protected override writeFile({ table }: PlacedDataset): MemorySpan | null {
    const { fileAt, formAt } = this.#inModule;
    return this.module.spanOf((spanAt) =>
      this.module.calls.file_write(fileAt, formAt, table.arrayAt, table.schemaAt, spanAt),
    );
  }

  protected override readFile(file: MemorySpan, { column, inPlace }: ReadRequest): ReadDataset {
    const { module } = this;
    const { readerAt, formAt, schema, tableAt } = this.#inModule;
    const only = column === null ? -1 : this.#columnNumber(column);
    if (module.calls.reader_read(readerAt, formAt, schema.schemaAt, file.at, file.sizeBytes, only, tableAt) < 0)
      throw this.failure('decode');
    const { note } = this.#empty;
    const { view } = module;
    const read = readCDataColumns({
      memory: module.buffer,
      schemaAddress: view.getUint32(tableAt, true),
      arrayAddresses: [view.getUint32(tableAt + 4, true)],
      vectors: noteDeclaresVectors(note),
      inPlace,
    });
    const columns = this.#withSchema(read.columns, read.rowCount);
    return {
      dataset:
        column === null
          ? fromColumnarLayout({ rowCount: read.rowCount, columns, note })
          : readTable(read.rowCount, columns, tableNoteOf(note)),
      release: () => module.calls.reader_clear(readerAt),
    };
  }

  /** A text that cannot stand in a file is unsupported, and a file that cannot be read is malformed. */
  protected override failure(stage: Stage): FormatlabError {
    return new FormatlabError({
      tag: stage === 'encode' ? 'unsupported' : 'malformedInput',
      stage,
      format: this.names.format,
      message: this.module.failureReason(),
    });
  }

  #columnNumber(name: string): number {
    const number = this.#empty.columns.findIndex((column) => column.name === name);
    if (number >= 0) return number;
    throw new FormatlabError({
      tag: 'malformedInput',
      stage: 'project',
      format: this.names.format,
      message: `There is no column “${name}”.`,
    });
  }

  /** What every call needs in the module's memory. */
  #placeParts(): ModuleParts {
    const { module } = this;
    const { columns } = this.#empty;
    const roles = Uint8Array.from(
      columns.flatMap((column) => this.#rolesOf(column)),
      (role) => roleNumber[role],
    );
    const shape = Uint32Array.from(this.#schema.kind === 'array' ? this.#schema.shape : []);
    const formAt = module.allocate(formBytes + tableBytes + 4 * shape.length + roles.length);
    const shapeAt = formAt + formBytes + tableBytes;
    const rolesAt = shapeAt + 4 * shape.length;
    module.bytes.set(new Uint8Array(shape.buffer), shapeAt);
    module.bytes.set(roles, rolesAt);
    const form = [layoutNumber[this.#file.layout], rolesAt, roles.length, shapeAt, shape.length];
    for (const [index, value] of form.entries()) module.view.setUint32(formAt + 4 * index, value, true);
    return {
      fileAt: module.calls.file_new(),
      readerAt: module.calls.reader_new(),
      formAt,
      tableAt: formAt + formBytes,
      schema: placeTable(module, this.#empty, null),
    };
  }

  /** The roles of a column and of the columns inside it, depth first. */
  #rolesOf(column: LaidOutColumn): ColumnRole[] {
    const named = this.#file.roles?.[column.name];
    if (named !== undefined) return [named];
    switch (column.type) {
      case 'json':
        return ['json'];
      case 'category':
        return [column.categories.type === 'json' ? 'json' : 'value'];
      case 'list':
        return ['value', ...this.#rolesOf(column.item)];
      case 'struct':
        return ['value', ...column.fields.flatMap((field) => this.#rolesOf(field))];
      default:
        return ['value'];
    }
  }

  /** The columns with what the library does not pass on: the order of categories, and bitmaps of columns that have no null although they may. */
  #withSchema(columns: readonly LaidOutColumn[], rowCount: number): readonly LaidOutColumn[] {
    if (this.#schema.kind !== 'table') return columns;
    const schemas = new Map(this.#schema.columns.map((schema) => [schema.name, schema]));
    return columns.map((column) => {
      const schema = schemas.get(column.name);
      return schema === undefined || column.type === 'vector' ? column : asInSchema(column, schema, rowCount);
    });
  }
}

interface ModuleParts {
  /** Addresses of the written file's owner, which reuses its memory for the next file, and of the read arrays' owner. */
  readonly fileAt: number;
  readonly readerAt: number;
  /** Addresses of a struct Form and of a struct Table. */
  readonly formAt: number;
  readonly tableAt: number;
  /** The columns without rows, of which readers need the schema. */
  readonly schema: TableInMemory;
}

function asInSchema(column: Column, schema: ColumnSchema, rowCount: number): Column {
  const validity = schema.nullable && column.validity === null ? allOnes(rowCount) : column.validity;
  const inner = childColumns(schema);
  switch (column.type) {
    case 'category':
      return { ...column, validity, ordered: schema.type === 'category' && schema.ordered };
    case 'list': {
      const [item] = inner;
      if (item === undefined) return column;
      return { ...column, validity, item: asInSchema(column.item, item, column.offsets[rowCount] ?? 0) };
    }
    case 'struct':
      return {
        ...column,
        validity,
        fields: column.fields.map((field, index) => {
          const fieldSchema = inner[index];
          return fieldSchema === undefined ? field : asInSchema(field, fieldSchema, rowCount);
        }),
      };
    default:
      return { ...column, validity };
  }
}

/** A bitmap of so many ones. The bits after them are 0. */
function allOnes(count: number): Uint8Array {
  const bits = new Uint8Array(Math.ceil(count / 8)).fill(0xff);
  if (count % 8 !== 0) bits[bits.length - 1] = (1 << (count % 8)) - 1;
  return bits;
}
