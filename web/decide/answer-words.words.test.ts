import { describe, expect, it } from 'vitest';
import type { CompletedRow } from '../figures/rows';
import type { UserFile } from '../figures/user-file';
import { namedSituations } from '../view/named-situations';
import type { Situation } from '../view/situation';
import type { FactorInterval, Standing } from './answer';
import { answerSentences, type SaidOf } from './answer-sentences';
import { changeCondition, noneListedText, othersQuestion, verdictText, roundsFact } from './answer-words';
import type { Certainty } from './certainty';
import type { Change } from './changes';
import type { Contender } from './contenders';
import { scaledTotalText } from './scaled-total';
import { contender, figures } from './testing/made-contenders';

/** The sentences of the answer. `answer-words.test.ts` tests when which word stands, and its figures. */

it.each<[Change['axis'], string, string]>([
  ['bandwidth', 'a link slower than 2 B/s', 'a link faster than 2 B/s'],
  ['writes', 'written fewer than 2 times', 'written more than 2 times'],
  ['reads', 'read as a whole fewer than 2 times', 'read as a whole more than 2 times'],
  ['columnReads', 'one column read fewer than 2 times', 'one column read more than 2 times'],
  ['lookups', 'rows looked up fewer than 2 times', 'rows looked up more than 2 times'],
  ['latencyMs', 'requests with a latency below 2.00 ms', 'requests with a latency above 2.00 ms'],
  ['months', 'kept for less than 2 months', 'kept for more than 2 months'],
  ['storagePerGbMonth', 'price of storage below $2.00 per GB-month', 'price of storage above $2.00 per GB-month'],
  ['egressPerGb', 'price of downloads below $2.00 per GB', 'price of downloads above $2.00 per GB'],
  ['corePerHour', 'price of processors below $2.00 per core-hour', 'price of processors above $2.00 per core-hour'],
])('a change of %s', (axis, below, above) => {
  const change = { axis, value: 2, band: null, winner: {} as Contender };
  expect(changeCondition({ ...change, direction: 'below' })).toBe(below);
  expect(changeCondition({ ...change, direction: 'above' })).toBe(above);
});

it('what a verdict follows from', () =>
  expect(
    (['exact', 'rounds', 'leastTotal'] as const).map((behindBy) => verdictText({ verdict: 'behind', behindBy })),
  ).toEqual(['behind', 'behind, by the test of the rounds', 'behind, even with its shortest possible times']));

it('why no change is listed', () =>
  expect([noneListedText('time', false), noneListedText('money', true), noneListedText('size', false)]).toEqual([
    'No other value of any one figure of the situation does.',
    'Other values of some figures of the situation do, but the rounds differ too much to say which values.',
    'Nothing but the requirements: sizes do not depend on how the file is used.',
  ]));

it('why another candidate is not the best', () =>
  expect([othersQuestion(11), othersQuestion(1)]).toEqual(['Why not the other 11', 'Why not the other one']));

const { message, archive, download } = namedSituations;

/** A candidate of a size, with the total that the situation gives it. */
function standing(label: string, sizeBytes: number, total: number, interval: FactorInterval | null = null): Standing {
  const made = contender(figures({ sizeBytes }));
  return {
    contender: { ...made, row: { ...made.row, names: { label } } as CompletedRow },
    total,
    factor: 1,
    interval: () => interval,
    verdict: 'tied',
    behindBy: null,
    openBySize: false,
    isAsGoodByBounds: false,
    probability: null,
  };
}

const interval95 = (low: number, high: number): FactorInterval => ({ kind: 'interval95', low, high });
const best = standing('Parquet, zstd 9', 40_500_000, 3_240_000);
const clear: Certainty = { word: 'Clear', rivals: 3, atLeast: 1.049 };
const userFile = { name: 'Your file as it is', phrase: 'your file', sizeBytes: 69_000_000 } as UserFile;

const of = (over: Partial<SaidOf> = {}): SaidOf => ({
  answer: { standings: [best], roundCount: 8, farBehindRounds: null },
  certainty: clear,
  situation: { ...message.situation, goal: 'size' },
  userFile: null,
  comparison: null,
  kept: null,
  simplest: null,
  noun: 'rows',
  unmeasured: [],
  running: false,
  remainingMs: null,
  digits: 2,
  ...over,
});

const brought = (over: Partial<SaidOf>) =>
  answerSentences(of(over))
    ?.brings.map(({ text }) => text)
    .join('');

const timed = (over: Partial<Situation>): Situation => ({
  ...download.situation,
  writes: 0,
  reads: 0,
  latencyMs: 0,
  downloadBytesPerSecond: 1.25e7,
  ...over,
});

describe('what an answer brings', () => {
  it('in size, against the file', () =>
    expect(brought({ userFile })).toBe('40.5 MB instead of 69.0 MB (41 % smaller).'));

  it('in size, against the simplest candidate', () =>
    expect(brought({ simplest: standing('CSV', 81_000_000, 9_000) })).toBe(
      '40.5 MB instead of 81.0 MB as CSV (50 % smaller).',
    ));

  it.each<[Partial<Situation>, number, string]>([
    [{ reads: 1_000 }, 30, '1,000 downloads take 54 min instead of 90 min with your file as it is.'],
    [
      { reads: 1, writes: 1, downloadBytesPerSecond: null },
      1,
      '1 write and 1 read take 54 min instead of 3.0 min with your file as it is.',
    ],
    [{ lookups: 1, reads: 1 }, 1, '1 download and 1 look-up take'],
    [{ columnReads: 100 }, 1, '100 reads of one column take'],
  ])('in the situation’s own terms: %o', (over, times, words) => {
    const situation = timed(over);
    const total = times * 180_000;
    const comparison = { leftOut: [], figures: figures(), total, bestTotal: best.total };
    expect(brought({ situation, userFile, comparison })).toContain(words);
  });

  it('in money, with the months of storage', () => {
    const comparison = { leftOut: [], figures: figures(), total: 0.2, bestTotal: 0.1 };
    expect(brought({ situation: archive.situation, userFile, comparison })).toMatch(
      / 84 months of storage, 1 write, and 2 downloads cost \$0\.10 instead of \$0\.20 with your file as it is\. For 1\.00 TB of such files: \$17 a month instead of \$35\.$/u,
    );
  });
});

it('what an amount of such data takes', () => {
  const situation = { ...timed({ reads: 1 }), amountBytes: 5e11 };
  const total = { total: 60_000, other: null, ofBytes: 1e9, isFile: false };
  expect(scaledTotalText(situation, total)).toBe('For 500 GB of such data in memory: 8.3 h.');
  expect(scaledTotalText({ ...situation, amountBytes: null }, total)).toBeNull();
});

describe('how sure an answer is', () => {
  const time = { situation: message.situation };
  const tie = standing('Parquet, zstd 1', 50_000_000, 2_120);
  const open = standing('Parquet, zstd 1', 50_000_000, 2_120, interval95(0.98, 1.09));
  const answered = (...rivals: Standing[]) => ({
    standings: [best, ...rivals],
    roundCount: 2,
    farBehindRounds: null,
  });
  const near = standing('Arrow IPC', 50_000_000, 2_120, interval95(1.01, 1.09));
  const said: readonly (readonly [Certainty, Partial<SaidOf>, string])[] = [
    [clear, time, 'Clear: Every other candidate takes at least 4 % longer.'],
    [clear, { situation: archive.situation }, 'Clear: Every other candidate costs at least 4 % more.'],
    [{ ...clear, rivals: 1 }, {}, 'Clear: The only other candidate is at least 4 % larger.'],
    [{ ...clear, atLeast: 2.39 }, time, 'Clear: Every other candidate takes at least 2.3 times as long.'],
    [{ ...clear, atLeast: null }, time, 'Clear: Every other candidate takes longer.'],
    [{ ...clear, rivals: 0 }, time, 'Clear: No other candidate meets the situation.'],
    [{ word: 'Tie', as: [tie] }, time, 'Tie: As good: Parquet, zstd 1, within 3 %. This one is smaller.'],
    [{ word: 'Tie', as: [tie] }, {}, 'Tie: As good: Parquet, zstd 1, of the same size.'],
    [
      { word: 'Open', by: 'rounds', rivals: [open] },
      time,
      'Open: Parquet, zstd 1 is 2 % faster to 9 % slower: this machine can’t tell. Measure longer.',
    ],
    [
      { word: 'Open', by: 'rounds', rivals: [near, open] },
      { situation: archive.situation },
      'Open: Arrow IPC costs 1 % to 9 % more, and 1 other may be ahead, too: this machine can’t tell. Measure longer.',
    ],
    [
      { word: 'Open', by: 'sample', rivals: [open] },
      time,
      'Open: The sizes predicted from the sample leave open whether Parquet, zstd 1 is as good or better. Measure all rows.',
    ],
    [
      { word: 'Not sure yet', rounds: 2, of: 6 },
      { ...time, running: true, remainingMs: 38_200 },
      'Not sure yet: 2 of 6 rounds are measured. About 38 s left.',
    ],
    [
      { word: 'Not sure yet', rounds: 2, of: 6 },
      { ...time, answer: answered(open) },
      'Not sure yet: Parquet, zstd 1 may still be faster: 2 of 6 rounds are measured. The sizes are exact.',
    ],
    [
      { word: 'Not sure yet', unmeasured: 4, of: 12 },
      { ...time, running: true, remainingMs: 9_000 },
      'Not sure yet: 4 of 12 candidates are not measured. About 9.0 s left.',
    ],
    [
      { word: 'Not sure yet', unmeasured: 1, of: 12 },
      { ...time, unmeasured: ['JSON'], answer: answered({ ...tie, verdict: 'farBehind' }) },
      'Not sure yet: JSON is not measured. Of the 2 that are, this one is clearly the best. The sizes are exact.',
    ],
    [
      { word: 'Not sure yet', unmeasured: 4, of: 6 },
      { unmeasured: ['CSV', 'JSON', 'Pickle', 'npy'], answer: answered({ ...tie, verdict: 'undecided' }) },
      'Not sure yet: CSV, JSON and 2 others are not measured. Of the 2 that are, Parquet, zstd 1 may still be smaller.',
    ],
  ];

  it.each(said)('%o', (certainty, over, words) => {
    const sure = answerSentences(of({ certainty, ...over }))?.sure;
    expect(`${sure?.word}: ${sure?.text}`).toBe(words);
  });
});

it('what to keep', () => expect(answerSentences(of())?.what).toBe('Keep it as Parquet, zstd 9.'));

describe('a file that nothing is better than', () => {
  const situation = timed({ reads: 2 });
  const comparison = { leftOut: ['writing'] as const, figures: figures(), total: 6_480, bestTotal: 6_500 };
  const kept = (interval: FactorInterval | null, over: Partial<SaidOf> = {}) =>
    answerSentences(
      of({
        situation,
        userFile,
        comparison,
        kept: { nearest: best, factor: 1, interval, total: 6_520, rounds: 2 },
        ...over,
      }),
    );

  it('is kept for now while candidates are not measured', () =>
    expect(kept(null, { certainty: { word: 'Not sure yet', unmeasured: 6, of: 11 } })?.what).toBe(
      'Keep your file as it is: nothing measured so far is more than 3 % better.',
    ));

  it('is kept', () => {
    const said = kept(interval95(0.96, 1.018));
    expect(said?.what).toBe('Keep your file as it is: nothing here is more than 3 % better.');
    expect(said?.brings.map(({ text }) => text).join('')).toBe(
      'It has 69.0 MB. 2 downloads take 6.5 s with it, and 6.5 s with Parquet, zstd 9.',
    );
    expect(said?.leftOut).toBe('Both times leave out writing, which is not known of the file as it is.');
  });

  it.each<[FactorInterval | null, string]>([
    [interval95(0.96, 1.018), 'Clear: The nearest candidate, Parquet, zstd 9, is at most 1.8 % faster.'],
    [interval95(0.8, 0.9), 'Clear: The nearest candidate, Parquet, zstd 9, takes at least 11 % longer.'],
    [
      interval95(0.96, 1.1),
      'Open: Parquet, zstd 9 is 9 % faster to 4 % slower: this machine can’t tell. Measure longer.',
    ],
    [null, 'Not sure yet: 2 of 6 rounds are measured.'],
  ])('with %o', (interval, words) => {
    const sure = kept(interval)?.sure;
    expect(`${sure?.word}: ${sure?.text}`).toBe(words);
  });
});

it('says from the start which rule can decide early', () => {
  expect(roundsFact({ roundCount: 1, farBehindRounds: null }, false)).toBe(
    'Measured in 1 round. A verdict needs 6 rounds. A rival that can’t win, even with its shortest possible times, is out after fewer.',
  );
  expect(roundsFact({ roundCount: 6, farBehindRounds: null }, true)).toBe('Measured in 6 rounds. The run goes on.');
});
