import type { Compressor } from '../file/compressors';
import { noSuchKey } from '../file/failures';
import { writeFixed } from '../file/numbers';
import { storedValue } from '../file/stored-values';
import { metadataOffsets } from '../file/store-layout';
import { emptyRecordPositions, type StoreReader } from '../file/store-reader';
import { GrowingUint32List } from '../file/uint32-list';
import { compareBytes } from '../../../model/byte-order';
import type { FormatLookup } from '../../../model/entry';
import { idBytes, isInner, readTreeMetadata } from './layout';
import { childOf, readInnerPage, readLeafRecords, readNeighbours, type RecordLists } from './page';
import type { DecompressedTree } from './read';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const bytesOf = (key: unknown) => encoder.encode(String(key));

type Found = { readonly key: string; readonly value: Uint8Array };

/** The positions of records in a buffer, in ascending order of keys. */
interface Sorted {
  readonly data: Uint8Array;
  readonly keyStarts: Uint32Array;
  readonly keyEnds: Uint32Array;
  readonly valueStarts: Uint32Array;
  readonly valueEnds: Uint32Array;
}

/** The first record in [from, to) whose key is not less than `key`. */
function lowerBound({ data, keyStarts, keyEnds }: Sorted, from: number, to: number, key: Uint8Array): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareBytes(data, keyStarts[middle] ?? 0, keyEnds[middle] ?? 0, key, 0, key.length) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function valueAt(
  { data, keyStarts, keyEnds, valueStarts, valueEnds }: Sorted,
  index: number,
  to: number,
  key: Uint8Array,
): Uint8Array | null {
  if (index >= to || compareBytes(data, keyStarts[index] ?? 0, keyEnds[index] ?? 0, key, 0, key.length) !== 0)
    return null;
  return data.slice(valueStarts[index], valueEnds[index]);
}

function recordAt({ data, keyStarts, keyEnds, valueStarts, valueEnds }: Sorted, index: number): Found {
  return {
    key: decoder.decode(data.subarray(keyStarts[index], keyEnds[index])),
    value: data.slice(valueStarts[index], valueEnds[index]),
  };
}

/** Cold look-ups: each reads and decompresses the pages from the root down. `onPage` gets the key of each page's record. */
export function coldLookup(
  store: StoreReader,
  compressor: Compressor | null,
  onPage?: (key: Uint8Array) => void,
): FormatLookup {
  const { rootId, levels } = readTreeMetadata(store);
  const place = emptyRecordPositions();
  const idKey = new Uint8Array(idBytes);
  const lists: RecordLists = {
    keyStarts: new GrowingUint32List(64),
    keyEnds: new GrowingUint32List(64),
    valueStarts: new GrowingUint32List(64),
    valueEnds: new GrowingUint32List(64),
  };
  /** Reads a page and sets `place`, whose `start` is the position of the page's record. `from` is the position of the page's id. */
  const pageOf = (id: number, from: number): Uint8Array => {
    writeFixed(idKey, 0, idBytes, id);
    onPage?.(idKey);
    if (!store.find(idKey, place)) throw store.damaged(from, `page ${id} is missing`);
    return storedValue(store, place.keyEnd, place.valueEnd, compressor);
  };
  const failIn = (id: number) => (at: number, what: string) =>
    store.damaged(place.start, `page ${id}, ${at.toLocaleString('en')} bytes into it: ${what}`);
  /** The loop is bounded by the number of levels: in a cycle, an inner page would occur where a leaf is expected. */
  const leafFor = (key: Uint8Array): { id: number; from: number } => {
    let id = rootId;
    let from = metadataOffsets.opaque + 16;
    for (let level = levels; level > 1; level -= 1) {
      if (!isInner(id)) throw store.damaged(from, `page ${id} is a leaf, but is at level ${level}`);
      const content = pageOf(id, from);
      id = childOf(readInnerPage(content, 0, content.length, failIn(id)), key);
      from = place.start;
    }
    if (isInner(id))
      throw store.damaged(
        from,
        `page ${id} is an inner page at the level of the leaves: the tree is damaged, or has a cycle`,
      );
    return { id, from };
  };
  const leafPage = (id: number, from: number) => {
    const data = pageOf(id, from);
    for (const list of Object.values(lists)) list.length = 0;
    const { nextId } = readNeighbours(data, 0, data.length, failIn(id));
    readLeafRecords(data, 0, data.length, lists, failIn(id));
    const sorted: Sorted = {
      data,
      keyStarts: lists.keyStarts.values(),
      keyEnds: lists.keyEnds.values(),
      valueStarts: lists.valueStarts.values(),
      valueEnds: lists.valueEnds.values(),
    };
    return { nextId, sorted, count: lists.keyStarts.length };
  };
  return {
    get(wanted) {
      const key = bytesOf(wanted);
      const { id, from } = leafFor(key);
      const { sorted, count } = leafPage(id, from);
      const value = valueAt(sorted, lowerBound(sorted, 0, count, key), count, key);
      if (value === null) throw noSuchKey('treedbm', String(wanted));
      return value;
    },
    scan(fromKey, limit) {
      const key = bytesOf(fromKey);
      const found: Found[] = [];
      const seen = new Set<number>();
      let { id, from } = leafFor(key);
      while (id !== 0 && found.length < limit) {
        if (seen.has(id) || isInner(id))
          throw store.damaged(
            from,
            `page ${id} is named as the next leaf${seen.has(id) ? ' a second time: the leaves form a cycle' : ', but is not a leaf'}`,
          );
        const { nextId, sorted, count } = leafPage(id, from);
        const first = seen.size === 0 ? lowerBound(sorted, 0, count, key) : 0;
        for (let index = first; index < count && found.length < limit; index += 1) found.push(recordAt(sorted, index));
        seen.add(id);
        from = place.start;
        id = nextId;
      }
      return found;
    },
  };
}

/** Warm look-ups: all pages are decompressed in memory. Each goes from the root down, then does a binary search in the leaf. */
export function warmLookup(tree: DecompressedTree): FormatLookup {
  const { metadata, inner, leaves, leafRecords, count } = tree;
  // Copies the memory, which belongs to the compressor.
  const sorted: Sorted = {
    data: tree.keys.data.slice(),
    keyStarts: tree.keys.starts,
    keyEnds: tree.keys.ends,
    valueStarts: tree.values.starts,
    valueEnds: tree.values.ends,
  };
  const leafIndex = new Map(leaves.map((id, index) => [id, index]));
  const leafFor = (key: Uint8Array): number => {
    let id = metadata.rootId;
    for (let page = inner.get(id); page !== undefined; page = inner.get(id)) id = childOf(page, key);
    return leafIndex.get(id) ?? 0;
  };
  return {
    get(wanted) {
      const key = bytesOf(wanted);
      const leaf = leafFor(key);
      const to = leafRecords[leaf + 1] ?? 0;
      const value = valueAt(sorted, lowerBound(sorted, leafRecords[leaf] ?? 0, to, key), to, key);
      if (value === null) throw noSuchKey('treedbm', String(wanted));
      return value;
    },
    scan(fromKey, limit) {
      const key = bytesOf(fromKey);
      const leaf = leafFor(key);
      const first = lowerBound(sorted, leafRecords[leaf] ?? 0, leafRecords[leaf + 1] ?? 0, key);
      return Array.from({ length: Math.max(0, Math.min(limit, count - first)) }, (_, index) =>
        recordAt(sorted, first + index),
      );
    },
  };
}
