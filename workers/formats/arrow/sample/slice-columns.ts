import { DataType, Type } from 'apache-arrow';
import type { BatchHeader } from '../map/batches';
import type { RowRange } from '../../../model/strata';

/** Some bytes of a buffer of the batch, decompressed: of the whole buffer, if it is compressed. */
export type ReadBuffer = (index: number, from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>;

/** One range of rows of a batch: its nodes and buffers in the order of the batch. */
export interface BatchSlice {
  readonly nodes: { readonly length: number; readonly nullCount: number }[];
  readonly buffers: Uint8Array<ArrayBuffer>[];
}

/** The bits of some rows, moved to the beginning, and how many of them are set. */
function sliceBits(bytes: Uint8Array, shift: number, count: number): { bits: Uint8Array<ArrayBuffer>; set: number } {
  const bits = new Uint8Array((count + 7) >> 3);
  let set = 0;
  for (let row = 0; row < count; row += 1) {
    const at = shift + row;
    if ((((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) === 0) continue;
    bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
    set += 1;
  }
  return { bits, set };
}

/** The bytes of a value of fixed width. Null for a type that has none, or that is not sliced. */
function widthOf(type: DataType): number | null {
  const ofBits = (bits: number) => (bits > 0 && bits % 8 === 0 ? bits / 8 : null);
  if (DataType.isInt(type) || DataType.isDecimal(type) || DataType.isTime(type)) return ofBits(type.bitWidth);
  if (DataType.isFloat(type)) return 2 << type.precision;
  if (DataType.isFixedSizeBinary(type)) return type.byteWidth;
  if (DataType.isDate(type)) return type.unit === 0 ? 4 : 8;
  if (DataType.isTimestamp(type) || DataType.isDuration(type)) return 8;
  return null;
}

/** Reads ranges of rows of the columns of a batch, one buffer after the other. */
export class ColumnSlicer {
  readonly slices: readonly BatchSlice[];
  readonly #header: BatchHeader;
  readonly #read: ReadBuffer;
  #node = 0;
  #buffer = 0;

  constructor(header: BatchHeader, read: ReadBuffer, rangeCount: number) {
    this.#header = header;
    this.#read = read;
    this.slices = Array.from({ length: rangeCount }, () => ({ nodes: [], buffers: [] }));
  }

  /** Slices the next field of the batch, of one range for each slice. False if its type is none that is sliced. */
  async slice(type: DataType, ranges: readonly RowRange[]): Promise<boolean> {
    if (type.typeId === Type.Null) {
      this.#node += 1;
      for (const [index, { from, to }] of ranges.entries())
        this.slices[index]?.nodes.push({ length: to - from, nullCount: to - from });
      return true;
    }
    if (DataType.isUnion(type)) return false;
    const width = widthOf(DataType.isDictionary(type) ? type.indices : type);
    await this.#validity(ranges);
    if (width !== null) {
      await this.#each(ranges, ({ from, to }, index) => this.#read(index, from * width, to * width));
      return true;
    }
    if (DataType.isBool(type)) {
      await this.#each(
        ranges,
        async ({ from, to }, index) =>
          sliceBits(await this.#read(index, from >> 3, (to + 7) >> 3), from & 7, to - from).bits,
      );
      return true;
    }
    if (DataType.isStruct(type)) return this.#children(type, ranges);
    if (DataType.isFixedSizeList(type)) {
      const { listSize } = type;
      return this.#children(
        type,
        ranges.map(({ from, to }) => ({ from: from * listSize, to: to * listSize })),
      );
    }
    const isWide = type.typeId === Type.LargeUtf8 || type.typeId === Type.LargeBinary || type.typeId === Type.LargeList;
    const isBytes = isWide ? type.typeId !== Type.LargeList : DataType.isUtf8(type) || DataType.isBinary(type);
    if (!isBytes && !DataType.isList(type) && !DataType.isMap(type) && type.typeId !== Type.LargeList) return false;
    const inner = await this.#offsets(ranges, isWide ? 8 : 4);
    if (!isBytes) return this.#children(type, inner);
    await this.#each(inner, ({ from, to }, index) => this.#read(index, from, to));
    return true;
  }

  async #each(
    ranges: readonly RowRange[],
    read: (range: RowRange, index: number) => Promise<Uint8Array<ArrayBuffer>>,
  ): Promise<void> {
    const index = this.#buffer;
    this.#buffer += 1;
    for (const [slice, range] of ranges.entries()) this.slices[slice]?.buffers.push(await read(range, index));
  }

  /** The node of the field and its bitmap, which is left out where no row is null. */
  async #validity(ranges: readonly RowRange[]): Promise<void> {
    const { nullCount = 0 } = this.#header.nodes[this.#node] ?? {};
    this.#node += 1;
    const nullCounts: number[] = [];
    await this.#each(ranges, async ({ from, to }, index) => {
      if (nullCount === 0) {
        nullCounts.push(0);
        return new Uint8Array(0);
      }
      const { bits, set } = sliceBits(await this.#read(index, from >> 3, (to + 7) >> 3), from & 7, to - from);
      nullCounts.push(to - from - set);
      return bits;
    });
    for (const [index, { from, to }] of ranges.entries())
      this.slices[index]?.nodes.push({ length: to - from, nullCount: nullCounts[index] ?? 0 });
  }

  async #children(type: DataType, ranges: readonly RowRange[]): Promise<boolean> {
    for (const child of type.children ?? []) if (!(await this.slice(child.type, ranges))) return false;
    return true;
  }

  /** The offsets of each range, from 0 on, and the range of what they are of. */
  async #offsets(ranges: readonly RowRange[], width: 4 | 8): Promise<RowRange[]> {
    const inner: RowRange[] = [];
    await this.#each(ranges, async ({ from, to }, index) => {
      const bytes = (await this.#read(index, from * width, (to + 1) * width)).slice();
      const view = new DataView(bytes.buffer);
      const at = (row: number) =>
        width === 4 ? view.getInt32(4 * row, true) : Number(view.getBigInt64(8 * row, true));
      // A batch without rows may leave the offsets out.
      if (bytes.length === 0) {
        inner.push({ from: 0, to: 0 });
        return bytes;
      }
      const [first, last] = [at(0), at(to - from)];
      for (let row = 0; row <= to - from; row += 1)
        if (width === 4) view.setInt32(4 * row, at(row) - first, true);
        else view.setBigInt64(8 * row, BigInt(at(row) - first), true);
      inner.push({ from: first, to: last });
      return bytes;
    });
    return inner;
  }
}
