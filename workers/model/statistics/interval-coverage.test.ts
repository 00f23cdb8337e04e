import { describe, expect, it } from 'vitest';
import { seededRandom } from '../random';
import type { RoundSamples } from '../result';
import { compareCandidates } from './compare';
import { intervalOverRounds, quotientInterval } from './intervals';
import { median, smallestValue } from './samples';

/** Disturbances only lengthen times, so that log-ratios are skewed: an exponential distribution, whose median is ln 2. */
const skewed = (random: ReturnType<typeof seededRandom>) => -Math.log(1 - random.next());
const trueMedian = Math.LN2;

describe('an interval of 95 %', () => {
  it.each([6, 8, 12, 16])('covers the true median of %i rounds about as often as it says', (rounds) => {
    const random = seededRandom(rounds);
    const draws = 500;
    let covered = 0;
    for (let draw = 0; draw < draws; draw += 1) {
      const pairs = Array.from({ length: rounds }, () => skewed(random));
      const { kind, low, high } = intervalOverRounds(pairs, median, draw) ?? { kind: null, low: 1, high: 0 };
      if (kind === 'interval95' && low <= trueMedian && trueMedian <= high) covered += 1;
    }
    expect(covered / draws).toBeGreaterThanOrEqual(0.9);
    expect(covered / draws).toBeLessThanOrEqual(0.98);
  });
});

describe('the kind of an interval', () => {
  const kinds = [null, null, 'roundsRange', 'roundsRange', 'roundsRange', 'interval95', 'interval95'];
  const counts = kinds.map((_, index) => index + 1);
  const roundsOf = (bests: readonly number[]): RoundSamples[] =>
    bests.map((bestMs, round) => ({
      round,
      coldMs: 1,
      warmUpMs: 1,
      warmUpCalls: 1,
      warm: true,
      callsPerSample: 1,
      samplesMs: [bestMs, bestMs + 1],
    }));
  const times = (count: number) => Array.from({ length: count }, (_, round) => 5 + ((round * 3) % 7));

  it('is an interval of 95 % from six rounds on, and their range below', () => {
    expect(counts.map((count) => intervalOverRounds(times(count), median, 1)?.kind ?? null)).toEqual(kinds);
    expect(
      counts.map((count) => compareCandidates(roundsOf(times(count)), roundsOf([5, 5, 5, 5, 5, 5, 5, 5]), 1)),
    ).toMatchObject(kinds.map((kind) => ({ interval: kind === null ? null : { kind } })));
    const eight = times(8);
    for (const count of counts) {
      const kind = kinds[count - 1];
      expect(quotientInterval(times(count), eight, median, 1)?.kind ?? null).toBe(kind);
      expect(quotientInterval(eight, times(count), median, 1)?.kind ?? null).toBe(kind);
    }
  });

  it('has the least and the largest of few rounds as its limits', () => {
    expect(intervalOverRounds([7, 2, 9, 4], median, 1)).toEqual({ kind: 'roundsRange', low: 2, high: 9 });
    expect(compareCandidates(roundsOf([8, 2, 6]), roundsOf([2, 4, 2]), 1).interval).toEqual({
      kind: 'roundsRange',
      low: 0.5,
      high: expect.closeTo(4, 12),
    });
    expect(quotientInterval([6, 3, 12], [1, 2, 3, 1, 2, 3], median, 1)).toEqual({
      kind: 'roundsRange',
      low: 1,
      high: 12,
    });
  });

  it('of few rounds has the statistic of each round alone', () => {
    const difference = (rounds: readonly (readonly [number, number])[]) =>
      smallestValue(rounds.map(([ms]) => ms)) - smallestValue(rounds.map(([, baseMs]) => baseMs));
    const rounds = [
      [3, 1],
      [9, 2],
      [8, 9],
    ] as const;
    expect(intervalOverRounds(rounds, difference, 1)).toEqual({ kind: 'roundsRange', low: -1, high: 7 });
  });

  it('has no quotient with a time of nothing', () => {
    expect(quotientInterval([1, 2, 0], [1, 1, 1], median, 1)).toBeNull();
    expect(quotientInterval([1, 2, 3], [1, 0, 1], median, 1)).toBeNull();
  });
});
