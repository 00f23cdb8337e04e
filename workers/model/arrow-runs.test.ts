import { expect, test } from 'vitest';
import { firstFallingRow } from './arrow-runs';

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
