import { DamagedInput } from '../../../../model/damaged-input';
import { describe, expect, it } from 'vitest';
import type { NumericValues } from '../../../../model/column';
import { columnTypes } from './column-types';
import { PagePacker, PageUnpacker } from './page-encoding';
import { joinBytes, splitBytes } from './split';

const counts = [0, 1, 2, 3, 4, 5, 8, 16, 1_000, 1_003, 4_096, 9_001];

describe('split pages', () => {
  it.each([2, 4, 8] as const)('have all first bytes first, then all second ones (%i bytes)', (width) => {
    for (const count of counts) {
      const source = Uint8Array.from({ length: count * width }, (_, at) => (at * 37 + (at >> 8)) & 0xff);
      const split = new Uint8Array(source.length);
      splitBytes(source, split, width, false);
      for (let at = 0; at < source.length; at += 1)
        expect(split[(at % width) * count + Math.floor(at / width)]).toBe(source[at]);
      const joined = new Uint8Array(source.length);
      joinBytes(split, joined, width, false);
      expect(joined).toEqual(source);
    }
  });

  it('hold signed integers by zigzag: 0, −1, 1, −2 as 0, 1, 2, 3', () => {
    const packer = new PagePacker();
    expect([...packer.pack(columnTypes.SplitInt16, Int16Array.of(0, -1, 1, -2))]).toEqual([0, 1, 2, 3, 0, 0, 0, 0]);
    expect([...packer.pack(columnTypes.SplitInt32, Int32Array.of(-(2 ** 31), 2 ** 31 - 1))]).toEqual([
      0xff, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    ]);
    expect([...packer.pack(columnTypes.SplitInt64, BigInt64Array.of(-(2n ** 63n)))]).toEqual(Array(8).fill(0xff));
  });

  it('hold indexes by their differences, the first as it is', () => {
    expect([...new PagePacker().pack(columnTypes.SplitIndex32, Int32Array.of(5, 5, 7, 300))]).toEqual([
      5, 0, 2, 0x25, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0,
    ]);
  });
});

it.each(Object.values(columnTypes))('$name: elements come back from a page', (type) => {
  const packer = new PagePacker();
  const unpacker = new PageUnpacker();
  const made: Record<string, (count: number) => NumericValues> = {
    int8: (count) => Int8Array.from({ length: count }, (_, at) => at * 29),
    uint8: (count) => Uint8Array.from({ length: count }, (_, at) => (type.kind === 'bit' ? (at % 3) & 1 : at * 29)),
    int16: (count) => Int16Array.from({ length: count }, (_, at) => at * 3_001),
    uint16: (count) => Uint16Array.from({ length: count }, (_, at) => at * 3_001),
    int32: (count) =>
      Int32Array.from({ length: count }, (_, at) => (type.kind === 'index' ? at * 200_001 : Math.imul(at, 0x9e3779b1))),
    uint32: (count) => Uint32Array.from({ length: count }, (_, at) => Math.imul(at, 0x9e3779b1)),
    int64: (count) => BigInt64Array.from({ length: count }, (_, at) => BigInt(at) * 0x9e37_79b9_7f4a_7c15n),
    uint64: (count) => BigUint64Array.from({ length: count }, (_, at) => BigInt(at) * 0x9e37_79b9_7f4a_7c15n),
    float32: (count) => Float32Array.from({ length: count }, (_, at) => at / 7 - 3),
    float64: (count) => Float64Array.from({ length: count }, (_, at) => at / 7 - 3),
  };
  for (const count of counts) {
    const elements = made[type.storage]?.(count);
    if (elements === undefined) throw new Error(`Nothing is made of ${type.storage}.`);
    const page = packer.pack(type, elements);
    expect(page.length).toBe(Math.ceil((count * type.bits) / 8));
    const inside = new Uint8Array(page.length + 3);
    inside.set(page, 3);
    expect(unpacker.unpack(type, inside.subarray(3), count)).toEqual(elements);
  }
});

it('refuses indexes that descend or are beyond 2³¹', () => {
  const unpacker = new PageUnpacker();
  expect(() => unpacker.unpack(columnTypes.Index32, new Uint8Array(Int32Array.of(5, 4).buffer), 2)).toThrow(
    DamagedInput,
  );
  expect(() => unpacker.unpack(columnTypes.Index64, new Uint8Array(Int32Array.of(5, 1).buffer), 1)).toThrow(
    DamagedInput,
  );
  expect(() => unpacker.unpack(columnTypes.Index32, new Uint8Array(Int32Array.of(-1).buffer), 1)).toThrow(DamagedInput);
});
