import { describe, expect, it } from 'vitest';
import { namedSituations } from '../view/named-situations';
import { axes } from './axes';
import { winnersAlong } from './envelope';
import { type CandidateFigures, costParts, timeParts, totalMs, totalOf } from './totals';

/** A file whose column takes longer to read alone than the whole takes to decode, as with some readers in JavaScript. */
const slowColumn: CandidateFigures = {
  sizeBytes: 1_000_000,
  encodeMs: 10,
  decodeMs: 5,
  columnMs: 7,
  lookupMs: null,
  columnRequests: null,
  lookupRequests: null,
};
const columns = {
  ...namedSituations.message.situation,
  goal: 'time' as const,
  writes: 0,
  reads: 0,
  columnReads: 10,
  lookups: 0,
  uploadBytesPerSecond: 125e6,
  downloadBytesPerSecond: 125e6,
  latencyMs: 0,
  pipelined: false,
  needsOneColumn: false,
};

describe('the read of one column', () => {
  it('decodes the whole file where that takes less time, unless the column must be readable alone', () => {
    // 1 MB at 125 MB/s is 8 ms.
    expect(totalMs(columns, slowColumn)).toBeCloseTo(10 * (8 + 5), 9);
    expect(timeParts(columns, slowColumn)).toEqual({ encodeMs: 0, decodeMs: 50, waitMs: 0, transferMs: 80 });
    expect(totalMs({ ...columns, needsOneColumn: true }, slowColumn)).toBeCloseTo(10 * (8 + 7), 9);
    expect(totalMs(columns, { ...slowColumn, decodeMs: Number.NaN })).toBeCloseTo(10 * (8 + 7), 9);
    expect(totalMs(columns, { ...slowColumn, columnMs: 4 })).toBeCloseTo(10 * (8 + 4), 9);
    // A file of which no column can be read alone is decoded in any case.
    expect(totalMs({ ...columns, needsOneColumn: true }, { ...slowColumn, columnMs: null })).toBeCloseTo(130, 9);
  });

  it('asks for the parts where that takes less time than both', () => {
    const inParts = { ...slowColumn, columnRequests: { requests: 2, steps: 2, bytes: 100_000 } };
    expect(totalMs(columns, inParts)).toBeCloseTo(10 * (0.8 + 7), 9);
    expect(timeParts({ ...columns, latencyMs: 10 }, inParts)).toEqual({
      encodeMs: 0,
      decodeMs: 50,
      waitMs: 100,
      transferMs: 80,
    });
  });

  it('weighs the price of downloads against that of computing', () => {
    const inParts = { ...slowColumn, columnRequests: { requests: 2, steps: 2, bytes: 100_000 } };
    const money = { ...columns, goal: 'money' as const, months: 0, corePerHour: 3.6 };
    const dearDownloads = costParts({ ...money, egressPerGb: 1 }, inParts);
    expect(dearDownloads.egress).toBeCloseTo(10 * 1e-4, 12);
    expect(dearDownloads.compute).toBeCloseTo(10 * 7e-6, 12);
    const dearCores = costParts({ ...money, egressPerGb: 0.001 }, inParts);
    expect(dearCores.egress).toBeCloseTo(10 * 1e-6, 12);
    expect(dearCores.compute).toBeCloseTo(10 * 5e-6, 12);
    expect(costParts({ ...money, egressPerGb: 0.001, needsOneColumn: true }, inParts).compute).toBeCloseTo(7e-5, 12);
  });

  it('bends the total where the way changes, along a bandwidth, a latency and a price', () => {
    const one = { ...slowColumn, columnRequests: { requests: 3, steps: 2, bytes: 100_000 } };
    const rival = { ...slowColumn, sizeBytes: 400_000, decodeMs: 9, columnMs: null };
    const money = { ...columns, goal: 'money' as const, months: 0, corePerHour: 3.6, egressPerGb: 0.002 };
    for (const situation of [columns, { ...columns, latencyMs: 1 }, money])
      for (const axis of [axes.bandwidth, axes.latencyMs, axes.egressPerGb, axes.corePerHour]) {
        const spans = winnersAlong(axis, situation, [one, rival]);
        for (let step = 1; step < 200; step += 1) {
          const value = axis.min * (axis.max / axis.min) ** (step / 200);
          const totals = [one, rival].map((each) => totalOf(axis.withValue(situation, value), each));
          const span = spans.find(({ from, to }) => from <= value && value <= to);
          expect((totals[span?.winner ?? -1] ?? Number.NaN) / Math.min(...totals)).toBeCloseTo(1, 9);
        }
      }
  });
});
