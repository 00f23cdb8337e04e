import { describe, expect, test } from 'vitest';
import { claimTolerance, confirmingRange, judgeClaim } from '../claim-verdict';
import { aheadInEveryRound, compareCandidates, verdictMargin } from './compare';
import { noiseFloorOf } from './noise-floor';
import { roundsFromTimes } from './testing/test-rounds';

/** Equal in every round, so that p is smallest and the interval is the ratio itself: only the margin is left to decide. */
const steady = (ms: number) => roundsFromTimes(Array.from({ length: 8 }, () => [ms]));
const verdictAt = (ratio: number) => compareCandidates(steady(ratio), steady(1), 1).verdict;
/** Half the rounds on each of two ratios, all on the same side of 1. */
const spreadAt = (low: number, high: number) =>
  compareCandidates(
    roundsFromTimes(Array.from({ length: 8 }, (_, round) => [round % 2 === 0 ? low : high])),
    steady(1),
    1,
  );

describe('the margin of a verdict', () => {
  test('is 3 % of the ratio on either side', () => {
    expect(verdictMargin).toBe(0.03);
    expect([0.969, 0.971, 0.999].map(verdictAt)).toEqual(['faster', 'noClearDifference', 'noClearDifference']);
    expect([1.031, 1.029, 1.001].map(verdictAt)).toEqual(['slower', 'noClearDifference', 'noClearDifference']);
  });

  test('must be cleared by the whole interval, on either side', () => {
    expect(spreadAt(0.8, 0.96)).toMatchObject({ verdict: 'faster', p: 2 / 2 ** 8 });
    expect(spreadAt(0.8, 0.98)).toMatchObject({ verdict: 'noClearDifference', p: 2 / 2 ** 8 });
    expect(spreadAt(1.04, 1.3)).toMatchObject({ verdict: 'slower', p: 2 / 2 ** 8 });
    expect(spreadAt(1.02, 1.3)).toMatchObject({ verdict: 'noClearDifference', p: 2 / 2 ** 8 });
  });

  test('must be cleared by p too, on either side', () => {
    // Two of eight rounds turn the order by far, so that the test over rounds finds nothing; the median of the rounds stays clear.
    const ratios = [0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 9];
    const disturbed = roundsFromTimes(ratios.map((ratio) => [ratio]));
    const [faster, slower] = [
      compareCandidates(disturbed, steady(1), 1),
      compareCandidates(roundsFromTimes(ratios.map((ratio) => [1 / ratio])), steady(1), 1),
    ];
    expect([faster.p, slower.p].every((p) => p !== null && p >= 0.05)).toBe(true);
    expect([faster.interval?.high, slower.interval?.low]).toEqual([expect.closeTo(0.9, 9), expect.closeTo(1 / 0.9, 9)]);
    expect([faster.verdict, slower.verdict]).toEqual(['noClearDifference', 'noClearDifference']);
  });

  test('also holds where resampling is skipped', () => {
    const ahead = (ratio: number) => aheadInEveryRound(steady(ratio), steady(1));
    expect([0.969, 0.971, 0.999, 1, 1.5].map(ahead)).toEqual([true, false, false, false, false]);
    const [few, one] = [
      roundsFromTimes(Array.from({ length: 5 }, () => [0.5])),
      roundsFromTimes([0.5, 0.5, 0.5, 0.98, 0.5, 0.5].map((ms) => [ms])),
    ];
    expect([aheadInEveryRound(few, steady(1)), aheadInEveryRound(one, steady(1))]).toEqual([false, false]);
  });

  test('agrees with the full comparison wherever it is certain', () => {
    for (const ratio of [0.5, 0.9, 0.96, 0.9699, 0.9701, 0.98, 1.02, 1.2])
      if (aheadInEveryRound(steady(ratio), steady(1))) expect(verdictAt(ratio)).toBe('faster');
  });
});

describe('the range that confirms a claim', () => {
  const judge = (relation: 'about' | 'same', quantity: 'time' | 'size', published: number, low: number, high = low) =>
    judgeClaim({ relation, quantity }, published, { ratio: (low + high) / 2, low, high });

  test('of no difference has the same width on either side of 1', () => {
    for (const quantity of ['time', 'size'] as const) {
      const tolerance = claimTolerance[quantity];
      const inside = [1 / tolerance + 1e-6, tolerance - 1e-6] as const;
      expect(judge('same', quantity, 1, ...inside)).toBe('confirmed');
      expect(judge('same', quantity, 1, 1 / tolerance - 1e-6, 1)).toBe('inconclusive');
      expect(judge('same', quantity, 1, 1, tolerance + 1e-6)).toBe('inconclusive');
      expect(judge('same', quantity, 1, tolerance + 1e-6)).toBe('contradicted');
      expect(judge('same', quantity, 1, 1 / tolerance - 1e-6)).toBe('contradicted');
    }
  });

  test('of a quotient is that of its reciprocal, turned over', () => {
    for (const quantity of ['time', 'size'] as const)
      for (const published of [1.05, 1.5, 3, 40]) {
        const [of, than] = [
          confirmingRange({ relation: 'about', quantity }, published),
          confirmingRange({ relation: 'about', quantity }, 1 / published),
        ];
        expect(of.low * than.high).toBeCloseTo(1, 9);
        expect(of.high * than.low).toBeCloseTo(1, 9);
        expect(of.low).toBeGreaterThan(1);
        for (const [low, high] of [
          [of.low * 1.001, of.high / 1.001],
          [of.low / 1.001, of.high],
          [of.low, of.high * 1.001],
          [of.high * 1.001, of.high * 1.1],
          [1.0001, of.low / 1.0001],
          [0.9, 0.95],
        ] as const)
          if (low <= high)
            expect(judge('about', quantity, published, low, high)).toBe(
              judge('about', quantity, 1 / published, 1 / high, 1 / low),
            );
      }
  });

  test('of “at least” and “at most” has one side alone, without tolerance', () => {
    expect(confirmingRange({ relation: 'atLeast', quantity: 'time' }, 3)).toEqual({
      low: 3,
      high: Number.POSITIVE_INFINITY,
    });
    expect(confirmingRange({ relation: 'atMost', quantity: 'time' }, 3)).toEqual({ low: 0, high: 3 });
  });
});

test('the noise floor tells how far from 1 the ratio of two identical cells came out', () => {
  const samples = {
    candidate: 0,
    dataset: 0,
    operation: 'encode' as const,
    a: roundsFromTimes([[10], [10], [10]]),
    b: roundsFromTimes([[10.2], [10.2], [10.2]]),
  };
  expect(noiseFloorOf(samples, 1)?.error).toBeCloseTo(1 - 10 / 10.2, 10);
  expect(noiseFloorOf({ ...samples, b: [] }, 1)).toBeNull();
});
