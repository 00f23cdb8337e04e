import { nullRow } from './column-rows';
import type { CellValue, PlainColumn } from './dataset';
import { cellOf, isPresent } from './table-row';

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
