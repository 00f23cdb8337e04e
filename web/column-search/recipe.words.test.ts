import { expect, test } from 'vitest';
import { planSentences } from './recipe';
import { plain, recipe, schema } from './testing/test-recipe';

/** The plan of a rewrite, in words. `recipe.test.ts` tests what it tells. */

const found = { trials: new Map(), sizeBytes: 1_000_000, encodeMs: 0, decodeMs: 0 };

test('every change', () => {
  const variant = { order: recipe.order, sortMs: 12, layout: recipe.layout };
  expect(planSentences({ ...found, variant }, recipe, schema)).toEqual([
    'Sort all rows by “a "day"” ascending, then “id” descending. Rows with equal keys keep their order, and nulls come last. That takes 12.0 ms at each encode.',
    'Store “id” as int32 instead of int64: every value comes back.',
    'Store “a "day"” as date instead of utf8: every value comes back.',
    'Store “seen” as timestamp in ms instead of timestamp (ns, UTC): every value comes back.',
    'Write “id” with: DELTA_BINARY_PACKED, zstd 3.',
    'Write “a "day"” with: Dictionary, zstd 3.',
    'Write “seen” with: PLAIN, no codec.',
    'Declare in the file that its rows are sorted by “a "day"”, so that readers can use it.',
    'Lay the file out with pages of 1,024 KiB, however many rows; dictionaries of up to 16,384 KiB.',
    'The file is expected to have 1.00 MB.',
  ]);
});

test('the usual layout', () => {
  const variant = { order: [], sortMs: null, layout: plain.layout };
  expect(planSentences({ ...found, variant }, plain, schema)).toContain(
    'Lay the file out with the usual row groups, pages and dictionaries.',
  );
});
