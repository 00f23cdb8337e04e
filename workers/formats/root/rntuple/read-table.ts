import { malformedRoot, rootFailure } from '../file/failures';
import { RootFileReader } from '../file/file-reader';
import type { BlockDecompressor } from '../file/native-blocks';
import type { ByteSource } from '../file/source';
import type { CellValue, ColumnType } from '../../../model/column';
import type { ColumnSchema } from '../../../model/column-schema';
import type { Table } from '../../../model/dataset';
import { type ByteRange, rangeOf } from '../../../model/remote/network-requests';
import { columnTypeText } from '../../../model/column-type-text';
import { cellValue, rowValues } from '../../../model/table-row';
import type { Checksum } from './file/checksum';
import { type FieldNode, type FieldShape, fieldTree, shapeOf } from './file/field-tree';
import { type NTupleInfo, ntupleEntries, readNTuple } from './file/ntuple-info';
import type { ClusterColumn } from './file/page-list';
import { FieldReader } from './field-reader';
import { columnNoteNameOf, readNote } from './note';
import { shapeForColumn, schemaOfShape } from './field-columns';

interface ColumnPlan {
  readonly schema: ColumnSchema;
  readonly field: string;
  readonly shape: FieldShape;
}

/** A field that no column of a table can hold. */
interface SkippedField {
  readonly name: string;
  readonly reason: string;
}

/** A table in a file. Opening it plans the columns; they are read on demand. */
export class TableFile {
  readonly #file: RootFileReader;
  readonly #checksum: Checksum;
  readonly #columns: readonly ColumnPlan[];
  readonly ntuple: NTupleInfo;
  readonly skipped: readonly SkippedField[];

  /** Opens the only RNTuple of a file. @throws `unsupported` if the file has none or several */
  constructor(source: ByteSource, decompressor: BlockDecompressor, checksum: Checksum) {
    this.#file = new RootFileReader(source, decompressor);
    this.#checksum = checksum;
    const [entry, ...others] = ntupleEntries(this.#file);
    if (entry === undefined)
      throw rootFailure('unsupported', 'decode', `the file holds no RNTuple; it holds ${contentsOf(this.#file)}`);
    if (others.length > 0)
      throw rootFailure(
        'unsupported',
        'decode',
        `the file holds several RNTuples (${[entry, ...others].map(({ path }) => path).join(', ')}), but only a file with one can be read`,
      );
    this.ntuple = readNTuple(this.#file, entry, checksum);
    const fields = fieldTree(this.ntuple).map((field) => ({ field, shape: shapeOf(field) }));
    this.skipped = fields.flatMap(({ field, shape }) =>
      typeof shape === 'string' ? [{ name: field.name, reason: shape }] : [],
    );
    const note = columnNoteNameOf(entry.path);
    this.#columns = planOf(entry.path, fields, note, this.#file.readNamed(note));
  }

  readTable(): Table {
    return {
      kind: 'table',
      rowCount: this.ntuple.entryCount,
      columns: this.#columns.map((plan) => this.#reader(plan).readAll()),
    };
  }

  /** Reads one column; only the pages of its field are read. */
  readColumn(name: string): Table {
    const plan = this.#columns.find(({ schema }) => schema.name === name);
    if (plan === undefined)
      throw rootFailure('decodeFailed', 'project', `the RNTuple “${this.ntuple.path}” has no column “${name}”`);
    return { kind: 'table', rowCount: this.ntuple.entryCount, columns: [this.#reader(plan).readAll()] };
  }

  get rowCount(): number {
    return this.ntuple.entryCount;
  }

  columnName(index: number): string | null {
    return this.#columns[index]?.schema.name ?? null;
  }

  /** Reads one row; from each column only the page with the row is read. */
  readRow(row: number): CellValue[] {
    return this.rowsFromPages()(row);
  }

  /**
   * The pages of each of RNTuple's columns that a column of the table has: those of its field and of the fields below. Each page is by itself, since
   * uproot asks for each in a request of its own.
   */
  pagesOfColumn(name: string): ByteRange[][] {
    const { fields, columns } = this.ntuple.schema;
    const top = this.#columns.find(({ schema }) => schema.name === name)?.field;
    const isOfColumn: boolean[] = [];
    for (const [index, field] of fields.entries())
      isOfColumn.push(field.parent === index ? field.name === top : isOfColumn[field.parent] === true);
    return columns
      .filter(({ field }) => isOfColumn[field] === true)
      .flatMap(({ id }) => this.ntuple.clusters.flatMap((cluster) => pagesOf(cluster.columns[id])))
      .map((page) => [page]);
  }

  /** The pages of all columns in the cluster that holds the row, column by column: uproot asks for no less. */
  pagesAround(row: number): ByteRange[][] {
    const cluster = this.ntuple.clusters.find(({ firstEntry, entryCount }) => row < firstEntry + entryCount);
    return (cluster?.columns ?? []).flatMap((column) => pagesOf(column)).map((page) => [page]);
  }

  /** The contents of the file in RNTuple's own terms. */
  counts(): { readonly fields: number; readonly columns: number; readonly clusters: number; readonly pages: number } {
    const { schema, clusters } = this.ntuple;
    const pages = clusters.reduce(
      (sum, { columns }) => columns.reduce((partial, column) => partial + column.pages.length, sum),
      0,
    );
    return { fields: schema.fields.length, columns: schema.columns.length, clusters: clusters.length, pages };
  }

  /** Looks up rows by number, after decompressing all pages. */
  rowsInMemory(): (row: number) => CellValue[] {
    const table = this.readTable();
    return (row) => rowValues(table, this.#requireRow(row));
  }

  /** Looks up rows by number; each look-up reads the page with the row for each column, and nothing is cached. */
  rowsFromPages(): (row: number) => CellValue[] {
    const readers = this.#columns.map((plan) => this.#reader(plan));
    return (row) => {
      this.#requireRow(row);
      return readers.map((reader) => cellValue(reader.readRow(row), 0));
    };
  }

  #requireRow(row: number): number {
    if (Number.isInteger(row) && row >= 0 && row < this.ntuple.entryCount) return row;
    throw rootFailure('decodeFailed', 'lookup', `the RNTuple “${this.ntuple.path}” has no row ${row}`);
  }

  #reader({ field, shape, schema }: ColumnPlan): FieldReader {
    return new FieldReader(this.#file, this.ntuple, shape, schema, this.#checksum, `the field “${field}”`);
  }
}

const pagesOf = (column: ClusterColumn | undefined): ByteRange[] =>
  (column?.pages ?? []).map(({ locator: { offset, sizeBytes } }) => rangeOf(offset, sizeBytes));

function contentsOf(file: RootFileReader): string {
  const found = file.entries.slice(0, 5).map(({ path, key }) => `${path} (${key.className})`);
  return found.length === 0 ? 'no objects' : found.join(', ');
}

function planOf(
  path: string,
  fields: readonly { readonly field: FieldNode; readonly shape: FieldShape | string }[],
  noteName: string,
  note: string | null,
): readonly ColumnPlan[] {
  if (note === null) {
    const plans = fields.flatMap(({ field, shape }): ColumnPlan[] =>
      typeof shape === 'string' ? [] : [{ schema: schemaOfShape(field.name, shape), field: field.name, shape }],
    );
    if (plans.length === 0) {
      const reasons = fields.slice(0, 5).map(({ field, shape }) => `${field.name} (${String(shape)})`);
      throw rootFailure(
        'unsupported',
        'decode',
        `no field of the RNTuple “${path}” can be read as a column of a table: ${reasons.join(', ') || 'it has no fields'}`,
      );
    }
    return plans;
  }
  const byName = new Map(fields.map((one) => [one.field.name, one]));
  return readNote(note, noteName).map((told): ColumnPlan => {
    const name = 'column' in told ? told.column.name : told.name;
    const { field = name } = told;
    const found = byName.get(field);
    if (found === undefined)
      throw malformedRoot(`the RNTuple “${path}” lacks the field “${field}”, which its note ${noteName} names`);
    const schema: ColumnSchema =
      'column' in told
        ? told.column
        : { name, type: told.type as Exclude<ColumnType, 'timestamp'>, nullable: isOptional(found.shape) };
    const shape = typeof found.shape === 'string' ? null : shapeForColumn(found.shape, schema);
    if (shape === null)
      throw malformedRoot(
        `the note ${noteName} says that the field “${field}” is ${columnTypeText(schema)}, but it is stored as another type`,
      );
    return { schema, field, shape };
  });
}

const isOptional = (shape: FieldShape | string) => typeof shape !== 'string' && shape.kind === 'optional';
