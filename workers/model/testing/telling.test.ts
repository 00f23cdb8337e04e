import { expect, test } from 'vitest';
import { telling } from './telling';

test.each([
  ['Column “x”: 1 of 2 numbers', ['x', 1, 2], true],
  ['2 numbers of 1 column, “x”', ['x', 1, 2], true],
  ['Column “x”: 1 of 2 numbers', ['y'], false],
  ['16,777,217 numbers', [1], false],
  ['1.5 numbers', [1], false],
  ['1,5 and 1', [1], true],
  ['It ends with 1.', [1], true],
  ['extra', ['x'], false],
  ['a+b (c)\n[d]', ['a+b', '(c)', '[d]'], true],
  ['2 of 12', ['2 of 1'], false],
  ['9007199254740993', [9_007_199_254_740_993n], true],
])('%s tells %s: %s', (text, facts, told) => {
  expect(telling(...facts).test(text)).toBe(told);
});
