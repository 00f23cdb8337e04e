import { nullRow, rowCountOf, takeRows } from './column-rows';
import { type CategoryColumn, type CellValue, type Column, type Dataset, itemName, type PlainColumn } from './dataset';
import { cellOf, isPresent } from './table-row';

/** The categories of a column: what they are made of, and what of them is kept where a file has no place for a dictionary of its own. */

/** Entries that are neither null nor there before; `placeOf` each entry: its place among them, {@link nullRow} of a null. */
export function distinct(entries: PlainColumn, entryCount: number): { kept: number[]; placeOf: Int32Array } {
  const places = new Map<CellValue, number>();
  const kept: number[] = [];
  const placeOf = new Int32Array(entryCount);
  for (let entry = 0; entry < entryCount; entry += 1) {
    if (!isPresent(entries, entry)) {
      placeOf[entry] = nullRow;
      continue;
    }
    const key = identityOf(entries, entry);
    const known = places.get(key);
    placeOf[entry] = known ?? kept.length;
    if (known !== undefined) continue;
    places.set(key, kept.length);
    kept.push(entry);
  }
  return { kept, placeOf };
}

/** What differs where two entries do: of floats and bytes their bytes, so that −0 is not 0 and no NaN another. */
function identityOf(entries: PlainColumn, entry: number): CellValue {
  if (entries.type === 'binary') return `${entries.data.subarray(entries.offsets[entry], entries.offsets[entry + 1])}`;
  if (entries.type !== 'float32' && entries.type !== 'float64') return cellOf(entries, entry);
  const { buffer, byteOffset, BYTES_PER_ELEMENT: width } = entries.values;
  return `${new Uint8Array(buffer, byteOffset + entry * width, width)}`;
}

/** Bits of the rows that are not {@link nullRow}; null where all are. */
export function presenceOf(rows: Int32Array): Uint8Array | null {
  if (!rows.includes(nullRow)) return null;
  const bits = new Uint8Array((rows.length + 7) >> 3);
  for (let row = 0; row < rows.length; row += 1)
    if (rows[row] !== nullRow) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  return bits;
}

/** A plain column as categories of its values, each once, in the order in which they first appear. */
export function folded(column: PlainColumn): CategoryColumn {
  const { kept, placeOf } = distinct(column, rowCountOf(column, 0));
  return {
    name: column.name,
    type: 'category',
    validity: column.validity,
    ordered: false,
    indices: placeOf.map((place) => Math.max(0, place)),
    categories: { ...takeRows(column, Int32Array.from(kept)), name: itemName } as PlainColumn,
  };
}

/** The categories that occur, each once, in the order in which rows first have them: what is left of a dictionary that is written value by value. */
function byFirstAppearance(column: CategoryColumn): CategoryColumn {
  const { categories, indices } = column;
  const entryCount = rowCountOf(categories, 0);
  const { placeOf: identity, kept: entryOf } = distinct(categories, entryCount);
  const placeOf = new Int32Array(entryOf.length).fill(nullRow);
  const occurring: number[] = [];
  const renumbered = new Int32Array(indices.length);
  let isSame = true;
  for (let row = 0; row < indices.length; row += 1) {
    if (!isPresent(column, row)) continue;
    const entry = identity[indices[row] ?? 0] ?? 0;
    if (placeOf[entry] === nullRow) {
      placeOf[entry] = occurring.length;
      occurring.push(entryOf[entry] ?? 0);
    }
    renumbered[row] = placeOf[entry] ?? 0;
    if (renumbered[row] !== indices[row]) isSame = false;
  }
  if (isSame && occurring.length === entryCount) return column;
  return {
    ...column,
    indices: renumbered,
    categories: takeRows(categories, Int32Array.from(occurring)) as PlainColumn,
  };
}

/** The column, and what it is made of, with its categories {@link byFirstAppearance}. */
export function withoutDictionaries(column: Column): Column {
  switch (column.type) {
    case 'category':
      return byFirstAppearance(column);
    case 'list':
      return { ...column, item: withoutDictionaries(column.item) };
    case 'struct':
      return { ...column, fields: column.fields.map(withoutDictionaries) };
    default:
      return column;
  }
}

/** As {@link withoutDictionaries}, of every column of a table. */
export function forgetDictionaries(dataset: Dataset): Dataset {
  return dataset.kind === 'table' ? { ...dataset, columns: dataset.columns.map(withoutDictionaries) } : dataset;
}
