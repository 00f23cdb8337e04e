import { describe, expect, it } from 'vitest';
import { generateFloats, generateIntegerKeys, generateIntegers, generateTexts } from './generated-scalars';
import { characterSets, keyDigits, longestText, type TextShape, utf8Bytes } from './scalar-knobs';

const column = { seed: 5, column: 1 };
const count = 5_000;
const shapes = [...characterSets, 'mixed' as const].flatMap((characters) =>
  [1, 3, 8, longestText].flatMap((length) =>
    [false, true].map((varied): TextShape => ({ characters, length, varied })),
  ),
);
const characterCount = (text: string) => [...text].length;

describe.each(shapes)('texts of $characters, length $length, varied: $varied', (shape) => {
  const texts = generateTexts(column, shape, 0, count);

  it('have the bytes that are said beforehand, whatever their number', () => {
    const encoder = new TextEncoder();
    for (const some of [0, 1, 2, 3, 4, 5, 1_000, count]) {
      expect(utf8Bytes(shape, some)).toBe(
        texts.slice(0, some).reduce((sum, text) => sum + encoder.encode(text).length, 0),
      );
    }
  });

  it('have the characters and lengths that were asked for, and are slices of one whole', () => {
    const widest = {
      ascii: [0x61, 0x7f],
      latin1: [0xe0, 0xff],
      bmp: [0x4e00, 0x4eff],
      beyond: [0x1f300, 0x1f3ff],
    } as const;
    texts.forEach((text, row) => {
      const [low, high] = widest[shape.characters === 'mixed' ? (characterSets[row % 4] ?? 'ascii') : shape.characters];
      const maximum = Math.max(...Array.from(text, (character) => character.codePointAt(0) ?? 0));
      // Letters alone are ASCII; digits alone too.
      expect(maximum >= (low === 0x61 ? 0x30 : low) && maximum <= high, `${text} of row ${row}`).toBe(true);
    });
    const lengths = texts.map(characterCount);
    if (shape.varied) expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([1, 2 * shape.length - 1]);
    else expect(new Set(lengths)).toEqual(new Set([shape.length]));
    expect(generateTexts(column, shape, 4_090, 4_200)).toEqual(texts.slice(4_090, 4_200));
  });
});

it('keys end in their number, and differ', () => {
  const keys = generateTexts(
    column,
    { characters: 'mixed', length: 1, varied: false },
    9_999_000,
    9_999_100,
    undefined,
    keyDigits,
  );
  expect(keys.map((key) => key.slice(-keyDigits))).toEqual(
    Array.from({ length: 100 }, (_, index) => `0${9_999_000 + index}`),
  );
  expect(new Set(generateIntegerKeys(column, 0, count)).size).toBe(count);
});

it('numbers fill their range', () => {
  const floats = generateFloats(column, 0, count);
  expect(Math.abs(floats.reduce((sum, value) => sum + value, 0) / count - 0.5)).toBeLessThan(5 / Math.sqrt(12 * count));
  expect(generateFloats(column, 4_095, 4_099)).toEqual(floats.slice(4_095, 4_099));
  const integers = generateIntegers(column, 0, count);
  const negative = integers.filter((value) => value < 0n).length;
  expect(Math.abs(negative - count / 2)).toBeLessThan(2.5 * Math.sqrt(count));
  expect(integers.some((value) => value > 2n ** 62n)).toBe(true);
  expect(generateIntegers(column, 4_095, 4_099)).toEqual(integers.slice(4_095, 4_099));
});
