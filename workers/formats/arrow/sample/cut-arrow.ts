import type { Schema } from 'apache-arrow';
import { arrowMessages } from '../map/arrow';
import type { BatchHeader } from '../map/batches';
import type { MessageLocation } from '../file/messages';
import { type ByteSource, sourceOf } from '../../../byte-map/source';
import { SpanList } from '../../../byte-map/span-tree';
import { FormatlabError } from '../../../model/errors';
import { sampleUnitLimit } from '../../../model/result';
import { type Cut, isReadWhole } from '../../../own-file/sample/cut';
import { drawRanges, drawUnits } from '../../../model/strata';
import { type FooterBlock, footerWithBlocks } from './arrow-footer';
import { sliceBatch } from './slice-batch';

/** The decoded size of compressed batches is estimated from so many of them. */
const probedBatches = 4;
/** The magic bytes at the beginning of a file, with two more that align what follows. */
const startBytes = 8;
const lengthAndMagicBytes = 10;

/** Of fewer batches, ranges of rows are cut. */
const fewestUnits = 8;
const rangeCount = 16;

const headerOf = ({ message }: MessageLocation) => message.header() as BatchHeader & { readonly length: number };

const rowsOf = (batch: MessageLocation) => Number(headerOf(batch).length);

/** A message of the sample. */
interface KeptMessage {
  readonly kind: 'schema' | 'dictionary' | 'batch';
  readonly metadataBytes: number;
  readonly bodyBytes: number;
  readonly parts: readonly BlobPart[];
}

/** The bytes of a batch once its buffers are decompressed. Before each compressed buffer stands its length; −1 stands for one that is stored as it is. */
async function decodedBytes(source: ByteSource, batch: MessageLocation): Promise<number> {
  const { compression, buffers } = headerOf(batch);
  if (compression === null) return batch.bodyBytes;
  let bytes = 0;
  for (const { offset, length } of buffers) {
    if (length < 8) continue;
    const prefix = await source.read(batch.bodyOffset + offset, 8);
    const stated = Number(new DataView(prefix.buffer, prefix.byteOffset, 8).getBigInt64(0, true));
    bytes += stated < 0 ? length - 8 : stated;
  }
  return bytes;
}

/** Cuts record batches from Arrow IPC, a file or a stream, with all dictionaries. Only the metadata of the messages are read. */
export const sampleArrow: Cut = async (file, sample) => {
  // Uncompressed buffers are not smaller in memory than in the file, and compressed ones hardly ever take ten times their bytes.
  if (isReadWhole(10 * file.size, sample)) return null;
  const source = sourceOf(file);
  const found = await arrowMessages(source, new SpanList()).catch((thrown: unknown) => {
    // The reader says what is wrong with a damaged file, and reads files whose batches lie otherwise than their writer usually puts them.
    if (thrown instanceof FormatlabError && thrown.record.tag === 'malformedInput') return null;
    throw thrown;
  });
  if (found === null) return null;
  const { messages, end, markBytes, frame, unknown } = found;
  const batches = messages.filter(({ message }) => message.isRecordBatch());
  if (batches.length === 0) return null;
  const probes = drawUnits(batches.length, probedBatches, sample.seed).flatMap((index) => batches[index] ?? []);
  let [storedBytes, probedBytes] = [0, 0];
  for (const probe of probes) {
    storedBytes += probe.bodyBytes;
    probedBytes += await decodedBytes(source, probe);
  }
  const allBytes = batches.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
  const decoded = storedBytes === 0 ? 0 : (allBytes * probedBytes) / storedBytes;
  if (isReadWhole(decoded, sample)) return null;
  const take = Math.round((batches.length * sample.targetBytes) / decoded);
  const isFile = frame.start > 0;
  const fileOfMessages = (kept: readonly KeptMessage[]) =>
    isFile
      ? fileOf(file, kept, { end, markBytes, limit: frame.limit })
      : new Blob([...kept.flatMap(({ parts }) => parts), file.slice(end, end + markBytes)]);
  const totalItems = batches.reduce((sum, batch) => sum + rowsOf(batch), 0);
  // Types that the library does not know are read as others.
  const sliced =
    take < fewestUnits && unknown.length === 0
      ? await slicedMessages(source, messages, {
          rows: totalItems,
          share: sample.targetBytes / decoded,
          seed: sample.seed,
        })
      : null;
  if (sliced !== null)
    return {
      file: await fileOfMessages(
        sliced.messages.map((message) => ('parts' in message ? message : keptOf(file, message))),
      ),
      isStoredOtherwise: batches.some((batch) => headerOf(batch).compression !== null),
      unitKind: 'rows',
      unitItems: sliced.unitItems,
      unitCount: Math.max(
        sliced.unitItems.length,
        Math.floor(decoded / (sample.targetBytes / sliced.unitItems.length)),
      ),
      totalItems,
      isTotalEstimated: false,
      isFirstPart: false,
    };
  const units = drawUnits(batches.length, Math.min(take, sampleUnitLimit), sample.seed).flatMap(
    (index) => batches[index] ?? [],
  );
  const kept = messages.filter((placed) => !placed.message.isRecordBatch() || units.includes(placed));
  return {
    file: await fileOfMessages(kept.map((placed) => keptOf(file, placed))),
    hasLargeUnits: take < fewestUnits,
    unitKind: 'batches',
    unitItems: units.map(rowsOf),
    unitCount: batches.length,
    totalItems,
    isTotalEstimated: false,
    isFirstPart: false,
  };
};

const keptOf = (
  file: Blob,
  { offset, metadataBytes, bodyOffset, bodyBytes, message }: MessageLocation,
): KeptMessage => ({
  kind: message.isSchema() ? 'schema' : message.isDictionaryBatch() ? 'dictionary' : 'batch',
  metadataBytes,
  bodyBytes,
  parts: [file.slice(offset, bodyOffset + bodyBytes)],
});

/** The messages with ranges of all rows in place of the batches. Null if they have a type of which no rows are cut. */
async function slicedMessages(
  source: ByteSource,
  messages: readonly MessageLocation[],
  { rows, share, seed }: { readonly rows: number; readonly share: number; readonly seed: number },
): Promise<{ readonly messages: readonly (MessageLocation | KeptMessage)[]; readonly unitItems: number[] } | null> {
  const [first] = messages;
  if (first === undefined || !first.message.isSchema()) return null;
  const types = (first.message.header() as Schema).fields.map(({ type }) => type);
  const ranges = drawRanges(rows, rangeCount, Math.max(1, Math.round((rows * share) / rangeCount)), seed);
  const kept: (MessageLocation | KeptMessage)[] = [];
  let before = 0;
  for (const placed of messages) {
    if (!placed.message.isRecordBatch()) {
      kept.push(placed);
      continue;
    }
    const [start, end] = [before, before + rowsOf(placed)];
    before = end;
    const own = ranges
      .map(({ from, to }) => ({ from: Math.max(from, start) - start, to: Math.min(to, end) - start }))
      .filter(({ from, to }) => from < to);
    if (own.length === 0) continue;
    const sliced = await sliceBatch(source, placed, types, own);
    if (sliced === null) return null;
    for (const batch of sliced) kept.push({ kind: 'batch', ...batch });
  }
  return { messages: kept, unitItems: ranges.map(({ from, to }) => to - from) };
}

/** An Arrow file of messages of another one, whose footer names these alone. */
async function fileOf(
  file: Blob,
  messages: readonly KeptMessage[],
  { end, markBytes, limit }: { readonly end: number; readonly markBytes: number; readonly limit: number },
): Promise<Blob> {
  const blocks: FooterBlock[] = [];
  let offset = startBytes;
  for (const { kind, metadataBytes, bodyBytes } of messages) {
    if (kind !== 'schema') blocks.push({ offset, metadataBytes, bodyBytes, isDictionary: kind === 'dictionary' });
    offset += metadataBytes + bodyBytes;
  }
  const footer = footerWithBlocks(
    new Uint8Array(await file.slice(limit, file.size - lengthAndMagicBytes).arrayBuffer()),
    blocks,
  );
  return new Blob([
    file.slice(0, startBytes),
    ...messages.flatMap(({ parts }) => parts),
    file.slice(end, end + markBytes),
    footer,
    Uint32Array.of(footer.length),
    file.slice(4 - lengthAndMagicBytes),
  ]);
}
