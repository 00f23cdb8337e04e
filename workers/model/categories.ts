import { nullRow, takeRows } from './column-rows';
import { type CategoryColumn, itemName, type PlainColumn } from './column';
import { isPresent } from './table-row';

/** A category's values row by row, as a column of the categories' type. */
export function unfolded(column: CategoryColumn): PlainColumn {
  const rows = column.indices.map((index, row) => (isPresent(column, row) ? index : nullRow));
  return { ...takeRows(column.categories, rows), name: column.name } as PlainColumn;
}

/**
 * The category whose rows hold these values, its categories each once, in the order in which rows name them first: what {@link unfolded} gave, less the order of the categories
 * and those that no row names. Rows for which `isEmpty` name none.
 */
export function folded(
  column: PlainColumn,
  ordered: boolean,
  rowCount: number,
  isEmpty: (row: number) => boolean = () => false,
): CategoryColumn {
  const { name, validity } = column;
  const { firsts, places } = distinctRows(column, rowCount, isEmpty);
  const indices = places.map((place) => Math.max(0, place));
  const categories = takeRows({ ...column, name: itemName, validity: null }, firsts) as PlainColumn;
  return { name, type: 'category', ordered, validity, indices, categories };
}

/**
 * The same rows with each category once and none null, in the order in which the categories stand: rows that named a null are null. The column itself where its categories are so
 * already.
 */
export function withDistinctCategories(column: CategoryColumn, categoryCount: number): CategoryColumn {
  const { firsts, places } = distinctRows(column.categories, categoryCount);
  if (firsts.length === categoryCount) return column;
  const rows = column.indices.map((index, row) => (isPresent(column, row) ? (places[index] ?? nullRow) : nullRow));
  const categories = takeRows(column.categories, firsts) as PlainColumn;
  // Its rows in their order, with nulls where they name none.
  return takeRows(
    { ...column, validity: null, indices: rows, categories },
    rows.map((place, row) => (place === nullRow ? nullRow : row)),
  ) as CategoryColumn;
}

/** `firsts`: the rows whose value no row before has; `places`: of each row its value's place among them, {@link nullRow} where it is null or empty. */
function distinctRows(
  column: PlainColumn,
  rowCount: number,
  isEmpty: (row: number) => boolean = () => false,
): { firsts: Int32Array; places: Int32Array } {
  const keyOf = valueKeys(column);
  const known = new Map<string, number>();
  const firsts: number[] = [];
  const places = new Int32Array(rowCount).fill(nullRow);
  for (let row = 0; row < rowCount; row += 1) {
    if (!isPresent(column, row) || isEmpty(row)) continue;
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

/** The bytes of each value as a text of characters below 256: −0 is not 0, and no NaN another. */
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
