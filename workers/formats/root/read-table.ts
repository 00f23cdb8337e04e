import { malformedRoot, rootFailure } from '../../libraries/root-file/failures';
import { RootFileReader } from '../../libraries/root-file/file-reader';
import type { BlockDecompressor } from '../../libraries/root-file/native-blocks';
import type { ByteSource } from '../../libraries/root-file/source';
import {
  type CellValue,
  type Column,
  type ColumnType,
  type FixedWidthColumn,
  type FixedWidthType,
  storageType,
  type Table,
} from '../../model/dataset';
import { cellOf, rowOf } from '../../model/table-row';
import { BranchReader } from './tree/branch-reader';
import { leafTypeInfo } from './tree/leaf-types';
import { type BranchInfo, readTree, treeEntries, type TreeInfo } from './tree/tree-info';
import { noteNameOf, readNote } from './note';

interface ColumnPlan {
  readonly name: string;
  readonly type: ColumnType;
  readonly branch: BranchInfo;
  readonly validity: BranchInfo | null;
}

/** A table in a file: its columns are planned when it is opened, and read when asked for. */
export class TableFile {
  readonly #file: RootFileReader;
  readonly tree: TreeInfo;
  readonly #columns: readonly ColumnPlan[];

  /** Opens the only tree of a file. Throws `unsupported` where there are several, or none. */
  constructor(source: ByteSource, decompressor: BlockDecompressor) {
    this.#file = new RootFileReader(source, decompressor);
    const [entry, ...others] = treeEntries(this.#file);
    if (entry === undefined)
      throw rootFailure('unsupported', 'decode', `the file holds no TTree, but ${contentsOf(this.#file)}`);
    if (others.length > 0)
      throw rootFailure(
        'unsupported',
        'decode',
        `the file holds several trees, of which none is chosen: ${[entry, ...others].map(({ path }) => path).join(', ')}`,
      );
    this.tree = readTree(this.#file, entry);
    const name = noteNameOf(entry.path);
    this.#columns = planOf(this.tree, name, this.#file.readNamed(name));
  }

  readTable(): Table {
    return { kind: 'table', rowCount: this.tree.entryCount, columns: this.#columns.map((plan) => this.#column(plan)) };
  }

  /** One column; only the baskets of its branches are read. */
  readColumn(name: string): Table {
    const plan = this.#columns.find((column) => column.name === name);
    if (plan === undefined)
      throw rootFailure('decodeFailed', 'project', `the tree “${this.tree.path}” has no column “${name}”`);
    return { kind: 'table', rowCount: this.tree.entryCount, columns: [this.#column(plan)] };
  }

  get rowCount(): number {
    return this.tree.entryCount;
  }

  get firstColumn(): string | null {
    return this.#columns[0]?.name ?? null;
  }

  /** One row; of each column only what holds it is read. */
  readRow(row: number): CellValue[] {
    return this.rowsFromBaskets()(row);
  }

  /** What is in the file: TTree's own terms. */
  counts(): { readonly branches: number; readonly baskets: number } {
    const { branches } = this.tree;
    return { branches: branches.length, baskets: branches.reduce((sum, { basketSeek }) => sum + basketSeek.length, 0) };
  }

  /** Rows by number, all baskets decompressed beforehand. */
  rowsInMemory(): (row: number) => CellValue[] {
    const table = this.readTable();
    return (row) => rowOf(table, this.#requireRow(row));
  }

  #requireRow(row: number): number {
    if (Number.isInteger(row) && row >= 0 && row < this.tree.entryCount) return row;
    throw rootFailure('decodeFailed', 'lookup', `the tree “${this.tree.path}” has no row ${row}`);
  }

  /** Rows by number; for each, of each branch the basket that holds it is read, and nothing is kept. */
  rowsFromBaskets(): (row: number) => CellValue[] {
    const readers = this.#columns.map((plan) => ({
      plan,
      values: new BranchReader(this.#file, plan.branch),
      validity: plan.validity === null ? null : new BranchReader(this.#file, plan.validity),
    }));
    return (row) => {
      this.#requireRow(row);
      return readers.map(({ plan, values, validity }) => {
        const found = values.readEntry(row);
        const present = validity === null || validity.readEntry(row)[0] === 1;
        const column = { name: plan.name, type: plan.type, validity: present ? null : new Uint8Array(1) };
        if (plan.branch.type === null || plan.branch.countBranch !== null)
          return cellOf({ ...column, offsets: Int32Array.of(0, found.length), data: found as Uint8Array } as Column, 0);
        return cellOf({ ...column, values: found } as FixedWidthColumn, 0);
      });
    };
  }

  #column({ name, type, branch, validity }: ColumnPlan): Column {
    const { values, offsets } = new BranchReader(this.#file, branch).readAll();
    const bitmap =
      validity === null ? null : packed(new BranchReader(this.#file, validity).readAll().values as Uint8Array);
    if (offsets !== null) {
      const data = values as Uint8Array;
      if (type !== 'binary') requireText(name, data);
      return { name, type, validity: bitmap, offsets, data } as Column;
    }
    // ROOT's bools are a byte that may hold anything but 0 for true.
    if (type === 'bool')
      for (let row = 0; row < values.length; row += 1) if ((values[row] as number) > 1) values[row] = 1;
    return { name, type, validity: bitmap, values } as FixedWidthColumn;
  }
}

function contentsOf(file: RootFileReader): string {
  const found = file.entries.slice(0, 5).map(({ path, key }) => `${path} (${key.className})`);
  return found.length === 0 ? 'nothing at all' : found.join(', ');
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

/** The dataset's type of a branch without a note; null where there is none. */
function typeOf(branch: BranchInfo): ColumnType | null {
  if (branch.type === null) return 'utf8';
  if (branch.countBranch !== null) return branch.type === 'uint8' && branch.length === 1 ? 'binary' : null;
  return branch.length === 1 ? branch.type : null;
}

function planOf(tree: TreeInfo, noteName: string, note: string | null): readonly ColumnPlan[] {
  if (note === null) {
    const plans = tree.branches.flatMap((branch): ColumnPlan[] => {
      const type = typeOf(branch);
      return type === null ? [] : [{ name: branch.name, type, branch, validity: null }];
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
        `no branch of the tree “${tree.path}” is a column of a table: ${reasons.map(({ name, reason }) => `${name} (${reason})`).join(', ') || 'it has none'}`,
      );
    }
    return plans;
  }
  const branchOf = (name: string): BranchInfo => {
    const found = tree.branches.find((branch) => branch.name === name);
    if (found === undefined)
      throw rootFailure(
        'malformedInput',
        'decode',
        `the tree “${tree.path}” lacks the branch “${name}” that its note ${noteName} speaks of`,
      );
    return found;
  };
  return readNote(note, noteName).map(({ name, type, validity }): ColumnPlan => {
    const branch = branchOf(name);
    requireStorage(branch, type, noteName);
    const valid = validity === undefined ? null : branchOf(validity);
    if (valid !== null) requireStorage(valid, 'bool', noteName);
    return { name, type, branch, validity: valid };
  });
}

/** Throws where a note says another type than the branch can be. */
function requireStorage(branch: BranchInfo, type: ColumnType, noteName: string): void {
  const isText = type === 'utf8' || type === 'json';
  const fits =
    type === 'binary'
      ? branch.type === 'uint8' && branch.countBranch !== null
      : isText
        ? branch.type === null
        : branch.type !== null &&
          branch.countBranch === null &&
          branch.length === 1 &&
          leafTypeInfo[branch.type].storage === storageType[type as FixedWidthType];
  if (!fits)
    throw rootFailure(
      'malformedInput',
      'decode',
      `the note ${noteName} says that the branch “${branch.name}” is ${type}, which it can’t be`,
    );
}
