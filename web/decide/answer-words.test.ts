import { intervalNames } from '../figures/interval-names';
import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../workers/model/plan';
import { telling } from '../../workers/model/testing/telling';
import { verdictLooks, type Look } from '../../workers/model/statistics/looks';
import type { CompletedRow } from '../figures/rows';
import { answerOf, type Standing } from './answer';
import {
  bandText,
  changeCondition,
  formatDuration,
  formatProbability,
  rangeText,
  standingText,
  verdictText,
} from './answer-words';
import { certaintyOf, type CertaintyOf } from './certainty';
import type { Change } from './changes';
import type { Contender } from './contenders';
import { furtherWork } from './MeasureOn';
import { createReplicates } from './replicates';
import type { SaidAnswer } from './said-answer';
import { contender, figures, message } from './testing/made-contenders';
import { durationTicks, durationTickText } from './duration-ticks';
import { spanLetter } from './span-letter';

const winner = {} as Contender;
const standing = (over: Partial<Standing>): Standing => ({
  contender: winner,
  total: 1,
  factor: 1,
  interval: () => null,
  behindBy: null,
  isAsGoodByBounds: false,
  openBySize: false,
  verdict: 'behind',
  probability: 0,
  ...over,
});

describe('words of the answer', () => {
  it.each([
    [12, '12.0 ms'],
    [90_000, '90.0 s'],
    [600_000, '10.0 min'],
    [3 * 3_600_000, '3.00 h'],
    [5 * 86_400_000, '5.00 days'],
    [3 * 365.25 * 86_400_000, '3.00 years'],
  ])('%d ms is %s', (ms, text) => expect(formatDuration(ms)).toBe(text));

  it('says where the winner changes, with the band', () => {
    const change: Change = {
      axis: 'bandwidth',
      direction: 'below',
      value: 3.1e6,
      band: { low: 2.9e6, high: 3.4e6 },
      winner,
    };
    expect(changeCondition(change)).toMatch(telling('3.10 MB/s', '95 %', '2.90 MB/s', '3.40 MB/s'));
    const reads = changeCondition({ ...change, axis: 'reads', direction: 'above', value: 12, band: null });
    expect(reads).toMatch(telling('12 times'));
    expect(reads).not.toContain('95 %');
    expect(
      changeCondition({
        ...change,
        axis: 'lookups',
        direction: 'above',
        value: 1_807_931.4,
        band: { low: 1_799_000, high: 76_616_460 },
      }),
    ).toMatch(telling('1,810,000 times', '1,800,000 to 76,600,000 times'));
    expect(rangeText('reads', 1, 3)).toBe('once to 3 times');
    expect(rangeText('months', 2.5, 12)).toBe('2.5 to 12 months');
    expect(bandText('bandwidth', { low: null, high: 1e6 })).toBe('up to 1.00 MB/s');
    expect(bandText('bandwidth', { low: 1e6, high: null })).toBe('1.00 MB/s or more');
    expect(bandText('bandwidth', { low: 1e6, high: 1.0001e6 })).toBeNull();
  });

  it('gives a factor near 1 enough digits', () => {
    expect(standingText(standing({ factor: 1.034 }))).toBe('1.03×');
    expect(
      standingText(standing({ factor: 1.0034, interval: () => ({ kind: 'interval95', low: 1.001, high: 1.02 }) })),
    ).toBe('1.003× (1.001× to 1.020×)');
    expect(standingText(standing({ factor: 1.083 }))).toBe('1.08×');
    expect(standingText(standing({ factor: 2.31 }))).toBe('2.3×');
    expect(standingText(standing({ factor: 1 }))).toBe('1.0×');
  });

  it('gives every factor of times its interval, with enough digits to tell its ends apart', () => {
    const text = (factor: number, low: number, high: number) =>
      standingText(standing({ factor, interval: () => ({ kind: 'interval95', low, high }) }));
    expect(text(2.31, 2.2, 2.4)).toBe('2.3× (2.2× to 2.4×)');
    expect(text(1.124, 1.121, 1.132)).toBe('1.124× (1.121× to 1.132×)');
    expect(text(1.27, 1.21, 1.31)).toBe('1.27× (1.21× to 1.31×)');
    expect(text(1.1241, 1.1233, 1.1249)).toBe('1.124× (1.123× to 1.125×)');
    expect(text(2.5, 2.49999, 2.50001)).toBe('2.500× (within 0.1 %)');
    const few = standing({ factor: 2.31, interval: () => ({ kind: 'roundsRange', low: 2.2, high: 2.4 }) });
    expect(standingText(few)).toBe(`2.3× (${intervalNames.roundsRange} 2.2× to 2.4×)`);
    expect(text(1.1, 1.04, 1.1)).toBe('1.10× (1.04× to 1.10×)');
    expect(text(123.4, 121, 131)).toBe('123× (121× to 131×)');
  });

  it('never calls a probability certain', () => {
    expect([1, 0.994, 0.5, 0.004].map(formatProbability)).toEqual(['over 99 %', '99 %', '50 %', 'under 1 %']);
  });

  it('tells apart what a verdict follows from', () => {
    const far = { verdict: 'farBehind', behindBy: 'leastTotal' } as const;
    const texts = [far, { ...far, verdict: 'behind' }, { verdict: 'behind', behindBy: 'rounds' }] as const;
    expect(new Set(texts.map(verdictText)).size).toBe(3);
  });

  it('has ticks at times that people know', () => {
    expect(durationTicks(500, 4e6, 7).map(durationTickText)).toEqual(['1 s', '10 s', '1 min', '10 min', '1 h']);
    expect(durationTicks(1e-6, 1e12, 7).length).toBeLessThanOrEqual(7);
    expect(durationTickText(17)).toBeNull();
  });

  it('letters spans beyond Z', () => expect([0, 25, 26, 52].map(spanLetter)).toEqual(['A', 'Z', 'AA', 'BA']));
});

describe('the word of an answer', () => {
  const replicates = createReplicates(1);
  /** Only writing takes time, unless a test says otherwise. */
  const writing = { ...message, uploadBytesPerSecond: null, downloadBytesPerSecond: null, latencyMs: 0, reads: 0 };
  const sometimes = (low: number, high: number) => (round: number) => (round % 2 === 0 ? low : high);
  const wordOf = (
    contenders: readonly Contender[],
    over: Partial<CertaintyOf> = {},
    looks: readonly Look[] | null = null,
  ) => {
    const situation = over.situation ?? writing;
    const answer = answerOf(contenders, situation, { replicates, seed: 1, looks });
    return certaintyOf(answer, { situation, running: false, unmeasured: 0, plannedRounds: null, ...over });
  };
  const takes = (encodeMs: number, options: Parameters<typeof contender>[1] = {}) =>
    contender(figures({ encodeMs }), options);

  it('is clear if each rival is behind, by the lower end of the nearest one’s interval', () => {
    const found = wordOf([takes(10), takes(12, { noise: sometimes(1, 1.2) }), takes(100)]);
    expect(found).toMatchObject({ word: 'Clear', rivals: 2, atLeast: expect.closeTo(1.2, 9) });
    expect(wordOf([takes(10)])).toMatchObject({ word: 'Clear', rivals: 0, atLeast: null });
  });

  it('says of sizes, which are exact, by how much they are larger', () => {
    const situation = { ...writing, goal: 'size' } as const;
    const of = (...sizes: readonly number[]) =>
      wordOf(
        sizes.map((sizeBytes) => contender(figures({ sizeBytes }))),
        { situation },
      );
    expect(of(100, 101, 300)).toMatchObject({ word: 'Clear', atLeast: 1.01 });
    expect(of(100, 100)).toMatchObject({ word: 'Tie', as: { length: 1 } });
  });

  it('is a tie within the margin, open beyond it, and not sure while rounds are missing', () => {
    const near = takes(10.1);
    const noisy = takes(10.2, { noise: sometimes(0.9, 1.15) });
    expect(wordOf([takes(10), near])).toMatchObject({ word: 'Tie', as: { length: 1 } });
    expect(wordOf([takes(10), near, noisy])).toMatchObject({ word: 'Open', by: 'rounds', rivals: { length: 1 } });
    expect(wordOf([takes(10, { rounds: 2 }), takes(10.1, { rounds: 2 })])).toEqual({
      word: 'Not sure yet',
      rounds: 2,
      of: 6,
    });
    // A run that goes on has further rounds: those of its plan, or those up to the next look.
    const running = { running: true, plannedRounds: 16 };
    expect(wordOf([takes(10), noisy], running)).toEqual({ word: 'Not sure yet', rounds: 8, of: 16 });
    expect(wordOf([takes(10), noisy], { running: true }, verdictLooks)).toEqual({
      word: 'Not sure yet',
      rounds: 8,
      of: 12,
    });
    expect(wordOf([takes(10), noisy], { ...running, plannedRounds: 8 })).toMatchObject({ word: 'Open' });
  });

  it('leaves to further rounds what may still win, and what was not measured', () => {
    const ended = (over: object) => ({
      answer: { standings: [standing({ verdict: 'best' }), standing({}), tied], roundCount: 2, farBehindRounds: null },
      said: { sentences: { sure: { word: 'Not sure yet' }, isOpenBySample: false, ...over }, kept: null } as SaidAnswer,
      excluded: [{ row: { status: 'overBudget', candidate: 3 }, reason: '' }],
    });
    const rowed = (each: Standing, candidate: number): Standing => ({
      ...each,
      contender: { row: { candidate } } as Contender,
    });
    const tied = standing({ verdict: 'undecided' });
    const all = [0, 1, 2, 3].map(
      (candidate): Candidate => ({ format: String(candidate), implementation: 'x', options: {}, codec: null }),
    );
    const of = (over: object) => {
      const given = ended(over);
      const standings = given.answer.standings.map(rowed);
      return furtherWork(
        { ...given, answer: { ...given.answer, standings } } as unknown as Parameters<typeof furtherWork>[0],
        all,
      );
    };
    expect(of({})).toEqual({ unmeasured: [all[3]], open: [all[0], all[2]], rounds: 4 });
    expect(of({ isOpenBySample: true })).toBeNull();
    expect(of({ sure: { word: 'Tie' } })).toBeNull();
  });

  it('is never clear while a candidate was not measured that might win', () => {
    expect(wordOf([takes(10), takes(100)], { unmeasured: 2 })).toEqual({ word: 'Not sure yet', unmeasured: 2, of: 4 });
  });

  it('is not clear if other units of the sample could change it, and allows for their sizes', () => {
    const predicted = (bytes: number, error: number): CompletedRow['predicted'] => ({
      bytes,
      limits: { low: bytes * (1 - error), high: bytes * (1 + error) },
      errors: { partRates: [1, 1, 1], unread: 0.9, over: error, under: 0, doublings: 1 },
    });
    const of = (sizeBytes: number, error: number): Contender => {
      const made = contender(figures({ sizeBytes }));
      return { ...made, row: { ...made.row, predicted: predicted(sizeBytes, error) } };
    };
    const situation = { ...writing, goal: 'size' } as const;
    expect(wordOf([of(1e6, 0.01), of(1.05e6, 0.1)], { situation })).toMatchObject({ word: 'Open', by: 'sample' });
    const clear = wordOf([of(1e6, 0.01), of(2e6, 0.1)], { situation });
    expect(clear).toMatchObject({ word: 'Clear' });
    expect(clear !== null && 'atLeast' in clear ? clear.atLeast : 0).toBeLessThan(1.95);
  });
});
