import { describe, expect, test } from 'vitest';
import { answerOf } from './answer';
import { axes } from './axes';
import { changesOf, crossingBand } from './changes';
import { createReplicates } from './replicates';
import { contender, figures, message } from './testing/made-contenders';

const replicates = createReplicates(1);
/** Only writing takes time. */
const writing = { ...message, uploadBytesPerSecond: null, downloadBytesPerSecond: null, latencyMs: 0, reads: 0 };
const exactly = (factor: number) => ({ factor, low: factor, high: factor });

const rivalOf = (
  factor: number,
  { rounds = 8, native = false }: { readonly rounds?: number; readonly native?: boolean } = {},
) => {
  const [best, rival] = [1, factor].map((times) => ({
    ...contender(figures({ encodeMs: 10 * times }), { rounds }),
    ...(native ? { nativeFactors: { encode: exactly(1), decode: exactly(1) } } : {}),
  }));
  if (best === undefined || rival === undefined) throw new Error('There are two.');
  return answerOf([best, rival], writing, { replicates, seed: 1 }).standings[1];
};

describe('the margin of an answer', () => {
  test.each([false, true])('is 3 % of the total, of measured times and of native ones (%s)', (native) => {
    // By rule 9 the best must be faster by 3 % of the rival’s total, which is 3.1 % of its own.
    expect([1.001, 1.029, 1.032, 1.2].map((factor) => rivalOf(factor, { native })?.verdict)).toEqual([
      'tied',
      'tied',
      'behind',
      'behind',
    ]);
  });

  test('is 3 % where too few rounds were measured for a test, too', () => {
    // A transfer of 1 s, and no time that counts: the totals follow from the sizes.
    const transfer = { ...writing, uploadBytesPerSecond: 1e6 };
    const verdictOf = (sizeBytes: number) =>
      answerOf(
        [1e6, sizeBytes].map((bytes) => contender(figures({ sizeBytes: bytes, encodeMs: 1e-6 }), { rounds: 2 })),
        transfer,
        { replicates, seed: 1 },
      ).standings[1]?.verdict;
    expect([1.001e6, 1.029e6, 1.031e6].map(verdictOf)).toEqual(['tied', 'tied', 'farBehind']);
  });
});

describe('with fewer than six rounds', () => {
  test('a factor has the range of the rounds', () => {
    expect([2, 3, 5, 6, 8].map((rounds) => rivalOf(2, { rounds })?.interval()?.kind ?? null)).toEqual([
      null,
      'roundsRange',
      'roundsRange',
      'interval95',
      'interval95',
    ]);
    expect(rivalOf(2, { rounds: 5, native: true })?.interval()).toBeNull();
    expect(rivalOf(2, { rounds: 6, native: true })?.interval()?.kind).toBe('interval95');
  });

  test('a change has no band of 95 %', () => {
    const changeOf = (rounds: readonly [number, number]) => {
      const small = contender(figures({ sizeBytes: 1e6, encodeMs: 10, decodeMs: 110 }), { rounds: rounds[0] });
      const fast = contender(figures({ sizeBytes: 2e6, encodeMs: 10, decodeMs: 10 }), { rounds: rounds[1] });
      const situation = { ...message, latencyMs: 0, writes: 0 };
      const change = changesOf(() => [small, fast], situation, replicates).find(({ axis }) => axis === 'bandwidth');
      return [change?.band, crossingBand(axes.bandwidth, situation, [small, fast], replicates, { at: 1e7 })];
    };
    expect(changeOf([5, 8])).toEqual([null, null]);
    expect(changeOf([8, 5])).toEqual([null, null]);
    expect(changeOf([6, 6])).toEqual([
      { low: expect.closeTo(1e7, 0), high: expect.closeTo(1e7, 0) },
      { low: expect.closeTo(1e7, 0), high: expect.closeTo(1e7, 0) },
    ]);
  });
});

describe('the middle 95 % of the replicates', () => {
  test('is the band of a change', () => {
    // Of 8 draws, five or more are of the three fast rounds in 13 % of the cases: then the median is theirs.
    const small = contender(figures({ sizeBytes: 1e6, encodeMs: 10, decodeMs: 110 }));
    const fast = contender(figures({ sizeBytes: 2e6, encodeMs: 10, decodeMs: 10 }), {
      noise: (round) => (round < 3 ? 1 : 6),
    });
    const situation = { ...message, latencyMs: 0, writes: 0 };
    expect(crossingBand(axes.bandwidth, situation, [small, fast], replicates, { at: 1e7 })).toEqual({
      low: expect.closeTo(1e7, 0),
      high: expect.closeTo(2e7, 0),
    });
  });

  test('of a native time reaches from the least to the largest factor', () => {
    const native = (encodeMs: number, encode: { factor: number; low: number; high: number }) => ({
      ...contender(figures({ encodeMs })),
      nativeFactors: { encode, decode: exactly(1) },
    });
    const { standings } = answerOf([native(1, exactly(1)), native(100, { factor: 1, low: 0.5, high: 2 })], writing, {
      replicates,
      seed: 1,
    });
    const [, rival] = standings;
    const { low = Number.NaN, high = Number.NaN } = rival?.interval() ?? {};
    expect(Math.log2(high / (rival?.factor ?? Number.NaN))).toBeCloseTo(1, 0);
    expect(Math.log2((rival?.factor ?? Number.NaN) / low)).toBeCloseTo(1, 0);
  });
});
