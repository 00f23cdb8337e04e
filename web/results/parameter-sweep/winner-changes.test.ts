import { expect, test } from 'vitest';
import { crossingShare, valueBetween, winnersAlong } from './winner-changes';

const contestants = (...totals: readonly (readonly number[])[]) =>
  totals.map((each, candidate) => ({ candidate, totals: each }));

test('without a change the winner is the same at every value', () => {
  expect(winnersAlong([0, 0.5, 1], contestants([1, 2, 3], [2, 3, 4]), 'linear')).toEqual({
    byPlace: [0, 0, 0],
    changes: [],
  });
  expect(winnersAlong([0, 1], [], 'linear')).toBeNull();
});

test('two lines cross where their logarithms are equal', () => {
  // At 25 %, B is twice as large; at 50 %, A is four times as large: the lines cross a third of the way.
  const winners = winnersAlong([0, 0.25, 0.5], contestants([100, 100, 400], [200, 200, 100]), 'linear');
  expect(winners?.byPlace).toEqual([0, 0, 1]);
  expect(winners?.changes).toEqual([{ from: 0, to: 1, before: 1, after: 2, at: expect.closeTo(0.25 + 0.25 / 3, 12) }]);
});

test('over a logarithmic axis the crossing is in the logarithm of the parameter', () => {
  const winners = winnersAlong([1, 100], contestants([1, 2], [2, 1]), 'log');
  expect(winners?.changes[0]?.at).toBeCloseTo(10, 12);
  expect(valueBetween(1, 100, 0.5, 'linear')).toBe(50.5);
});

test('a crossing at a measured value is there, and equal figures keep the winner', () => {
  expect(winnersAlong([0, 1], contestants([5, 6], [5, 4]), 'linear')?.changes[0]?.at).toBe(0);
  expect(winnersAlong([0, 1], contestants([5, 6], [7, 6]), 'linear')?.changes).toEqual([]);
});

test('between choices there is nothing to cross', () =>
  expect(winnersAlong([0, 1], contestants([1, 2], [2, 1]), 'choices')?.changes).toEqual([
    { from: 0, to: 1, before: 0, after: 1, at: null },
  ]));

test('where a third candidate lies lower in between, no point is told', () => {
  const winners = winnersAlong([0, 1], contestants([100, 10_000], [10_000, 100], [110, 110]), 'linear');
  expect(winners?.changes).toEqual([{ from: 0, to: 1, before: 0, after: 1, at: null }]);
});

test('a winner stays until it is behind; without a crossing in that step no point is told', () => {
  const noisy = contestants([100, 101, 300], [101, 100, 100]);
  const isBehind = (candidate: number, place: number) => candidate === 0 && place === 2;
  expect(winnersAlong([0, 1, 2], noisy, 'linear', isBehind)).toEqual({
    byPlace: [0, 0, 1],
    changes: [{ from: 0, to: 1, before: 1, after: 2, at: null }],
  });
  expect(winnersAlong([0, 1, 2], noisy, 'linear', () => false)?.changes).toEqual([]);
});

test('the winner may change back', () =>
  expect(
    winnersAlong([1, 2, 3], contestants([1, 3, 1], [2, 2, 2]), 'linear')?.changes.map(({ from, to }) => [from, to]),
  ).toEqual([
    [0, 1],
    [1, 0],
  ]));

test('a pair crosses only if the first is ahead before and behind after', () => {
  expect(crossingShare([1, 2], [2, 1])).toBe(0.5);
  expect(crossingShare([2, 1], [2, 1])).toBeNull();
  expect(crossingShare([1, 2], [1, 2])).toBeNull();
});
