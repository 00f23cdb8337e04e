import type { Compressor } from '../file/compressors';
import type { ByteRanges } from '../file/gather';
import { type LiveRecords, readLiveRecords } from '../file/live-records';
import { readFixed } from '../file/numbers';
import { storedValue, storedValues } from '../file/stored-values';
import { metadataOffsets } from '../file/store-layout';
import type { StoreReader } from '../file/store-reader';
import { GrowingUint32List } from '../file/uint32-list';
import { compareBytes } from '../../../model/byte-order';
import { idBytes, isInner, readTreeMetadata, type TreeMetadata } from './layout';
import { type InnerPage, readInnerPage, readLeafRecords, readNeighbours } from './page';

/** All pages of a tree, decompressed, and the positions of their parts. */
export interface DecompressedTree {
  readonly metadata: TreeMetadata;
  readonly inner: ReadonlyMap<number, InnerPage>;
  /** The ids of the leaves in the order of their keys. */
  readonly leaves: readonly number[];
  /** The first record of each leaf, followed by the number of records. */
  readonly leafRecords: Uint32Array;
  /** All records in ascending order. They are in the file, or in the compressor's memory until its next call. */
  readonly keys: ByteRanges;
  readonly values: ByteRanges;
  readonly count: number;
}

/** The offset of the first leaf's id in the file. */
const firstIdAt = metadataOffsets.opaque + 22;

class PageDirectory {
  readonly #store: StoreReader;
  readonly #live: LiveRecords;
  readonly #byId = new Map<number, number>();

  constructor(store: StoreReader, live: LiveRecords) {
    this.#store = store;
    this.#live = live;
    for (let index = 0; index < live.count; index += 1) {
      const keyStart = live.keyStarts[index] ?? 0;
      if ((live.keyEnds[index] ?? 0) - keyStart !== idBytes)
        throw store.damaged(
          live.starts[index] ?? 0,
          `the key of a page must have ${idBytes} bytes, but this one does not`,
        );
      const id = readFixed(store.data, keyStart, idBytes);
      const other = this.#byId.get(id);
      if (other !== undefined)
        throw store.damaged(
          live.starts[index] ?? 0,
          `page ${id} exists twice, first at ${(live.starts[other] ?? 0).toLocaleString('en')}`,
        );
      this.#byId.set(id, index);
    }
  }

  /** The index of the record with the page; `from` is the position of the page's id. */
  indexOf(id: number, from: number): number {
    const index = this.#byId.get(id);
    if (index === undefined) throw this.#store.damaged(from, `page ${id} is missing`);
    return index;
  }

  startOf(index: number): number {
    return this.#live.starts[index] ?? 0;
  }
}

/** Walks from the root through all inner pages and returns the leaves in the order of their keys. A page that occurs twice is an error. */
function walkInnerPages(
  store: StoreReader,
  live: LiveRecords,
  directory: PageDirectory,
  metadata: TreeMetadata,
  compressor: Compressor | null,
) {
  const inner = new Map<number, InnerPage>();
  const leaves: number[] = [];
  const seenLeaves = new Set<number>();
  const visit = (id: number, level: number, from: number): void => {
    if (isInner(id) !== level > 1)
      throw store.damaged(
        from,
        `page ${id} is of the wrong kind: level ${level} holds ${level > 1 ? 'inner pages' : 'leaves'}. The tree is damaged, or has a cycle`,
      );
    if (inner.has(id) || seenLeaves.has(id))
      throw store.damaged(from, `page ${id} is reached twice: the tree has a cycle, or two pages share a child`);
    const index = directory.indexOf(id, from);
    if (level === 1) {
      seenLeaves.add(id);
      leaves.push(id);
      return;
    }
    const start = directory.startOf(index);
    const content = storedValue(store, live.keyEnds[index] ?? 0, live.valueEnds[index] ?? 0, compressor);
    const page = readInnerPage(content, 0, content.length, (at, what) =>
      store.damaged(start, `page ${id}, ${at.toLocaleString('en')} bytes into it: ${what}`),
    );
    inner.set(id, page);
    for (const child of page.children) visit(child, level - 1, start);
  };
  visit(metadata.rootId, metadata.levels, metadataOffsets.opaque + 16);
  return { inner, leaves };
}

/** Reads and checks the whole tree. @throws `decodeFailed` with the offset of the error */
export function readAllPages(store: StoreReader, compressor: Compressor | null): DecompressedTree {
  const metadata = readTreeMetadata(store);
  const live = readLiveRecords(store);
  const directory = new PageDirectory(store, live);
  const { inner, leaves } = walkInnerPages(store, live, directory, metadata, compressor);
  if (leaves[0] !== metadata.firstId)
    throw store.damaged(
      firstIdAt,
      `the metadata name page ${metadata.firstId} as the first leaf, but the tree begins with page ${leaves[0]}`,
    );
  const order = Uint32Array.from(leaves, (id) => directory.indexOf(id, firstIdAt));
  const { data, starts, ends } = storedValues(
    store,
    live,
    order,
    compressor,
    metadata.dataBytes + 16 * metadata.recordCount,
  );
  const expected = Math.min(metadata.recordCount, data.length >>> 1);
  const records = {
    keyStarts: new GrowingUint32List(expected),
    keyEnds: new GrowingUint32List(expected),
    valueStarts: new GrowingUint32List(expected),
    valueEnds: new GrowingUint32List(expected),
  };
  const leafRecords = new Uint32Array(leaves.length + 1);
  for (let leaf = 0; leaf < leaves.length; leaf += 1) {
    const pageStart = directory.startOf(order[leaf] ?? 0);
    const fail = (at: number, what: string) =>
      store.damaged(pageStart, `page ${leaves[leaf]}, ${at.toLocaleString('en')} bytes into it: ${what}`);
    const [start = 0, end = 0] = [starts[leaf], ends[leaf]];
    const { previousId, nextId } = readNeighbours(data, start, end, fail);
    if (previousId !== (leaves[leaf - 1] ?? 0))
      throw fail(
        0,
        `the page names ${previousId} as the previous page, but the tree has ${leaves[leaf - 1] ?? 'none'} there`,
      );
    if (nextId !== (leaves[leaf + 1] ?? 0))
      throw fail(
        idBytes,
        `the page names ${nextId} as the next page, but the tree has ${leaves[leaf + 1] ?? 'none'} there`,
      );
    readLeafRecords(data, start, end, records, fail);
    leafRecords[leaf + 1] = records.keyStarts.length;
  }
  const count = records.keyStarts.length;
  if (count !== metadata.recordCount)
    throw store.damaged(
      metadataOffsets.opaque + 4,
      `the metadata declare ${metadata.recordCount.toLocaleString('en')} records, but the leaves hold ${count.toLocaleString('en')}`,
    );
  const keys = { data, starts: records.keyStarts.values(), ends: records.keyEnds.values() };
  requireAscending(keys, count, (index) => {
    const leaf = Math.max(0, leafRecords.findIndex((first) => first > index) - 1);
    return store.damaged(
      directory.startOf(order[leaf] ?? 0),
      `page ${leaves[leaf]}: record ${(index - (leafRecords[leaf] ?? 0) + 1).toLocaleString('en')} is not in the order of the keys`,
    );
  });
  return {
    metadata,
    inner,
    leaves,
    leafRecords,
    keys,
    values: { data, starts: records.valueStarts.values(), ends: records.valueEnds.values() },
    count,
  };
}

function requireAscending({ data, starts, ends }: ByteRanges, count: number, failure: (index: number) => Error): void {
  for (let index = 1; index < count; index += 1) {
    if (
      compareBytes(data, starts[index - 1] ?? 0, ends[index - 1] ?? 0, data, starts[index] ?? 0, ends[index] ?? 0) >= 0
    )
      throw failure(index);
  }
}
