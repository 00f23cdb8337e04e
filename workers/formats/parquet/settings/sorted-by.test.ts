import { expect, test } from 'vitest';
import type { LaidOutColumn } from '../../../columns/laid-out-column';
import { parseSortedBy, proveSorted } from './sorted-by';
import { telling } from '../../../model/testing/telling';

const ascending = { column: 'x', descending: false };
const descending = { column: 'x', descending: true };

function floats(values: readonly (number | null)[]): LaidOutColumn {
  const validity = new Uint8Array((values.length + 7) >> 3);
  for (const [row, value] of values.entries())
    if (value !== null) validity[row >> 3] = (validity[row >> 3] ?? 0) | (1 << (row & 7));
  return {
    name: 'x',
    type: 'float64',
    validity: values.includes(null) ? validity : null,
    values: Float64Array.from(values, (value) => value ?? 0),
  };
}

function texts(values: readonly string[]): LaidOutColumn {
  const parts = values.map((value) => new TextEncoder().encode(value));
  const offsets = new Int32Array(values.length + 1);
  for (const [row, part] of parts.entries()) offsets[row + 1] = (offsets[row] ?? 0) + part.length;
  return {
    name: 'x',
    type: 'utf8',
    validity: null,
    offsets,
    data: Uint8Array.from(parts.flatMap((part) => [...part])),
  };
}

test('the option is a name, and may say descending', () => {
  expect(parseSortedBy({})).toBeNull();
  expect(parseSortedBy({ sortedBy: ' ' })).toBeNull();
  expect(parseSortedBy({ sortedBy: ' created ' })).toEqual({ column: 'created', descending: false });
  expect(parseSortedBy({ sortedBy: 'unit price descending' })).toEqual({ column: 'unit price', descending: true });
  expect(parseSortedBy({ sortedBy: 'a descending' })).toEqual({ column: 'a', descending: true });
  expect(parseSortedBy({ sortedBy: 'two\nlines descending' })).toEqual({ column: 'two\nlines', descending: true });
  expect(parseSortedBy({ sortedBy: 'descending' })).toEqual({ column: 'descending', descending: false });
});

test.each([
  ['nothing', [], ascending, false],
  ['one row', [5], ascending, false],
  ['equal neighbours', [-1, 0, -0, 0, 2], ascending, false],
  ['from high to low', [3, 3, 1], descending, false],
  ['nulls at the end', [1, 2, null, null], ascending, false],
  ['nulls at the start', [null, 1, 2], ascending, true],
  ['only nulls', [null, null], ascending, false],
])('proves the order of %s', (_, values, order, nullsFirst) =>
  expect(proveSorted(floats(values), values.length, order)).toEqual({ nullsFirst }),
);

test.each([
  ['the last row is smaller', [1, 2, 1], ascending, /row 2 belongs before row 1/u],
  ['ascending rows', [1, 2], descending, /not sorted descending: row 1/u],
  ['a null between values', [1, null, 2], ascending, /row 1 is null, between/u],
  ['nulls on both sides', [null, 1, null], ascending, /row 2 is null/u],
  ['NaN at the end', [1, 2, Number.NaN], ascending, /holds NaN/u],
  ['NaN at the start', [Number.NaN, 1], descending, /holds NaN/u],
  ['only NaN', [Number.NaN], ascending, /holds NaN/u],
])('proves no order where there is none: %s', (_, values, order, reason) =>
  expect(proveSorted(floats(values), values.length, order)).toMatch(reason),
);

test('texts are compared by unsigned bytes', () => {
  // By UTF-16 units, U+FFFF would follow U+10000.
  const sorted = ['', 'a', 'aa', 'b', 'é', '\uffff', '\u{10000}'];
  expect(proveSorted(texts(sorted), sorted.length, ascending)).toEqual({ nullsFirst: false });
  expect(proveSorted(texts(['aa', 'a']), 2, ascending)).toMatch(/not sorted/u);
  expect(proveSorted(texts(['aa', 'a']), 2, descending)).toEqual({ nullsFirst: false });
});

test('a type without an order that is proved here is refused', () =>
  expect(proveSorted({ name: 'x', type: 'float16', validity: null, values: new Uint16Array(2) }, 2, ascending)).toMatch(
    telling('“x”', 'float16'),
  ));
