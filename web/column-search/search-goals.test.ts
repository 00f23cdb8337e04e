import { describe, expect, test } from 'vitest';
import { bestTrials, type TriedSetting, candidateOf, weighed } from '../../workers/model/column-search';
import { totalOf } from '../decide/totals';
import { mulberry } from '../../workers/model/testing/mulberry';
import { namedSituations } from '../view/named-situations';
import { goals, type Situation } from '../view/situation';
import { frontierOf, sumOf, weightsOf } from './search-goals';

const trials = ['a', 'b', 'c'].flatMap((column, seed) =>
  Array.from(
    { length: 6 },
    (_, index): TriedSetting => ({
      column,
      setting: { encoding: `E${index}`, codec: null },
      allRows: true,
      sizeBytes: 100_000 + ((index * 7_919 + seed * 3_001) % 9_973) * 100,
      encodeMs: 1 + ((index * 104_729 + seed) % 89),
      decodeMs: 1 + ((index * 1_299_709 + seed) % 97),
    }),
  ),
);

const next = mulberry(11);
const speed = () => (next() < 0.2 ? null : 1e4 * 1e6 ** next());
const situations = Array.from(
  { length: 60 },
  (_, turn): Situation => ({
    ...namedSituations.message.situation,
    goal: goals[turn % goals.length] ?? 'time',
    writes: Math.round(1_000 ** next()),
    reads: Math.round(1_000 ** next()),
    columnReads: Math.round(100 * next()),
    uploadBytesPerSecond: speed(),
    downloadBytesPerSecond: speed(),
    pipelined: false,
    months: Math.round(100 * next()),
    storagePerGbMonth: 0.05 * next(),
    egressPerGb: 0.1 * next(),
    corePerHour: 0.1 * next(),
  }),
);

/** Every file: each setting of a with each of b and each of c. */
const files = [0, 1, 2, 3, 4, 5].flatMap((a) =>
  [0, 1, 2, 3, 4, 5].flatMap((b) =>
    [0, 1, 2, 3, 4, 5].map((c) =>
      sumOf([trials[a], trials[6 + b], trials[12 + c]].filter((each) => each !== undefined)),
    ),
  ),
);

describe('the best settings of columns', () => {
  test('have the least total of every file, in 60 situations', () => {
    for (const situation of situations) {
      const total = (figures: { sizeBytes: number; encodeMs: number; decodeMs: number }) =>
        totalOf(situation, { ...figures, columnMs: figures.decodeMs, lookupMs: null });
      const best = sumOf(bestTrials(trials, weightsOf('situation', situation)).values());
      const least = Math.min(...files.map(total));
      expect(total(best)).toBeLessThanOrEqual(least + 1e-6 * Math.abs(least));
    }
  });

  test('are the smallest, or the fastest to read', () => {
    const [size, read] = (['size', 'read'] as const).map((goal) =>
      sumOf(bestTrials(trials, weightsOf(goal, namedSituations.message.situation)).values()),
    );
    expect(size?.sizeBytes).toBe(Math.min(...files.map(({ sizeBytes }) => sizeBytes)));
    expect(read?.decodeMs).toBe(Math.min(...files.map(({ decodeMs }) => decodeMs)));
  });

  test('lie on a frontier that no other file surpasses', () => {
    const frontier = frontierOf(trials);
    expect(frontier.length).toBeGreaterThanOrEqual(2);
    for (const each of frontier)
      expect(
        files.some(({ sizeBytes, decodeMs }) => sizeBytes < each.sizeBytes && decodeMs < each.decodeMs),
        `${each.sizeBytes}`,
      ).toBe(false);
  });
});

describe('the candidate of some settings', () => {
  test('lists what differs from the usual, with names in quotation marks where they need them', () => {
    const zstd = { id: 'zstd', level: 3 };
    const candidate = candidateOf(
      new Map([
        ['id', { encoding: 'DELTA_BINARY_PACKED', codec: zstd }],
        ['name', { encoding: 'DICTIONARY', codec: zstd }],
        ['price: “net”; in "€"', { encoding: 'PLAIN', codec: null }],
      ]),
    );
    expect(candidate.codec).toEqual({ id: 'zstd', level: 3, granularity: 'page', implementation: null });
    expect(candidate.options.columns).toBe('id: DELTA_BINARY_PACKED; "price: “net”; in \\"€\\"": PLAIN, uncompressed');
  });

  test('is the least sum', () => {
    const weights = { perByte: 1, perEncodeMs: 2, perDecodeMs: 3 };
    for (const trial of bestTrials(trials, weights).values())
      expect(weighed(trial, weights)).toBe(
        Math.min(...trials.filter(({ column }) => column === trial.column).map((each) => weighed(each, weights))),
      );
  });
});
