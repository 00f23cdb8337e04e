import { expect, test } from 'vitest';
import type { Summary } from '../../workers/model/statistics/summary';
import type { UserFile } from '../figures/user-file';
import { defaultSituation } from '../view/named-situations';
import { totalOf } from './totals';
import { contender, figures as madeFigures } from './testing/made-contenders';
import { userFileFactor, userFileFigures } from './user-file-total';

const file: UserFile = {
  sizeBytes: 2_000_000,
  ratio: 4,
  settings: [],
  decode: { bestMs: 10 } as Summary,
  name: 'Your file as it is',
  phrase: 'your file',
  project: null,
  columnDataBytes: 0,
  lookup: null,
  roundBestMs: {},
  lookupsPerCall: 1,
  counts: {},
  timesNote: '',
};
const reading = {
  ...defaultSituation,
  goal: 'time',
  writes: 0,
  reads: 3,
  columnReads: 0,
  lookups: 0,
  downloadBytesPerSecond: 1e6,
  latencyMs: 0,
  pipelined: false,
  timesOf: 'browser',
} as const;

test('the user’s file has the total of a situation that only reads it, and its size', () => {
  const figures = userFileFigures(file, reading);
  if (typeof figures === 'string') throw new Error(figures);
  expect(totalOf(reading, figures)).toBe(3 * (2_000 + 10));
  const size = { ...reading, goal: 'size', writes: 1 } as const;
  const ofSize = userFileFigures({ ...file, decode: null }, size);
  if (typeof ofSize === 'string') throw new Error(ofSize);
  expect(totalOf(size, ofSize)).toBe(2_000_000);
});

test('its factor is the median over the rounds that both have, and of sizes the quotient', () => {
  const best = contender(madeFigures({ decodeMs: 10 }), { rounds: 3 });
  const local = { ...reading, downloadBytesPerSecond: null } as const;
  const times = [10, 40, 20, 1].map((ms, round) => [round, ms] as const);
  const read = { ...file, roundBestMs: { decode: new Map(times), project: new Map<number, number>() } };
  const figures = userFileFigures(read, local);
  if (typeof figures === 'string') throw new Error(figures);
  const decoding = { ...best, roundBestMs: { decode: best.roundBestMs.decode ?? new Map() } };
  expect(userFileFactor(read, figures, decoding, local)).toBeCloseTo(2, 9);
  const size = { ...reading, goal: 'size' } as const;
  expect(userFileFactor(read, figures, { ...best, roundBestMs: {} }, size)).toBeCloseTo(2, 9);
});

test('one column and look-ups cost what was measured and counted in the file, or the whole file', () => {
  const inParts = {
    ...file,
    project: { bestMs: 4 } as Summary,
    lookup: { bestMs: 128 } as Summary,
    lookupsPerCall: 64,
    counts: {
      networkRequestsToOpen: 1,
      networkStepsToOpen: 1,
      networkBytesToOpen: 1_000,
      networkRequestsForOneColumn: 2,
      networkStepsForOneColumn: 2,
      networkBytesForOneColumn: 101_000,
      networkRequestsForOneRow: 3,
      networkStepsForOneRow: 2,
      networkBytesForOneRow: 11_000,
    },
  };
  const link = { ...reading, reads: 0, latencyMs: 50 } as const;
  const total = (of: UserFile, situation: Parameters<typeof userFileFigures>[1]) => {
    const figures = userFileFigures(of, situation);
    if (typeof figures === 'string') throw new Error(figures);
    return totalOf(situation, figures);
  };
  const oneColumn = { ...link, columnReads: 1 };
  expect(total(inParts, oneColumn)).toBeCloseTo(2 * 50 + 101 + 4);
  const lookups = { ...link, lookups: 5 };
  expect(total(inParts, lookups)).toBeCloseTo(50 + 1 + 5 * (2 * 50 + 10 + 2));
  // Without the counts, the file is downloaded; without the times, it is decoded as well.
  expect(total({ ...inParts, counts: {} }, oneColumn)).toBeCloseTo(50 + 2_000 + 4);
  expect(total(file, oneColumn)).toBeCloseTo(50 + 2_000 + 10);
});
