import { describe, expect, test } from 'vitest';
import { coefficientOfVariation } from './samples';
import { signFlipP } from './sign-flip';
import { summarise } from './summary';
import { measuredTimes, roundsFromTimes } from './testing/test-rounds';

const options = { timerStepMs: 1e-6 };
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('the figures of an operation', () => {
  test('have the median of the cold times', () => {
    const rounds = roundsFromTimes([[1], [1], [1]]).map((round, index) => ({
      ...round,
      coldMs: [90, 10, 20][index] ?? Number.NaN,
    }));
    expect(summarise(measuredTimes(rounds), options)?.coldMs).toBe(20);
  });

  test('have the 95th percentile of all samples', () =>
    expect(summarise(measuredTimes(roundsFromTimes([upTo(40)])), options)?.p95Ms).toBe(38));

  test('are not warm if a single round was not', () => {
    const rounds = roundsFromTimes([[1], [2], [3]]).map((round) => ({ ...round, warm: round.round !== 1 }));
    expect(summarise(measuredTimes(rounds), options)?.flags).toContain('notWarm');
  });

  test('flag a sample more than 10 MADs from the median, on either side', () => {
    const flags = (odd: number) =>
      summarise(measuredTimes(roundsFromTimes([[39, 40, 41, 39, 40, 41, 40, odd]])), options)?.flags;
    expect([51, 29].map(flags)).toEqual([['outliers'], ['outliers']]);
    expect([50, 30].map(flags)).toEqual([[], []]);
  });

  test('have the coefficient of variation of a sample, not of a population', () => {
    expect(coefficientOfVariation([1, 2, 3])).toBeCloseTo(0.5, 12);
    expect(coefficientOfVariation([7])).toBe(0);
  });
});

test('the sampled test over rounds counts the assignment that was seen, so that p is never 0', () =>
  expect(
    signFlipP(
      upTo(60).map(() => 1),
      1,
    ),
  ).toBeCloseTo(1 / 20_001, 12));
