import { describe, expect, it } from 'vitest';
import type { Column } from '../../../model/column';
import { telling } from '../../../model/testing/telling';
import { bitWidthOf, checkHybridRuns, countRunValues } from './parquet-runs';
import { alignedBatchRows, batchRowsFor, withUnorderedCategories } from './row-group-batches';
import { told } from '../../../open-file/testing/told';

const bytes = (...values: readonly number[]) => Uint8Array.from(values);
/** 100 times the value 1, in 8 bits, then 8 packed values. */
const runs = bytes(0xc8, 0x01, 1, 0x03, 0, 1, 2, 3, 4, 5, 6, 7);

describe('runs of a Parquet page', () => {
  it('hold as many values as the page claims', () => {
    expect(() => checkHybridRuns(runs, 8, 108)).not.toThrow();
    expect(countRunValues(runs, 8, 108, 1)).toBe(101);
    expect(countRunValues(runs, 8, 105, 7)).toBe(0);
    expect(() => checkHybridRuns(runs, 8, 109)).toThrow(telling(108, 109));
    expect(() => checkHybridRuns(bytes(), 8, 1)).toThrow(telling(0, 1));
  });

  it('count packed values that lie across bytes', () => {
    // 1, 2, 3, 4, 5, 6, 7, 0 in 3 bits each.
    const packed = bytes(0x03, 0b11010001, 0b01011000, 0b00011111);
    for (const wanted of [0, 1, 2, 3, 4, 5, 6, 7]) expect(countRunValues(packed, 3, 8, wanted), String(wanted)).toBe(1);
    expect(countRunValues(packed, 3, 7, 0)).toBe(0);
  });

  it('may be padded, and end after the last value', () => {
    expect(() => checkHybridRuns(bytes(0x41, ...Array.from({ length: 32 }, () => 0)), 1, 3)).not.toThrow();
    expect(() => checkHybridRuns(bytes(0x03, 0xff), 4, 2)).not.toThrow();
    expect(() => checkHybridRuns(bytes(0x04, 9, 0x00, 0x00), 8, 2)).not.toThrow();
  });

  it.each([
    ['no values', bytes(0x02, 5, 0x00, 0x02, 5), ['run', 'no values']],
    ['no packed values', bytes(0x02, 5, 0x01, 0x02, 5), ['run', 'no values']],
    ['too many values', bytes(0x02, 5, 0xc8, 0x01, 5), ['run of 100 values', 1]],
    ['no bytes of its value', bytes(0x04), ['ends', 'run']],
    ['too few packed bytes', bytes(0x03, 1), ['ends', 'run']],
    ['a length of more than 32 bits', bytes(0xff, 0xff, 0xff, 0xff, 0xff, 0xff), ['32 bits']],
  ])('are refused if one has %s', (_, content, facts) => {
    expect(() => checkHybridRuns(content, 8, 2)).toThrow(telling(...facts));
  });

  it('have the width of the highest level', () => {
    expect([1, 2, 3, 4, 255].map(bitWidthOf)).toEqual([1, 2, 2, 3, 8]);
  });
});

describe('batches of rows', () => {
  it.each([
    [[], 131_072],
    [[7], 131_072],
    [[4, 3], 4],
    [[2, 4, 3], 2],
    [[0, 0, 5], 131_072],
    [[1_048_576, 1_048_576, 5], 131_072],
    [[122_880, 122_880, 7], 122_880],
    // Row groups of a million rows are divided by the smallest number that makes them small enough.
    [[1_000_000, 1_000_000], 125_000],
    [[1_000_001, 5], 9_901],
  ])('takes a part of every row group of %j rows but the last', (groups, rows) => {
    expect(alignedBatchRows(groups)).toBe(rows);
    expect(batchRowsFor(groups)).toBe(rows);
  });

  it.each([[[-4, -4, 3]], [[Number.NaN, 4]], [[2 ** 60, 2 ** 60]], [[2 ** 52 + 1, 2 ** 52 + 1]]])(
    'gives up at once on what a damaged file claims: %j',
    (groups) => {
      expect(alignedBatchRows(groups)).toBe(null);
      expect(batchRowsFor(groups)).toBe(131_072);
    },
  );

  it('gives up where the batches would be too many', () => {
    expect(alignedBatchRows(new Array(1_024).fill(3))).toBe(3);
    expect(alignedBatchRows(new Array(1_025).fill(3))).toBe(null);
    const groups = [1_000_003, 999_999, 1_000_000];
    expect(alignedBatchRows(groups)).toBe(null);
    expect(batchRowsFor(groups)).toBe(131_072);
  });

  it('says of which categories the order is lost', () => {
    const texts = {
      name: 'item',
      type: 'utf8',
      validity: null,
      offsets: new Int32Array(1),
      data: new Uint8Array(),
    } as const;
    const category = (name: string, ordered: boolean): Column => ({
      name,
      type: 'category',
      validity: null,
      ordered,
      indices: new Int32Array(),
      categories: texts,
    });
    const struct: Column = { name: 'place', type: 'struct', validity: null, fields: [category('size', true), texts] };
    const notes: string[] = [];
    const plain = [category('word', false), { ...texts, name: 'text' }].map((column) =>
      withUnorderedCategories(column, notes),
    );
    expect([plain, notes]).toEqual([[category('word', false), { ...texts, name: 'text' }], []]);
    const list = { name: 'places', type: 'list', validity: null, offsets: new Int32Array(1), item: struct } as const;
    const found = [category('level', true), list].map((column) => withUnorderedCategories(column, notes));
    expect(found[0]).toEqual(category('level', false));
    expect(found[1]).toEqual({ ...list, item: { ...struct, fields: [category('size', false), texts] } });
    expect(notes).toEqual([told('“level”', 'order', 'categories'), told('“places.size”', 'order', 'categories')]);
  });
});
