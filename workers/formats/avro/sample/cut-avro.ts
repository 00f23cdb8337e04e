import { DamagedInput } from '../../../model/damaged-input';
import { type AvroHeader, readHeader } from '../open/container';
import { BinaryDecoder } from '../open/binary-decoder';
import { type Cut, isReadWhole } from '../../../own-file/sample/cut';
import { drawRanges, type RowRange } from '../../../model/strata';

/** The header is read up to this size; it holds the schema. */
const headBytes = 32 * 1_048_576;
const firstHeadBytes = 65_536;
const placeCount = 16;
/** The next sync marker is looked for this far. Writers put blocks of 16 KiB to some MiB. */
const reachBytes = 64 * 1_048_576;
const windowBytes = 262_144;
/** The two numbers before the data of a block. */
const prefixBytes = 20;
const compressionFactor = 3;

interface Block extends RowRange {
  readonly records: number;
}

/** Cuts blocks from an Avro object container file: at places that are spread over the file, those behind the next sync marker. */
export const sampleAvro: Cut = async (file, sample) => {
  // The header says whether the blocks are compressed.
  if (isReadWhole(file.size * compressionFactor, sample)) return null;
  const header = await headerOf(file);
  if (header === null) return null;
  const factor = header.codec === 'null' ? 1 : compressionFactor;
  if (isReadWhole(file.size * factor, sample)) return null;
  const bodyBytes = file.size - header.end;
  const targetBytes = sample.targetBytes / factor;
  const blocks: Block[] = [];
  const units: number[] = [];
  for (const place of drawRanges(bodyBytes, placeCount, Math.ceil(targetBytes / placeCount), sample.seed)) {
    const start = Math.max(header.end + place.from, blocks.at(-1)?.to ?? header.end);
    let at = start === header.end || start === blocks.at(-1)?.to ? start : await behindMarker(file, start, header.sync);
    let records = 0;
    for (let taken = 0; at !== null && at < file.size && taken < place.to - place.from; ) {
      const block = await blockAt(file, at, header.sync);
      if (block === null) return null;
      blocks.push(block);
      records += block.records;
      taken += block.to - block.from;
      at = block.to;
    }
    if (records > 0) units.push(records);
  }
  const bytes = blocks.reduce((sum, { from, to }) => sum + to - from, 0);
  const records = units.reduce((sum, count) => sum + count, 0);
  if (records === 0) return null;
  return {
    file: new Blob([file.slice(0, header.end), ...blocks.map(({ from, to }) => file.slice(from, to))]),
    unitKind: 'blocks',
    unitItems: units,
    unitCount: Math.max(units.length, Math.round((bodyBytes * units.length) / bytes)),
    totalItems: Math.round((records * bodyBytes) / bytes),
    isTotalEstimated: true,
    isFirstPart: false,
  };
};

/** Null if it is damaged, or too long: then the reader says what is wrong. */
async function headerOf(file: Blob): Promise<AvroHeader | null> {
  for (const length of [firstHeadBytes, headBytes]) {
    try {
      return readHeader(new Uint8Array(await file.slice(0, length).arrayBuffer()));
    } catch (thrown) {
      if (!(thrown instanceof DamagedInput)) throw thrown;
    }
  }
  return null;
}

/** The place behind the next sync marker. Null if there is none within reach. */
async function behindMarker(file: Blob, start: number, sync: Uint8Array): Promise<number | null> {
  const [first = 0] = sync;
  for (let from = start; from < Math.min(file.size, start + reachBytes); from += windowBytes) {
    const bytes = new Uint8Array(await file.slice(from, from + windowBytes + sync.length).arrayBuffer());
    for (let at = bytes.indexOf(first); at >= 0 && at + sync.length <= bytes.length; at = bytes.indexOf(first, at + 1))
      if (sync.every((byte, index) => bytes[at + index] === byte)) return from + at + sync.length;
  }
  return null;
}

/** The block that begins at a place. Null if there is none, or if it does not end with the sync marker. */
async function blockAt(file: Blob, from: number, sync: Uint8Array): Promise<Block | null> {
  const decoder = new BinaryDecoder(new Uint8Array(await file.slice(from, from + prefixBytes).arrayBuffer()));
  try {
    const [records, dataBytes] = [decoder.long(), decoder.long()];
    const to = from + decoder.at + dataBytes + sync.length;
    if (!(records >= 0 && dataBytes >= 0 && to <= file.size)) return null;
    const marker = new Uint8Array(await file.slice(to - sync.length, to).arrayBuffer());
    return sync.every((byte, index) => marker[index] === byte) ? { from, to, records } : null;
  } catch (thrown) {
    if (thrown instanceof DamagedInput) return null;
    throw thrown;
  }
}
