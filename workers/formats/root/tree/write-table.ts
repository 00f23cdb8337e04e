import { rootFailure } from '../file/failures';
import { RootFileWriter } from '../file/file-writer';
import type { BlockCompressor } from '../file/native-blocks';
import type { ByteSink } from '../file/sink';
import { type Column, isVariableWidth, type NumericType, storageType } from '../../../model/column';
import { columnSchemaOf, isPlainColumn } from '../../../model/column-schema';
import type { Table } from '../../../model/dataset';
import type { BranchDefinition, BranchValues } from './file/branch-definition';
import { leafTypes, type LeafType } from './file/leaf-types';
import { TreeWriter } from './file/tree-writer';
import { type ColumnNote, columnNoteNameOf, writeNote } from './note';

const treeName = 'tree';
const fileName = 'table.root';

interface Layout {
  readonly branches: BranchDefinition[];
  readonly values: BranchValues[];
  readonly notes: ColumnNote[];
}

/** Returns a name that no column has. */
function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  while (taken.has(name)) name = `${name}_`;
  taken.add(name);
  return name;
}

const isLeafType = (type: string): type is LeafType => (leafTypes as readonly string[]).includes(type);

function addColumn(layout: Layout, column: Column, index: number, rowCount: number, taken: Set<string>): void {
  const { name } = column;
  const note: { validity?: string; count?: string } = {};
  switch (column.type) {
    case 'binary':
    case 'list': {
      note.count = freeName(`__count_${index}`, taken);
      const { type, values } =
        column.type === 'list' ? itemsOf(column.item) : { type: 'uint8' as const, values: column.data };
      layout.branches.push({ kind: 'variable', name, type, count: note.count });
      layout.values.push({ offsets: column.offsets, values });
      break;
    }
    case 'utf8':
    case 'json':
      requireNoZero(column.name, column.data.subarray(0, column.offsets[rowCount]));
      layout.branches.push({ kind: 'text', name });
      layout.values.push({ offsets: column.offsets, values: column.data });
      break;
    case 'float16':
    case 'decimal':
    case 'fixedBinary':
    case 'category':
    case 'struct':
      throw new TypeError(`A column of type ${column.type} has no branch.`);
    default: {
      const stored = column.type === 'time' || column.type === 'duration' ? 'int64' : storageType[column.type];
      layout.branches.push({ kind: 'fixed', name, type: isLeafType(column.type) ? column.type : stored });
      layout.values.push(column.values);
    }
  }
  if (column.validity !== null) {
    note.validity = freeName(`__valid_${index}`, taken);
    layout.branches.push({ kind: 'fixed', name: note.validity, type: 'bool' });
    layout.values.push(spread(column.validity, rowCount));
  }
  layout.notes.push(
    isPlainColumn(column) ? { name, type: column.type, ...note } : { column: columnSchemaOf(column), ...note },
  );
}

/** Lists that a branch can hold: numbers without nulls. */
function itemsOf(item: Column) {
  if (!isPlainColumn(item) || isVariableWidth(item)) throw new TypeError(`Lists of ${item.type} have no branch.`);
  return { type: item.type as NumericType, values: item.values };
}

/** Rejects texts with zeros: TLeafC holds C strings, which end at their first zero. */
function requireNoZero(name: string, data: Uint8Array): void {
  if (data.includes(0))
    throw rootFailure(
      'unsupported',
      'encode',
      `the column “${name}” has a text that contains a NUL character, which would end a C string (TLeafC)`,
    );
}

/** Expands a bitmap to a byte per row. */
function spread(validity: Uint8Array, rowCount: number): Uint8Array {
  return Uint8Array.from({ length: rowCount }, (_, row) => ((validity[row >> 3] ?? 0) >> (row & 7)) & 1);
}

/** A table as a file with one tree. */
export function writeTable(
  table: Table,
  sink: ByteSink,
  compressor: BlockCompressor | null,
  basketBytes: number,
): void {
  const layout: Layout = { branches: [], values: [], notes: [] };
  const taken = new Set(table.columns.map(({ name }) => name));
  table.columns.forEach((column, index) => {
    addColumn(layout, column, index, table.rowCount, taken);
  });
  const note = writeNote(layout.notes);
  const file = new RootFileWriter(sink, { fileName, compressor });
  const tree = new TreeWriter(file, { name: treeName, branches: layout.branches, basketBytes });
  tree.fill(table.rowCount, layout.values);
  tree.close();
  if (note !== null) file.writeNamed(columnNoteNameOf(treeName), note);
  file.close();
}
