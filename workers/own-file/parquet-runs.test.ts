import { describe, expect, it } from 'vitest';
import { bitWidthOf, checkRuns, countRuns } from './parquet-runs';
import { telling } from '../model/testing/telling';

const bytes = (...values: readonly number[]) => Uint8Array.from(values);
/** 100 times the value 1, in 8 bits, then 8 packed values. */
const runs = bytes(0xc8, 0x01, 1, 0x03, 0, 1, 2, 3, 4, 5, 6, 7);

describe('runs of a Parquet page', () => {
  it('hold as many values as the page claims', () => {
    expect(() => checkRuns(runs, 8, 108)).not.toThrow();
    expect(countRuns(runs, 8, 108, 1)).toBe(101);
    expect(countRuns(runs, 8, 105, 7)).toBe(0);
    expect(() => checkRuns(runs, 8, 109)).toThrow(telling(108, 109));
    expect(() => checkRuns(bytes(), 8, 1)).toThrow(telling(0, 1));
  });

  it('count packed values that lie across bytes', () => {
    // 1, 2, 3, 4, 5, 6, 7, 0 in 3 bits each.
    const packed = bytes(0x03, 0b11010001, 0b01011000, 0b00011111);
    for (const wanted of [0, 1, 2, 3, 4, 5, 6, 7]) expect(countRuns(packed, 3, 8, wanted), String(wanted)).toBe(1);
    expect(countRuns(packed, 3, 7, 0)).toBe(0);
  });

  it('may be padded, and end after the last value', () => {
    expect(() => checkRuns(bytes(0x41, ...Array.from({ length: 32 }, () => 0)), 1, 3)).not.toThrow();
    expect(() => checkRuns(bytes(0x03, 0xff), 4, 2)).not.toThrow();
    expect(() => checkRuns(bytes(0x04, 9, 0x00, 0x00), 8, 2)).not.toThrow();
  });

  it.each([
    ['no values', bytes(0x02, 5, 0x00, 0x02, 5), ['run', 'no values']],
    ['no packed values', bytes(0x02, 5, 0x01, 0x02, 5), ['run', 'no values']],
    ['too many values', bytes(0x02, 5, 0xc8, 0x01, 5), ['run of 100 values', 1]],
    ['no bytes of its value', bytes(0x04), ['ends', 'run']],
    ['too few packed bytes', bytes(0x03, 1), ['ends', 'run']],
    ['a length of more than 32 bits', bytes(0xff, 0xff, 0xff, 0xff, 0xff, 0xff), ['32 bits']],
  ])('are refused if one has %s', (_, content, facts) => {
    expect(() => checkRuns(content, 8, 2)).toThrow(telling(...facts));
  });

  it('have the width of the highest level', () => {
    expect([1, 2, 3, 4, 255].map(bitWidthOf)).toEqual([1, 2, 2, 3, 8]);
  });
});
