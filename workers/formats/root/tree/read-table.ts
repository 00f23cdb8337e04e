import { malformedRoot, rootFailure } from '../file/failures';
import { RootFileReader } from '../file/file-reader';
import type { BlockDecompressor } from '../file/native-blocks';
import type { ByteSource } from '../file/source';
import {
  type CellValue,
  type Column,
  type ColumnType,
  type FixedWidthColumn,
  type FixedWidthType,
  type NumericValues,
  storageType,
} from '../../../model/column';
import type { ColumnSchema } from '../../../model/column-schema';
import type { Table } from '../../../model/dataset';
import { columnTypeText } from '../../../model/column-type-text';
import { cellValue, rowValues } from '../../../model/table-row';
import { BranchReader } from './file/branch-reader';
import { leafTypeInfo } from './file/leaf-types';
import { type BranchInfo, readTree, treeEntries, type TreeInfo } from './file/tree-info';
import { isNumericListItem } from './file/list-items';
import { columnNoteNameOf, readNote } from './note';

interface ColumnPlan {
  readonly schema: ColumnSchema;
  readonly branch: BranchInfo;
  readonly validity: BranchInfo | null;
}

/** A table in a file. Opening it plans the columns; they are read on demand. */
export class TableFile {
  readonly #file: RootFileReader;
  readonly tree: TreeInfo;
  readonly #columns: readonly ColumnPlan[];

  /** Opens the only tree of a file. @throws `unsupported` if the file has none or several */
  constructor(source: ByteSource, decompressor: BlockDecompressor) {
    this.#file = new RootFileReader(source, decompressor);
    const [entry, ...others] = treeEntries(this.#file);
    if (entry === undefined)
      throw rootFailure('unsupported', 'decode', `the file holds no TTree; it holds ${contentsOf(this.#file)}`);
    if (others.length > 0)
      throw rootFailure(
        'unsupported',
        'decode',
        `the file holds several trees (${[entry, ...others].map(({ path }) => path).join(', ')}), but only a file with one can be read`,
      );
    this.tree = readTree(this.#file, entry);
    const name = columnNoteNameOf(entry.path);
    this.#columns = planOf(this.tree, name, this.#file.readNamed(name));
  }

  readTable(): Table {
    return { kind: 'table', rowCount: this.tree.entryCount, columns: this.#columns.map((plan) => this.#column(plan)) };
  }

  /** Reads one column; only the baskets of its branches are read. */
  readColumn(name: string): Table {
    const plan = this.#columns.find(({ schema }) => schema.name === name);
    if (plan === undefined)
      throw rootFailure('decodeFailed', 'project', `the tree “${this.tree.path}” has no column “${name}”`);
    return { kind: 'table', rowCount: this.tree.entryCount, columns: [this.#column(plan)] };
  }

  get rowCount(): number {
    return this.tree.entryCount;
  }

  columnName(index: number): string | null {
    return this.#columns[index]?.schema.name ?? null;
  }

  /** Reads one row; from each branch only the basket with the row is read. */
  readRow(row: number): CellValue[] {
    return this.rowsFromBaskets()(row);
  }

  /** The contents of the file in TTree's own terms. */
  counts(): { readonly branches: number; readonly baskets: number } {
    const { branches } = this.tree;
    return { branches: branches.length, baskets: branches.reduce((sum, { basketSeek }) => sum + basketSeek.length, 0) };
  }

  /** Looks up rows by number, after decompressing all baskets. */
  rowsInMemory(): (row: number) => CellValue[] {
    const table = this.readTable();
    return (row) => rowValues(table, this.#requireRow(row));
  }

  #requireRow(row: number): number {
    if (Number.isInteger(row) && row >= 0 && row < this.tree.entryCount) return row;
    throw rootFailure('decodeFailed', 'lookup', `the tree “${this.tree.path}” has no row ${row}`);
  }

  /** Looks up rows by number; each look-up reads the basket with the row for each branch, and nothing is cached. */
  rowsFromBaskets(): (row: number) => CellValue[] {
    const readers = this.#columns.map((plan) => ({
      plan,
      values: new BranchReader(this.#file, plan.branch),
      validity: plan.validity === null ? null : new BranchReader(this.#file, plan.validity),
    }));
    return (row) => {
      this.#requireRow(row);
      return readers.map(({ plan, values, validity: valid }) => {
        const found = values.readEntry(row);
        const present = valid === null || valid.readEntry(row)[0] === 1;
        const validity = present ? null : new Uint8Array(1);
        const isCounted = plan.branch.type === null || plan.branch.countBranch !== null;
        return cellValue(columnOf(plan.schema, validity, found, isCounted ? Int32Array.of(0, found.length) : null), 0);
      });
    };
  }

  #column({ schema, branch, validity }: ColumnPlan): Column {
    const { values, offsets } = new BranchReader(this.#file, branch).readAll();
    const bitmap =
      validity === null ? null : packed(new BranchReader(this.#file, validity).readAll().values as Uint8Array);
    if (schema.type === 'utf8' || schema.type === 'json') requireText(schema.name, values as Uint8Array);
    // ROOT's bool is a byte, and any value except 0 is true.
    if (schema.type === 'bool')
      for (let row = 0; row < values.length; row += 1) if ((values[row] as number) > 1) values[row] = 1;
    return columnOf(schema, bitmap, values, offsets);
  }
}

/** `offsets` into the values, if a branch counts them. */
function columnOf(
  schema: ColumnSchema,
  validity: Uint8Array | null,
  values: NumericValues,
  offsets: Int32Array | null,
): Column {
  const { name, type } = schema;
  switch (schema.type) {
    case 'list': {
      const item = { name: schema.item.name, type: schema.item.type, validity: null, values } as FixedWidthColumn;
      return { name, type: 'list', validity, offsets: offsets ?? new Int32Array(1), item };
    }
    case 'time':
    case 'duration':
      return { name, type: schema.type, unit: schema.unit, validity, values: values as BigInt64Array };
    case 'timestamp': {
      const { unit, timeZone } = schema;
      if (unit === undefined && timeZone === undefined) break;
      const base = { name, type: 'timestamp', unit: unit ?? 'us', timeZone: timeZone ?? null } as const;
      return { ...base, validity, values: values as BigInt64Array };
    }
  }
  return (
    offsets === null ? { name, type, validity, values } : { name, type, validity, offsets, data: values }
  ) as Column;
}

function contentsOf(file: RootFileReader): string {
  const found = file.entries.slice(0, 5).map(({ path, key }) => `${path} (${key.className})`);
  return found.length === 0 ? 'no objects' : found.join(', ');
}

function packed(bytes: Uint8Array): Uint8Array {
  const bitmap = new Uint8Array(Math.ceil(bytes.length / 8));
  for (let row = 0; row < bytes.length; row += 1)
    if (bytes[row] !== 0) bitmap[row >> 3] = (bitmap[row >> 3] ?? 0) | (1 << (row & 7));
  return bitmap;
}

const strictText = new TextDecoder('utf-8', { fatal: true });

function requireText(name: string, data: Uint8Array): void {
  try {
    strictText.decode(data);
  } catch (cause) {
    throw malformedRoot(`the texts of the branch “${name}” are not UTF-8`, null, cause);
  }
}

/** The dataset type for a branch without a note; null if there is none. */
function typeOf(branch: BranchInfo): ColumnType | null {
  if (branch.type === null) return 'utf8';
  if (branch.countBranch !== null) return branch.type === 'uint8' && branch.length === 1 ? 'binary' : null;
  return branch.length === 1 ? branch.type : null;
}

function planOf(tree: TreeInfo, noteName: string, note: string | null): readonly ColumnPlan[] {
  if (note === null) {
    const plans = tree.branches.flatMap((branch): ColumnPlan[] => {
      const type = typeOf(branch);
      return type === null ? [] : [{ schema: schemaOf(branch.name, type, false), branch, validity: null }];
    });
    if (plans.length === 0) {
      const reasons = [
        ...tree.skipped,
        ...tree.branches.map(({ name }) => ({
          name,
          reason: 'its entries are arrays, which a table’s columns can’t hold',
        })),
      ].slice(0, 5);
      throw rootFailure(
        'unsupported',
        'decode',
        `no branch of the tree “${tree.path}” can be read as a column of a table: ${reasons.map(({ name, reason }) => `${name} (${reason})`).join(', ') || 'it has no branches'}`,
      );
    }
    return plans;
  }
  const branchOf = (name: string): BranchInfo => {
    const found = tree.branches.find((branch) => branch.name === name);
    if (found === undefined)
      throw malformedRoot(`the tree “${tree.path}” lacks the branch “${name}”, which its note ${noteName} names`);
    return found;
  };
  return readNote(note, noteName).map((told): ColumnPlan => {
    const { validity } = told;
    const schema = 'column' in told ? told.column : schemaOf(told.name, told.type, validity !== undefined);
    const branch = branchOf(schema.name);
    requireStorage(branch, schema, noteName);
    const valid = validity === undefined ? null : branchOf(validity);
    if (valid !== null) requireStorage(valid, schemaOf(valid.name, 'bool', false), noteName);
    return { schema, branch, validity: valid };
  });
}

const schemaOf = (name: string, type: ColumnType, nullable: boolean): ColumnSchema => ({
  name,
  type: type as Exclude<ColumnType, 'timestamp'>,
  nullable,
});

/** @throws if the note gives a type that the branch cannot have */
function requireStorage(branch: BranchInfo, schema: ColumnSchema, noteName: string): void {
  const { type } = schema;
  const isCounted = branch.countBranch !== null;
  const holds = (storage: string | undefined, counted: boolean) =>
    branch.type !== null &&
    isCounted === counted &&
    branch.length === 1 &&
    leafTypeInfo[branch.type].storage === storage;
  const fits = (() => {
    switch (type) {
      case 'binary':
        return branch.type === 'uint8' && isCounted;
      case 'utf8':
      case 'json':
        return branch.type === null;
      case 'list':
        return isNumericListItem(schema.item) && holds(schema.item.type, true);
      case 'time':
      case 'duration':
        return holds('int64', false);
      default:
        return holds(storageType[type as FixedWidthType], false);
    }
  })();
  if (!fits)
    throw malformedRoot(
      `the note ${noteName} says that the branch “${branch.name}” is ${columnTypeText(schema)}, but it is stored as another type`,
    );
}
