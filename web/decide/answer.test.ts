import { describe, expect, it } from 'vitest';
import { mulberry } from '../../workers/model/testing/mulberry';
import { answerOf } from './answer';
import { axes } from './axes';
import { changesOf, crossingBand } from './changes';
import type { Contender } from './contenders';
import { createReplicates } from './replicates';
import { contender, figures, message, randomFigures, randomSituation } from './testing/made-contenders';
import { totalOf, type CandidateFigures } from './totals';

describe('the answer', () => {
  const replicates = createReplicates(1);

  it('is the smallest total, in random situations', () => {
    const next = mulberry(3);
    for (let turn = 0; turn < 200; turn += 1) {
      const situation = { ...randomSituation(next), goal: (['time', 'money', 'size'] as const)[turn % 3] ?? 'time' };
      const contenders = Array.from({ length: 6 }, () => contender(randomFigures(next)));
      const { standings } = answerOf(contenders, situation, { replicates, seed: 1 });
      const totals = contenders.map(({ figures: one }) => totalOf(situation, one));
      expect(standings[0]?.total).toBe(Math.min(...totals));
      expect(standings.map(({ total }) => total)).toEqual([...totals].sort((a, b) => a - b));
    }
  });

  it('calls a clear difference behind, and overlapping candidates tied', () => {
    const noise = (round: number) => 1 + 0.05 * ((round * 7) % 5);
    const other = (round: number) => 1 + 0.05 * ((round * 3 + 2) % 5);
    const { standings } = answerOf(
      [
        contender(figures(), { noise }),
        contender(figures({ encodeMs: 10.01 }), { noise: other }),
        contender(figures({ encodeMs: 100 }), { noise }),
      ],
      { ...message, uploadBytesPerSecond: null, downloadBytesPerSecond: null },
      { replicates, seed: 1 },
    );
    expect(standings.map(({ verdict }) => verdict)).toEqual(['best', 'tied', 'behind']);
    const [best, tied, behind] = standings.map(({ probability }) => probability);
    expect((best ?? 0) + (tied ?? 0)).toBeCloseTo(1, 9);
    expect(behind).toBeNull();
    const interval = standings[2]?.interval();
    expect(interval?.low).toBeLessThanOrEqual(standings[2]?.factor ?? 0);
    expect(interval?.high).toBeGreaterThanOrEqual(standings[2]?.factor ?? 0);
  });

  it('knows who is far behind after one round by the transfer alone, after two by a third of the times', () => {
    const verdicts = (rivals: readonly CandidateFigures[], rounds: number) => {
      const all = [contender(figures(), { rounds: 6 }), ...rivals.map((rival) => contender(rival, { rounds }))];
      const answer = answerOf(all, message, { replicates, seed: 1 });
      return {
        ...answer,
        byRival: rivals.map((_, at) => answer.standings.find(({ contender: one }) => one === all[at + 1])?.verdict),
      };
    };
    // The best takes 32 ms, of which 16 are the transfer of 1 MB in both directions; half as much again is 24 ms.
    const rivals = [figures({ sizeBytes: 1_500_000 }), figures({ encodeMs: 60 }), figures({ sizeBytes: 2_100_000 })];
    expect(verdicts(rivals, 1)).toMatchObject({
      byRival: ['undecided', 'undecided', 'farBehind'],
      standings: [{ behindBy: null }, { behindBy: null }, { behindBy: 'leastTotal' }, { behindBy: null }],
      roundCount: 1,
      farBehindRounds: { fewest: 1, most: 1 },
    });
    expect(verdicts(rivals, 2).byRival).toEqual(['undecided', 'farBehind', 'farBehind']);
    expect(verdicts(rivals.slice(1), 2)).toMatchObject({ roundCount: 6, farBehindRounds: { fewest: 2, most: 2 } });
    expect(verdicts(rivals, 6)).toMatchObject({
      byRival: ['behind', 'behind', 'behind'],
      standings: [{ behindBy: null }, ...rivals.map(() => ({ behindBy: 'rounds' }))],
      farBehindRounds: null,
    });
  });

  it('calls no rival far behind for a time that may be that of code before its compilation', () => {
    const verdictOf = (rival: Contender) =>
      answerOf([contender(figures(), { rounds: 6 }), rival], message, { replicates, seed: 1 }).standings[1]?.verdict;
    const slow = figures({ encodeMs: 300 });
    expect(verdictOf(contender(slow, { rounds: 2 }))).toBe('farBehind');
    expect(verdictOf(contender(slow, { rounds: 2, neverWarm: new Set(['encode']) }))).toBe('undecided');
    expect(verdictOf(contender(slow, { rounds: 2, neverWarm: new Set(['decode']) }))).toBe('farBehind');
    // A thirtieth of 3,000 ms is far behind as well.
    const slower = figures({ encodeMs: 3_000 });
    expect(verdictOf(contender(slower, { rounds: 2, neverWarm: new Set(['encode']) }))).toBe('farBehind');
  });

  it('calls a rival that was far behind no tie once it has more rounds, even if those of the best are disturbed', () => {
    const best = contender(figures(), { noise: (round) => (round % 2 === 0 ? 1 : 6) });
    const rival = contender(figures({ sizeBytes: 2_100_000 }));
    const { standings } = answerOf([best, rival], message, { replicates, seed: 1 });
    expect(standings[1]).toMatchObject({ contender: rival, verdict: 'behind', behindBy: 'leastTotal' });
    // A third of its times, and the transfer of 2.1 MB in both directions.
    const least = totalOf(message, figures({ sizeBytes: 2_100_000, encodeMs: 10 / 3, decodeMs: 5 / 3 }));
    expect(standings[1]?.interval()?.low).toBeCloseTo(least / totalOf(message, figures()), 9);
  });

  it('is undecided with too few rounds, but not about sizes', () => {
    const two = [contender(figures(), { rounds: 2 }), contender(figures({ sizeBytes: 1.1e6 }), { rounds: 2 })];
    expect(answerOf(two, message, { replicates, seed: 1 }).standings[1]?.verdict).toBe('undecided');
    const bySize = answerOf(two, { ...message, goal: 'size' }, { replicates, seed: 1 });
    expect(bySize.standings[1]).toMatchObject({ verdict: 'behind', behindBy: 'exact', factor: 1.1, probability: null });
    expect(bySize.roundCount).toBeNull();
  });

  describe('the share of replicates that each tied candidate wins', () => {
    const writing = { ...message, uploadBytesPerSecond: null, downloadBytesPerSecond: null, latencyMs: 0, reads: 0 };
    const sharesOf = (all: readonly Contender[]) =>
      answerOf(all, writing, { replicates, seed: 1 }).standings.map(({ verdict, probability }) => [
        verdict,
        probability,
      ]);
    /** Slower from round to round, as a machine may be; rounds from the ninth on are those of leading candidates. */
    const slower = (round: number) => (round < 8 ? 1 + round / 10 : 0.95);
    const best = contender(figures({ encodeMs: 10 }), { rounds: 14, noise: slower });
    const rival = (inRound: (round: number) => number) =>
      contender(figures({ encodeMs: 10 }), { rounds: 8, noise: (round) => slower(round) * inRound(round) });

    it('is of rounds that all have, if leading candidates have more', () => {
      const near = rival((round) => (round === 0 ? 0.99 : 1.01));
      const fast = { ...best, figures: figures({ encodeMs: 9.5 }) };
      // A far rival with one round takes none from the others.
      const far = contender(figures({ sizeBytes: 1e11, encodeMs: 1e-6 }), { rounds: 1 });
      const link = { ...writing, uploadBytesPerSecond: 1e12 };
      const { standings } = answerOf([fast, near, far], link, { replicates, seed: 1 });
      expect(standings.map(({ verdict }) => verdict)).toEqual(['best', 'tied', 'farBehind']);
      // The rival wins with the first of 8 rounds, which is among 8 draws with a probability of 1 − (7/8)^8.
      const [own, other, none] = standings.map(({ probability }) => probability);
      expect(Math.abs((other ?? 0) - (1 - (7 / 8) ** 8))).toBeLessThan(0.05);
      expect((own ?? 0) + (other ?? 0)).toBeCloseTo(1, 9);
      expect(none).toBeNull();
    });

    it('is not told where the verdict would contradict it', () => {
      const [first, second] = [best, rival((round) => (round === 0 ? 1.01 : 1.02))];
      expect(sharesOf([first, second])).toEqual([
        ['best', null],
        ['tied', null],
      ]);
      expect(sharesOf([best, rival(() => 2)])).toEqual([
        ['best', null],
        ['behind', null],
      ]);
      const few = [figures(), figures({ encodeMs: 10.01 })].map((one) => contender(one, { rounds: 5 }));
      expect(sharesOf(few)).toEqual([
        ['best', null],
        ['undecided', null],
      ]);
    });
  });

  it('changes at once above a parameter of 0 if the totals are equal there', () => {
    const slow = contender(figures({ decodeMs: 100 }));
    const fast = contender(figures({ decodeMs: 10 }));
    const unread = { ...message, uploadBytesPerSecond: null, downloadBytesPerSecond: null, latencyMs: 0, reads: 0 };
    const change = changesOf(() => [slow, fast], unread, replicates).find(({ axis }) => axis === 'reads');
    expect(change).toMatchObject({ direction: 'above', value: 0, winner: fast });
  });

  it('says at which bandwidth another candidate wins, with a band that holds the value', () => {
    const small = contender(figures({ sizeBytes: 1e6, encodeMs: 10, decodeMs: 110 }), {
      noise: (round) => 1 + round / 100,
    });
    const fast = contender(figures({ sizeBytes: 2e6, encodeMs: 10, decodeMs: 10 }), {
      noise: (round) => 1 + round / 100,
    });
    const situation = { ...message, latencyMs: 0, writes: 0 };
    // The small file saves 1 MB and costs 100 ms, so they are equal at 10 MB/s.
    const changes = changesOf(() => [small, fast], situation, replicates);
    const bandwidth = changes.find(({ axis }) => axis === 'bandwidth');
    expect(bandwidth).toMatchObject({ direction: 'below' });
    expect(bandwidth?.winner).toBe(small);
    expect(bandwidth?.value).toBeCloseTo(1e7, 0);
    expect(bandwidth?.band?.low).toBeLessThanOrEqual(1e7);
    expect(bandwidth?.band?.high).toBeGreaterThanOrEqual(1e7 * 0.999);
    expect(crossingBand(axes.bandwidth, situation, [fast, small], replicates)).toEqual({ low: null, high: null });
  });
});
