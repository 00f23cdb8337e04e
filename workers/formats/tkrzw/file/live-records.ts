import type { FormatlabError } from '../../../model/errors';
import { metadataOffsets, recordKind } from './store-layout';
import { emptyRecordPositions, type StoreReader } from './store-reader';
import { GrowingUint32List } from './uint32-list';

/** The offsets of the records that look-ups can find, in the order of the file. */
export interface LiveRecords {
  readonly count: number;
  readonly starts: Uint32Array;
  readonly keyStarts: Uint32Array;
  /** The ends of the keys, and the starts of the values. */
  readonly keyEnds: Uint32Array;
  readonly valueEnds: Uint32Array;
}

class Collected {
  readonly starts: GrowingUint32List;
  readonly keyStarts: GrowingUint32List;
  readonly keyEnds: GrowingUint32List;
  readonly valueEnds: GrowingUint32List;

  constructor(expected: number) {
    this.starts = new GrowingUint32List(expected);
    this.keyStarts = new GrowingUint32List(expected);
    this.keyEnds = new GrowingUint32List(expected);
    this.valueEnds = new GrowingUint32List(expected);
  }

  push({
    start,
    keyStart,
    keyEnd,
    valueEnd,
  }: {
    start: number;
    keyStart: number;
    keyEnd: number;
    valueEnd: number;
  }): void {
    this.starts.push(start);
    this.keyStarts.push(keyStart);
    this.keyEnds.push(keyEnd);
    this.valueEnds.push(valueEnd);
  }

  done(): LiveRecords {
    return {
      count: this.starts.length,
      starts: this.starts.values(),
      keyStarts: this.keyStarts.values(),
      keyEnds: this.keyEnds.values(),
      valueEnds: this.valueEnds.values(),
    };
  }
}

/** A bitmap of the offsets at which a record begins that no chain has reached yet. */
class RecordStarts {
  readonly #base: number;
  readonly #alignPow: number;
  readonly #bits: Uint8Array;

  constructor({ base, end, alignPow }: StoreReader) {
    this.#base = base;
    this.#alignPow = alignPow;
    this.#bits = new Uint8Array((Math.floor((end - base) / 2 ** alignPow) >>> 3) + 1);
  }

  add(start: number): void {
    const slot = (start - this.#base) / 2 ** this.#alignPow;
    this.#bits[slot >>> 3] = (this.#bits[slot >>> 3] ?? 0) | (1 << (slot & 7));
  }

  has(start: number): boolean {
    const slot = (start - this.#base) / 2 ** this.#alignPow;
    return (((this.#bits[slot >>> 3] ?? 0) >>> (slot & 7)) & 1) === 1;
  }

  /** Removes the offset; false if it is not in the set. */
  take(start: number): boolean {
    const slot = (start - this.#base) / 2 ** this.#alignPow;
    const bit = 1 << (slot & 7);
    const byte = this.#bits[slot >>> 3] ?? 0;
    if ((byte & bit) === 0) return false;
    this.#bits[slot >>> 3] = byte & ~bit;
    return true;
  }
}

/**
 * Reads all records of the file, verifies their checksums, and follows every bucket's chain. All chains together may reach each record only once, which bounds the work for any file.
 * @throws `decodeFailed` with the offset
 */
export function readLiveRecords(store: StoreReader): LiveRecords {
  const { base, end, inPlace, recordCount } = store;
  const collected = new Collected(Math.min(recordCount, Math.ceil((end - base) / 8)));
  const pending = new RecordStarts(store);
  const place = emptyRecordPositions();
  let hides = !inPlace;
  for (let at = base; at < end; at = place.end) {
    store.read(at, place);
    store.check(place);
    if (place.kind === recordKind.void) continue;
    pending.add(at);
    if (place.kind === recordKind.remove) hides = true;
    else collected.push(place);
  }
  const all = collected.done();
  const live = hides ? newestOfChains(store, pending) : all;
  if (!hides) {
    const reached = followChains(store, pending);
    if (reached !== all.count) {
      const lost = all.starts.find((start) => pending.has(start)) ?? base;
      throw store.damaged(lost, 'no bucket’s chain leads to this record');
    }
  }
  if (live.count !== recordCount)
    throw store.damaged(
      metadataOffsets.recordCount,
      `the metadata declare ${recordCount.toLocaleString('en')} records, but ${live.count.toLocaleString('en')} were found`,
    );
  return live;
}

/** Follows all chains of a store whose keys are unique, and returns the number of records that they reach. */
function followChains(store: StoreReader, pending: RecordStarts): number {
  let reached = 0;
  for (let bucket = 0; bucket < store.bucketCount; bucket += 1) {
    let from = store.bucketAt(bucket);
    let offset = store.head(bucket);
    while (offset !== 0) {
      if (!store.canBegin(offset) || !pending.take(offset)) throw misled(store, bucket, from, offset);
      reached += 1;
      from = offset + 1;
      offset = store.childOf(offset);
    }
  }
  return reached;
}

/** For longer chains, keys are looked up in a set instead of one by one. */
const fewRecords = 8;

/** For files with updated records: in each chain the first record of each key counts, and a removal hides the key. */
function newestOfChains(store: StoreReader, pending: RecordStarts): LiveRecords {
  const place = emptyRecordPositions();
  const found: number[] = [];
  const decoder = new TextDecoder('latin1');
  for (let bucket = 0; bucket < store.bucketCount; bucket += 1) {
    const chain: { start: number; end: number }[] = [];
    let many: Set<string> | null = null;
    let from = store.bucketAt(bucket);
    for (let offset = store.head(bucket); offset !== 0; offset = place.child) {
      if (!store.canBegin(offset) || !pending.take(offset)) throw misled(store, bucket, from, offset);
      from = offset + 1;
      store.read(offset, place);
      const { keyStart: start, keyEnd: end } = place;
      if (many === null && chain.length === fewRecords)
        many = new Set(chain.map((key) => decoder.decode(store.data.subarray(key.start, key.end))));
      const text = many === null ? '' : decoder.decode(store.data.subarray(start, end));
      if (many === null ? chain.some((key) => sameBytes(store.data, key.start, key.end, start, end)) : many.has(text))
        continue;
      if (many === null) chain.push({ start, end });
      else many.add(text);
      if (place.kind !== recordKind.remove) found.push(offset);
    }
  }
  const live = new Collected(found.length);
  for (const offset of Float64Array.from(found).sort()) {
    store.read(offset, place);
    live.push(place);
  }
  return live.done();
}

function sameBytes(data: Uint8Array, start: number, end: number, otherStart: number, otherEnd: number): boolean {
  if (end - start !== otherEnd - otherStart) return false;
  for (let index = 0; index < end - start; index += 1)
    if (data[start + index] !== data[otherStart + index]) return false;
  return true;
}

/** Why the chain's offset at `from` is invalid: no record begins there, or a chain has already reached it. */
function misled(store: StoreReader, bucket: number, from: number, offset: number): FormatlabError {
  const leads = `an offset in the chain of bucket ${bucket.toLocaleString('en')} leads to ${offset.toLocaleString('en')}`;
  if (!store.canBegin(offset)) return store.damaged(from, `${leads}, outside the record section`);
  const place = emptyRecordPositions();
  for (let at = store.base; at <= offset; at = place.end) {
    store.read(at, place);
    if (at === offset && place.kind !== recordKind.void)
      return store.damaged(
        from,
        `${leads}, which a chain has already reached: the chain is a cycle, or two chains meet`,
      );
  }
  return store.damaged(from, `${leads}, but no used record begins there`);
}
