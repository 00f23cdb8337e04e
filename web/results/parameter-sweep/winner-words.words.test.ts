import { expect, test } from 'vitest';
import type { SweepParameter } from '../../figures/parameter-sweep';
import type { Winners } from './winner-changes';
import { winnersSentence } from './winner-words';

/** The sentence on the winners. `winner-words.test.ts` tests what it tells. */

const share: SweepParameter = {
  type: 'number',
  id: 'distinctShare',
  label: 'Share',
  min: 0,
  max: 1,
  step: 0.01,
  default: 0,
};
const choice: SweepParameter = {
  type: 'choice',
  id: 'distribution',
  label: 'Distribution',
  choices: ['uniform', 'skewed', 'clustered'].map((value) => ({ value, label: value })),
  default: 'uniform',
};
const nameOf = (candidate: number) => 'AB'[candidate] ?? '?';
const ofShare = { title: 'Smallest file', parameter: share, values: [0.25, 0.5, 1], nameOf };
const ofChoice = { ...ofShare, parameter: choice, values: ['uniform', 'skewed', 'clustered'] };
const change = { from: 0, to: 1, before: 0, after: 1, at: 0.4083 };
const changing: Winners = { byPlace: [0, 1, 1], changes: [change] };
const constant: Winners = { byPlace: [1, 1, 1], changes: [] };

const sentences: readonly (readonly [string, Winners, Parameters<typeof winnersSentence>[1]])[] = [
  ['Smallest file: A up to about 41 % (measured at 25 % and 50 %), then B.', changing, ofShare],
  [
    'Smallest file: A up to about 41 % (95 % interval 38 % to 44 %; measured at 25 % and 50 %), then B.',
    changing,
    { ...ofShare, intervals: [{ low: 0.381, high: 0.4449 }] },
  ],
  [
    'Smallest file: A up to a point between 25 % and 50 %, then B.',
    { ...changing, changes: [{ ...change, at: null }] },
    ofShare,
  ],
  ['Smallest file: B at every measured value.', constant, ofShare],
  [
    'Smallest file: B; no other candidate is clearly better at any measured value.',
    constant,
    { ...ofShare, isByVerdict: true },
  ],
  ['Smallest file: A for uniform; B for skewed and clustered.', changing, ofChoice],
];

test('the winners along a sweep', () =>
  expect(sentences.map(([, winners, words]) => winnersSentence(winners, words))).toEqual(
    sentences.map(([sentence]) => sentence),
  ));
