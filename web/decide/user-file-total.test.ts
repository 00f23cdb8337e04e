import { expect, test } from 'vitest';
import type { Summary } from '../../workers/model/statistics/summary';
import type { UserFile } from '../figures/user-file';
import { defaultSituation } from '../view/named-situations';
import type { Situation } from '../view/situation';
import { contender, figures as madeFigures } from './testing/made-contenders';
import { canFileBeAsGood, againstUserFile, isFileAsGood, userFileTotal } from './user-file-total';

const file: UserFile = {
  sizeBytes: 2_000_000,
  ratio: 4,
  needsNoDecoding: false,
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

test('the user’s file has a total in every situation, and says what that leaves out', () => {
  expect(userFileTotal(file, reading)).toMatchObject({ total: 3 * (2_000 + 10), leftOut: [] });
  const size = { ...reading, goal: 'size', writes: 1 } as const;
  expect(userFileTotal({ ...file, decode: null }, size)).toMatchObject({ total: 2_000_000, leftOut: [] });
  const written = { ...reading, writes: 2, uploadBytesPerSecond: 1e6 };
  expect(userFileTotal(file, written)).toMatchObject({ total: 2 * 2_000 + 3 * 2_010, leftOut: ['writing'] });
  // Without a time to read, the file is compared by what is downloaded.
  const unread = { total: 3 * 2_000, leftOut: ['reading'] };
  expect(userFileTotal({ ...file, decode: null }, reading)).toMatchObject(unread);
  expect(userFileTotal(file, { ...reading, timesOf: 'native' })).toMatchObject(unread);
  expect(userFileTotal({ ...file, decode: null, needsNoDecoding: true }, reading)).toMatchObject({
    ...unread,
    leftOut: [],
  });
});

test('its factor is the median over the rounds that both have, and of sizes the quotient', () => {
  const best = contender(madeFigures({ decodeMs: 10 }), { rounds: 6 });
  const local = { ...reading, downloadBytesPerSecond: null } as const;
  const times = [10, 40, 20, 1, 20, 20, 9].map((ms, round) => [round, ms] as const);
  const read = { ...file, roundBestMs: { decode: new Map(times), project: new Map<number, number>() } };
  const decoding = { ...best, roundBestMs: { decode: best.roundBestMs.decode ?? new Map() } };
  const { factor, interval } = againstUserFile(read, decoding, local, 1);
  expect(factor).toBeCloseTo(2, 9);
  expect(interval).toMatchObject({ kind: 'interval95' });
  expect([(interval?.low ?? 9) <= factor, (interval?.high ?? 0) >= factor]).toEqual([true, true]);
  const size = { ...reading, goal: 'size' } as const;
  expect(againstUserFile(read, { ...best, roundBestMs: {} }, size, 1)).toMatchObject({ factor: 2, interval: null });
});

test('both sides are compared without what is not known of the file, and it is kept where nothing is 3 % better', () => {
  const sizeBytes = 2_000_000;
  const slow = contender(madeFigures({ sizeBytes, encodeMs: 5_000, decodeMs: 10 }), { rounds: 3 });
  const written = { ...reading, writes: 1, uploadBytesPerSecond: null };
  const { factor, total } = againstUserFile(file, slow, written, 1);
  expect([factor, total]).toEqual([1, 3 * 2_010]);
  expect(isFileAsGood(file, [slow], written)).toBe(true);
  const smaller = { ...slow, figures: { ...slow.figures, sizeBytes: 1_900_000 } };
  expect(isFileAsGood(file, [slow, smaller], written)).toBe(false);
  expect(isFileAsGood(file, [], written)).toBe(false);
});

test('the file cannot be as good where it is behind with the shortest times that its rounds allow', () => {
  const local = { ...reading, downloadBytesPerSecond: null } as const;
  const best = contender(madeFigures({ decodeMs: 10 }), { rounds: 2 });
  const readIn = (ms: number, rounds: number) => ({
    ...file,
    decode: { bestMs: ms } as Summary,
    roundBestMs: { decode: new Map(Array.from({ length: rounds }, (_, round) => [round, ms])) },
  });
  expect(canFileBeAsGood(readIn(1_000, 1), best, local)).toBe(true);
  expect(canFileBeAsGood(readIn(1_000, 2), best, local)).toBe(false);
  expect(canFileBeAsGood(readIn(200, 2), best, local)).toBe(true);
  // Its size alone says so after the first round.
  expect(canFileBeAsGood({ ...readIn(10, 1), sizeBytes: 3_000_000 }, best, reading)).toBe(false);
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
  const total = (of: UserFile, situation: Situation) => userFileTotal(of, situation).total;
  const oneColumn = { ...link, columnReads: 1 };
  expect(total(inParts, oneColumn)).toBeCloseTo(2 * 50 + 101 + 4);
  const lookups = { ...link, lookups: 5 };
  expect(total(inParts, lookups)).toBeCloseTo(50 + 1 + 5 * (2 * 50 + 10 + 2));
  // Without the counts, the file is downloaded; without the times, it is decoded as well.
  expect(total({ ...inParts, counts: {} }, oneColumn)).toBeCloseTo(50 + 2_000 + 4);
  expect(total(file, oneColumn)).toBeCloseTo(50 + 2_000 + 10);
});
