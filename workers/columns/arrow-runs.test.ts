import { expect, test } from 'vitest';
import {
  childRows,
  copied,
  copyFixedWidthRuns,
  firstFallingRow,
  fixedWidthValues,
  forEachNullRow,
  inPlace,
  joinFixedWidthRuns,
  joinValidity,
  joinVariableWidthRuns,
  joinVectorRuns,
  type Placement,
  roomFor,
} from './arrow-runs';
import type { ArrowRun } from './arrow-type';
import { bitAt } from '../model/bits';
import { ReusedMemory } from './reused-memory';
import { telling } from '../model/testing/telling';

const rising = Int32Array.from({ length: 3_001 }, (_, row) => 2 * row);

test('offsets that rise have no falling row', () => {
  expect(firstFallingRow(rising, 3_000)).toBe(-1);
  expect(firstFallingRow(Int32Array.of(0), 0)).toBe(-1);
  expect(firstFallingRow(Int32Array.of(5, 5, 0x7fffffff), 2)).toBe(-1);
});

test.each([0, 1, 1_022, 1_023, 1_024, 1_025, 2_999])('the first falling row is %i', (row) => {
  // The last of these is so far below that the difference does not fit 32 bits.
  for (const offset of [-1, -0x80000000]) {
    const offsets = rising.slice();
    offsets[row + 1] = offset;
    expect(firstFallingRow(offsets, 3_000)).toBe(row);
  }
});

const run = (changes: Partial<ArrowRun> & Pick<ArrowRun, 'rowCount' | 'values'>): ArrowRun => ({
  offset: 0,
  validity: null,
  offsets: null,
  ...changes,
});
const withoutNulls: Placement = { views: 'withoutNulls', memory: null };
const bytesOf = (values: ArrayBufferView) => new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

test('values are views where the placement allows it', () => {
  const isView = (placement: Placement, validity: Uint8Array | null, offset = 0) => {
    const own = Int32Array.of(1, 2, 3, 4);
    const runs = [run({ rowCount: 3, offset, values: bytesOf(own) })];
    const found = fixedWidthValues(Int32Array, runs, validity, placement);
    const expected = [...own].slice(offset, offset + 3);
    if (validity === null) expect([...found]).toEqual(expected);
    return found.buffer === own.buffer;
  };
  const nulls = Uint8Array.of(0b101);
  expect([isView(copied, null), isView(copied, nulls)]).toEqual([false, false]);
  expect([isView(withoutNulls, null), isView(withoutNulls, nulls)]).toEqual([true, false]);
  expect([isView(inPlace, null, 1), isView(inPlace, nulls)]).toEqual([true, true]);
});

test.each([1, 2, 3, 4, 8, 12])('null rows of %i bytes are cleared', (width) => {
  const kept = (row: number) => Array<number>(width).fill(row % 2 === 1 ? 7 : 0);
  for (const start of [0, 1, 4]) {
    const target = new Uint8Array(new ArrayBuffer(64), start, 4 * width);
    const runs = [run({ rowCount: 4, values: new Uint8Array(4 * width).fill(7) })];
    const found = joinFixedWidthRuns(target, runs, width, Uint8Array.of(0b1010));
    expect([...found]).toEqual([0, 1, 2, 3].flatMap(kept));
    expect([...joinFixedWidthRuns(target, runs, width, null)]).toEqual(Array(4 * width).fill(7));
  }
});

test('parts that lie one behind the other are one view', () => {
  const all = Int16Array.of(1, 2, 3, 4, 5);
  const part = (from: number, to: number) => run({ rowCount: to - from, values: bytesOf(all.subarray(from, to)) });
  const values = (...runs: ArrowRun[]) => fixedWidthValues(Int16Array, runs, null, inPlace);
  const joined = values(part(1, 3), part(3, 3), part(3, 5));
  expect([joined.buffer === all.buffer, ...joined]).toEqual([true, 2, 3, 4, 5]);
  const apart = values(part(0, 2), part(3, 5));
  expect([apart.buffer === all.buffer, ...apart]).toEqual([false, 1, 2, 4, 5]);
  const turned = values(part(3, 5), part(0, 3));
  expect([turned.buffer === all.buffer, ...turned]).toEqual([false, 4, 5, 1, 2, 3]);
  expect(values(part(2, 2))).toHaveLength(0);
  const odd = new Uint8Array(5).subarray(1);
  expect(fixedWidthValues(Int16Array, [run({ rowCount: 2, values: odd })], null, inPlace).byteOffset).toBe(0);
});

test('copies take memory that is reused, as long as it has room', () => {
  const memory = new ReusedMemory();
  const placement: Placement = { views: 'none', memory };
  expect(roomFor(Int32Array, 3, placement)).toHaveLength(3);
  expect(roomFor(Int32Array, 3, copied)).toEqual(new Int32Array(3));
  const target = new Uint8Array(6);
  copyFixedWidthRuns(
    target,
    [
      run({ rowCount: 1, offset: 1, values: Uint8Array.of(1, 2, 3, 4) }),
      run({ rowCount: 2, values: Uint8Array.of(5, 6, 7, 8) }),
    ],
    2,
  );
  expect([...target]).toEqual([3, 4, 5, 6, 7, 8]);
});

test('rows of a child are counted from its own offset', () => {
  const child = run({ rowCount: 9, offset: 2, values: new Uint8Array() });
  expect(childRows(child, 3, 4)).toEqual({ ...child, offset: 5, rowCount: 4 });
  expect(() => childRows(undefined, 0, 1)).toThrow(telling('child'));
});

test('the validity of runs is joined bit by bit, or by whole bytes', () => {
  const joined = (...runs: ArrowRun[]) => {
    const rows = runs.reduce((sum, { rowCount }) => sum + rowCount, 0);
    const bits = joinValidity(runs, rows);
    return bits === null ? null : Array.from({ length: rows }, (_, row) => bitAt(bits, row)).join('');
  };
  const of = (rowCount: number, validity: Uint8Array | null, offset = 0) =>
    run({ rowCount, offset, validity, values: new Uint8Array() });
  const some = Uint8Array.of(0b1010_0101, 0b0000_0110);
  expect(joined(of(3, null), of(2, null))).toBeNull();
  expect(joined(of(8, Uint8Array.of(255)), of(1, null))).toBeNull();
  expect(joined(of(10, some))).toBe('1010010101');
  expect(joined(of(10, some), of(3, null))).toBe('1010010101111');
  expect(joined(of(8, null), of(11, some))).toBe('1111111110100101011');
  expect(joined(of(16, null), of(8, some, 8), of(3, some, 1))).toBe('111111111111111101100000010');
  expect(joined(of(3, null), of(9, some, 1))).toBe('111010010101');
});

test('each null row is told once, within the rows', () => {
  const rows: number[] = [];
  forEachNullRow(Uint8Array.of(0b1111_1010, 255, 0b0000_0001), 18, (row) => rows.push(row));
  expect(rows).toEqual([0, 2, 17]);
});

const texts = (offsets: readonly number[], text: string, over: Partial<ArrowRun> = {}) =>
  run({
    rowCount: offsets.length - 1,
    offsets: Int32Array.from(offsets),
    values: new TextEncoder().encode(text),
    ...over,
  });
const joinedTexts = (runs: readonly ArrowRun[], validity: Uint8Array | null = null, placement = copied) => {
  const rows = runs.reduce((sum, { rowCount }) => sum + rowCount, 0);
  const { offsets, data } = joinVariableWidthRuns('t', runs, rows, validity, placement);
  return { offsets: [...offsets], text: new TextDecoder().decode(data), data };
};

test('texts of several runs are joined from their offsets', () => {
  const one = texts([0, 1, 3], 'abc');
  const other = texts([2, 2, 4, 5], 'xydef', { offset: 1, rowCount: 2 });
  const wide = run({ rowCount: 2, offsets: BigInt64Array.of(1n, 2n, 4n), values: new TextEncoder().encode('_ghi') });
  for (const placement of [copied, inPlace]) {
    expect(joinedTexts([one], null, placement)).toMatchObject({ offsets: [0, 1, 3], text: 'abc' });
    expect(joinedTexts([other], null, placement)).toMatchObject({ offsets: [0, 2, 3], text: 'def' });
    expect(joinedTexts([one, other], null, placement)).toMatchObject({ offsets: [0, 1, 3, 5, 6], text: 'abcdef' });
    expect(joinedTexts([one, wide], null, placement)).toMatchObject({ offsets: [0, 1, 3, 4, 6], text: 'abcghi' });
    expect(joinedTexts([], null, placement)).toMatchObject({ offsets: [0], text: '' });
  }
  expect(joinedTexts([one], null, inPlace).data.buffer).toBe(one.values.buffer);
  expect(joinedTexts([one], null, copied).data.buffer).not.toBe(one.values.buffer);
  const shifted = texts([1, 3], 'abc');
  expect(joinedTexts([shifted], null, inPlace)).toMatchObject({ offsets: [0, 2], text: 'bc' });
});

test('the bytes of null texts are dropped', () => {
  const three = () => texts([0, 1, 3, 6], 'abcdef');
  for (const placement of [copied, inPlace, withoutNulls]) {
    const dropped = (bits: number) => joinedTexts([three()], Uint8Array.of(bits), placement);
    expect(dropped(0b101)).toMatchObject({ offsets: [0, 1, 1, 4], text: 'adef' });
    expect(dropped(0b110)).toMatchObject({ offsets: [0, 0, 2, 5], text: 'bcdef' });
    expect(dropped(0b011)).toMatchObject({ offsets: [0, 1, 3, 3], text: 'abc' });
    expect(joinedTexts([texts([0, 1, 1], 'a')], Uint8Array.of(0b01), placement)).toMatchObject({ text: 'a' });
  }
});

test('vectors of one length are joined', () => {
  const of = (runs: readonly ArrowRun[], length: number | null, placement = copied) => {
    const rows = runs.reduce((sum, { rowCount }) => sum + rowCount, 0);
    return joinVectorRuns('v', 'int16', length, runs, rows, placement);
  };
  const fixed = run({ rowCount: 2, offset: 1, values: bytesOf(Int16Array.of(1, 2, 3, 4, 5, 6)) });
  expect(of([fixed], 2)).toMatchObject({
    name: 'v',
    type: 'vector',
    elementType: 'int16',
    length: 2,
    values: Int16Array.of(3, 4, 5, 6),
  });
  const view = of([fixed], 2, inPlace);
  expect('values' in view && view.values).toEqual(Int16Array.of(3, 4, 5, 6));
  expect('values' in view && 'buffer' in view.values && view.values.buffer).toBe(fixed.values.buffer);
  const listed = run({
    rowCount: 2,
    offset: 1,
    offsets: Int32Array.of(0, 1, 3, 5),
    values: bytesOf(Int16Array.of(9, 7, 8, 6, 5)),
  });
  expect(of([listed, fixed], null)).toMatchObject({ length: 2, values: Int16Array.of(7, 8, 6, 5, 3, 4, 5, 6) });
  expect(of([run({ rowCount: 0, values: new Uint8Array() })], null)).toMatchObject({ length: 0 });
  // If one run has an offset, all are copied.
  const bytes = bytesOf(Int16Array.of(1, 2, 3, 4, 5));
  const [plain, shifted] = [
    run({ rowCount: 1, values: bytes.subarray(0, 4) }),
    run({ rowCount: 1, offsets: Int32Array.of(1, 3), values: bytes.subarray(4) }),
  ];
  expect(of([plain, shifted], 2, inPlace)).toMatchObject({ values: Int16Array.of(1, 2, 4, 5) });
  const uneven = { ...listed, offset: 0, rowCount: 3 };
  expect(() => of([uneven], null)).toThrow(telling('“v”', 'length'));
});
