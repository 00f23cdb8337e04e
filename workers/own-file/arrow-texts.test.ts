import { describe, expect, it } from 'vitest';
import { hasValidTexts } from './arrow-texts';

const run = (offsets: readonly number[], values: readonly number[], validity: number | null = null) => ({
  rowCount: offsets.length - 1,
  offset: 0,
  validity: validity === null ? null : Uint8Array.of(validity),
  offsets: Int32Array.from(offsets),
  values: Uint8Array.from(values),
});
const é = [0xc3, 0xa9];

describe('texts of an Arrow column', () => {
  it.each([
    ['nothing', run([0], []), true],
    ['empty texts', run([0, 0, 0], []), true],
    ['letters of two bytes', run([0, 2, 4], [...é, ...é]), true],
    ['what lies before and after the rows', run([1, 3], [0xff, ...é, 0xff]), true],
    ['a byte that is no letter', run([0, 1, 2], [0x61, 0xff]), false],
    ['a letter cut in two', run([0, 1, 2], é), false],
    ['a letter without its end', run([0, 1], [0xc3]), false],
    ['such a byte in a null row', run([0, 1, 2], [0x61, 0xff], 0b01), true],
    ['a lone surrogate', run([0, 3], [0xed, 0xa0, 0x80]), false],
  ])('with %s', (_, texts, isValid) => expect(hasValidTexts(texts)).toBe(isValid));

  it('that are longer than a piece', () => {
    const letters = Array.from({ length: 600_001 }, () => é).flat();
    expect(hasValidTexts(run([0, 1, letters.length + 1], [0x61, ...letters]))).toBe(true);
    expect(hasValidTexts(run([0, 1, letters.length], [0x61, ...letters]))).toBe(false);
  });
});
