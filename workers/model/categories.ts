import { nullRow, takeRows } from './column-rows';
import { type CellValue, type Column, itemName, type PlainColumn } from './dataset';
import { cellOf, isPresent } from './table-row';

/** Entries of a dictionary that are neither null nor repeat one before, and the place of each entry among them. */
export interface DistinctEntries {
  readonly kept: Int32Array;
  /** {@link nullRow} of an entry that is null. */
  readonly placeOf: Int32Array;
}

/** Of dictionaries that were looked at before: a look-up of one row need not do it again. */
const known = new WeakMap<PlainColumn, DistinctEntries>();

export function distinctEntries(entries: PlainColumn, entryCount: number): DistinctEntries {
  const found = known.get(entries) ?? findDistinct(entries, entryCount);
  known.set(entries, found);
  return found;
}

function findDistinct(entries: PlainColumn, entryCount: number): DistinctEntries {
  const places = new Map<CellValue, number>();
  const kept: number[] = [];
  const placeOf = new Int32Array(entryCount);
  for (let entry = 0; entry < entryCount; entry += 1) {
    if (!isPresent(entries, entry)) {
      placeOf[entry] = nullRow;
      continue;
    }
    const key = identityOf(entries, entry);
    const earlier = places.get(key);
    placeOf[entry] = earlier ?? kept.length;
    if (earlier !== undefined) continue;
    places.set(key, kept.length);
    kept.push(entry);
  }
  return { kept: Int32Array.from(kept), placeOf };
}

/** What differs where two entries do: of floats and bytes their bytes, so that −0 is not 0 and no NaN another. */
function identityOf(entries: PlainColumn, entry: number): CellValue {
  if (entries.type === 'binary') return `${entries.data.subarray(entries.offsets[entry], entries.offsets[entry + 1])}`;
  if (entries.type !== 'float32' && entries.type !== 'float64') return cellOf(entries, entry);
  const { buffer, byteOffset, BYTES_PER_ELEMENT: width } = entries.values;
  return `${new Uint8Array(buffer, byteOffset + entry * width, width)}`;
}

/** A category column whose row i has the entry `rows[i]` ({@link nullRow}: none): each entry that is there becomes one category, in their order. */
export function categoryColumn(
  name: string,
  ordered: boolean,
  entries: PlainColumn,
  entryCount: number,
  rows: Int32Array,
): Column {
  const { kept, placeOf } = distinctEntries(entries, entryCount);
  const places = rows.map((entry) => (entry < 0 ? nullRow : (placeOf[entry] ?? nullRow)));
  const all = kept.length === entryCount;
  return {
    name,
    type: 'category',
    validity: bitsOf(places),
    ordered,
    indices: places.map((place) => Math.max(0, place)),
    categories: { ...(all ? entries : takeRows(entries, kept)), name: itemName } as PlainColumn,
  };
}

/** Null where no row is null. */
function bitsOf(rows: Int32Array): Uint8Array | null {
  if (!rows.includes(nullRow)) return null;
  const bits = new Uint8Array(Math.ceil(rows.length / 8));
  for (const [row, entry] of rows.entries())
    if (entry !== nullRow) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  return bits;
}

/** The column with the categories that occur alone, in the order in which they first do; of lists and structs the parts. */
export function inOrderOfAppearance(column: Column): Column {
  if (column.type === 'list') return { ...column, item: inOrderOfAppearance(column.item) };
  if (column.type === 'struct') return { ...column, fields: column.fields.map(inOrderOfAppearance) };
  if (column.type !== 'category') return column;
  const places = new Map<number, number>();
  const indices = column.indices.map((index, row) => {
    if (!isPresent(column, row)) return 0;
    const place = places.get(index) ?? places.size;
    places.set(index, place);
    return place;
  });
  return { ...column, indices, categories: takeRows(column.categories, Int32Array.from(places.keys())) as PlainColumn };
}
