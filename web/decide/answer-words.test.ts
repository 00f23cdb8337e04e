import { intervalNames } from '../figures/interval-names';
import { describe, expect, it } from 'vitest';
import { minRoundsForVerdicts } from '../../workers/model/statistics/compare';
import { telling } from '../../workers/model/testing/telling';
import type { Standing } from './answer';
import {
  bandText,
  changeCondition,
  earlyDecision,
  formatDuration,
  formatProbability,
  othersQuestion,
  rangeText,
  standingText,
  unchangedAxes,
  undecidedReason,
  unplacedText,
  verdictText,
} from './answer-words';
import type { Change } from './changes';
import type { Contender } from './contenders';
import { durationTicks, durationTickText } from './duration-ticks';
import { spanLetter } from './span-letter';
import { namedSituations } from '../view/named-situations';

const contender = {} as Contender;
const standing = (over: Partial<Standing>): Standing => ({
  contender,
  total: 1,
  factor: 1,
  interval: () => null,
  behindBy: null,
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

  it('names the parameters that change nothing', () => {
    const { message } = namedSituations;
    expect(
      unchangedAxes(message.situation, [{ axis: 'bandwidth' }, { axis: 'lookups' }, { axis: 'columnReads' }]),
    ).toEqual(['writes', 'reads', 'latencyMs']);
    // Without a link there is no bandwidth to change.
    const none = { ...message.situation, uploadBytesPerSecond: null, downloadBytesPerSecond: null };
    expect(unchangedAxes(none, [])).not.toContain('bandwidth');
    expect(unchangedAxes({ ...none, goal: 'money' }, [])).toContain('storagePerGbMonth');
    expect(unchangedAxes({ ...none, goal: 'size' }, [])).toEqual([]);
  });

  it('names the parameters whose changes the rounds do not place', () => {
    const change = { axis: 'writes', direction: 'above', value: 4, band: null, winner: contender } as const;
    const elsewhere = { low: 5, high: 6 };
    const bandwidth = { ...change, axis: 'bandwidth', band: elsewhere } as const;
    expect(unplacedText([change])).toBeNull();
    expect(unplacedText([change, { ...bandwidth, direction: 'below' }, bandwidth])).toMatch(telling('bandwidth'));
    expect(unplacedText([change, bandwidth])).not.toContain('writes');
    expect(unplacedText([bandwidth, { ...bandwidth, direction: 'below', value: 5 }])).toBeNull();
  });

  it('says where the winner changes, with the band', () => {
    const change: Change = {
      axis: 'bandwidth',
      direction: 'below',
      value: 3.1e6,
      band: { low: 2.9e6, high: 3.4e6 },
      winner: contender,
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

  it('says why nothing is decided', () => {
    expect(undecidedReason([standing({ verdict: 'undecided' })], 2)).toMatch(telling(2, minRoundsForVerdicts));
    expect(undecidedReason([standing({})], 8)).toBeNull();
  });

  it('tells apart what a verdict follows from, and counts rivals as its sentences do', () => {
    const far = { verdict: 'farBehind', behindBy: 'leastTotal' } as const;
    const texts = [far, { ...far, verdict: 'behind' }, { verdict: 'behind', behindBy: 'rounds' }] as const;
    expect(new Set(texts.map(verdictText)).size).toBe(3);
    const sentence = earlyDecision(
      {
        standings: [standing({ verdict: 'best' }), ...Array.from({ length: 10 }, () => standing(far))],
        roundCount: 6,
        farBehindRounds: { fewest: 1, most: 1 },
      },
      false,
    );
    expect(sentence).toMatch(/^Decided/);
    expect([sentence, othersQuestion(10, 1)]).toEqual([
      expect.stringMatching(telling('10 rivals')),
      expect.stringMatching(telling('10 rivals')),
    ]);
  });

  it('decides nothing while there are candidates that were not measured', () => {
    const standings = [standing({ verdict: 'best' }), standing({ verdict: 'farBehind', behindBy: 'leastTotal' })];
    const answer = { standings, roundCount: 6, farBehindRounds: { fewest: 1, most: 1 } };
    expect(earlyDecision(answer, false, true)).not.toMatch(/^Decided/);
  });

  it('says that more rounds can’t change the answer, once that is so', () => {
    const best = standing({ verdict: 'best' });
    const far = standing({ verdict: 'farBehind' });
    const said = (standings: readonly Standing[], running = false) =>
      earlyDecision({ standings, roundCount: 6, farBehindRounds: { fewest: 1, most: 1 } }, running);
    expect(said([best, standing({ verdict: 'tied' }), far, far])).toMatch(
      telling('2 candidates', '6 rounds', '2 others', '1 round'),
    );
    // A rival that is behind by the verdict can’t win, however many rounds it has.
    expect(said([best, standing({}), far])).toMatch(telling('2 candidates', '6 rounds', '1 other', '1 round'));
    expect(said([best, far, far])).toMatch(telling('2 rivals', '1 round'));
    expect(
      earlyDecision({ standings: [best, far, far], roundCount: 6, farBehindRounds: { fewest: 1, most: 3 } }, false),
    ).toMatch(telling('2 rivals', '1 to 3 rounds'));
    expect(said([best, far], true)).toMatch(telling('1 round'));
    expect(said([best, standing({ verdict: 'undecided' }), far])).toBeNull();
    expect(earlyDecision({ standings: [best], roundCount: 8, farBehindRounds: null }, true)).toBeNull();
  });

  it('has ticks at times that people know', () => {
    expect(durationTicks(500, 4e6, 7).map(durationTickText)).toEqual(['1 s', '10 s', '1 min', '10 min', '1 h']);
    expect(durationTicks(1e-6, 1e12, 7).length).toBeLessThanOrEqual(7);
    expect(durationTickText(17)).toBeNull();
  });

  it('letters spans beyond Z', () => expect([0, 25, 26, 52].map(spanLetter)).toEqual(['A', 'Z', 'AA', 'BA']));
});
