import { describe, expect, it } from 'vitest';
import { type ChunkPlace, readChunkIndex, writeChunkIndex } from './chunk-index';
import { telling } from '../../../model/testing/telling';

class Refused extends Error {}
const fail = (what: string): never => {
  throw new Refused(what);
};

/** A file of `count` chunks of 8 bytes, then their index. */
function fileOf(count: number): { file: Uint8Array<ArrayBuffer>; root: number; chunks: ChunkPlace[] } {
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

function placesOf(file: Uint8Array<ArrayBuffer>, root: number): ChunkPlace[] {
  const places: ChunkPlace[] = [];
  readChunkIndex(file, root, 2, (place) => places.push(place), fail);
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
    // The last key of the last node need not be there in whole: it has no child.
    for (let end = 0; end < root + 24; end += 1) expect(() => placesOf(file.slice(0, end), root)).toThrow(Refused);
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
    expect(() => placesOf(file, root)).toThrow(/^(?!.*chunk index).*chunk.* end/u);
    view.setBigUint64(root + 24 + 8 + 8 * 3, 1n << 60n, true);
    expect(() => placesOf(file, root)).toThrow(telling('chunk index', 'end'));
  });

  it('ends for any altered byte', () => {
    const { file, root } = fileOf(65);
    for (let at = root; at < file.length; at += 1) {
      const altered = file.slice();
      altered[at] = (altered[at] ?? 0) ^ 0xff;
      try {
        expect(placesOf(altered, root).length).toBeLessThan(file.length / 40);
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(Refused);
      }
    }
  });
});
