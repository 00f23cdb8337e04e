import { CompressionType, type DataType } from 'apache-arrow';
import type { BatchHeader } from '../map/batches';
import type { MessageLocation } from '../file/messages';
import type { ByteSource } from '../../../byte-map/source';
import { FrameDecoder } from '../../../libraries/frame-decoder';
import type { RowRange } from '../../../model/strata';
import { checkDecodedSize } from '../../../own-file/limits';
import { type BatchSlice, ColumnSlicer, type ReadBuffer } from './slice-columns';
import { batchMetadataWithSizes } from './batch-metadata';

/** Buffers begin at multiples of this. */
const alignment = 8;
/** Before each buffer of a compressed batch stands its length, or −1 if it is stored as it is. */
const lengthPrefixBytes = 8;
const storedAsItIs = -1n;
const continuation = 0xffffffff;

const aligned = (bytes: number) => Math.ceil(bytes / alignment) * alignment;

/** A message with some rows of a batch. */
interface SlicedBatch {
  readonly metadataBytes: number;
  readonly bodyBytes: number;
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
}

/**
 * Messages with ranges of a batch’s rows, whose buffers hold the bytes of the file; compressed ones are decompressed one after the other. Null if it has a
 * type of which no rows are cut, or is damaged: then the reader says what is wrong.
 */
export async function sliceBatch(
  source: ByteSource,
  batch: MessageLocation,
  types: readonly DataType[],
  ranges: readonly RowRange[],
): Promise<readonly SlicedBatch[] | null> {
  const { offset, bodyOffset } = batch;
  const header = batch.message.header() as BatchHeader;
  const metadata = await source.read(offset, bodyOffset - offset);
  const hasMark = new DataView(metadata.buffer, metadata.byteOffset, 4).getUint32(0, true) === continuation;
  const slicer = new ColumnSlicer(header, await readerOf(source, batch, header), ranges.length);
  for (const type of types) if (!(await slicer.slice(type, ranges))) return null;
  const sliced = slicer.slices.map((slice, index) => {
    const { from = 0, to = 0 } = ranges[index] ?? {};
    return messageOf(slice, to - from, metadata, hasMark ? 8 : 4, header.compression !== null);
  });
  return sliced.includes(null) ? null : sliced.flatMap((each) => each ?? []);
}

/** Reads the buffers of a batch. The last one that was decompressed is kept, since its ranges are read in turn. */
async function readerOf(source: ByteSource, { bodyOffset }: MessageLocation, header: BatchHeader): Promise<ReadBuffer> {
  const { buffers, compression } = header;
  const placeOf = (index: number) => buffers[index] ?? { offset: 0, length: 0 };
  if (compression === null)
    return async (index, from, to) => {
      const { offset, length } = placeOf(index);
      const start = Math.min(from, length);
      return source.read(bodyOffset + offset + start, Math.max(0, Math.min(to, length) - start));
    };
  const decoder = await FrameDecoder.load(compression.type === CompressionType.ZSTD ? 'zstd' : 'lz4');
  let kept: { readonly index: number; readonly bytes: Uint8Array<ArrayBuffer> } | null = null;
  return async (index, from, to) => {
    if (kept?.index !== index) {
      const { offset, length } = placeOf(index);
      const stored = await source.read(bodyOffset + offset, length);
      kept = { index, bytes: length < lengthPrefixBytes ? new Uint8Array(0) : decompressed(stored, decoder) };
    }
    return kept.bytes.slice(from, to);
  };
}

function decompressed(stored: Uint8Array<ArrayBuffer>, decoder: FrameDecoder): Uint8Array<ArrayBuffer> {
  const bytes = new DataView(stored.buffer, stored.byteOffset, lengthPrefixBytes).getBigInt64(0, true);
  const data = stored.subarray(lengthPrefixBytes);
  checkDecodedSize(Math.max(0, Number(bytes)), 'arrow');
  return bytes === storedAsItIs ? data : decoder.decode(data, Number(bytes));
}

function messageOf(
  { nodes, buffers }: BatchSlice,
  rowCount: number,
  metadata: Uint8Array,
  prefixBytes: number,
  isCompressed: boolean,
): SlicedBatch | null {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const places: { offset: number; length: number }[] = [];
  let bodyBytes = 0;
  const add = (bytes: Uint8Array<ArrayBuffer>) => {
    parts.push(bytes);
    bodyBytes += bytes.length;
  };
  for (const bytes of buffers) {
    const offset = bodyBytes;
    if (isCompressed && bytes.length > 0) add(new Uint8Array(BigInt64Array.of(storedAsItIs).buffer));
    add(bytes);
    places.push({ offset, length: bodyBytes - offset });
    add(new Uint8Array(aligned(bodyBytes) - bodyBytes));
  }
  const changed = batchMetadataWithSizes(metadata, prefixBytes, { rowCount, bodyBytes, nodes, buffers: places });
  return changed === null ? null : { metadataBytes: changed.length, bodyBytes, parts: [changed, ...parts] };
}
