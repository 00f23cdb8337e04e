import { describe, expect, it } from 'vitest';
import { namedSituations } from '../view/named-situations';
import type { Answer, Standing } from './answer';
import {
  changeCondition,
  earlyDecision,
  openBySizeText,
  othersQuestion,
  unchangedText,
  undecidedReason,
  verdictText,
} from './answer-words';
import type { Change } from './changes';
import type { Contender } from './contenders';

/** The sentences of the answer. `answer-words.test.ts` tests when which one stands, and its figures. */

const standing = (verdict: Standing['verdict']): Standing => ({
  contender: {} as Contender,
  total: 1,
  factor: 1,
  interval: () => null,
  behindBy: null,
  openBySize: false,
  verdict,
  probability: 0,
});

it('names the rivals that a sample leaves open', () =>
  expect(openBySizeText(['Parquet, zstd 3', 'Arrow IPC'])).toBe(
    'Only a sample was measured: by what it tells of the whole file’s size, Parquet, zstd 3 and Arrow IPC can still be the best.',
  ));

describe('the parameters that change nothing', () => {
  const changes = [{ axis: 'bandwidth' }, { axis: 'lookups' }, { axis: 'columnReads' }] as const;
  const { situation } = namedSituations.message;

  it.each([
    ['time', 'the writes, the whole reads, or the latency of a request', 'Prices have no effect on this answer.'],
    [
      'money',
      'the months kept, the price of storage, the price of downloads, the price of processors, the writes, or the whole reads',
      'Bandwidth and latency have no effect on this answer.',
    ],
  ] as const)('of a situation that counts %s', (goal, names, noEffect) =>
    expect(unchangedText({ ...situation, goal }, changes)).toBe(
      `Changing only ${names} does not change the answer, within the chart’s range. ${noEffect}`,
    ),
  );

  it('are none for sizes', () => expect(unchangedText({ ...situation, goal: 'size' }, changes)).toBeNull());
});

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

it('why nothing is decided', () =>
  expect(undecidedReason([standing('undecided')], 2)).toBe(
    'Not decided: 2 rounds measured, and the test of the rounds needs 6. Fewer decide if even the shortest possible times of all rivals are too long to win.',
  ));

it('what a verdict follows from', () =>
  expect(
    (['exact', 'rounds', 'leastTotal'] as const).map((behindBy) => verdictText({ verdict: 'behind', behindBy })),
  ).toEqual(['behind', 'behind, by the test of the rounds', 'behind, even with its shortest possible times']));

it('why another candidate is not the best', () =>
  expect([othersQuestion(10, 1), othersQuestion(1, 0), othersQuestion(0, 2), othersQuestion(1, 2)]).toEqual([
    'Why not one of the 10 rivals, or the candidate that is out?',
    'Why not the rival?',
    'Why not one of the 2 candidates that are out?',
    'Why not the rival, or one of the 2 candidates that are out?',
  ]));

describe('that more rounds can’t change the answer', () => {
  const [best, tied, behind, far] = [standing('best'), standing('tied'), standing('behind'), standing('farBehind')];
  const said = (standings: readonly Standing[], most = 1, running = false) => {
    const answer: Pick<Answer, 'standings' | 'roundCount' | 'farBehindRounds'> = {
      standings,
      roundCount: 6,
      farBehindRounds: { fewest: 1, most },
    };
    return earlyDecision(answer as Answer, running);
  };

  const sentences: readonly (readonly [string, readonly Standing[], number?])[] = [
    [
      'The 2 candidates that can win were measured in 6 rounds; 2 others are so far behind after 1 round that they can’t.',
      [best, tied, far, far],
    ],
    [
      'Decided: 2 candidates were measured in 6 rounds; 1 other is so far behind after 1 round that it can’t win.',
      [best, behind, far],
    ],
    ['Decided: all 2 rivals are so far behind after 1 to 3 rounds that they can’t win.', [best, far, far], 3],
    ['Decided: the only rival is so far behind after 1 round that it can’t win.', [best, far]],
  ];

  it('by who can win still', () =>
    expect(sentences.map(([, standings, most]) => said(standings, most))).toEqual(sentences.map(([words]) => words)));

  it('and that the run goes on', () =>
    expect(said([best, far], 1, true)).toMatch(
      / The run goes on to measure all candidates as often\. You can stop it\.$/u,
    ));
});
