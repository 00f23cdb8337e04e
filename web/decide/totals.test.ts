import { describe, expect, it } from 'vitest';
import { mulberry } from '../../workers/model/testing/mulberry';
import { figures, message, randomFigures, randomSituation } from './testing/made-contenders';
import { readSituation } from '../links/situation-text';
import { parseWithSchema } from '../../workers/model/parse';
import { situationSchema } from '../view/situation';
import frozenTotals from './testing/first-form-totals.json';
import { type CandidateFigures, costParts, timeParts, totalMs, totalOf } from './totals';
import { axes, axisIds } from './axes';
import { tableValues } from './TotalsTable';

describe('totals', () => {
  it.each(frozenTotals)(
    'are to the digit those of the links from before there were readers and prices of requests: $link',
    (frozen) => {
      const situation = parseWithSchema(situationSchema, readSituation(frozen.link), 'link');
      const one: CandidateFigures = frozen.figures;
      expect(totalOf(situation, one)).toBe(frozen.total);
      if (frozen.time === undefined) return;
      expect(timeParts(situation, one)).toEqual(frozen.time);
      expect(costParts(situation, one)).toEqual({ ...frozen.cost, requests: 0, retrieval: 0 });
    },
  );

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
    expect(costParts(dearDownloads, one)).toMatchObject({
      storage: 0,
      egress: expect.closeTo(2e-4, 12),
      compute: expect.closeTo(10e-6, 12),
    });
    const dearCores = { ...lookups, egressPerGb: 0.001, corePerHour: 3.6 };
    expect(costParts(dearCores, one)).toMatchObject({
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

  it('lets a reader open the file once, send some requests at once, and ask for parts only', () => {
    const far = { ...message, writes: 0, reads: 0, columnReads: 10, latencyMs: 100, downloadBytesPerSecond: 1e6 };
    const reading = { ...far, reader: 'pyarrow' as const, requestsAtOnce: 8, keepsFooter: true };
    // One request to open, of 50 kB; then one for the size, and 12 at once for 100 kB.
    const toOpen = { requests: 1, steps: 1, bytes: 50_000 };
    const one = figures({ columnRequests: { requests: 14, steps: 3, bytes: 150_000, toOpen } });
    expect(totalMs(reading, one)).toBeCloseTo(50 + 100 + 10 * (2 + 100 + (1 + 2) * 100), 9);
    expect(timeParts(reading, one)).toEqual({ encodeMs: 0, decodeMs: 20, waitMs: 3_100, transferMs: 1_050 });
    expect(totalMs({ ...reading, keepsFooter: false }, one)).toBeCloseTo(10 * (2 + 150 + 4 * 100), 9);
    expect(totalMs({ ...reading, requestsAtOnce: 1 }, one)).toBeCloseTo(150 + 10 * (2 + 100 + 13 * 100), 9);
    expect(totalMs({ ...reading, requestsAtOnce: 12, pipelined: true }, one)).toBeCloseTo(150 + 10 * (100 + 200), 9);
    // The whole file would take less, but no reader downloads it to read one column, and none decodes it.
    const slow = { ...reading, latencyMs: 10_000 };
    expect(totalMs(slow, one)).toBeCloseTo(50 + 10_000 + 10 * (2 + 100 + 30_000), 9);
    expect(totalMs({ ...slow, reader: 'none' }, one)).toBeCloseTo(10 * (2 + 1_000 + 10_000), 9);
    // A file that can only be read as a whole is; pyarrow asks for its size first, and a browser that knows it does not.
    expect(totalMs(reading, figures())).toBeCloseTo(10 * (2 + 1_000 + 200), 9);
    expect(totalMs({ ...reading, reader: 'hyparquet' }, figures())).toBeCloseTo(10 * (2 + 1_000 + 100), 9);
    // Everything is downloaded and decoded once for many rows.
    const lookups = { ...reading, columnReads: 0, lookups: 3 };
    const each = { requests: 2, steps: 2, bytes: 10_000 };
    const rows = figures({ lookupRequests: { open: toOpen, each } });
    expect(totalMs(lookups, rows)).toBeCloseTo(150 + 3 * (0.01 + 10 + 200), 9);
    expect(totalMs({ ...lookups, keepsFooter: false }, rows)).toBeCloseTo(3 * (0.01 + 60 + 300), 9);
    expect(totalMs({ ...lookups, lookups: 400 }, rows)).toBeCloseTo(5 + 1_000 + 200, 9);
  });

  it('counts prices of requests and of retrieval', () => {
    const priced = {
      ...message,
      goal: 'money' as const,
      writes: 2,
      reads: 3,
      columnReads: 10,
      reader: 'pyarrow' as const,
      keepsFooter: true,
      egressPerGb: 0,
      per1000Reads: 0.4,
      per1000Writes: 5,
      retrievalPerGb: 0.03,
    };
    const toOpen = { requests: 1, steps: 1, bytes: 50_000 };
    const one = figures({ columnRequests: { requests: 14, steps: 3, bytes: 150_000, toOpen } });
    const parts = costParts(priced, one);
    expect(parts.requests).toBeCloseTo((2 * 5 + (3 * 2 + 1 + 10 * 13) * 0.4) / 1_000, 12);
    expect(parts.retrieval).toBeCloseTo(((3_000_000 + 50_000 + 10 * 100_000) / 1e9) * 0.03, 12);
    expect(totalOf(priced, one)).toBeCloseTo(parts.storage + parts.compute + parts.requests + parts.retrieval, 12);
    // Without a reader the cheapest way counts: one request for the whole file is, if its bytes cost nothing.
    const free = { ...priced, reader: 'none' as const, retrievalPerGb: 0, corePerHour: 0 };
    expect(costParts(free, one).requests).toBeCloseTo((2 * 5 + (3 + 10) * 0.4) / 1_000, 12);
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
      const situation = randomSituation(next, { reader: true });
      const one = randomFigures(next);
      const parts = timeParts(situation, one);
      expect(parts.encodeMs + parts.decodeMs + parts.transferMs + parts.waitMs).toBeCloseTo(totalMs(situation, one), 3);
    }
  });
});

describe('the table of totals', () => {
  it('has a column for each decade of the bandwidth', () => {
    expect(tableValues(axes.bandwidth)).toEqual([1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10]);
  });

  it.each(axisIds)('%s: starts and ends where the axis does, with at most eleven columns in order', (id) => {
    const values = tableValues(axes[id]);
    expect(values[0]).toBeCloseTo(axes[id].min, 9);
    expect((values.at(-1) ?? 0) / axes[id].max).toBeCloseTo(1, 2);
    expect(values.length).toBeLessThanOrEqual(11);
    expect(values.toSorted((a, b) => a - b)).toEqual(values);
    expect(new Set(values).size).toBe(values.length);
  });
});
