import { describe, expect, it } from 'vitest';
import { seededRandom } from '../random';
import { compareCandidates, verdictAtLook } from './compare';
import { lastLook, nextLook, verdictLooks } from './looks';
import { isSignFlipBelow, signFlipP } from './sign-flip';
import { roundsFromTimes, simulatedRounds } from './testing/test-rounds';

const steady = (bestMs: number, rounds = 8) =>
  roundsFromTimes(Array.from({ length: rounds }, (_, round) => [bestMs * (1 + 0.002 * (round % 3)), bestMs * 1.1]));

describe('compare', () => {
  it('calls a clear difference by its side', () => {
    expect(compareCandidates(steady(8), steady(10), 1)).toMatchObject({ verdict: 'faster', pairCount: 8 });
    expect(compareCandidates(steady(10), steady(8), 1).verdict).toBe('slower');
    expect(compareCandidates(steady(8), steady(10), 1).ratio).toBeCloseTo(0.8, 2);
  });

  it('swaps sides with its arguments', () => {
    const a = simulatedRounds(seededRandom(1), {
      trueMs: 8,
      rounds: 8,
      samples: 5,
      betweenWorkers: 0.05,
      withinWorker: 0.1,
    });
    const b = simulatedRounds(seededRandom(2), {
      trueMs: 9,
      rounds: 8,
      samples: 5,
      betweenWorkers: 0.05,
      withinWorker: 0.1,
    });
    const forth = compareCandidates(a, b, 1);
    const back = compareCandidates(b, a, 1);
    expect(forth.ratio * back.ratio).toBeCloseTo(1, 12);
    expect(forth.p).toBe(back.p);
  });

  it('does not call a difference that is real but within 3 %', () => {
    expect(compareCandidates(steady(9.8), steady(10), 1)).toMatchObject({ verdict: 'noClearDifference' });
  });

  it('gives no verdict from fewer than six rounds, however clear', () => {
    expect(compareCandidates(steady(1, 5), steady(10, 5), 1)).toMatchObject({
      verdict: 'tooFewRounds',
      p: null,
      pairCount: 5,
    });
    expect(compareCandidates(steady(1, 2), steady(10, 2), 1)).toMatchObject({
      verdict: 'tooFewRounds',
      interval: null,
    });
    expect(compareCandidates([], [], 1)).toMatchObject({ verdict: 'tooFewRounds', ratio: Number.NaN, pairCount: 0 });
  });

  it('reaches p < .05 with six rounds, all on one side', () => {
    expect(compareCandidates(steady(5, 6), steady(10, 6), 1)).toMatchObject({ verdict: 'faster', p: 2 / 64 });
  });

  it('pairs by round, not by position, and leaves out rounds that only one side has', () => {
    const a = steady(8).slice(1);
    const b = steady(10).reverse().slice(0, 7);
    expect(compareCandidates(a, b, 1).pairCount).toBe(7);
  });

  it('makes no pair of a time of zero', () => {
    expect(compareCandidates(roundsFromTimes([[0], [5]]), roundsFromTimes([[5], [5]]), 1).pairCount).toBe(1);
  });

  function expectFewFalseCalls(runs: number) {
    for (const betweenWorkers of [0.01, 0.05, 0.3]) {
      const random = seededRandom(11);
      let called = 0;
      for (let run = 0; run < runs; run += 1) {
        const arm = () =>
          simulatedRounds(random, { trueMs: 5, rounds: 8, samples: 5, betweenWorkers, withinWorker: 0.1 });
        const { verdict } = compareCandidates(arm(), arm(), run);
        if (verdict === 'faster' || verdict === 'slower') called += 1;
      }
      expect(called / runs).toBeLessThanOrEqual(0.05);
    }
  }

  it('calls identical candidates different in at most 5 % of simulated runs, quiet machine or noisy', () =>
    expectFewFalseCalls(60));

  it('calls them different no more often in many runs', { tags: ['full'] }, () => expectFewFalseCalls(200));

  it('finds a difference of 20 % in nearly every simulated run of a machine with 3 % between workers', () => {
    const random = seededRandom(12);
    let found = 0;
    for (let run = 0; run < 50; run += 1) {
      const arm = (trueMs: number) =>
        simulatedRounds(random, { trueMs, rounds: 8, samples: 5, betweenWorkers: 0.03, withinWorker: 0.1 });
      if (compareCandidates(arm(4), arm(5), run).verdict === 'faster') found += 1;
    }
    expect(found).toBeGreaterThanOrEqual(48);
  });
});

describe('looks', () => {
  /** Log-ratios of identical candidates: what disturbs a round lengthens the time of one of them, rarely by a lot. */
  const disturbed = (random: ReturnType<typeof seededRandom>) => Math.exp(0.2 * (-Math.log(1 - random.next())) ** 1.5);
  const roundsOf = (times: readonly number[]) => roundsFromTimes(times.map((ms) => [ms]));
  const byLooks = (times: readonly number[], seed = 1) =>
    compareCandidates(roundsOf(times), roundsOf(times.map(() => 1)), seed, verdictLooks).verdict;

  it('share 5 %, in ascending rounds, each reachable', () => {
    expect(verdictLooks.reduce((sum, { level }) => sum + level, 0)).toBeLessThanOrEqual(0.05);
    for (const { rounds, level } of verdictLooks) {
      expect(Math.max(2 ** (1 - rounds), 1 / 20_001)).toBeLessThan(level);
      expect(nextLook(rounds - 1)).toBe(rounds);
    }
    expect([nextLook(0), nextLook(6), nextLook(lastLook)]).toEqual([6, 8, lastLook]);
  });

  it('call identical candidates different in at most 5 % of 1,000 runs that go on until they do', () => {
    const random = seededRandom(33);
    let called = 0;
    for (let run = 0; run < 1_000; run += 1) {
      const pairs = Array.from({ length: lastLook }, () => Math.log(disturbed(random) / disturbed(random)));
      if (verdictLooks.some((look) => verdictAtLook(pairs, look, run) !== 'noClearDifference')) called += 1;
    }
    expect(called).toBeLessThanOrEqual(50);
    expect(called).toBeGreaterThan(5);
  });

  it('decide between them only', () => {
    const early = [0.5, 0.5, 0.5, 0.5, 0.5, 1.2];
    expect(byLooks(early)).toBe('noClearDifference');
    // Seven rounds would do: p is 2 of 128, and the next look needs eight.
    expect(byLooks([...early, 0.5])).toBe('noClearDifference');
    expect(byLooks(early.map(() => 0.5))).toBe('faster');
    expect(byLooks(early.map(() => 2))).toBe('slower');
    expect(byLooks([0.5, 0.5, 0.5, 0.5, 0.5])).toBe('tooFewRounds');
  });

  it('keep what one has found, unless all rounds say otherwise', () => {
    const found = Array.from({ length: 6 }, () => 0.9);
    expect(byLooks([...found, 1.1, 0.9, 1.3])).toBe('faster');
    expect(byLooks([...found, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1])).toBe('noClearDifference');
  });

  it('stop counting without another outcome', () => {
    const random = seededRandom(5);
    for (const length of [6, 12, 16])
      for (let run = 0; run < 6; run += 1) {
        const differences = Array.from({ length }, () => random.next() - 0.3);
        const p = signFlipP(differences, run);
        for (const level of [0.032, 0.008, 0.002_5, p])
          expect(isSignFlipBelow(differences, level, run)).toBe(p < level);
      }
  });
});

describe('signFlipP', () => {
  it('is exact: all of one sign gives the smallest p there is', () => {
    expect(signFlipP([1, 1, 1, 1, 1, 1], 1)).toBe(2 / 64);
    expect(signFlipP([3, -1, -2], 1)).toBe(1);
    expect(signFlipP([1, -1, 1, -1], 1)).toBe(1);
    expect(signFlipP([], 1)).toBe(1);
  });

  it('samples beyond twelve differences and comes close to the exact value', () => {
    const differences = [2, -1, 3, 1, -2, 1, 2, 1, -1, 2, 1, 3];
    const exact = signFlipP(differences, 1);
    // A thirteenth difference of 0 changes nothing but the method.
    expect(Math.abs(signFlipP([...differences, 0], 1) - exact)).toBeLessThan(0.01);
  });
});
