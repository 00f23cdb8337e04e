import { describe, expect, test } from 'vitest';
import { ArrowArrayConverter, arrowTypeOf } from './arrow-parts';
import { bitAt, bitsBetween, countBits } from '../model/bits';
import { packTexts } from '../model/canonical';
import type { CategoryColumn, Column } from '../model/column';
import type { LaidOutColumn } from './laid-out-column';
import { telling } from '../model/testing/telling';

const of = (column: LaidOutColumn, from: number, to: number) => new ArrowArrayConverter().of(column, from, to);
const texts = (...values: string[]) => packTexts(values, values.length);
const plain = { name: 'x', validity: null } as const;
const withoutNulls = { nullable: false, nullCount: 0, validity: null };
const text = (data: ArrayBufferView | null) => new TextDecoder().decode(data ?? new Uint8Array());

const int16: Column = { ...plain, type: 'int16', values: Int16Array.of(1, -2, 300, 4) };
const utf8: Column = { ...plain, type: 'utf8', ...texts('a', 'bc', '', 'def') };
const list: Column = { ...plain, type: 'list', offsets: Int32Array.of(0, 1, 3, 4), item: int16 };
const struct: Column = { ...plain, type: 'struct', rowCount: 4, fields: [int16, utf8] } as unknown as Column;
const category: CategoryColumn = {
  ...plain,
  type: 'category',
  ordered: true,
  indices: Int32Array.of(1, 0, 2, 1),
  categories: { name: '', validity: null, type: 'utf8', ...texts('u', 'v', 'w') },
};
const vector = {
  ...plain,
  type: 'vector',
  elementType: 'float32',
  length: 2,
  values: Float32Array.of(1, 2, 3, 4, 5, 6),
} as unknown as LaidOutColumn;
const decimal = (precision: number, ...values: bigint[]): Column => ({
  ...plain,
  type: 'decimal',
  precision,
  scale: 2,
  values: BigInt64Array.from(values),
});
const time = (unit: 's' | 'ms' | 'us' | 'ns', ...values: bigint[]): Column => ({
  ...plain,
  type: 'time',
  unit,
  values: BigInt64Array.from(values),
});

describe('the Arrow type', () => {
  test.each<[LaidOutColumn, object]>([
    [int16, { kind: 'fixed', columnType: 'int16' }],
    [utf8, { kind: 'variable', columnType: 'utf8' }],
    [
      { ...plain, type: 'json', ...texts('1') },
      { kind: 'variable', columnType: 'utf8' },
    ],
    [
      { ...plain, type: 'binary', ...texts('1') },
      { kind: 'variable', columnType: 'binary' },
    ],
    [{ ...plain, type: 'bool', values: Uint8Array.of(1) }, { kind: 'bool' }],
    [{ ...plain, type: 'float16', values: Uint16Array.of(1) }, { kind: 'float16' }],
    [
      { ...plain, type: 'date', values: Int32Array.of(1) },
      { kind: 'fixed', columnType: 'date' },
    ],
    [
      { ...plain, type: 'timestamp', unit: 'ns', timeZone: 'UTC', values: BigInt64Array.of(1n) },
      { kind: 'timestamp', unit: 'ns', timeZone: 'UTC' },
    ],
    [time('ms', 1n), { kind: 'time', unit: 'ms' }],
    [
      { ...plain, type: 'duration', unit: 's', values: BigInt64Array.of(1n) },
      { kind: 'duration', unit: 's' },
    ],
    [decimal(38), { kind: 'decimal', precision: 38, scale: 2, bytes: 16 }],
    [decimal(39), { kind: 'decimal', precision: 39, scale: 2, bytes: 32 }],
    [
      { ...plain, type: 'fixedBinary', width: 3, data: new Uint8Array(3) },
      { kind: 'fixedBinary', width: 3 },
    ],
    [category, { kind: 'category', ordered: true, indexType: 'int32', item: { kind: 'variable', columnType: 'utf8' } }],
    [list, { kind: 'list', item: { kind: 'fixed', columnType: 'int16' }, length: null }],
    [
      struct,
      {
        kind: 'struct',
        fields: [
          { name: 'x', type: { kind: 'fixed', columnType: 'int16' } },
          { name: 'x', type: { kind: 'variable', columnType: 'utf8' } },
        ],
      },
    ],
    [vector, { kind: 'vector', elementType: 'float32', length: 2 }],
  ])('of column %# is its own', (column, type) => {
    expect(arrowTypeOf(column)).toEqual(type);
  });
});

describe('rows of a column as an array', () => {
  test('of numbers are a view of them', () => {
    const { values, ...rest } = of(int16, 1, 3);
    expect(values).toEqual(Int16Array.of(-2, 300));
    expect(values?.buffer).toBe('values' in int16 ? int16.values.buffer : null);
    const type = { kind: 'fixed', columnType: 'int16' };
    expect(rest).toEqual({
      name: 'x',
      type,
      rowCount: 2,
      ...withoutNulls,
      offsets: null,
      children: [],
      dictionary: null,
    });
  });

  test('have their own validity and number of nulls', () => {
    const nullable: Column = { ...int16, validity: Uint8Array.of(0b1010) } as Column;
    expect(of(nullable, 0, 4)).toMatchObject({ nullable: true, nullCount: 2, validity: Uint8Array.of(0b1010) });
    expect(of(nullable, 1, 4)).toMatchObject({ nullable: true, nullCount: 1, validity: Uint8Array.of(0b101) });
    expect(of(nullable, 3, 4)).toMatchObject({ nullable: true, nullCount: 0, rowCount: 1 });
  });

  test('of texts have offsets from 0', () => {
    const whole = of(utf8, 0, 4);
    expect(whole.offsets).toEqual(Int32Array.of(0, 1, 3, 3, 6));
    expect(whole.offsets?.buffer).toBe('offsets' in utf8 ? utf8.offsets.buffer : null);
    expect(text(whole.values)).toBe('abcdef');
    const part = of(utf8, 1, 4);
    expect(part.offsets).toEqual(Int32Array.of(0, 2, 2, 5));
    expect(text(part.values)).toBe('bcdef');
    expect(of(utf8, 0, 2).offsets).toEqual(Int32Array.of(0, 1, 3));
    expect(of(utf8, 2, 3)).toMatchObject({ offsets: Int32Array.of(0, 0), rowCount: 1 });
  });

  test('of lists have the items of these rows', () => {
    const { children, offsets, values } = of(list, 1, 3);
    expect([offsets, values]).toEqual([Int32Array.of(0, 2, 3), null]);
    expect(children).toMatchObject([{ rowCount: 3, values: Int16Array.of(-2, 300, 4) }]);
  });

  test('of structs have the same rows of each field', () => {
    const { children, values, offsets } = of(struct, 1, 3);
    expect([values, offsets]).toEqual([null, null]);
    expect(children).toMatchObject([
      { rowCount: 2, values: Int16Array.of(-2, 300) },
      { rowCount: 2, offsets: Int32Array.of(0, 2, 2) },
    ]);
  });

  test('of vectors have one child of their elements', () => {
    const { children, values, ...rest } = of(vector, 1, 3);
    expect(rest).toMatchObject({ ...withoutNulls, offsets: null, rowCount: 2 });
    expect(values).toBeNull();
    expect(children).toEqual([
      {
        name: 'item',
        type: { kind: 'fixed', columnType: 'float32' },
        rowCount: 4,
        ...withoutNulls,
        offsets: null,
        values: Float32Array.of(3, 4, 5, 6),
        children: [],
        dictionary: null,
      },
    ]);
  });

  test('of a category share one dictionary', () => {
    const converter = new ArrowArrayConverter();
    const [first, second] = [converter.of(category, 0, 2), converter.of(category, 2, 4)];
    expect([first.values, second.values]).toEqual([Int32Array.of(1, 0), Int32Array.of(2, 1)]);
    expect(first.dictionary).toMatchObject({ rowCount: 3, offsets: Int32Array.of(0, 1, 2, 3) });
    expect(second.dictionary).toBe(first.dictionary);
    expect(converter.of({ ...category }, 0, 1).dictionary).not.toBe(first.dictionary);
  });

  test('of bytes of one width are a part of them', () => {
    const column: Column = { ...plain, type: 'fixedBinary', width: 2, data: Uint8Array.of(1, 2, 3, 4, 5, 6) };
    expect(of(column, 1, 2).values).toEqual(Uint8Array.of(3, 4));
  });

  test.each([0, 1, 7, 8, 9, 16])('of %i booleans have a bit each', (count) => {
    const values = Uint8Array.from({ length: count + 1 }, (_, row) => (row % 3 === 1 ? 1 : 0));
    const bits = of({ ...plain, type: 'bool', values }, 1, count + 1).values as Uint8Array;
    expect(bits).toHaveLength(Math.ceil(count / 8));
    expect(Array.from({ length: bits.length * 8 }, (_, row) => bitAt(bits, row))).toEqual(
      Array.from({ length: bits.length * 8 }, (_, row) => (row < count ? (values[row + 1] ?? 0) : 0)),
    );
  });

  test('of decimals are widened to 128 bits', () => {
    const { values } = of(decimal(18, 9n, 5n, -1n, 2n ** 40n), 1, 4);
    const words = new BigInt64Array(values?.buffer ?? new ArrayBuffer(), values?.byteOffset, 6);
    expect([...words]).toEqual([5n, 0n, -1n, -1n, 2n ** 40n, 0n]);
    const wide = of(decimal(38, 9n, 0n, 7n, -1n), 1, 2);
    expect(wide.values).toEqual(BigInt64Array.of(7n, -1n));
  });

  test('of times of day have 32 bits in seconds and milliseconds', () => {
    for (const unit of ['s', 'ms'] as const)
      expect(of(time(unit, 9n, 86_399n, -1n), 1, 3).values).toEqual(Int32Array.of(86_399, -1));
    for (const unit of ['us', 'ns'] as const)
      expect(of(time(unit, 9n, 86_399n), 1, 2).values).toEqual(BigInt64Array.of(86_399n));
    const most = 2n ** 31n - 1n;
    expect(of(time('s', most, -most - 1n), 0, 2).values).toEqual(Int32Array.of(2 ** 31 - 1, -(2 ** 31)));
    for (const tooLarge of [most + 1n, -most - 2n])
      expect(() => of(time('s', tooLarge), 0, 1)).toThrowError(
        expect.objectContaining({
          record: { tag: 'unsupported', stage: 'encode', message: expect.stringMatching(telling('“x”', tooLarge)) },
        }),
      );
  });
});

describe('bits', () => {
  const bits = Uint8Array.of(0b1011_0001, 0b1111_1111, 0b0000_0110);

  test('are counted', () => {
    expect(countBits(bits)).toBe(4 + 8 + 2);
    expect([0, 1, 3, 7, 85, 170, 255].map((byte) => countBits(Uint8Array.of(byte)))).toEqual([0, 1, 2, 3, 4, 4, 8]);
    expect(countBits(new Uint8Array())).toBe(0);
  });

  test('are read one by one, and are 0 beyond the end', () => {
    expect(Array.from({ length: 9 }, (_, index) => bitAt(bits, index))).toEqual([1, 0, 0, 0, 1, 1, 0, 1, 1]);
    expect([bitAt(bits, 17), bitAt(bits, 18), bitAt(bits, 19), bitAt(bits, 24)]).toEqual([1, 1, 0, 0]);
  });

  test('between two places move to the start, and what follows is 0', () => {
    for (let from = 0; from <= 18; from += 1)
      for (let to = from; to <= 24; to += 1) {
        const part = bitsBetween(bits, from, to);
        expect(part, `${from} to ${to}`).toHaveLength(Math.ceil((to - from) / 8));
        const found = Array.from({ length: part.length * 8 }, (_, index) => bitAt(part, index));
        expect(found).toEqual(found.map((_, index) => (from + index < to ? bitAt(bits, from + index) : 0)));
      }
  });

  test('are a view where none has to move', () => {
    const isView = (from: number, to: number) => bitsBetween(bits, from, to).buffer === bits.buffer;
    expect([isView(0, 24), isView(8, 16), isView(0, 19), isView(16, 19)]).toEqual([true, true, true, true]);
    expect([isView(1, 8), isView(0, 5), isView(16, 17)]).toEqual([false, false, false]);
  });
});
