import { describe, expect, it } from 'vitest';
import { mulberry } from '../../workers/model/testing/mulberry';
import type { Requests } from '../figures/network-reads';
import type { CompletedRow } from '../figures/rows';
import type { Situation } from '../view/situation';
import { answerOf } from './answer';
import { axes, axesOf } from './axes';
import { changesOf, crossingBand } from './changes';
import type { Contender } from './contenders';
import { winnersAlong } from './envelope';
import { createReplicates } from './replicates';
import { namedSituationIds, namedSituations, namedSituationOf } from '../view/named-situations';
import { type CandidateFigures, costParts, timeParts, totalMs, totalOf } from './totals';

const figures = (over: Partial<CandidateFigures> = {}): CandidateFigures => ({
  sizeBytes: 1_000_000,
  encodeMs: 10,
  decodeMs: 5,
  columnMs: 2,
  lookupMs: 0.01,
  columnRequests: null,
  lookupRequests: null,
  ...over,
});

const message = namedSituations.message.situation;

function contender(
  base: CandidateFigures,
  options: { rounds?: number; noise?: (round: number) => number; neverWarm?: Contender['neverWarm'] } = {},
): Contender {
  const { rounds = 8, noise = () => 1, neverWarm = new Set() } = options;
  const best = (ms: number | null) =>
    new Map(Array.from({ length: rounds }, (_, round) => [round, (ms ?? 0) * noise(round)] as const));
  return {
    row: {} as CompletedRow,
    figures: base,
    roundBestMs: {
      encode: best(base.encodeMs),
      decode: best(base.decodeMs),
      ...(base.columnMs === null ? {} : { project: best(base.columnMs) }),
      ...(base.lookupMs === null ? {} : { lookup: best(base.lookupMs) }),
    },
    neverWarm,
    assumptions: [],
    unknownRequests: {},
  };
}

/** A random situation, in which each part is absent at times. */
function randomSituation(next: () => number): Situation {
  const often = (max: number) => (next() < 0.3 ? 0 : max ** next());
  const speed = () => (next() < 0.2 ? null : 1e4 * 1e6 ** next());
  return {
    ...message,
    goal: next() < 0.5 ? 'time' : 'money',
    writes: often(1_000),
    reads: often(1_000),
    columnReads: often(1_000),
    lookups: often(1e6),
    uploadBytesPerSecond: speed(),
    downloadBytesPerSecond: speed(),
    latencyMs: often(100),
    pipelined: next() < 0.5,
    months: often(100),
    storagePerGbMonth: 0.02 * next(),
    egressPerGb: 0.1 * next(),
    corePerHour: 0.05 * next(),
    needsOneColumn: next() < 0.2,
    needsOneRow: next() < 0.2,
  };
}

const randomRequests = (next: () => number, sizeBytes: number): Requests => {
  const steps = 1 + Math.floor(next() * 3);
  return { steps, requests: steps + Math.floor(next() * 10), bytes: Math.round(sizeBytes * next()) };
};

const randomFigures = (next: () => number): CandidateFigures => {
  const sizeBytes = Math.round(1e5 * 100 ** next());
  const requests = () => randomRequests(next, sizeBytes);
  return {
    ...randomTimes(next),
    sizeBytes,
    columnRequests: next() < 0.4 ? null : requests(),
    lookupRequests: next() < 0.4 ? null : { open: requests(), each: requests() },
  };
};

const randomTimes = (next: () => number) => ({
  encodeMs: 0.5 * 1_000 ** next(),
  decodeMs: 0.5 * 1_000 ** next(),
  columnMs: next() < 0.3 ? null : 0.1 * 1_000 ** next(),
  lookupMs: next() < 0.3 ? null : 1e-4 * 1_000 ** next(),
});

describe('totals', () => {
  it('adds encoding, transfer, waiting and decoding', () => {
    // 1 MB at 125 MB/s is 8 ms.
    expect(totalMs(message, figures())).toBeCloseTo(10 + 8 + 0.5 + 5 + 8 + 0.5, 9);
    expect(timeParts(message, figures())).toEqual({ encodeMs: 10, decodeMs: 5, waitMs: 1, transferMs: 16 });
  });

  it('counts only the slower of computing and transferring if they are pipelined', () => {
    const pipelined = { ...message, pipelined: true };
    expect(totalMs(pipelined, figures())).toBeCloseTo(10 + 0.5 + 8 + 0.5, 9);
    expect(timeParts(pipelined, figures()).transferMs).toBeCloseTo(3, 9);
  });

  it('downloads once for all look-ups, and decodes once if single look-ups were not measured or take longer', () => {
    const lookups = { ...message, writes: 0, reads: 0, lookups: 400, latencyMs: 0 };
    expect(totalMs(lookups, figures())).toBeCloseTo(8 + 4, 9);
    expect(totalMs(lookups, figures({ lookupMs: null }))).toBeCloseTo(8 + 5, 9);
    const many = { ...lookups, lookups: 1_000 };
    expect(timeParts(many, figures())).toEqual({ encodeMs: 0, decodeMs: 5, waitMs: 0, transferMs: 8 });
    expect(totalMs({ ...many, pipelined: true }, figures())).toBeCloseTo(8, 9);
    // Not if its time is not known, nor if rows must be readable alone.
    expect(totalMs(many, figures({ decodeMs: Number.NaN }))).toBeCloseTo(8 + 10, 9);
    expect(totalMs({ ...many, needsOneRow: true }, figures())).toBeCloseTo(8 + 10, 9);
    expect(totalMs({ ...many, needsOneRow: true }, figures({ lookupMs: null }))).toBeCloseTo(8 + 5, 9);
  });

  it('weighs the price of downloads against that of computing, where decoding the whole file once computes less', () => {
    const lookups = { ...message, goal: 'money' as const, writes: 0, reads: 0, lookups: 1_000, months: 0 };
    const one = figures({
      lookupRequests: {
        open: { requests: 1, steps: 1, bytes: 100_000 },
        each: { requests: 1, steps: 1, bytes: 100 },
      },
    });
    const dearDownloads = { ...lookups, egressPerGb: 1, corePerHour: 3.6 };
    expect(costParts(dearDownloads, one)).toEqual({
      storage: 0,
      egress: expect.closeTo(2e-4, 12),
      compute: expect.closeTo(10e-6, 12),
    });
    const dearCores = { ...lookups, egressPerGb: 0.001, corePerHour: 3.6 };
    expect(costParts(dearCores, one)).toEqual({
      storage: 0,
      egress: expect.closeTo(1e-6, 12),
      compute: expect.closeTo(5e-6, 12),
    });
    expect(costParts({ ...dearCores, needsOneRow: true }, one).compute).toBeCloseTo(10e-6, 12);
    expect(costParts(dearCores, { ...one, decodeMs: Number.NaN }).compute).toBeCloseTo(10e-6, 12);
  });

  it('counts the requests and bytes of a column, if they take less time than the whole file', () => {
    const far = { ...message, writes: 0, reads: 0, columnReads: 10, latencyMs: 100, downloadBytesPerSecond: 1e6 };
    const columnRequests = { requests: 5, steps: 2, bytes: 100_000 };
    const one = figures({ columnRequests });
    // 100 kB at 1 MB/s are 100 ms; the whole file takes 1 s and one latency.
    expect(totalMs(far, one)).toBeCloseTo(10 * (2 + 100 + 5 * 100), 9);
    expect(timeParts(far, one)).toEqual({ encodeMs: 0, decodeMs: 20, waitMs: 5_000, transferMs: 1_000 });
    // Requests of one step are sent at once.
    expect(totalMs({ ...far, pipelined: true }, one)).toBeCloseTo(10 * (100 + 2 * 100), 9);
    expect(totalMs({ ...far, latencyMs: 1_000 }, one)).toBeCloseTo(10 * (2 + 1_000 + 1_000), 9);
    // A column that was not measured is read by decoding the whole file.
    expect(totalMs(far, { ...one, columnMs: null })).toBeCloseTo(10 * (5 + 1_000 + 100), 9);
    const cost = { ...far, goal: 'money' as const, egressPerGb: 1 };
    expect(costParts(cost, one).egress).toBeCloseTo(10 * 1e-4, 12);
  });

  it('opens the file once and asks for each row, if that takes less time than the whole file', () => {
    const far = { ...message, writes: 0, reads: 0, lookups: 3, latencyMs: 100, downloadBytesPerSecond: 1e6 };
    const lookupRequests = {
      open: { requests: 1, steps: 1, bytes: 50_000 },
      each: { requests: 2, steps: 1, bytes: 10_000 },
    };
    const one = figures({ lookupRequests });
    expect(totalMs(far, one)).toBeCloseTo(50 + 100 + 3 * (0.01 + 10 + 200), 9);
    expect(timeParts(far, one).waitMs).toBe(700);
    expect(totalMs({ ...far, pipelined: true }, one)).toBeCloseTo(50 + 100 + 3 * (10 + 100), 9);
    // From the fifth row on the whole file takes less.
    expect(totalMs({ ...far, lookups: 400 }, one)).toBeCloseTo(1_000 + 100 + 400 * 0.01, 9);
    const cost = { ...far, goal: 'money' as const, egressPerGb: 1 };
    expect(costParts(cost, one).egress).toBeCloseTo(8e-5, 12);
  });

  it('ignores the times of what is not done', () => {
    const reading = { ...message, writes: 0 };
    expect(totalMs(reading, figures({ encodeMs: Number.NaN }))).toBeCloseTo(5 + 8 + 0.5, 9);
  });

  it('computes the cost from prices', () => {
    const priced = {
      ...message,
      goal: 'money' as const,
      reads: 3,
      months: 10,
      storagePerGbMonth: 0.02,
      egressPerGb: 0.1,
      corePerHour: 3.6,
    };
    const parts = costParts(priced, figures());
    expect(parts.storage).toBeCloseTo(0.001 * 10 * 0.02, 12);
    expect(parts.egress).toBeCloseTo(0.001 * 3 * 0.1, 12);
    expect(parts.compute).toBeCloseTo(((10 + 15) / 3_600_000) * 3.6, 12);
    expect(totalOf(priced, figures())).toBeCloseTo(parts.storage + parts.egress + parts.compute, 12);
  });

  it('has parts that add up to the total, in random situations', () => {
    const next = mulberry(1);
    for (let turn = 0; turn < 500; turn += 1) {
      const situation = randomSituation(next);
      const one = randomFigures(next);
      const parts = timeParts(situation, one);
      expect(parts.encodeMs + parts.decodeMs + parts.transferMs + parts.waitMs).toBeCloseTo(totalMs(situation, one), 3);
    }
  });
});

describe('the winner along an axis', () => {
  const next = mulberry(2);
  const cases = Array.from({ length: 120 }, () => ({
    situation: randomSituation(next),
    all: Array.from({ length: 1 + Math.floor(next() * 40) }, () => randomFigures(next)),
  }));

  it('equals the smallest total at every point of a scan, for every axis of random situations', () => {
    for (const { situation, all } of cases) {
      for (const axis of axesOf(situation)) {
        const spans = winnersAlong(axis, situation, all);
        for (let step = 1; step < 60; step += 1) {
          const value = axis.min * (axis.max / axis.min) ** (step / 60);
          const here = axis.withValue(situation, value);
          const totals = all.map((one) => totalOf(here, one));
          const span = spans.find(({ from, to }) => from <= value && value <= to);
          const winner = totals[span?.winner ?? -1] ?? Number.NaN;
          expect(winner / Math.min(...totals) || 1).toBeCloseTo(1, 9);
        }
      }
    }
  });

  it('has crossings that agree with bisection within 0.1 %', () => {
    let checked = 0;
    for (const { situation, all } of cases) {
      for (const axis of axesOf(situation)) {
        const spans = winnersAlong(axis, situation, all);
        spans.slice(1).forEach(({ winner, from }, index) => {
          const before = all[spans[index]?.winner ?? -1] as CandidateFigures;
          const after = all[winner] as CandidateFigures;
          const isAhead = (value: number) => {
            const here = axis.withValue(situation, value);
            return totalOf(here, after) < totalOf(here, before);
          };
          let low = Math.max(axis.min, from / 1.05);
          let high = Math.min(axis.max, from * 1.05);
          // Two totals that stay equal beyond rounding have no crossing to find.
          if (isAhead(low) || !isAhead(high)) return;
          for (let turn = 0; turn < 60; turn += 1) {
            const middle = Math.sqrt(low * high);
            if (isAhead(middle)) high = middle;
            else low = middle;
          }
          expect(Math.abs(from / low - 1)).toBeLessThan(0.001);
          checked += 1;
        });
      }
    }
    expect(checked).toBeGreaterThan(300);
  });

  it('has spans that follow each other and cover the axis', () => {
    for (const { situation, all } of cases.slice(0, 20)) {
      for (const axis of axesOf(situation)) {
        const spans = winnersAlong(axis, situation, all);
        expect(spans[0]?.from).toBeCloseTo(axis.min, 9);
        expect((spans.at(-1)?.to ?? 0) / axis.max).toBeCloseTo(1, 9);
        spans.slice(1).forEach(({ from }, index) => {
          expect(from).toBe(spans[index]?.to);
        });
      }
    }
  });

  it('changes twice along a price, where look-ups change from single ones to decoding the whole file', () => {
    const lookups = { ...message, goal: 'money' as const, writes: 0, reads: 0, lookups: 1e6, months: 0 };
    const each = { requests: 1, steps: 1, bytes: 100 };
    const both = figures({
      sizeBytes: 1e9,
      decodeMs: 1_000,
      lookupMs: 1,
      lookupRequests: { open: { ...each, bytes: 0 }, each },
    });
    const winners = (axis: 'egressPerGb' | 'corePerHour', situation: Situation, rival: CandidateFigures) =>
      winnersAlong(axes[axis], situation, [both, rival]).map(({ winner }) => winner);
    const only = (sizeBytes: number, decodeMs: number) => figures({ sizeBytes, decodeMs, lookupMs: null });
    expect(winners('egressPerGb', { ...lookups, corePerHour: 3.6 }, only(1.5e8, 600_000))).toEqual([0, 1, 0]);
    expect(winners('corePerHour', { ...lookups, egressPerGb: 1 }, only(3e8, 288_000))).toEqual([0, 1, 0]);
  });

  it('is empty without candidates', () => {
    expect(winnersAlong(axes.reads, message, [])).toEqual([]);
  });
});

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
    expect(standings.map(({ probability }) => probability).reduce((sum, one) => sum + one)).toBeCloseTo(1, 9);
    expect(standings[2]?.probability).toBe(0);
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
      roundCount: 1,
      farBehindRounds: { fewest: 1, most: 1 },
    });
    expect(verdicts(rivals, 2).byRival).toEqual(['undecided', 'farBehind', 'farBehind']);
    expect(verdicts(rivals.slice(1), 2)).toMatchObject({ roundCount: 6, farBehindRounds: { fewest: 2, most: 2 } });
    expect(verdicts(rivals, 6)).toMatchObject({ byRival: ['behind', 'behind', 'behind'], farBehindRounds: null });
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
    expect(standings[1]).toMatchObject({ contender: rival, verdict: 'behind' });
    // A third of its times, and the transfer of 2.1 MB in both directions.
    const least = totalOf(message, figures({ sizeBytes: 2_100_000, encodeMs: 10 / 3, decodeMs: 5 / 3 }));
    expect(standings[1]?.interval()?.low).toBeCloseTo(least / totalOf(message, figures()), 9);
  });

  it('is undecided with too few rounds, but not about sizes', () => {
    const two = [contender(figures(), { rounds: 2 }), contender(figures({ sizeBytes: 1.1e6 }), { rounds: 2 })];
    expect(answerOf(two, message, { replicates, seed: 1 }).standings[1]?.verdict).toBe('undecided');
    const bySize = answerOf(two, { ...message, goal: 'size' }, { replicates, seed: 1 });
    expect(bySize.standings[1]).toMatchObject({ verdict: 'behind', factor: 1.1, probability: 0 });
    expect(bySize.roundCount).toBeNull();
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
    expect(crossingBand(axes.bandwidth, situation, fast, small, replicates)).toEqual({ low: null, high: null });
  });
});

describe('the named situations', () => {
  it('are recognised by their values', () => {
    for (const id of namedSituationIds) {
      expect(namedSituationOf(namedSituations[id].situation)).toBe(id);
      expect(namedSituationOf({ ...namedSituations[id].situation, timesOf: 'native' })).toBe(id);
    }
    expect(namedSituationOf({ ...message, reads: 17 })).toBeNull();
  });
});
