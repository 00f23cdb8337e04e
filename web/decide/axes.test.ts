import { describe, expect, test } from 'vitest';
import type { Situation } from '../view/situation';
import { type AxisId, axes, axesOf } from './axes';
import { breakEvenLines, fractionOf, valueAt } from './break-even-lines';
import { durationTicks, durationTickText } from './duration-ticks';
import { neededOperations } from './needed-operations';
import { partialRequests } from './partial-requests';
import { createReplicates, replicateCount } from './replicates';
import { figuresAt } from './round-totals';
import { bandwidthBreaks, latencyBreaks, lookupBreaks, priceBreaks } from './slope-breaks';
import { contender, figures, message } from './testing/made-contenders';

const nothing: Situation = { ...message, writes: 0, reads: 0, columnReads: 0, lookups: 0, latencyMs: 0 };
const requests = (count: number, steps: number, bytes: number) => ({ requests: count, steps, bytes });
const closeTo = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 9));

describe('an axis', () => {
  const ids = (goal: Situation['goal']) => axesOf({ ...message, goal }).map(({ id }) => id);

  test('belongs to the goals that depend on it', () => {
    expect(ids('time')).toEqual(['bandwidth', 'writes', 'reads', 'columnReads', 'lookups', 'latencyMs']);
    expect(ids('money')).toEqual([
      ...['months', 'storagePerGbMonth', 'egressPerGb', 'corePerHour'],
      ...['writes', 'reads', 'columnReads', 'lookups'],
    ]);
    expect(ids('size')).toEqual([]);
  });

  test.each([
    ['bandwidth', 1e4, 1e10],
    ['writes', 0.01, 1e6],
    ['reads', 0.01, 1e6],
    ['columnReads', 0.01, 1e6],
    ['lookups', 1, 1e9],
    ['latencyMs', 0.01, 1e4],
    ['months', 0.1, 1_200],
    ['storagePerGbMonth', 1e-4, 10],
    ['egressPerGb', 1e-4, 10],
    ['corePerHour', 1e-4, 10],
  ] as const)('of %s reaches from %s to %s', (id: AxisId, min, max) => {
    const axis = axes[id];
    expect([axis.id, axis.min, axis.max]).toEqual([id, min, max]);
    expect(axis.valueOf(axis.withValue(message, 7))).toBe(7);
    expect(axis.fromU(axis.toU(8))).toBe(8);
    expect(axis.toU(4)).toBe(id === 'bandwidth' ? 0.25 : 4);
    if (id !== 'bandwidth') expect(axis.withValue(message, 7)).toEqual({ ...message, [id]: 7 });
  });

  test('of the bandwidth keeps the share of uploads', () => {
    const speeds = (upload: number | null, download: number | null) => {
      const situation = { ...message, uploadBytesPerSecond: upload, downloadBytesPerSecond: download };
      const { uploadBytesPerSecond, downloadBytesPerSecond } = axes.bandwidth.withValue(situation, 8);
      return [axes.bandwidth.valueOf(situation), uploadBytesPerSecond, downloadBytesPerSecond];
    };
    expect(speeds(2, 4)).toEqual([4, 4, 8]);
    expect(speeds(null, 4)).toEqual([4, null, 8]);
    expect(speeds(2, null)).toEqual([2, 8, null]);
    expect(speeds(null, null)).toEqual([null, 8, 8]);
  });

  test('of the latency has no value without a link', () => {
    const latency = (latencyMs: number, upload: number | null, download: number | null) =>
      axes.latencyMs.valueOf({
        ...message,
        latencyMs,
        uploadBytesPerSecond: upload,
        downloadBytesPerSecond: download,
      });
    expect([latency(0, null, null), latency(3, null, null)]).toEqual([null, 3]);
    expect([latency(0, 1, null), latency(0, null, 1)]).toEqual([0, 0]);
  });

  test('divides its values logarithmically', () => {
    expect([1, 1e3, 1e9].map((value) => fractionOf(axes.lookups, value))).toEqual(closeTo([0, 1 / 3, 1]));
    expect([0, 1 / 3, 1].map((fraction) => valueAt(axes.lookups, fraction) / 1e3)).toEqual(closeTo([1e-3, 1, 1e6]));
    expect(fractionOf(axes.writes, 100)).toBeCloseTo(0.5, 9);
    expect(valueAt(axes.writes, 0.5)).toBeCloseTo(100, 9);
  });

  test('has the slopes of its own parameter', () => {
    const one = figures({ sizeBytes: 1e6, columnRequests: requests(3, 3, 1e5) });
    const columns = { ...nothing, columnReads: 1, egressPerGb: 1, corePerHour: 3.6 };
    for (const id of ['egressPerGb', 'corePerHour'] as const)
      expect(axes[id].breaks(columns, one)).toEqual(priceBreaks(columns, one, id));
    expect(axes.latencyMs.breaks(columns, one)).toEqual(latencyBreaks(columns, one));
    const lookups = { ...nothing, lookups: 3 };
    expect(axes.lookups.breaks(lookups, one)).toEqual(lookupBreaks(lookups, one));
    expect(axes.months.breaks(lookups, one)).toEqual([]);
    const link = { ...columns, uploadBytesPerSecond: 5, downloadBytesPerSecond: 10 };
    const atOne = { ...link, uploadBytesPerSecond: 0.5, downloadBytesPerSecond: 1 };
    const found = axes.bandwidth.breaks({ ...link, pipelined: true, writes: 1 }, one);
    expect(found).toEqual(bandwidthBreaks({ ...link, pipelined: true, writes: 1 }, one, atOne));
    expect(found.length).toBeGreaterThan(3);
  });
});

const inOrder = (values: readonly number[]) => values.toSorted((a, b) => a - b);

describe('slopes along the bandwidth change', () => {
  const atOne: Situation = { ...nothing, uploadBytesPerSecond: 0.5, downloadBytesPerSecond: 1 };
  const breaks = (situation: Partial<Situation>, over: Parameters<typeof figures>[0] = {}, one: Situation = atOne) =>
    inOrder(bandwidthBreaks({ ...nothing, ...situation }, figures({ sizeBytes: 100, ...over }), one));

  test('where the transfer takes as long as computing', () => {
    // A byte takes 1 s at one byte a second, and 2 s to upload.
    expect(breaks({ pipelined: true, writes: 1 })).toEqual(closeTo([10 / 2e5]));
    expect(breaks({ pipelined: true, reads: 1, latencyMs: 40 })).toEqual(closeTo([5 / 1e5]));
    expect(breaks({ writes: 1, reads: 1 })).toEqual([]);
    expect(breaks({ pipelined: true })).toEqual([]);
    expect(breaks({ pipelined: true, writes: 1, reads: 1, goal: 'money' })).toEqual([]);
    const noLink = { ...atOne, uploadBytesPerSecond: null, downloadBytesPerSecond: null };
    expect(breaks({ pipelined: true, writes: 1, reads: 1 }, {}, noLink)).toEqual([]);
  });

  test('where another way to read a column becomes faster', () => {
    const columnRequests = requests(3, 2, 40);
    const once = { columnReads: 1, latencyMs: 10 };
    expect(breaks(once)).toEqual([]);
    expect(breaks(once, { columnRequests })).toEqual(closeTo([(2 + 30 - 5 - 10) / 6e4, (2 + 30 - 2 - 10) / 6e4]));
    expect(breaks({ ...once, columnReads: 0 }, { columnRequests })).toEqual([]);
    expect(breaks(once, { columnRequests, columnMs: null })).toEqual([]);
    const piped = breaks({ ...once, pipelined: true }, { columnRequests });
    // 5 and 2 ms of computing, 100 bytes and 40 bytes of the link, one latency or two.
    expect(piped.toSorted((a, b) => a - b)).toEqual(
      closeTo([2, 2, 5, 5, 2 / 0.4, 12, 12, 10 / 0.6, 10 / 0.6].map((ms) => ms / 1e5).toSorted((a, b) => a - b)),
    );
  });

  test('where another way to look up becomes faster', () => {
    const lookupRequests = { open: requests(2, 1, 10), each: requests(1, 1, 5) };
    const twice = { lookups: 2, latencyMs: 10 };
    expect(breaks(twice, { lookupMs: 1 })).toEqual([]);
    expect(breaks({ ...twice, lookups: 0 }, { lookupRequests })).toEqual([]);
    expect(breaks(twice, { lookupMs: null, lookupRequests })).toEqual([]);
    // Whole: 15 ms and 100 bytes, or 12 ms; in parts: 20 + 2 · 11 ms, and 20 bytes.
    expect(breaks(twice, { lookupMs: 1, lookupRequests })).toEqual(closeTo([27 / 8e4, 30 / 8e4]));
    const piped = breaks({ ...twice, pipelined: true }, { lookupMs: 1, lookupRequests });
    // Whole: 15 ms, or 10 ms and 100 bytes, or 12 ms and 100 bytes; in parts: 32 ms and 10 bytes, or 30 ms and 20 bytes.
    expect(piped.toSorted((a, b) => a - b)).toEqual(
      closeTo(
        [3 / 100, 5 / 100, 20 / 80, 18 / 80, 22 / 90, 20 / 90, 2 / 10].map((u) => u / 1e3).toSorted((a, b) => a - b),
      ),
    );
  });
});

describe('slopes along the latency change', () => {
  const breaks = (situation: Partial<Situation>, over: Parameters<typeof figures>[0] = {}) =>
    inOrder(
      latencyBreaks(
        { ...nothing, downloadBytesPerSecond: 1_000, ...situation },
        figures({ sizeBytes: 100, columnRequests: requests(3, 2, 40), ...over }),
      ),
    );
  const lookupRequests = { open: requests(2, 1, 10), each: requests(2, 1, 5) };

  test('where more requests take longer than more bytes', () => {
    // 100 bytes are 100 ms: 105 or 102 ms and one wait; 42 ms and three.
    expect(breaks({ columnReads: 1 })).toEqual(closeTo([60 / 2, 63 / 2]));
    expect(breaks({ columnReads: 1, pipelined: true })).toEqual(closeTo([60, 60]));
    expect(breaks({ columnReads: 1, downloadBytesPerSecond: null })).toEqual(closeTo([3 / 2]));
    expect(breaks({ columnReads: 1, downloadBytesPerSecond: null, pipelined: true })).toEqual(closeTo([3]));
    expect(breaks({})).toEqual([]);
    expect(breaks({ columnReads: 1, goal: 'size' })).toEqual([]);
    expect(breaks({ columnReads: 1 }, { columnMs: null })).toEqual([]);
    expect(breaks({ columnReads: 1 }, { columnRequests: null })).toEqual([]);
  });

  test('where more look-ups take longer than the whole file', () => {
    // 105 ms, or 100 + 3 · 1 ms, and one wait; 10 + 3 · 6 ms and 2 + 3 · 2 waits.
    expect(breaks({ lookups: 3 }, { lookupMs: 1, lookupRequests })).toEqual(closeTo([75 / 7, 77 / 7]));
    expect(breaks({ lookups: 3, pipelined: true }, { lookupMs: 1, lookupRequests })).toEqual(
      closeTo([(100 - 25) / 3, (103 - 25) / 3]),
    );
    expect(breaks({}, { lookupMs: 1, lookupRequests })).toEqual([]);
    expect(breaks({ lookups: 3 }, { lookupMs: null, lookupRequests })).toEqual([]);
    expect(breaks({ lookups: 3 }, { lookupMs: 1 })).toEqual([]);
  });
});

describe('slopes along the number of look-ups change', () => {
  const lookupRequests = { open: requests(2, 1, 10), each: requests(2, 1, 5) };
  const breaks = (situation: Partial<Situation>, over: Parameters<typeof figures>[0] = {}) =>
    inOrder(
      lookupBreaks(
        { ...nothing, downloadBytesPerSecond: 1_000, latencyMs: 20, egressPerGb: 1, corePerHour: 3.6, ...situation },
        figures({ sizeBytes: 100, lookupMs: 1, ...over }),
      ),
    );

  test('where decoding the whole file takes less time', () => {
    expect(breaks({})).toEqual(closeTo([5]));
    expect(breaks({}, { lookupMs: null })).toEqual([]);
    expect(breaks({ goal: 'size' })).toEqual([]);
    // Whole: 125 ms, or 120 ms and 1 ms each; in parts: 10 + 40 ms, and 6 + 40 ms each.
    expect(breaks({}, { lookupRequests })).toEqual(closeTo([70 / 45, 75 / 46, 5]));
    // Whole: 120 ms; in parts: 10 + 20 ms, and 5 + 20 ms each.
    expect(breaks({ pipelined: true }, { lookupRequests })).toEqual(closeTo([90 / 25, 90 / 24]));
  });

  test('where it costs less', () => {
    const ofGb = { sizeBytes: 1e9, lookupMs: 1, decodeMs: 1_000 };
    expect(breaks({ goal: 'money' }, ofGb)).toEqual(closeTo([1_000]));
    const inParts = { open: requests(1, 1, 1e8), each: requests(1, 1, 1e6) };
    // 1.001 for the whole; 1 and a millionth each; 0.1, and 0.001 and a millionth each.
    expect(breaks({ goal: 'money' }, { ...ofGb, lookupRequests: inParts })).toEqual(
      closeTo([0.9 / 0.001, 0.901 / 0.001001, 1_000]),
    );
    expect(breaks({ goal: 'money' }, { ...ofGb, lookupMs: null })).toEqual([]);
  });
});

describe('slopes along a price change', () => {
  const priced = { ...nothing, egressPerGb: 2, corePerHour: 3 };
  const one = figures({ sizeBytes: 1e9, decodeMs: 3.6e6, columnMs: 7.2e6, columnRequests: requests(1, 1, 5e8) });

  test('where a column alone costs less', () => {
    const columns = { ...priced, columnReads: 1 };
    // An hour and 1 GB, or two hours and half a GB.
    expect(priceBreaks(columns, one, 'egressPerGb')).toEqual(closeTo([6]));
    expect(priceBreaks(columns, one, 'corePerHour')).toEqual(closeTo([1]));
    expect(priceBreaks(priced, one, 'egressPerGb')).toEqual([]);
    expect(priceBreaks(columns, { ...one, columnMs: null }, 'egressPerGb')).toEqual([]);
  });

  test('where single look-ups cost less', () => {
    const lookups = { ...priced, lookups: 2 };
    const each = { open: requests(1, 1, 3e8), each: requests(1, 1, 1e8) };
    const ofLookups = { ...one, lookupMs: 3.6e6, lookupRequests: each };
    expect(priceBreaks(lookups, ofLookups, 'egressPerGb')).toEqual(closeTo([6]));
    expect(priceBreaks(lookups, ofLookups, 'corePerHour')).toEqual(closeTo([1]));
    expect(priceBreaks(lookups, { ...ofLookups, lookupMs: null }, 'egressPerGb')).toEqual([]);
    expect(priceBreaks({ ...lookups, lookups: 0 }, ofLookups, 'egressPerGb')).toEqual([]);
  });
});

describe('the lines of the chart', () => {
  const small = contender(figures({ sizeBytes: 1e6, encodeMs: 0, decodeMs: 110 }));
  const fast = contender(figures({ sizeBytes: 2e6, encodeMs: 0, decodeMs: 10 }));
  const reading = { ...nothing, reads: 1 };
  const lines = breakEvenLines(axes.bandwidth, reading, [small, fast]);

  test('have 97 values from end to end', () => {
    expect(lines.values).toHaveLength(97);
    expect([lines.values[0], lines.values[48], lines.values[96]]).toEqual([
      expect.closeTo(1e4, 6),
      expect.closeTo(1e7, 3),
      expect.closeTo(1e10, 0),
    ]);
  });

  test('have the total of each contender, and the smallest', () => {
    expect(lines.totals.map(({ contender: one }) => one)).toEqual([small, fast]);
    // At 1e7 bytes a second both take 210 ms.
    expect(lines.totals.map(({ at }) => [at[0], at[48], at[96]])).toEqual([
      closeTo([100_110, 210, 110.1]),
      closeTo([200_010, 210, 10.2]),
    ]);
    expect([lines.smallest[0], lines.smallest[96]]).toEqual(closeTo([100_110, 10.2]));
  });

  test('have a span for each winner, with the drawn values inside and both ends', () => {
    expect(lines.spans.map(({ contender: one }) => one)).toEqual([small, fast]);
    const [first, second] = lines.spans;
    expect([first?.from, first?.to, second?.from, second?.to].map((value) => (value ?? 0) / 1e4)).toEqual([
      expect.closeTo(1, 6),
      expect.closeTo(1e3, 6),
      expect.closeTo(1e3, 6),
      expect.closeTo(1e6, 3),
    ]);
    const ends = [first?.line[0], first?.line.at(-1), second?.line[0], second?.line.at(-1)];
    expect(ends.map((end) => end?.total)).toEqual(closeTo([100_110, 210, 210, 10.2]));
    for (const { line, from, to } of lines.spans) {
      const values = line.map(({ value }) => value);
      expect(values).toEqual(values.toSorted((a, b) => a - b));
      expect([values[0], values.at(-1)]).toEqual([from, to]);
      expect(values.length).toBeGreaterThan(47);
    }
  });

  test('are empty without contenders', () => {
    const empty = breakEvenLines(axes.reads, reading, []);
    expect([empty.totals, empty.spans, empty.smallest[0]]).toEqual([[], [], Number.POSITIVE_INFINITY]);
  });
});

describe('ticks of durations', () => {
  const [second, hour, day] = [1_000, 3_600_000, 86_400_000];
  const year = 365.25 * day;

  test('are the round ones between two times, evenly thinned', () => {
    expect(durationTicks(1, 100, 5)).toEqual([1, 10, 100]);
    expect(durationTicks(1.1, 99, 5)).toEqual([10]);
    expect(durationTicks(1, 1_000, 2)).toEqual([1, 100]);
    expect(durationTicks(1, 1_000, 4)).toEqual([1, 10, 100, 1_000]);
    expect(durationTicks(1, 1_000, 3)).toEqual([1, 100]);
    expect(durationTicks(2, 9, 3)).toEqual([]);
    expect(durationTicks(1e-6, 1_000 * year, 99)).toEqual([
      ...[1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100],
      ...[second, 10 * second, 60 * second, 600 * second, hour, 10 * hour],
      ...[day, 10 * day, 100 * day, year, 10 * year, 100 * year, 1_000 * year],
    ]);
  });

  test('have texts', () => {
    const all = durationTicks(1e-6, 1_000 * year, 99);
    expect(all.map(durationTickText)).toEqual([
      ...['1 ns', '10 ns', '100 ns', '1 µs', '10 µs', '100 µs', '1 ms', '10 ms', '100 ms', '1 s', '10 s'],
      ...['1 min', '10 min', '1 h', '10 h', '1 day', '10 days', '100 days'],
      ...['1 year', '10 years', '100 years', '1000 years'],
    ]);
    expect(durationTickText(2)).toBeNull();
  });
});

describe('what a total needs', () => {
  test('are the operations of what is done', () => {
    const needed = (over: Partial<Situation>) => neededOperations({ ...nothing, ...over });
    expect(needed({})).toEqual([]);
    expect(needed({ writes: 1, reads: 1, columnReads: 1, lookups: 1 })).toEqual([
      ...['encode', 'decode', 'project', 'lookup'],
    ]);
    expect([needed({ writes: 1 }), needed({ reads: 1 })]).toEqual([['encode'], ['decode']]);
    expect([needed({ columnReads: 1 }), needed({ lookups: 1, goal: 'money' })]).toEqual([['project'], ['lookup']]);
    expect(needed({ writes: 1, goal: 'size' })).toEqual([]);
  });

  test('are the requests for a row beyond those to open the file, of which none is negative', () => {
    const column = requests(9, 8, 7);
    expect(partialRequests(column, null, requests(10, 1, 1))).toEqual({
      columnRequests: { ...column, toOpen: requests(9, 1, 1) },
      lookupRequests: null,
    });
    expect(partialRequests(column, null, null).columnRequests).toEqual(column);
    expect(partialRequests(null, requests(5, 4, 30), requests(2, 1, 10))).toEqual({
      columnRequests: null,
      lookupRequests: { open: requests(2, 1, 10), each: requests(3, 3, 20) },
    });
    expect(partialRequests(null, requests(5, 4, 30), null).lookupRequests).toEqual({
      open: requests(0, 0, 0),
      each: requests(5, 4, 30),
    });
    expect(partialRequests(null, requests(1, 1, 1), requests(2, 2, 2)).lookupRequests?.each).toEqual(requests(0, 0, 0));
  });
});

describe('replicates', () => {
  test('draw the same rounds each time, of which they give the median', () => {
    const rounds = (place: number) => [1, 2, 4, 8, 16, 32][place] as number;
    const medians = createReplicates(1).medians(6, rounds);
    expect(medians).toHaveLength(replicateCount);
    expect(createReplicates(1).medians(6, (place) => 3 * rounds(place))).toEqual(medians.map((each) => 3 * each));
    expect(createReplicates(2).medians(6, rounds)).not.toEqual(medians);
    expect(Math.min(...medians)).toBe(1);
    expect(Math.max(...medians)).toBeLessThanOrEqual(32);
  });

  test('ask for each round once in a replicate, and can be fewer', () => {
    const asked: string[] = [];
    const value = (place: number, replicate: number) => {
      asked.push(`${place} ${replicate}`);
      return place * 1_000 + replicate;
    };
    const few = createReplicates(1).medians(6, value, 40);
    expect(few).toHaveLength(40);
    expect(new Set(asked).size).toBe(asked.length);
    expect([...few]).toEqual([...createReplicates(1).medians(6, value)].slice(0, 40));
  });

  test('have the lower of two infinities between them, and draw at most 64 of many rounds', () => {
    const both = createReplicates(1).medians(2, (place) => (place === 0 ? Number.NEGATIVE_INFINITY : Infinity));
    expect(both.some(Number.isNaN)).toBe(false);
    const spread = createReplicates(1).medians(640, (place) => place);
    const mean = spread.reduce((sum, each) => sum + each, 0) / spread.length;
    expect(Math.abs(mean - 319.5)).toBeLessThan(5);
  });

  test('multiply native times by draws from the interval of the factor', () => {
    const exact = { factor: 2, low: 2, high: 2 };
    const steady = contender(figures());
    expect(createReplicates(1).noiseOf(steady)).toBeNull();
    const noise = (encode: typeof exact, decode: typeof exact) => {
      const of = createReplicates(1).noiseOf({ ...steady, nativeFactors: { encode, decode } });
      return Array.from({ length: replicateCount }, (_, replicate) => of?.(replicate) ?? { encode: 0, decode: 0 });
    };
    expect(noise(exact, exact)[5]).toEqual({ encode: 1, decode: 1 });
    const logs = noise({ factor: 2, low: 1, high: 3 }, exact)
      .map(({ encode }) => Math.log(encode))
      .sort((a, b) => a - b);
    // The wider side of the interval is a factor of 2: 95 % of the draws lie within it on either side.
    expect(Math.abs((logs[25] ?? 0) / Math.log(2) + 1)).toBeLessThan(0.2);
    expect(Math.abs((logs[974] ?? 0) / Math.log(2) - 1)).toBeLessThan(0.2);
    expect(Math.abs(logs[500] ?? 1)).toBeLessThan(0.05);
  });

  test('of native times multiply all that is decoded alike', () => {
    const native = contender(figures({ encodeMs: 10, decodeMs: 20, columnMs: 30, lookupMs: 40 }));
    expect(figuresAt(native, 3, { encode: 2, decode: 3 })).toMatchObject({
      ...{ encodeMs: 20, decodeMs: 60, columnMs: 90, lookupMs: 120 },
    });
  });
});
