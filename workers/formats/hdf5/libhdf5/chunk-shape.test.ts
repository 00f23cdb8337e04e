import { describe, expect, it } from 'vitest';
import { guessChunkShape, wholeRowChunks } from './chunk-shape';

describe('guessChunkShape', () => {
  // Printed by h5py 3.16.0: h5py._hl.filters.guess_chunk(shape, None, itemsize).
  it.each([
    [[10_000, 1_280], 8, [157, 40]],
    [[10_000], 8, [1_250]],
    [[1_280], 8, [1_280]],
    [[1, 1_280], 8, [1, 1_280]],
    [[1_000, 1_280], 4, [63, 80]],
    [[500_000, 1_280], 8, [3_907, 10]],
    [[7], 8, [7]],
    [[3, 5, 7], 8, [3, 5, 7]],
    [[1_000_000], 1, [15_625]],
    [[1, 1], 8, [1, 1]],
  ])('of %j with %i bytes an element is %j', (shape, itemBytes, chunks) => {
    expect(guessChunkShape(shape, itemBytes)).toEqual(chunks);
  });

  it('refuses a single value, as h5py does', () => {
    expect(() => guessChunkShape([], 8)).toThrow(RangeError);
  });
});

describe('wholeRowChunks', () => {
  it('spans whole rows and never more than there are', () => {
    expect(wholeRowChunks([10, 4, 3], 6)).toEqual([6, 4, 3]);
    expect(wholeRowChunks([5], 6)).toEqual([5]);
  });
});
