import { expect, it } from 'vitest';
import { telling } from '../../workers/model/testing/telling';
import { numberProblem, parseNumber } from './NumberField';

it.each([
  ['1,000', 1000],
  ['10 000', 10_000],
  ['0.05', 0.05],
  ['1e6', 1_000_000],
  [' 42 ', 42],
])('reads %j', (text, value) => expect(parseNumber(text)).toBe(value));

it.each(['', 'ten', '1,2', '0x10', 'Infinity', '1 2'])('takes %j for no number', (text) =>
  expect(parseNumber(text)).toBeNull(),
);

it('says what is wrong instead of clamping', () => {
  expect(numberProblem('5', { min: 1, max: 10, integer: true })).toBeNull();
  expect(numberProblem('11', { min: 1, max: 10, integer: true })).toMatch(telling(11, 1, 10));
  expect(numberProblem('1.5', { min: 1, max: 10, integer: true })).toMatch(telling('1.5', 'whole'));
  expect(numberProblem('1.5', { min: 1, max: 10, integer: false })).toBeNull();
  expect(numberProblem('x', { min: 0, max: 1, integer: false })).toMatch(telling(0, 1));
});
