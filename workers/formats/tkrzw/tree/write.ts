import type { Compressor } from '../file/compressors';
import { tkrzwFailure } from '../file/failures';
import { writeFixed, writeVarnum } from '../file/numbers';
import { keyMaxBytes } from '../file/store-layout';
import { recordBytesOf, type StoreOptions, StoreWriter } from '../file/store-writer';
import type { Records } from '../../../model/dataset';
import { firstLeafId, idBytes, leafHeaderBytes, writeTreeMetadata } from './layout';
import { innerPages, leafStarts } from './paginate';

/** The expected ratio of compressed pages, for the first allocation. */
const usualShare = 0.55;

/** The maximum size of a record's parts other than key and value, in bytes. */
const recordOverheadBytes = 10;

/** Serializes consecutive pages into one growing buffer. */
class PageBuffer {
  #data = new Uint8Array(65_536);
  #at = 0;

  begin(maxBytes: number): void {
    if (maxBytes > this.#data.length) this.#data = new Uint8Array(Math.ceil(maxBytes * 1.25));
    this.#at = 0;
  }

  id(id: number): void {
    writeFixed(this.#data, this.#at, idBytes, id);
    this.#at += idBytes;
  }

  /** Writes a length and then the bytes. */
  bytes(data: Uint8Array, start: number, end: number): void {
    const page = this.#data;
    const at = writeVarnum(page, this.#at, end - start);
    if (end - start > 32) page.set(data.subarray(start, end), at);
    else for (let index = 0; index < end - start; index += 1) page[at + index] = data[start + index] ?? 0;
    this.#at = at + end - start;
  }

  page(): Uint8Array {
    return this.#data.subarray(0, this.#at);
  }
}

/** Writes records, which are sorted by key, as a TreeDBM file with the same pages as inserting them one by one would give. */
export function writeTreeDbm(
  records: Records,
  options: StoreOptions,
  maxPageBytes: number,
  maxBranches: number,
  compressor: Compressor | null,
): Uint8Array<ArrayBuffer> {
  const { recordCount, keys, values } = records;
  const keyAt = (index: number) => keys.offsets[index] ?? 0;
  const valueAt = (index: number) => values.offsets[index] ?? 0;
  const starts = leafStarts(records, maxPageBytes);
  const leafCount = starts.length - 1;
  const inner = innerPages(leafCount, maxBranches);
  const leafMostBytes = (leaf: number) => {
    const [from = 0, to = 0] = [starts[leaf], starts[leaf + 1]];
    return leafHeaderBytes + keyAt(to) - keyAt(from) + valueAt(to) - valueAt(from) + (to - from) * recordOverheadBytes;
  };
  const share = compressor === null ? 1 : usualShare;
  let expectedBytes = 65_536;
  for (let leaf = 0; leaf < leafCount; leaf += 1)
    expectedBytes += recordBytesOf(options, idBytes, Math.ceil(leafMostBytes(leaf) * share));
  const writer = new StoreWriter('treedbm', options, expectedBytes);
  const id = new Uint8Array(idBytes);
  const buffer = new PageBuffer();
  const add = (pageId: number) => {
    writeFixed(id, 0, idBytes, pageId);
    const page = buffer.page();
    writer.add(id, 0, idBytes, compressor === null ? page : compressor.compress(page));
  };
  for (let leaf = 0; leaf < leafCount; leaf += 1) {
    buffer.begin(leafMostBytes(leaf));
    buffer.id(leaf === 0 ? 0 : firstLeafId + leaf - 1);
    buffer.id(leaf === leafCount - 1 ? 0 : firstLeafId + leaf + 1);
    for (let index = starts[leaf] ?? 0; index < (starts[leaf + 1] ?? 0); index += 1) {
      if (keyAt(index + 1) - keyAt(index) > keyMaxBytes)
        throw tkrzwFailure(
          'treedbm',
          'tooLarge',
          'encode',
          `Record ${(index + 1).toLocaleString('en')} has a key of ${(keyAt(index + 1) - keyAt(index)).toLocaleString('en')} bytes; Tkrzw takes at most ${keyMaxBytes.toLocaleString('en')}.`,
          'Shorten the key, or leave the record out.',
        );
      buffer.bytes(keys.data, keyAt(index), keyAt(index + 1));
      buffer.bytes(values.data, valueAt(index), valueAt(index + 1));
    }
    add(firstLeafId + leaf);
  }
  for (const { id: pageId, children, leaves } of inner.pages) {
    const firstKeys = leaves.map((leaf) => starts[leaf] ?? 0);
    buffer.begin(
      firstKeys.reduce((sum, index) => sum + keyAt(index + 1) - keyAt(index) + idBytes + recordOverheadBytes, 0),
    );
    buffer.id(children[0] ?? 0);
    for (let link = 1; link < children.length; link += 1) {
      const index = firstKeys[link] ?? 0;
      buffer.bytes(keys.data, keyAt(index), keyAt(index + 1));
      buffer.id(children[link] ?? 0);
    }
    add(pageId);
  }
  return writer.finish(
    writeTreeMetadata({
      recordCount,
      dataBytes: keyAt(recordCount) + valueAt(recordCount),
      rootId: inner.rootId,
      firstId: firstLeafId,
      lastId: firstLeafId + leafCount - 1,
      leafCount,
      innerCount: inner.pages.length,
      maxPageBytes,
      maxBranches,
      levels: inner.levels,
    }),
  );
}
