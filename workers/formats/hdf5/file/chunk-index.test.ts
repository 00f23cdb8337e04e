import { describe, expect, it } from 'vitest';
import { FileBytes } from '../../../byte-map/file-bytes';
import { FormatlabError } from '../../../model/errors';
import type { Chunk } from './chunk';
import { chunkNodeBytes, readChunkIndex } from './chunk-index';
import { Hdf5File } from './hdf5-file';
import { defaultFanOuts } from './superblock';
import { writeChunkIndex } from './write-chunk-btree';

/** A file without a superblock, as one of version 0 describes it. */
const hdf5Of = (file: Uint8Array<ArrayBuffer>) =>
  new Hdf5File(
    new FileBytes(file),
    {
      version: 0,
      at: 0,
      bytes: 96,
      addressBytes: 8,
      lengthBytes: 8,
      base: 0,
      endOfFile: file.length,
      rootHeader: 96,
      extension: null,
      ...defaultFanOuts,
    },
    { readsValues: true },
  );

/** A file of `count` chunks of 8 bytes, then their index. */
function fileOf(count: number): { file: Uint8Array<ArrayBuffer>; root: number; chunks: Chunk[] } {
  const chunks = Array.from({ length: count }, (_, row) => ({
    sizeBytes: 8,
    skippedFilters: row % 3,
    offsets: [row * 2, 0],
    address: 100 + 8 * row,
  }));
  let file = new Uint8Array(100 + 8 * count);
  const root = writeChunkIndex(chunks, [2, 5], (sizeBytes) => {
    const grown = new Uint8Array(file.length + sizeBytes);
    grown.set(file);
    const address = file.length;
    file = grown;
    return {
      get bytes() {
        return file.subarray(address, address + sizeBytes);
      },
      address,
    };
  });
  return { file, root, chunks };
}

function placesOf(file: Uint8Array<ArrayBuffer>, root: number): Chunk[] {
  const places: Chunk[] = [];
  const grid = { chunkShape: [2, 5], chunkBytes: 80, maxShape: null, isFiltered: true };
  readChunkIndex(hdf5Of(file), { kind: 'tree', address: root }, grid, (place) => places.push(place));
  return places;
}

describe('the version 1 B-tree of chunks', () => {
  it.each([1, 64, 65, 5_000])('keeps %i chunks in their order', (count) => {
    const { file, root, chunks } = fileOf(count);
    expect(placesOf(file, root)).toEqual(chunks);
  });

  it('has no form without chunks', () => {
    expect(() => writeChunkIndex([], [1], () => expect.unreachable())).toThrow(/no index/u);
  });

  it('is refused wherever the file ends', () => {
    const { file, root } = fileOf(65);
    const rootEnd = root + chunkNodeBytes(hdf5Of(file), 2);
    for (let end = 0; end < rootEnd; end += 1) expect(() => placesOf(file.slice(0, end), root)).toThrow(FormatlabError);
  });

  it('is refused if a node names itself, or more children than the file holds', () => {
    const { file, root } = fileOf(65);
    const keyBytes = 8 + 8 * 3;
    const looped = file.slice();
    new DataView(looped.buffer).setBigUint64(root + 24 + keyBytes, BigInt(root), true);
    expect(() => placesOf(looped, root)).toThrow(/contradicts itself/u);
    const crowded = file.slice();
    new DataView(crowded.buffer).setUint16(root + 6, 0xffff, true);
    expect(() => placesOf(crowded, root)).toThrow(/contradicts itself/u);
  });

  it('is refused if a chunk goes beyond the end', () => {
    const { file, root } = fileOf(1);
    const view = new DataView(file.buffer);
    view.setUint32(root + 24, 0xffff_ffff, true);
    expect(() => placesOf(file, root)).toThrow(/4294967295 bytes/u);
    view.setBigUint64(root + 24 + 8 + 8 * 3, 1n << 60n, true);
    expect(() => placesOf(file, root)).toThrow(/byte 11529215046/u);
  });

  it('ends for any altered byte', () => {
    const { file, root } = fileOf(65);
    for (let at = root; at < file.length; at += 1) {
      const altered = file.slice();
      altered[at] = (altered[at] ?? 0) ^ 0xff;
      try {
        expect(placesOf(altered, root).length).toBeLessThan(file.length / 40);
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(FormatlabError);
      }
    }
  });
});
