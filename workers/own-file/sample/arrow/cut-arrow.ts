import { arrowMessages } from '../../../byte-map/arrow/arrow';
import type { BatchHeader } from '../../../byte-map/arrow/batches';
import type { PlacedMessage } from '../../../byte-map/arrow/messages';
import { type ByteSource, sourceOf } from '../../../byte-map/source';
import { SpanList } from '../../../byte-map/span-tree';
import { FormatlabError } from '../../../model/errors';
import { sampleUnitLimit } from '../../../model/result';
import { type Cut, isReadWhole } from '../cut';
import { drawUnits } from '../../../model/strata';
import { type FooterBlock, withBlocks } from './arrow-footer';

/** The decoded size of compressed batches is estimated from so many of them. */
const probedBatches = 4;
/** The magic bytes at the beginning of a file, with two more that align what follows. */
const startBytes = 8;
const lengthAndMagicBytes = 10;

const headerOf = ({ message }: PlacedMessage) => message.header() as BatchHeader & { readonly length: number };

/** The bytes of a batch once its buffers are decompressed. Before each compressed buffer stands its length; −1 stands for one that is stored as it is. */
async function decodedBytes(source: ByteSource, batch: PlacedMessage): Promise<number> {
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
export const cutArrow: Cut = async (file, sample) => {
  // Uncompressed buffers are not smaller in memory than in the file, and compressed ones hardly ever take ten times their bytes.
  if (isReadWhole(10 * file.size, sample)) return null;
  const source = sourceOf(file);
  const found = await arrowMessages(source, new SpanList()).catch((thrown: unknown) => {
    // The reader says what is wrong with a damaged file, and reads files whose batches lie otherwise than their writer usually puts them.
    if (thrown instanceof FormatlabError && thrown.record.tag === 'malformedInput') return null;
    throw thrown;
  });
  if (found === null) return null;
  const { messages, end, markBytes, frame } = found;
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
  const units = drawUnits(batches.length, Math.min(take, sampleUnitLimit), sample.seed).flatMap(
    (index) => batches[index] ?? [],
  );
  const kept = messages.filter((placed) => !placed.message.isRecordBatch() || units.includes(placed));
  const isFile = frame.start > 0;
  const rowsOf = (batch: PlacedMessage) => Number(headerOf(batch).length);
  return {
    file: isFile
      ? await fileOf(file, kept, { end, markBytes, limit: frame.limit })
      : new Blob([...partsOf(file, kept), file.slice(end, end + markBytes)]),
    unitKind: 'batches',
    unitItems: units.map(rowsOf),
    unitCount: batches.length,
    totalItems: batches.reduce((sum, batch) => sum + rowsOf(batch), 0),
    isTotalEstimated: false,
    isFirstPart: false,
  };
};

const endOf = ({ bodyOffset, bodyBytes }: PlacedMessage) => bodyOffset + bodyBytes;
const partsOf = (file: Blob, messages: readonly PlacedMessage[]) =>
  messages.map((placed) => file.slice(placed.offset, endOf(placed)));

/** An Arrow file of some messages of another one, whose footer names these alone. */
async function fileOf(
  file: Blob,
  messages: readonly PlacedMessage[],
  { end, markBytes, limit }: { readonly end: number; readonly markBytes: number; readonly limit: number },
): Promise<Blob> {
  const blocks: FooterBlock[] = [];
  let offset = startBytes;
  for (const placed of messages) {
    const { metadataBytes, bodyBytes, message } = placed;
    if (!message.isSchema())
      blocks.push({ offset, metadataBytes, bodyBytes, isDictionary: message.isDictionaryBatch() });
    offset += endOf(placed) - placed.offset;
  }
  const footer = new Uint8Array(await file.slice(limit, file.size - lengthAndMagicBytes).arrayBuffer());
  return new Blob([
    file.slice(0, startBytes),
    ...partsOf(file, messages),
    file.slice(end, end + markBytes),
    withBlocks(footer, blocks),
    file.slice(-lengthAndMagicBytes),
  ]);
}
