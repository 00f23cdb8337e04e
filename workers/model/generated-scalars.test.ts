import { describe, expect, it } from 'vitest';
import {
  generateFloats,
  generateIntegerKeys,
  generateIntegers,
  generateScalars,
  generateTexts,
} from './generated-scalars';
import { philoxFill, uniform53 } from './philox';
import { characterSets, keyDigits, maxTextCharacters, type TextShape, utf8Bytes } from './scalar-parameters';

const column = { seed: 5, column: 1 };
const count = 5_000;
const shapes = [...characterSets, 'mixed' as const].flatMap((characters) =>
  [1, 3, 8, maxTextCharacters].flatMap((length) =>
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
    // One assertion for all rows: one for each would take seconds.
    const outside = texts.filter((text, row) => {
      const [low, high] = widest[shape.characters === 'mixed' ? (characterSets[row % 4] ?? 'ascii') : shape.characters];
      const maximum = Math.max(...Array.from(text, (character) => character.codePointAt(0) ?? 0));
      // Letters alone are ASCII; digits alone too.
      return maximum < (low === 0x61 ? 0x30 : low) || maximum > high;
    });
    expect(outside).toEqual([]);
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

/** The four words of a block of the column's generator. */
function wordsOf(block: number): [number, number, number, number] {
  const words = new Uint32Array(4);
  philoxFill(words, block, { key: [column.seed, 0], counter: [0, column.column, 0] });
  return [...words] as [number, number, number, number];
}

it('takes numbers from two words a row, two rows a block', () => {
  const pairs = [0, 1, 2].flatMap((block) => {
    const [a, b, c, d] = wordsOf(block);
    return [[a, b] as const, [c, d] as const];
  });
  for (const [from, to] of [
    [0, 6],
    [1, 6],
    [2, 5],
    [3, 4],
    [3, 3],
  ] as const) {
    const own = pairs.slice(from, to);
    expect(generateFloats(column, from, to)).toEqual(Float64Array.from(own, ([low, high]) => uniform53(low, high)));
    expect(generateIntegers(column, from, to)).toEqual(
      BigInt64Array.from(own, ([low, high]) => BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low))),
    );
    expect(generateIntegerKeys(column, from, to)).toEqual(
      BigInt64Array.from(own, ([random], index) => BigInt.asIntN(64, (BigInt(random) << 32n) | BigInt(from + index))),
    );
  }
});

it('takes the characters of texts from the bytes of the row’s own blocks', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz012345';
  const bytesOf = (row: number) => [
    ...new Uint8Array(Uint32Array.from([...wordsOf(2 * row), ...wordsOf(2 * row + 1)]).buffer),
  ];
  const texts = (characters: TextShape['characters']) =>
    generateTexts(column, { characters, length: 17, varied: false }, 3, 5, undefined, 2);
  const expected = (character: (byte: number, index: number) => string) =>
    [3, 4].map((row) => `${bytesOf(row).slice(0, 17).map(character).join('')}0${row}`);
  const letter = (byte: number) => letters.charAt(byte & 31);
  expect(texts('ascii')).toEqual(expected(letter));
  expect(texts('latin1')).toEqual(
    expected((byte, index) => (index % 4 === 0 ? String.fromCharCode(0xe0 + (byte & 31)) : letter(byte))),
  );
  expect(texts('bmp')).toEqual(expected((byte) => String.fromCharCode(0x4e00 + byte)));
  expect(texts('beyond')).toEqual(
    expected((byte, index) => (index === 16 ? String.fromCodePoint(0x1f300 + byte) : letter(byte))),
  );
});

it('tells how many are done, some thousand at a time', () => {
  const shape: TextShape = { characters: 'ascii', length: 3, varied: false };
  for (const type of ['float64', 'int64', 'utf8'] as const) {
    const told: number[] = [];
    const values = generateScalars(type, column, shape, 5, 8_200, (done) => told.push(done));
    expect(told).toEqual([4_096, 8_192, 8_195]);
    expect(values).toHaveLength(8_195);
  }
  const told: number[] = [];
  generateIntegerKeys(column, 5, 4_101, (done) => told.push(done));
  expect(told).toEqual([4_096]);
});

it('generates the scalars of each type', () => {
  const shape: TextShape = { characters: 'mixed', length: 3, varied: true };
  expect(generateScalars('float64', column, shape, 1, 9)).toEqual(generateFloats(column, 1, 9));
  expect(generateScalars('int64', column, shape, 1, 9)).toEqual(generateIntegers(column, 1, 9));
  expect(generateScalars('utf8', column, shape, 1, 9)).toEqual(generateTexts(column, shape, 1, 9));
});
