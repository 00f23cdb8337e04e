import { expect, test } from 'vitest';
import { columnFromRuns } from './arrow-columns';
import type { ArrowRun, ArrowType } from './arrow-type';
import { telling } from '../model/testing/telling';

const run = (changes: Partial<ArrowRun> & Pick<ArrowRun, 'rowCount' | 'values'>): ArrowRun => ({
  offset: 0,
  validity: null,
  offsets: null,
  ...changes,
});
const bytesOf = (values: ArrayBufferView) => new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
const text = (value: string) => new TextEncoder().encode(value);
const bits = (...values: number[]) => {
  const packed = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((value, at) => {
    if (value === 1) packed[at >> 3] = (packed[at >> 3] as number) + 2 ** (at % 8);
  });
  return packed;
};
const int16: ArrowType = { kind: 'fixed', columnType: 'int16' };
const utf8: ArrowType = { kind: 'variable', columnType: 'utf8' };

test('runs follow one another, each from its offset', () =>
  expect(
    columnFromRuns('n', int16, [
      run({ rowCount: 2, offset: 1, values: bytesOf(Int16Array.of(9, 1, -2, 9)) }),
      run({ rowCount: 0, values: new Uint8Array(0) }),
      run({ rowCount: 1, values: bytesOf(Int16Array.of(300, 9)) }),
    ]),
  ).toEqual({ name: 'n', type: 'int16', validity: null, values: Int16Array.of(1, -2, 300) }));

test('a date is stored as int32', () =>
  expect(
    columnFromRuns('d', { kind: 'fixed', columnType: 'date' }, [
      run({ rowCount: 1, values: bytesOf(Int32Array.of(70_000)) }),
    ]),
  ).toEqual({ name: 'd', type: 'date', validity: null, values: Int32Array.of(70_000) }));

test('values under nulls become 0', () =>
  expect(
    columnFromRuns('n', int16, [
      run({ rowCount: 3, offset: 1, validity: bits(0, 1, 0, 1), values: bytesOf(Int16Array.of(9, 1, 2, 3)) }),
      run({ rowCount: 2, values: bytesOf(Int16Array.of(4, 5)) }),
    ]),
  ).toEqual({ name: 'n', type: 'int16', validity: bits(1, 0, 1, 1, 1), values: Int16Array.of(1, 0, 3, 4, 5) }));

test('validity that hides no row is left out', () =>
  expect(
    columnFromRuns('n', int16, [run({ rowCount: 2, validity: bits(1, 1, 0), values: bytesOf(Int16Array.of(1, 2, 3)) })])
      .type,
  ).toBe('int16'));

test.each([
  [0, 0],
  [0, 8],
  [8, 0],
  [3, 0],
  [0, 5],
  [16, 8],
])('validity of %i rows before and an offset of %i keeps every bit', (before, offset) => {
  const wanted = Array.from({ length: 21 }, (_, at) => (at % 3 === 0 || at === 20 ? 0 : 1));
  const column = columnFromRuns('b', { kind: 'fixed', columnType: 'uint8' }, [
    run({ rowCount: before, values: new Uint8Array(before).fill(1) }),
    run({
      rowCount: 21,
      offset,
      validity: bits(...Array.from({ length: offset }, () => 0), ...wanted),
      values: new Uint8Array(offset + 21).fill(1),
    }),
  ]);
  expect(column).toEqual({
    name: 'b',
    type: 'uint8',
    validity: bits(...Array.from({ length: before }, () => 1), ...wanted),
    values: Uint8Array.from([...Array.from({ length: before }, () => 1), ...wanted]),
  });
});

test('a column without nulls in any run has no validity', () => {
  const column = columnFromRuns('n', int16, [
    run({ rowCount: 2, validity: bits(1, 1), values: bytesOf(Int16Array.of(1, 2)) }),
    run({ rowCount: 1, values: bytesOf(Int16Array.of(3)) }),
  ]);
  expect(column).toEqual({ name: 'n', type: 'int16', validity: null, values: Int16Array.of(1, 2, 3) });
});

test('bits become bytes, 0 where null', () =>
  expect(
    columnFromRuns('b', { kind: 'bool' }, [
      run({ rowCount: 9, offset: 2, values: bits(1, 1, 0, 1, 1, 0, 0, 1, 0, 1, 1) }),
      run({ rowCount: 2, validity: bits(0, 1), values: bits(1, 1) }),
    ]),
  ).toEqual({
    name: 'b',
    type: 'bool',
    validity: bits(1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1),
    values: Uint8Array.of(0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1),
  }));

test('texts of several runs share one buffer', () =>
  expect(
    columnFromRuns('t', utf8, [
      run({ rowCount: 2, offset: 1, offsets: Int32Array.of(0, 2, 3, 3), values: text('..a') }),
      run({ rowCount: 2, offsets: BigInt64Array.of(1n, 3n, 4n), values: text('.bcd....') }),
    ]),
  ).toEqual({ name: 't', type: 'utf8', validity: null, offsets: Int32Array.of(0, 1, 1, 3, 4), data: text('abcd') }));

test('bytes under nulls are dropped', () => {
  const column = columnFromRuns('t', { kind: 'variable', columnType: 'binary' }, [
    run({ rowCount: 4, validity: bits(1, 0, 1, 0), offsets: Int32Array.of(0, 1, 3, 5, 6), values: text('aXXbcY') }),
  ]);
  expect(column).toEqual({
    name: 't',
    type: 'binary',
    validity: bits(1, 0, 1, 0),
    offsets: Int32Array.of(0, 1, 1, 3, 3),
    data: text('abc'),
  });
});

test('nulls without bytes leave the buffer as it is', () =>
  expect(
    columnFromRuns('t', utf8, [
      run({ rowCount: 3, validity: bits(0, 1, 0), offsets: Int32Array.of(0, 0, 2, 2), values: text('ab') }),
    ]),
  ).toEqual({
    name: 't',
    type: 'utf8',
    validity: bits(0, 1, 0),
    offsets: Int32Array.of(0, 0, 2, 2),
    data: text('ab'),
  }));

test('more bytes than an offset counts are refused', () =>
  expect(() =>
    columnFromRuns('t', utf8, [
      run({ rowCount: 1, offsets: BigInt64Array.of(0n, 0x8000_0000n), values: new Uint8Array(0) }),
    ]),
  ).toThrowError(
    expect.objectContaining({
      record: {
        tag: 'unsupported',
        stage: 'decode',
        message: expect.stringMatching(telling('“t”', '2 GiB')),
      },
    }),
  ));

const lists = (length: number | null): ArrowType => ({ kind: 'vector', elementType: 'float32', length });

test('lists of fixed length lie one behind the other', () =>
  expect(
    columnFromRuns('v', lists(2), [
      run({ rowCount: 1, offset: 1, values: bytesOf(Float32Array.of(9, 9, 1, 2)) }),
      run({ rowCount: 2, values: bytesOf(Float32Array.of(3, 4, 5, 6, 7)) }),
    ]),
  ).toEqual({
    name: 'v',
    type: 'vector',
    elementType: 'float32',
    length: 2,
    values: Float32Array.of(1, 2, 3, 4, 5, 6),
  }));

test('lists of equal length by their offsets are read, the length from the first run that has rows', () =>
  expect(
    columnFromRuns('v', lists(null), [
      run({ rowCount: 0, offsets: Int32Array.of(0), values: new Uint8Array(0) }),
      run({ rowCount: 1, offset: 1, offsets: Int32Array.of(0, 1, 3), values: bytesOf(Float32Array.of(9, 1, 2)) }),
      run({ rowCount: 1, offsets: Int32Array.of(0, 2), values: bytesOf(Float32Array.of(3, 4)) }),
    ]),
  ).toEqual({ name: 'v', type: 'vector', elementType: 'float32', length: 2, values: Float32Array.of(1, 2, 3, 4) }));

test('no rows have lists of no length', () =>
  expect(columnFromRuns('v', lists(null), [])).toEqual({
    name: 'v',
    type: 'vector',
    elementType: 'float32',
    length: 0,
    values: new Float32Array(0),
  }));

test.each([
  ['The rows of the list column “v” differ in length.', null],
  ['The column “v” has rows that hold no list.', bits(1, 0)],
])('“%s”', (message, validity) =>
  expect(() =>
    columnFromRuns('v', lists(null), [
      run({ rowCount: 2, validity, offsets: Int32Array.of(0, 2, 3), values: bytesOf(Float32Array.of(1, 2, 3)) }),
    ]),
  ).toThrowError(expect.objectContaining({ record: { tag: 'unsupported', stage: 'decode', message } })),
);
