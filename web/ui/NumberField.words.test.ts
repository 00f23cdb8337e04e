import { expect, it } from 'vitest';
import { numberProblem } from './NumberField';

it.each([
  ['11 can’t be used: it must be a whole number from 1 to 10.', '11', { min: 1, max: 10, integer: true }],
  ['Write a number from 0 to 1.', 'x', { min: 0, max: 1, integer: false }],
])('%s', (words, text, limits) => expect(numberProblem(text, limits)).toBe(words));
