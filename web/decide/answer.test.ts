import { describe, expect, it } from 'vitest';
import { mulberry } from '../../workers/model/testing/mulberry';
import { answerOf } from './answer';
import { axes } from './axes';
import { changesOf, crossingBand, crossingNearest, isListed, isPlaced, placedSpans } from './changes';
import type { Contender } from './contenders';
import type { CompletedRow } from '../figures/rows';
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

  it('keeps a rival open whose predicted size may be smaller, and no other', () => {
    const predicted = (bytes: number, error: number | null): CompletedRow['predicted'] => ({
      bytes,
      limits: error === null ? null : { low: bytes * (1 - error), high: bytes * (1 + error) },
      errors: { partRates: [1, 1, 1], unread: 0.9, over: error ?? 0, under: 0, doublings: 1 },
    });
    const of = (sizeBytes: number, error: number | null): Contender => {
      const made = contender(figures({ sizeBytes }));
      return { ...made, row: { ...made.row, predicted: predicted(sizeBytes, error) } };
    };
    const standingsOf = (goal: 'size' | 'time', ...contenders: Contender[]) =>
      answerOf(contenders, { ...message, goal }, { replicates, seed: 1 }).standings.map(
        ({ verdict, behindBy, openBySize }) => ({ verdict, behindBy, openBySize }),
      );
    const open = { verdict: 'tied', behindBy: null, openBySize: true };
    const best = { verdict: 'best', behindBy: null, openBySize: false };
    expect(standingsOf('size', of(1_000_000, 0.01), of(1_030_000, 0.05))).toEqual([best, open]);
    expect(standingsOf('size', of(1_000_000, 0.01), of(1_300_000, 0.05))).toMatchObject([best, { behindBy: 'exact' }]);
    expect(standingsOf('size', of(1_000_000, 0.01), of(1_300_000, null))).toEqual([best, open]);
    // Without parts, the quotient of two sizes is at most twice or half as large.
    expect(standingsOf('size', of(1_000_000, null), of(1_900_000, null))).toEqual([best, open]);
    expect(standingsOf('size', of(1_000_000, null), of(2_100_000, null))).toMatchObject([best, { behindBy: 'exact' }]);
    expect(standingsOf('time', of(100_000_000, 0.01), of(104_000_000, 0.06))).toEqual([best, open]);
    expect(standingsOf('time', of(100_000_000, 0.01), of(150_000_000, 0.06))).toMatchObject([
      best,
      { verdict: 'behind', openBySize: false },
    ]);
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

  it('knows after one round who is as good with all times that the round allows', () => {
    const link = { ...message, latencyMs: 0 };
    const standingsOf = (...all: Contender[]) => answerOf(all, link, { replicates, seed: 1 }).standings;
    // 16 ms for each megabyte in both directions, and 15 ms at most for both calls.
    const of = (sizeBytes: number, rounds: number) => contender(figures({ sizeBytes }), { rounds });
    expect(standingsOf(of(100_000_000, 1), of(101_000_000, 1))[1]).toMatchObject({
      ...{ verdict: 'tied', behindBy: null, isAsGoodByBounds: true },
    });
    // Half as far from the margin as their times could take it.
    expect(standingsOf(of(20_000_000, 1), of(20_200_000, 1))[1]).toMatchObject({ verdict: 'undecided' });
    expect(standingsOf(of(20_000_000, 2), of(20_000_000, 2))[1]).toMatchObject({ verdict: 'undecided' });
    expect(standingsOf(of(40_000_000, 2), of(40_200_000, 2))[1]).toMatchObject({ verdict: 'tied' });
    expect(standingsOf(of(40_000_000, 6), of(40_200_000, 6))[1]).toMatchObject({ isAsGoodByBounds: false });
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
    const best = contender(figures(), { noise: (round) => (round % 3 === 0 ? 6 : 1) });
    const rival = contender(figures({ sizeBytes: 2_100_000 }));
    const { standings } = answerOf([best, rival], message, { replicates, seed: 1 });
    expect(standings[1]).toMatchObject({ contender: rival, verdict: 'behind', behindBy: 'leastTotal' });
    expect(standings[1]?.factor).toBeCloseTo((standings[1]?.total ?? 0) / totalOf(message, figures()), 9);
    // Its interval stays that of the rounds' median.
    expect(standings[1]?.interval()?.low).toBeLessThan(1);
  });

  it('is not clear where the order by the headline figures is not that of the rounds', () => {
    const best = contender(figures(), { noise: (round) => (round < 3 ? 1 : 6) });
    const rival = contender(figures({ sizeBytes: 2_100_000 }));
    const [first, second] = answerOf([rival, best], message, { replicates, seed: 1 }).standings;
    expect(first).toMatchObject({ contender: best, verdict: 'best', factor: 1 });
    expect(second).toMatchObject({ contender: rival, verdict: 'tied', behindBy: null });
    expect(second?.factor).toBeLessThan(1);
  });

  it('gives estimate and interval of one statistic, the median of the rounds’ log-ratios', () => {
    const best = contender(figures({ encodeMs: 10 }), { noise: (round) => 1 + 0.01 * round });
    const rival = contender(figures({ encodeMs: 20 }), { noise: (round) => 1 + 0.02 * round });
    const writing = { ...message, uploadBytesPerSecond: null, downloadBytesPerSecond: null, latencyMs: 0, reads: 0 };
    const [, second] = answerOf([best, rival], writing, { replicates, seed: 1 }).standings;
    const logs = Array.from({ length: 8 }, (_, round) => Math.log((2 * (1 + 0.02 * round)) / (1 + 0.01 * round)));
    const median = Math.exp(((logs[3] ?? 0) + (logs[4] ?? 0)) / 2);
    expect(second?.factor).toBeCloseTo(median, 9);
    const { low = 0, high = 0 } = second?.interval() ?? {};
    expect([low < median, median < high, low > 2]).toEqual([true, true, true]);
  });

  /** The contender with random times in each round; the headline figures are the fastest of them. */
  function measured(base: CandidateFigures, rounds: number, next: () => number, most = 2): Contender {
    const spread = most * next();
    const inRounds = (ms: number | null) =>
      new Map(Array.from({ length: rounds }, (_, round) => [round, (ms ?? 0) * (1 + spread * next())] as const));
    const roundBestMs = {
      encode: inRounds(base.encodeMs),
      decode: inRounds(base.decodeMs),
      ...(base.columnMs === null ? {} : { project: inRounds(base.columnMs) }),
      ...(base.lookupMs === null ? {} : { lookup: inRounds(base.lookupMs) }),
    };
    const fastest = (of: ReadonlyMap<number, number> | undefined) =>
      of === undefined ? null : Math.min(...of.values());
    const headline = {
      ...base,
      encodeMs: fastest(roundBestMs.encode) ?? 0,
      decodeMs: fastest(roundBestMs.decode) ?? 0,
      columnMs: fastest(roundBestMs.project),
      lookupMs: fastest(roundBestMs.lookup),
    };
    return { ...contender(headline), roundBestMs };
  }

  it.each([false, true])('has each factor within its interval, whatever the samples (native: %s)', (native) => {
    const next = mulberry(11);
    const factor = () => ({ factor: 2, low: 2 / (1 + next()), high: 2 * (1 + next()) });
    let [shown, inside] = [0, 0];
    for (let turn = 0; turn < (native ? 20 : 150); turn += 1) {
      const situation = {
        ...randomSituation(next),
        writes: 1,
        uploadBytesPerSecond: 1e9,
        downloadBytesPerSecond: null,
      };
      const rounds = 3 + (turn % 10);
      const base = randomFigures(next);
      const all = [1, 0.8 + 0.4 * next(), 0.5 + next()].map((times) => ({
        ...measured({ ...base, encodeMs: base.encodeMs * times, decodeMs: base.decodeMs * times }, rounds, next),
        ...(native ? { nativeFactors: { encode: factor(), decode: factor() } } : {}),
      }));
      for (const standing of answerOf(all, situation, { replicates, seed: turn }).standings) {
        const interval = standing.interval();
        if (interval === null) continue;
        expect(interval.low).toBeLessThanOrEqual(standing.factor * (1 + 1e-12));
        expect(interval.high).toBeGreaterThanOrEqual(standing.factor * (1 - 1e-12));
        shown += 1;
        if (interval.low < standing.factor && standing.factor < interval.high) inside += 1;
      }
    }
    expect(shown).toBeGreaterThan(native ? 15 : 150);
    // The median of few rounds can be a limit of their range by chance, but no limit is the factor by construction.
    expect(inside / shown).toBeGreaterThan(0.9);
  });

  it('is never clear against a rival that the rounds’ medians put first, whatever the samples', () => {
    const next = mulberry(12);
    const verdicts = new Map<string, number>();
    for (let turn = 0; turn < 300; turn += 1) {
      const situation = { ...message, uploadBytesPerSecond: null, downloadBytesPerSecond: 1e7 * next(), latencyMs: 0 };
      const rounds = 1 + (turn % 12);
      const base = randomFigures(next);
      const rival = {
        ...base,
        encodeMs: base.encodeMs * (0.7 + 0.6 * next()),
        decodeMs: base.decodeMs * (0.7 + 0.6 * next()),
      };
      // A larger file, which even the shortest times would leave behind, against a candidate whose rounds other work disturbed.
      const all = [base, { ...rival, sizeBytes: base.sizeBytes * (1 + 0.2 * next()) }].map((one, index) =>
        measured(one, rounds, next, index === 0 ? 20 : 2),
      );
      const [, second] = answerOf(all, situation, { replicates, seed: turn }).standings;
      if (second === undefined || second.factor >= 1) continue;
      verdicts.set(second.verdict, (verdicts.get(second.verdict) ?? 0) + 1);
    }
    expect([...verdicts.keys()].sort()).toEqual(['tied', 'undecided']);
    expect(Math.min(...verdicts.values())).toBeGreaterThan(5);
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
      const near = rival((round) => (round < 3 ? 0.99 : 1.01));
      const fast = { ...best, figures: figures({ encodeMs: 9.5 }) };
      // A far rival with one round takes none from the others.
      const far = contender(figures({ sizeBytes: 1e11, encodeMs: 1e-6 }), { rounds: 1 });
      const link = { ...writing, uploadBytesPerSecond: 1e12 };
      const { standings } = answerOf([fast, near, far], link, { replicates, seed: 1 });
      expect(standings.map(({ verdict }) => verdict)).toEqual(['best', 'tied', 'farBehind']);
      // The rival has the smaller median if four or more of 8 draws are of the first three rounds: in 34.9 % of the cases.
      const [own, other, none] = standings.map(({ probability }) => probability);
      expect(Math.abs((other ?? 0) - 0.3486)).toBeLessThan(0.05);
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
    expect(change).toMatchObject({ direction: 'above', value: 0, band: { low: 0, high: 0 }, winner: fast });
    expect(isPlaced(0, change?.band ?? null)).toBe(true);
  });

  it('says at which bandwidth another candidate wins, with a band that holds the value', () => {
    const noise = (round: number) => (round < 3 ? 1 : 1 + round / 100);
    const small = contender(figures({ sizeBytes: 1e6, encodeMs: 10, decodeMs: 110 }), { noise });
    const fast = contender(figures({ sizeBytes: 2e6, encodeMs: 10, decodeMs: 10 }), { noise });
    const situation = { ...message, latencyMs: 0, writes: 0 };
    // The small file saves 1 MB and costs 100 ms, so they are equal at 10 MB/s.
    const changes = changesOf(() => [small, fast], situation, replicates);
    const bandwidth = changes.find(({ axis }) => axis === 'bandwidth');
    expect(bandwidth).toMatchObject({ direction: 'below' });
    expect(bandwidth?.winner).toBe(small);
    expect(bandwidth?.value).toBeCloseTo(1e7, 0);
    expect(bandwidth?.band?.low).toBeLessThanOrEqual(1e7);
    expect(bandwidth?.band?.high).toBeGreaterThanOrEqual(1e7 * 0.999);
    expect(isPlaced(bandwidth?.value ?? 0, bandwidth?.band ?? null)).toBe(true);
    expect(crossingBand(axes.bandwidth, situation, [fast, small], replicates, { at: 1e7 })).toEqual({
      low: null,
      high: null,
    });
  });

  it('does not place a crossing that the rounds put elsewhere, or that most of them lack', () => {
    expect(isPlaced(3, null)).toBe(true);
    expect(isPlaced(3, { low: null, high: null })).toBe(false);
    expect(isPlaced(3, { low: 0, high: null })).toBe(false);
    expect([2, 3, 4, 5, 6].map((value) => isPlaced(value, { low: 3, high: 5 }))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    expect([2, 3].map((value) => isPlaced(value, { low: 3, high: null }))).toEqual([false, true]);
    expect([5, 6].map((value) => isPlaced(value, { low: null, high: 5 }))).toEqual([true, false]);
    // By the fastest samples they cross at 10 MB/s, by nearly all rounds at 2.6 MB/s.
    const small = contender(figures({ sizeBytes: 1e6, encodeMs: 10, decodeMs: 110 }), {
      noise: (round) => (round === 0 ? 1 : 4),
    });
    const fast = contender(figures({ sizeBytes: 2e6, encodeMs: 10, decodeMs: 10 }), {
      noise: (round) => (round === 0 ? 1 : 4),
    });
    const situation = { ...message, latencyMs: 0, writes: 0 };
    const change = changesOf(() => [small, fast], situation, replicates).find(({ axis }) => axis === 'bandwidth');
    expect(change?.value).toBeCloseTo(1e7, 0);
    expect(isPlaced(change?.value ?? 0, change?.band ?? null)).toBe(false);
  });

  it('does not list a change whose band covers the axis, of a count by the whole numbers that are shown', () => {
    const winner = contender(figures({}));
    const listed = (axis: 'reads' | 'months', low: number, high: number | null) =>
      isListed({ axis, direction: 'below', value: 2.4, band: { low, high }, winner });
    expect(listed('reads', 0.3, null)).toBe(false);
    expect(listed('reads', 1.3, null)).toBe(true);
    expect(listed('reads', 0.3, 30)).toBe(true);
    expect(listed('months', 0.3, null)).toBe(true);
    expect(listed('months', 0.05, 2_000)).toBe(false);
  });

  it('takes of two crossings in each round the one nearest to that of the headline figures', () => {
    const noise = (round: number) => (round < 3 ? 1 : 1 + round / 100);
    const bare = { columnMs: null, lookupMs: null };
    // With u ms for each MB: u + max(100, u) against 2 · max(60, 1.2 · u), which is smaller between u = 20 and u = 100 ÷ 1.4.
    const small = contender(figures({ sizeBytes: 1e6, encodeMs: 0, decodeMs: 100, ...bare }), { noise });
    const even = contender(figures({ sizeBytes: 1.2e6, encodeMs: 60, decodeMs: 60, ...bare }), { noise });
    const situation = { ...message, latencyMs: 0, pipelined: true, writes: 1, reads: 1 };
    const [slow, fast] = [1.4e7, 5e7];
    const bands = [
      crossingBand(axes.bandwidth, situation, [small, even], replicates, { at: slow }),
      crossingBand(axes.bandwidth, situation, [even, small], replicates, { at: fast }),
    ];
    for (const [index, at] of [slow, fast].entries()) {
      const band = bands[index] ?? null;
      expect(isPlaced(at, band)).toBe(true);
      expect((band?.low ?? 0) / at).toBeGreaterThan(0.9);
      expect((band?.high ?? Infinity) / at).toBeLessThan(1.1);
    }
  });

  it('is infinite in a round without a crossing, on the side of the one that wins', () => {
    const spansOf = (...winners: readonly number[]) =>
      winners.map((winner, index) => ({ winner, from: 10 ** index, to: 10 ** (index + 1) }));
    const found = (at: number, ...winners: readonly number[]) => crossingNearest(at, spansOf(...winners));
    expect([found(5, 0, 1, 0, 1), found(50, 0, 1, 0, 1), found(500, 0, 1, 0, 1)]).toEqual([10, 10, 1_000]);
    expect([found(0, 0, 1, 0, 1), found(0, 1), found(0, 0)]).toEqual([10, -Infinity, Infinity]);
    expect([found(5, 1, 0), found(50, 1, 0)]).toEqual([-Infinity, Infinity]);
  });

  it('has spans together between which the crossing is not placed', () => {
    const spans = [1, 10, 100, 1_000].map((from) => ({ from }));
    const [a, b, c, d] = spans;
    const elsewhere = { low: 200, high: 300 };
    expect(placedSpans(spans, [])).toEqual([[a], [b], [c], [d]]);
    expect(placedSpans(spans, [{ low: 9, high: 11 }, elsewhere, null])).toEqual([[a], [b, c], [d]]);
    expect(placedSpans(spans, [elsewhere, elsewhere, elsewhere])).toEqual([spans]);
  });
});
