import { nullRowIndex, rowCountOf, takeRows } from '../model/column-rows';
import { type CategoryColumn, type Column, listItemColumnName, type PlainColumn } from '../model/column';
import { isNotNull } from '../model/table-row';

/** The values of a category column, row by row, as a column of the categories' type. */
export function expandCategories(column: CategoryColumn): PlainColumn {
  const rows = column.indices.map((index, row) => (isNotNull(column, row) ? index : nullRowIndex));
  return { ...takeRows(column.categories, rows), name: column.name } as PlainColumn;
}

/**
 * A category column with these values. Each category appears once, in the order of its first row. It inverts {@link expandCategories}, except that
 * the order of the categories and unused categories are lost. Rows for which `isEmpty` is true get no category.
 */
export function toCategories(
  column: PlainColumn,
  ordered: boolean,
  rowCount: number,
  isEmpty: (row: number) => boolean = () => false,
): CategoryColumn {
  const { name, validity } = column;
  const { firsts, places } = distinctRows(column, rowCount, isEmpty);
  const indices = places.map((place) => Math.max(0, place));
  const categories = takeRows({ ...column, name: listItemColumnName, validity: null }, firsts) as PlainColumn;
  return { name, type: 'category', ordered, validity, indices, categories };
}

/**
 * The same rows, with each category listed once and none of them null. The order of the categories is kept; rows whose category was null
 * become null. Returns the column itself if nothing has to change.
 */
export function withDistinctCategories(column: CategoryColumn, categoryCount: number): CategoryColumn {
  const { firsts, places } = distinctRows(column.categories, categoryCount);
  if (firsts.length === categoryCount) return column;
  const rows = column.indices.map((index, row) =>
    isNotNull(column, row) ? (places[index] ?? nullRowIndex) : nullRowIndex,
  );
  const categories = takeRows(column.categories, firsts) as PlainColumn;
  // The rows in their order; rows without a category are null.
  return takeRows(
    { ...column, validity: null, indices: rows, categories },
    rows.map((place, row) => (place === nullRowIndex ? nullRowIndex : row)),
  ) as CategoryColumn;
}

/** The column with its categories in the order of their first rows, and without those that no row has, also below lists and structs. */
export function categoriesByFirstRow(column: Column, rowCount: number): Column {
  return byFirstRow(column, rowCount, () => false);
}

/** `isEmpty` is true for rows under a null struct, which have no category. */
function byFirstRow(column: Column, rowCount: number, isEmpty: (row: number) => boolean): Column {
  switch (column.type) {
    case 'list':
      return { ...column, item: byFirstRow(column.item, column.offsets[rowCount] ?? 0, () => false) };
    case 'struct': {
      const isNull = (row: number) => isEmpty(row) || !isNotNull(column, row);
      return { ...column, fields: column.fields.map((field) => byFirstRow(field, rowCount, isNull)) };
    }
    case 'category':
      return reordered(column, isEmpty);
    default:
      return column;
  }
}

function reordered(column: CategoryColumn, isEmpty: (row: number) => boolean): CategoryColumn {
  const count = rowCountOf(column.categories, 0);
  const places = new Int32Array(count).fill(nullRowIndex);
  const firsts: number[] = [];
  let isSame = true;
  // It stops at the row that brings the last category, which is early in most columns.
  for (let row = 0; row < column.indices.length && firsts.length < count; row += 1) {
    const index = column.indices[row] as number;
    if (places[index] !== nullRowIndex || !isNotNull(column, row) || isEmpty(row)) continue;
    isSame &&= index === firsts.length;
    places[index] = firsts.length;
    firsts.push(index);
  }
  if (isSame && firsts.length === count) return column;
  return {
    ...column,
    indices: column.indices.map((index, row) => (isNotNull(column, row) && !isEmpty(row) ? (places[index] ?? 0) : 0)),
    categories: takeRows(column.categories, Int32Array.from(firsts)) as PlainColumn,
  };
}

/**
 * `firsts`: the first row of each distinct value. `places`: for each row, the index of its value in `firsts`, or {@link nullRowIndex} if the row
 * is null or empty.
 */
function distinctRows(
  column: PlainColumn,
  rowCount: number,
  isEmpty: (row: number) => boolean = () => false,
): { firsts: Int32Array; places: Int32Array } {
  const keyOf = valueKeys(column);
  const known = new Map<string, number>();
  const firsts: number[] = [];
  const places = new Int32Array(rowCount).fill(nullRowIndex);
  for (let row = 0; row < rowCount; row += 1) {
    if (!isNotNull(column, row) || isEmpty(row)) continue;
    const key = keyOf(row);
    let place = known.get(key);
    if (place === undefined) {
      place = firsts.length;
      known.set(key, place);
      firsts.push(row);
    }
    places[row] = place;
  }
  return { firsts: Int32Array.from(firsts), places };
}

/** Each value's bytes as a text of characters below 256, so that −0 differs from 0 and NaNs differ by their payload. */
function valueKeys(column: PlainColumn): (row: number) => string {
  const text = (bytes: Uint8Array, from: number, to: number) => {
    let key = '';
    for (let at = from; at < to; at += 1) key += String.fromCharCode(bytes[at] as number);
    return key;
  };
  if ('offsets' in column) {
    const { offsets, data } = column;
    return (row) => text(data, offsets[row] as number, offsets[row + 1] as number);
  }
  const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT: width } = column.values;
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  return (row) => text(bytes, row * width, (row + 1) * width);
}
