import { type Data, DataType } from 'apache-arrow';
import { bitAt } from '../../../model/bits';
import { type Column, decimalWordCount, listItemColumnName } from '../../../model/column';
import { nullRowIndex, takeRows } from '../../../model/column-rows';
import { sizesOfView } from '../../../libraries/arrow-retyped';
import { checkDecodedSize } from '../../../own-file/limits';

/** Converts one child of all chunks, joined. `path` is its name with those of the columns around it. */
type ConvertChild = (index: number, path: string) => Column;

function fail(type: DataType, what: string): never {
  throw new Error(`A column of type ${String(type)} ${what}.`);
}

/** The rows of a run-end encoded column. Each row of a run holds the run's value. The last run may reach past the rows (Arrow columnar format, “Run-End Encoded Layout”). */
export function expandedRuns(name: string, chunks: readonly Data[], convert: ConvertChild): Column {
  const values = convert(1, name);
  const rows = new Int32Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  let firstRun = 0;
  for (const { type, length, children } of chunks) {
    const ends = (children[0]?.values ?? []) as ArrayLike<number | bigint>;
    const runCount = children[0]?.length ?? 0;
    if (children[0] !== undefined && !(DataType.isInt(children[0].type) && children[0].nullCount === 0))
      fail(type, 'has runs without ends');
    if (runCount !== (children[1]?.length ?? 0)) fail(type, 'has more runs than values, or fewer');
    const start = at;
    let previous = 0;
    for (let run = 0; run < runCount; run += 1) {
      const end = Number(ends[run] ?? 0);
      if (!(end > previous)) fail(type, `has a run that ends at row ${end}, after one that ends at ${previous}`);
      previous = end;
      const last = start + Math.min(end, length);
      rows.fill(firstRun + run, at, Math.max(at, last));
      at = Math.max(at, last);
    }
    if (at < start + length) fail(type, `claims ${length} rows, but its runs end at ${previous}`);
    firstRun += runCount;
  }
  return { ...taken(values, rows), name };
}

/** The lists of list views in order, each with its items. Views may share items, and leave some out. */
export function expandedViews(name: string, chunks: readonly Data[], convert: ConvertChild): Column {
  const items = { ...convert(0, `${name}.${listItemColumnName}`), name: listItemColumnName };
  const lists: { readonly first: number; readonly size: number }[] = [];
  let firstItem = 0;
  let itemCount = 0;
  for (const data of chunks) {
    const { type, length, nullCount, nullBitmap, children } = data;
    const available = children[0]?.length ?? 0;
    const starts: ArrayLike<number | bigint> = data.valueOffsets ?? [];
    const sizes: ArrayLike<number | bigint> = sizesOfView(data);
    if (starts.length < length || sizes.length < length)
      fail(type, `claims ${length} rows, but its buffers hold fewer`);
    for (let row = 0; row < length; row += 1) {
      const first = Number(starts[row]);
      const size = Number(sizes[row]);
      if (!(first >= 0 && size >= 0 && first + size <= available))
        fail(type, `has a list of ${size} items from ${first} on, of only ${available}`);
      const isNull = nullCount > 0 && nullBitmap instanceof Uint8Array && bitAt(nullBitmap, row) === 0;
      lists.push({ first: isNull ? nullRowIndex : firstItem + first, size: isNull ? 0 : size });
      itemCount += isNull ? 0 : size;
    }
    firstItem += available;
    checkDecodedSize(4 * itemCount, 'arrow');
  }
  const offsets = new Int32Array(lists.length + 1);
  const rows = new Int32Array(itemCount);
  let validity: Uint8Array | null = null;
  for (const [row, { first, size }] of lists.entries()) {
    const at = offsets[row] ?? 0;
    for (let index = 0; index < size; index += 1) rows[at + index] = first + index;
    offsets[row + 1] = at + size;
    if (first !== nullRowIndex) continue;
    validity ??= allValid(lists.length);
    validity[row >> 3] = (validity[row >> 3] ?? 0) & ~(1 << (row & 7));
  }
  return { name, type: 'list', validity, offsets, item: taken(items, rows) };
}

function allValid(rowCount: number): Uint8Array {
  const bits = new Uint8Array((rowCount + 7) >> 3).fill(0xff);
  if (rowCount % 8 !== 0) bits[bits.length - 1] = (1 << (rowCount % 8)) - 1;
  return bits;
}

/** Like {@link takeRows}. @throws `tooLarge` if the rows, of which many may be the same, take too much memory */
function taken(column: Column, rows: Int32Array): Column {
  const before = bytesBefore(column);
  let sizeBytes = 0;
  for (const row of rows) sizeBytes += before(row + 1) - before(row);
  checkDecodedSize(sizeBytes, 'arrow');
  return takeRows(column, rows);
}

/** The bytes that the rows before one take. */
function bytesBefore(column: Column): (row: number) => number {
  switch (column.type) {
    case 'utf8':
    case 'binary':
    case 'json':
      return (row) => 4 * row + (column.offsets[row] ?? 0);
    case 'list': {
      const ofItems = bytesBefore(column.item);
      return (row) => 4 * row + ofItems(column.offsets[row] ?? 0);
    }
    case 'struct': {
      const ofFields = column.fields.map(bytesBefore);
      return (row) => ofFields.reduce((sum, ofField) => sum + ofField(row), 0);
    }
    case 'fixedBinary':
      return (row) => column.width * row;
    case 'decimal':
      return (row) => 8 * decimalWordCount(column.precision) * row;
    case 'category':
      return (row) => column.indices.BYTES_PER_ELEMENT * row;
    default:
      return (row) => column.values.BYTES_PER_ELEMENT * row;
  }
}
