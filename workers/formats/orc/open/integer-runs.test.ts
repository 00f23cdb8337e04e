import { describe, expect, it } from 'vitest';
import { readBooleans, readByteRuns } from './byte-runs';
import { readIntegers } from './integer-runs';

const signed = (version: 1 | 2) => ({ version, signed: true }) as const;
const unsigned = (version: 1 | 2) => ({ version, signed: false }) as const;
const integers = (bytes: readonly number[], count: number, encoding: ReturnType<typeof signed | typeof unsigned>) => [
  ...new BigInt64Array(readIntegers(new Uint8Array(bytes), count, encoding, 'the column').buffer),
];
const big = (...values: readonly number[]) => values.map(BigInt);

/** The examples of the ORC specification v1, “Run Length Encoding”. */
describe('the examples of the specification', () => {
  it('bytes', () => {
    expect([...readByteRuns(new Uint8Array([0x61, 0x00]), 100, '')]).toEqual(Array(100).fill(0));
    expect([...readByteRuns(new Uint8Array([0xfe, 0x44, 0x45]), 2, '')]).toEqual([0x44, 0x45]);
    expect([...readBooleans(new Uint8Array([0xff, 0x80]), 8, '')]).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('integers of version 1', () => {
    expect(integers([0x61, 0x00, 0x07], 100, unsigned(1))).toEqual(Array(100).fill(7n));
    expect(integers([0x61, 0xff, 0x64], 100, unsigned(1))).toEqual(
      Array.from({ length: 100 }, (_, index) => BigInt(100 - index)),
    );
    expect(integers([0xfb, 0x02, 0x03, 0x04, 0x07, 0x0b], 5, unsigned(1))).toEqual(big(2, 3, 4, 7, 11));
  });

  it('integers of version 2', () => {
    expect(integers([0x0a, 0x27, 0x10], 5, unsigned(2))).toEqual(Array(5).fill(10_000n));
    expect(integers([0x5e, 0x03, 0x5c, 0xa1, 0xab, 0x1e, 0xde, 0xad, 0xbe, 0xef], 4, unsigned(2))).toEqual(
      big(23_713, 43_806, 57_005, 48_879),
    );
    const patched = [
      ...[0x8e, 0x13, 0x2b, 0x21, 0x07, 0xd0, 0x1e, 0x00, 0x14, 0x70, 0x28, 0x32, 0x3c, 0x46, 0x50, 0x5a, 0x64, 0x6e],
      ...[0x78, 0x82, 0x8c, 0x96, 0xa0, 0xaa, 0xb4, 0xbe, 0xfc, 0xe8],
    ];
    expect(integers(patched, 20, unsigned(2))).toEqual(
      big(
        ...[2030, 2000, 2020, 1_000_000, 2040, 2050, 2060, 2070, 2080, 2090],
        ...[2100, 2110, 2120, 2130, 2140, 2150, 2160, 2170, 2180, 2190],
      ),
    );
    expect(integers([0xc6, 0x09, 0x02, 0x02, 0x22, 0x42, 0x42, 0x46], 10, unsigned(2))).toEqual(
      big(2, 3, 5, 7, 11, 13, 17, 19, 23, 29),
    );
  });
});

it('integers of 64 bits', () => {
  const minimum = [...Array(9).fill(0xff), 0x01];
  expect(integers([0xff, ...minimum], 1, signed(1))).toEqual([-(2n ** 63n)]);
  // Eight bytes each, whose zigzag is undone.
  const ones = Array(8).fill(0xff);
  expect(integers([0x7e, 1, ...ones, ...ones.slice(1), 0xfe], 2, signed(2))).toEqual([-(2n ** 63n), 2n ** 63n - 1n]);
});

it('differences that fall, across 32 bits', () => {
  // From 2^32, by −1, then by 3 twice (codes of 2 bits).
  expect(integers([0xc2, 0x03, 0x80, 0x80, 0x80, 0x80, 0x10, 0x01, 0xf0], 4, unsigned(2))).toEqual([
    2n ** 32n,
    2n ** 32n - 1n,
    2n ** 32n - 4n,
    2n ** 32n - 7n,
  ]);
});

describe('refuses', () => {
  it.each<[string, number[], number, RegExp]>([
    ['fewer values than claimed', [0x0a, 0x27, 0x10], 6, /fewer values/u],
    ['more values than claimed', [0x0a, 0x27, 0x10], 4, /more values/u],
    ['bytes after the last value', [0x0a, 0x27, 0x10, 0x0a], 5, /more values/u],
    ['a run that is cut', [0x5e, 0x03, 0x5c], 4, /not whole/u],
    ['a number of 70 bits', [0xc0, 0x00, ...Array(10).fill(0xff)], 1, /more than 64 bits/u],
    ['a patch beyond its run', [0x80, 0x00, 0x00, 0x01, 0x01, 0x80, 0xff], 1, /patch beyond/u],
  ])('%s', (_, bytes, count, message) => {
    expect(() => integers(bytes, count, unsigned(2))).toThrow(message);
  });
});
