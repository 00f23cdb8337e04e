import type { DataType, Field } from 'apache-arrow';
import type { MapNode } from '../../../model/byte-map';
import { malformed } from '../../../byte-map/failures';
import type { ByteSource } from '../../../byte-map/source';
import type { SpanList } from '../../../byte-map/span-tree';
import { walkBufferLayout } from './buffers';
import type { MessageLocation } from '../file/messages';

/** What the map takes from the header of a batch. */
export interface BatchHeader {
  readonly nodes: readonly { readonly length: number; readonly nullCount: number }[];
  readonly buffers: readonly { readonly offset: number; readonly length: number }[];
  readonly variadicBufferCounts: readonly number[];
  readonly compression: { readonly type: number } | null;
}

/** The buffers of a column in one batch. */
interface BatchColumn {
  readonly parts: readonly (MapNode | null)[];
  readonly bytes: number;
  readonly uncompressedBytes: number;
  readonly validityBytes: number;
  readonly values: number;
  readonly nulls: number;
}

export interface MappedColumn {
  readonly field: Field;
  readonly batches: BatchColumn[];
  readonly dictionaries: BatchColumn[];
  readonly parts: (MapNode | null)[];
}

/** Before each compressed buffer stands its uncompressed length, or −1 if it is stored as it is. */
const lengthPrefixBytes = 8;

/** Claims the buffers of a batch, and says what they hold for each of its columns. */
export async function mapBatch(
  source: ByteSource,
  spans: SpanList,
  { bodyOffset, bodyBytes, offset }: MessageLocation,
  { nodes, buffers, variadicBufferCounts, compression }: BatchHeader,
  types: readonly DataType[],
  hasUnionValidity: boolean,
): Promise<BatchColumn[]> {
  let [node, buffer, variadic] = [0, 0, 0];
  const columns: BatchColumn[] = [];
  for (const type of types) {
    const first = nodes[node];
    const found: { name: string; kind: Parameters<SpanList['leaf']>[1]; start: number; bytes: number }[] = [];
    walkBufferLayout(type, hasUnionValidity, {
      node: () => {
        node += 1;
      },
      variadicCount: () => {
        const count = variadicBufferCounts[variadic] ?? 0;
        variadic += 1;
        if (count > buffers.length) throw malformed(`The batch at byte ${offset} claims ${count} variadic buffers.`);
        return count;
      },
      buffer: ({ name, kind }, path) => {
        const region = buffers[buffer];
        buffer += 1;
        if (region === undefined) throw malformed(`The batch at byte ${offset} has too few buffers.`);
        if (!(region.offset >= 0 && region.length >= 0 && region.offset + region.length <= bodyBytes))
          throw malformed(`A buffer of the batch at byte ${offset} reaches past its end.`);
        const start = bodyOffset + region.offset;
        found.push({ name: path === '' ? name : `${name} of ${path}`, kind, start, bytes: region.length });
      },
    });
    if (first === undefined || node > nodes.length) throw malformed(`The batch at byte ${offset} has too few columns.`);
    const parts: (MapNode | null)[] = [];
    let [bytes, uncompressedBytes, validityBytes] = [0, 0, 0];
    for (const each of found) {
      parts.push(spans.leaf(each.name, each.kind, each.start, each.bytes));
      const uncompressed = compression === null ? each.bytes : await uncompressedSize(source, each.start, each.bytes);
      bytes += each.bytes;
      uncompressedBytes += uncompressed;
      if (each.kind === 'validity') validityBytes += each.bytes;
    }
    columns.push({ parts, bytes, uncompressedBytes, validityBytes, values: first.length, nulls: first.nullCount });
  }
  if (buffer !== buffers.length) throw malformed(`The batch at byte ${offset} has more buffers than its columns need.`);
  return columns;
}

async function uncompressedSize(source: ByteSource, start: number, bytes: number): Promise<number> {
  if (bytes < lengthPrefixBytes) return bytes;
  const prefix = await source.read(start, lengthPrefixBytes);
  const size = Number(new DataView(prefix.buffer, prefix.byteOffset, lengthPrefixBytes).getBigInt64(0, true));
  if (size < -1) throw malformed(`The buffer at byte ${start} claims ${size} bytes.`);
  return size === -1 ? bytes - lengthPrefixBytes : size;
}
