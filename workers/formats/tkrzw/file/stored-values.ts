import { type Compressor, maxDecompressedBytes } from './compressors';
import { withOffset } from './failures';
import type { ByteRanges } from './gather';
import type { LiveRecords } from './live-records';
import type { StoreReader } from './store-reader';

/** The estimated ratio of values, for the first allocation. */
const usualRatio = 4;

/** The values of the records in `order` (null: all), decompressed one after the other, or in place if nothing is compressed. Valid until the compressor's next call. */
export function storedValues(
  store: StoreReader,
  live: LiveRecords,
  order: Uint32Array | null,
  compressor: Compressor | null,
  expectedBytes: number | null,
): ByteRanges {
  const { data, format } = store;
  const count = order?.length ?? live.count;
  const item = (index: number) => (order === null ? index : (order[index] ?? 0));
  if (compressor === null) {
    if (order === null) return { data, starts: live.keyEnds, ends: live.valueEnds };
    return {
      data,
      starts: order.map((index) => live.keyEnds[index] ?? 0),
      ends: order.map((index) => live.valueEnds[index] ?? 0),
    };
  }
  const maxBytes = maxDecompressedBytes(data.length);
  compressor.beginAppending(Math.min(expectedBytes ?? usualRatio * (store.end - store.base), maxBytes / 2));
  const starts = new Uint32Array(count);
  const ends = new Uint32Array(count);
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    const record = item(index);
    starts[index] = total;
    try {
      total += compressor.append(data.subarray(live.keyEnds[record], live.valueEnds[record]), maxBytes - total);
    } catch (thrown) {
      throw withOffset(format, live.keyEnds[record] ?? 0, 'the record’s value cannot be decompressed', thrown);
    }
    ends[index] = total;
  }
  return { data: compressor.appended(), starts, ends };
}

/** One value, decompressed, or in place if it is not compressed. Valid until the compressor's next call. */
export function storedValue(store: StoreReader, start: number, end: number, compressor: Compressor | null): Uint8Array {
  const stored = store.data.subarray(start, end);
  if (compressor === null) return stored;
  try {
    return compressor.decompress(stored, maxDecompressedBytes(store.data.length));
  } catch (thrown) {
    throw withOffset(store.format, start, 'the record’s value cannot be decompressed', thrown);
  }
}
