import { bytesPerRow } from '../../../columns/arrow-type';
import { numericConstructor } from '../../../model/column';
import { type Batch, type BatchBuffers, buffersOf, type ColumnPlan, withChildColumns } from './batch-buffers';

/** The bytes of a file that a reader touches which seeks: buffers that are compressed are touched whole, others only where the rows lie. */

/** The stored bytes of a column's buffers in a batch: without dictionaries, which lie in batches of their own. */
export const storedColumnBytes = (batch: Batch, plan: ColumnPlan): number =>
  withChildColumns(plan)
    .flatMap((part) => buffersOf(batch, part))
    .reduce((sum, index) => sum + (batch.regions[index]?.length ?? 0), 0);

/** The bytes of a few rows of a column. Their places are in the buffers, which must be those of a checked column. */
export function touchedRowBytes(
  buffers: BatchBuffers,
  batch: Batch,
  plan: ColumnPlan,
  from: number,
  count: number,
): number {
  if (batch.codec !== null) return storedColumnBytes(batch, plan);
  if (count === 0) return 0;
  const { type, node, buffer, children } = plan;
  const bitBytes = (from + count + 7) / 8 - Math.floor(from / 8);
  const bitmapBytes = (batch.nodes[node]?.nullCount ?? 0) > 0 ? Math.floor(bitBytes) : 0;
  const itemsOf = () => {
    const bytes = buffers.of(batch, buffer + 1);
    const offsets = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { first: offsets.getInt32(4 * from, true), last: offsets.getInt32(4 * (from + count), true) };
  };
  const offsetBytes = 4 * (count + 1);
  switch (type.kind) {
    case 'bool':
      return bitmapBytes + Math.floor(bitBytes);
    case 'variable': {
      const { first, last } = itemsOf();
      return bitmapBytes + offsetBytes + last - first;
    }
    case 'category':
      return bitmapBytes + count * numericConstructor(type.indexType).BYTES_PER_ELEMENT;
    case 'vector':
      return bitmapBytes + count * (type.length ?? 0) * numericConstructor(type.elementType).BYTES_PER_ELEMENT;
    case 'struct':
      return children.reduce((sum, child) => sum + touchedRowBytes(buffers, batch, child, from, count), bitmapBytes);
    case 'list': {
      const [item] = children;
      if (item === undefined) return bitmapBytes;
      if (type.length !== null)
        return bitmapBytes + touchedRowBytes(buffers, batch, item, from * type.length, count * type.length);
      const { first, last } = itemsOf();
      return bitmapBytes + offsetBytes + touchedRowBytes(buffers, batch, item, first, last - first);
    }
    default:
      return bitmapBytes + count * bytesPerRow(type);
  }
}
