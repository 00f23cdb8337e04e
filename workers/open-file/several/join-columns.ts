import { bitAt } from '../../model/bits';
import { withDistinctCategories } from '../../columns/categories';
import type {
  CategoryColumn,
  Column,
  ListColumn,
  PlainColumn,
  StructColumn,
  VariableWidthColumn,
} from '../../model/column';
import { normalizeColumn, rowCountOf } from '../../model/column-rows';
import { columnName } from '../../own-file/notes';
import { unreadableFileError } from '../../own-file/refusal';

/** The rows of one file in a column. */
export interface ColumnPart {
  readonly column: Column;
  readonly rowCount: number;
}

const mostItems = 2 ** 31 - 1;

/**
 * One column with the rows of all parts, in their order. All parts have the type of the first, number and order of categories aside. Categories
 * that differ become one list, in the order in which they come first; `notes` say if their order had a meaning.
 * @throws `tooLarge` if a text, binary or list column gets more bytes or items than its offsets can count
 */
export function joinColumns(parts: readonly ColumnPart[], notes: string[], path?: string): Column {
  const [first] = parts;
  if (first === undefined) throw new Error('A column has at least one part.');
  const { column } = first;
  const name = path ?? column.name;
  if (parts.length === 1) return column;
  const validity = joinedValidity(parts);
  switch (column.type) {
    case 'utf8':
    case 'binary':
    case 'json': {
      const variable = parts.map((part) => part.column as VariableWidthColumn);
      const offsets = joinedOffsets(name, variable);
      const data = joinedArrays(variable.map((each) => each.data.subarray(each.offsets[0], each.offsets.at(-1))));
      return { name: column.name, type: column.type, validity, offsets, data };
    }
    case 'list': {
      const lists = parts.map((part) => normalizeColumn(part.column, part.rowCount) as ListColumn);
      const items = lists.map(({ item, offsets }) => ({ column: item, rowCount: offsets.at(-1) ?? 0 }));
      return {
        ...column,
        validity,
        offsets: joinedOffsets(name, lists),
        item: joinColumns(items, notes, `${name}.${column.item.name}`),
      };
    }
    case 'struct': {
      const structs = parts.map(({ column: each, rowCount }) => ({
        column: normalizeColumn(each, rowCount) as StructColumn,
        rowCount,
      }));
      const fields = column.fields.map((field, index) =>
        joinColumns(
          structs.map((part) => ({ ...part, column: part.column.fields[index] ?? field })),
          notes,
          `${name}.${field.name}`,
        ),
      );
      return { ...column, validity, fields };
    }
    case 'category':
      return joinedCategories(name, parts, validity, notes);
    case 'fixedBinary':
      return { ...column, validity, data: joinedArrays(parts.map((part) => (part.column as typeof column).data)) };
    default: {
      const values = joinedArrays(parts.map((part) => (part.column as typeof column).values as Uint8Array));
      return { ...column, validity, values } as Column;
    }
  }
}

/** A bitmap of all rows, whose bits past the end are 0; null if no row is null. */
function joinedValidity(parts: readonly ColumnPart[]): Uint8Array | null {
  if (parts.every(({ column }) => column.validity === null)) return null;
  const rows = parts.reduce((sum, { rowCount }) => sum + rowCount, 0);
  const bits = new Uint8Array(Math.ceil(rows / 8)).fill(0xff);
  if (rows % 8 !== 0) bits[bits.length - 1] = (1 << (rows % 8)) - 1;
  let start = 0;
  for (const { column, rowCount } of parts) {
    const { validity } = column;
    if (validity !== null)
      for (let row = 0; row < rowCount; row += 1)
        if (bitAt(validity, row) === 0) {
          const at = start + row;
          bits[at >> 3] = (bits[at >> 3] ?? 0) & ~(1 << (at & 7));
        }
    start += rowCount;
  }
  return bits;
}

/** The arrays one after the other. Arrays of one type are copied as bytes, so the payload of a NaN stays. */
function joinedArrays<T extends Uint8Array>(arrays: readonly T[]): T {
  const length = arrays.reduce((sum, array) => sum + array.length, 0);
  const joined = new ((arrays[0] as T).constructor as new (length: number) => T)(length);
  let at = 0;
  for (const array of arrays) {
    joined.set(array, at);
    at += array.length;
  }
  return joined;
}

function joinedOffsets(name: string, columns: readonly { readonly offsets: Int32Array }[]): Int32Array {
  const rows = columns.reduce((sum, { offsets }) => sum + offsets.length - 1, 0);
  const joined = new Int32Array(rows + 1);
  let [row, end] = [0, 0];
  for (const { offsets } of columns) {
    const shift = end - (offsets[0] ?? 0);
    end += (offsets.at(-1) ?? 0) - (offsets[0] ?? 0);
    if (end > mostItems)
      throw unreadableFileError(
        `${columnName(name)} holds more than 2 GiB over all files.`,
        'Open fewer of the files, or leave the column out.',
        { tag: 'tooLarge' },
      );
    for (let index = 1; index < offsets.length; index += 1) joined[++row] = (offsets[index] ?? 0) + shift;
  }
  return joined;
}

function joinedCategories(
  name: string,
  parts: readonly ColumnPart[],
  validity: Uint8Array | null,
  notes: string[],
): CategoryColumn {
  const columns = parts.map(({ column }) => column as CategoryColumn);
  const first = columns[0] as CategoryColumn;
  const isSame = columns.every(({ categories }) => sameValues(categories, first.categories));
  if (isSame) return { ...first, validity, indices: joinedArrays(columns.map(({ indices }) => indices as never)) };
  if (first.ordered)
    notes.push(`${columnName(name)}: the order of its categories is lost, since the files have different categories.`);
  else
    notes.push(
      `${columnName(name)}: its categories differ between the files. They are one list now, in the order in which they come first.`,
    );
  const counts = columns.map(({ categories }) => rowCountOf(categories, 0));
  const rows = parts.reduce((sum, { rowCount }) => sum + rowCount, 0);
  const indices = new Int32Array(rows);
  let [row, start] = [0, 0];
  for (const [part, column] of columns.entries()) {
    for (let index = 0; index < column.indices.length; index += 1, row += 1)
      if (column.validity === null || bitAt(column.validity, index) === 1)
        indices[row] = start + (column.indices[index] ?? 0);
    start += counts[part] ?? 0;
  }
  const categories = joinColumns(
    columns.map((column, part) => ({ column: column.categories, rowCount: counts[part] ?? 0 })),
    notes,
  ) as PlainColumn;
  return withDistinctCategories({ ...first, ordered: false, validity, indices, categories }, start);
}

function sameValues(one: PlainColumn, other: PlainColumn): boolean {
  const buffers = (column: PlainColumn): readonly ArrayBufferView[] =>
    'offsets' in column ? [column.offsets, column.data] : [column.values];
  const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
    new Uint8Array(buffer, byteOffset, byteLength);
  const others = buffers(other);
  return buffers(one).every((buffer, index) => {
    const [left, right] = [bytesOf(buffer), bytesOf(others[index] as ArrayBufferView)];
    return left.length === right.length && left.every((byte, at) => byte === right[at]);
  });
}
