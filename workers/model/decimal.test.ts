import { describe, expect, it } from 'vitest';
import { decimalText, integerToWords, parseDecimal, wordsToInteger } from './decimal';

const largest = (words: number) => 2n ** BigInt(64 * words - 1) - 1n;

describe.each([1, 2, 4])('%s words', (wordCount) => {
  it.each([0n, 1n, -1n, 10n ** 18n - 1n, -(10n ** 18n) + 1n, largest(wordCount), -largest(wordCount) - 1n])(
    'hold %s',
    (integer) => {
      const words = new BigInt64Array(3 * wordCount).fill(77n);
      integerToWords(integer, words, 1, wordCount);
      expect(wordsToInteger(words, 1, wordCount)).toBe(integer);
      expect([...words.subarray(0, wordCount), ...words.subarray(2 * wordCount)].every((word) => word === 77n)).toBe(
        true,
      );
    },
  );
});

it.each([
  [-50n, 2, '-0.50'],
  [5n, 0, '5'],
  [-5n, -3, '-5000'],
  [0n, -3, '0'],
  [0n, 2, '0.00'],
  [12_345n, 2, '123.45'],
  [-1n, 5, '-0.00001'],
])('%s of scale %s is %s', (integer, scale, text) => {
  expect(decimalText(integer, scale)).toBe(text);
  expect(parseDecimal(text, 76, scale)).toBe(integer);
});

it.each([
  ['1.5', 3, 2, 150n],
  ['1.500', 3, 2, 150n],
  ['1.505', 3, 2, null],
  ['10', 3, 2, null],
  ['9.99', 3, 2, 999n],
  ['-9.99', 3, 2, -999n],
  ['+1e1', 4, 2, 1_000n],
  ['1E-2', 3, 2, 1n],
  ['1e-3', 3, 2, null],
  ['00012', 2, 0, 12n],
  ['.5', 1, 1, 5n],
  ['5.', 1, 0, 5n],
  ['', 3, 2, null],
  ['.', 3, 2, null],
  ['NaN', 3, 2, null],
  ['1,5', 3, 2, null],
  ['120', 3, -1, 12n],
  ['125', 3, -1, null],
  ['0e9999', 3, 2, 0n],
])('reads “%s” as decimal(%s, %s): %s', (text, precision, scale, integer) =>
  expect(parseDecimal(text, precision, scale)).toBe(integer),
);
