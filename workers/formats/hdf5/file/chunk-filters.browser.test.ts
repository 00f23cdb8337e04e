import { describe, expect, it } from 'vitest';
import { ChunkFilters } from './chunk-filters';
import type { FilterPipeline, StoredFilters } from './filters';

/** Damaged chunks. What is whole comes back in the tests of the format, and in files of h5py. */

const pipelines: [string, FilterPipeline][] = [
  ['gzip', { compressor: 'gzip', level: 4, shuffle: false, inner: 0 }],
  ['lzf', { compressor: 'lzf', level: 0, shuffle: false, inner: 0 }],
  ['zstd with shuffle', { compressor: 'zstd', level: 3, shuffle: true, inner: 0 }],
  ['lz4', { compressor: 'lz4', level: 0, shuffle: false, inner: 0 }],
  ['blosc (BloscLZ)', { compressor: 'blosc', level: 5, shuffle: true, inner: 0 }],
  ['blosc (LZ4)', { compressor: 'blosc', level: 5, shuffle: true, inner: 1 }],
  ['blosc (zstd)', { compressor: 'blosc', level: 5, shuffle: true, inner: 5 }],
  ['bitshuffle (LZ4)', { compressor: 'bitshuffle', level: 0, shuffle: false, inner: 2 }],
  ['bitshuffle (zstd)', { compressor: 'bitshuffle', level: 3, shuffle: false, inner: 3 }],
];

const elementBytes = 8;
const chunk = new Uint8Array(Float64Array.from({ length: 512 }, (_, index) => Math.floor(index / 3)).buffer);

function compressed(
  filters: ChunkFilters,
  pipeline: FilterPipeline,
): { bytes: Uint8Array<ArrayBuffer>; stored: StoredFilters } {
  filters.room(chunk.length).set(chunk);
  const { bytes, skippedFilters } = filters.compress(pipeline, elementBytes, chunk.length);
  expect(skippedFilters).toBe(0);
  const { compressor, inner, shuffle } = pipeline;
  const stored = {
    compressor,
    inner,
    shuffle: shuffle && compressor !== 'blosc',
    elementBytes,
    checksum: false,
    builtIn: false,
  };
  return { bytes: bytes.slice(), stored };
}

/** True if the chunk is refused as damaged. */
function refuses(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch (thrown) {
    if ((thrown as { record?: { tag?: string } }).record?.tag !== 'malformedInput') throw thrown;
    return true;
  }
}

describe.each(pipelines)('%s', (_, pipeline) => {
  it('refuses a chunk that is cut anywhere, and goes on', async () => {
    const filters = await ChunkFilters.load();
    const { bytes, stored } = compressed(filters, pipeline);
    const decompress = (of: Uint8Array<ArrayBuffer>) =>
      filters.decompress(stored, { bytes: of, skippedFilters: 0 }, chunk.length, 'decode');
    expect(bytes.length).toBeLessThan(chunk.length);
    for (let end = 0; end < bytes.length; end += 1)
      if (!refuses(() => decompress(bytes.slice(0, end)))) expect.unreachable(`cut to ${end} of ${bytes.length} bytes`);
    expect(decompress(bytes)).toEqual(chunk);
  });

  it('refuses a chunk whose bytes lie, or gives as many bytes as it should, in bounded memory', async () => {
    const filters = await ChunkFilters.load();
    const { bytes, stored } = compressed(filters, pipeline);
    let refused = 0;
    for (let at = 0; at < bytes.length; at += 1)
      for (const value of [0, 0x7f, 0xff]) {
        const lying = bytes.slice();
        lying[at] = value;
        const same = lying[at] === bytes[at];
        const found = { length: 0 };
        const isRefused = refuses(() => {
          const size = filters.decompress(stored, { bytes: lying, skippedFilters: 0 }, chunk.length, 'decode').length;
          found.length = size;
        });
        if (isRefused) refused += 1;
        else if (found.length !== chunk.length) expect.unreachable(`${found.length} bytes`);
        if (same && isRefused) expect.unreachable('A whole chunk was refused.');
      }
    expect(refused).toBeGreaterThan(0);
    // The module begins with a few MiB; blosc and zstd keep tables of their own.
    expect(filters.memoryBytes).toBeLessThan(64 * 2 ** 20);
  });

  it('refuses a chunk that gives more, or less, than its dataset says', async () => {
    const filters = await ChunkFilters.load();
    const { bytes, stored } = compressed(filters, pipeline);
    for (const sizeBytes of [8, chunk.length - 8, chunk.length + 8, 2 ** 20])
      expect(
        refuses(() => filters.decompress(stored, { bytes, skippedFilters: 0 }, sizeBytes, 'decode')),
        `${sizeBytes} bytes`,
      ).toBe(true);
  });
});
