import { expect, test } from 'vitest';
import { telling } from '../../../workers/model/testing/telling';
import type { SweepParameter } from '../../figures/parameter-sweep';
import { winnersSentence } from './winner-words';

const share: SweepParameter = {
  type: 'number',
  id: 'distinctShare',
  label: 'Share',
  min: 0,
  max: 1,
  step: 0.01,
  default: 0,
};
const runs: SweepParameter = {
  type: 'integer',
  id: 'runLength',
  label: 'Run length',
  unit: 'rows',
  min: 1,
  max: 1_000,
  default: 1,
};
const choice: SweepParameter = {
  type: 'choice',
  id: 'distribution',
  label: 'Distribution',
  choices: [
    { value: 'uniform', label: 'uniform' },
    { value: 'realLike', label: 'like embeddings' },
  ],
  default: 'uniform',
};
const nameOf = (candidate: number) => 'AB'[candidate] ?? '?';
const words = { title: 'Smallest file', parameter: share, values: [0.25, 0.5, 1], nameOf };
/** Matches a text that tells these facts in this order. */
const inOrder = (...facts: string[]) =>
  new RegExp(`: ${facts.map((fact) => `(?<![\\p{L}\\d])${fact}(?![\\p{L}\\d])`).join('.*')}`, 'u');
const change = { from: 0, to: 1, before: 0, after: 1, at: 0.4083 };

test('a change stands between its two measured values', () => {
  const winners = { byPlace: [0, 1, 1], changes: [change] };
  expect(winnersSentence(winners, words)).toMatch(inOrder('A', '41 %', '25 %', '50 %', 'B'));
  expect(winnersSentence(winners, { ...words, intervals: [{ low: 0.381, high: 0.4449 }] })).toMatch(
    telling('41 %', '38 % to 44 %', '25 %', '50 %'),
  );
});

test('a narrow interval has the digits that tell its ends apart', () => {
  const winners = { byPlace: [0, 1], changes: [{ ...change, at: 0.41 }] };
  expect(winnersSentence(winners, { ...words, intervals: [{ low: 0.4081, high: 0.4119 }] })).toMatch(
    telling('40.8 % to 41.2 %'),
  );
  expect(winnersSentence(winners, { ...words, intervals: [{ low: 0.41, high: 0.41 }] })).toMatch(
    telling('41 % to 41 %'),
  );
});

test('several changes are told in their order, with their unit', () => {
  const winners = {
    byPlace: [0, 1, 0],
    changes: [
      { ...change, at: 12.3 },
      { from: 1, to: 0, before: 1, after: 2, at: null },
    ],
  };
  expect(winnersSentence(winners, { ...words, parameter: runs, values: [1, 100, 1_000] })).toMatch(
    inOrder('A', '12 rows', '1', '100 rows', 'B', '100', '1,000 rows', 'A'),
  );
});

test('no change is told as such, and for verdicts as what they mean', () => {
  const winners = { byPlace: [1, 1, 1], changes: [] };
  expect(winnersSentence(winners, words)).toMatch(telling(words.title, 'B'));
  const byVerdict = winnersSentence(winners, { ...words, isByVerdict: true });
  expect(byVerdict).toMatch(telling(words.title, 'B'));
  expect(byVerdict).not.toBe(winnersSentence(winners, words));
});

test('choices are listed with their winners', () =>
  expect(
    winnersSentence(
      { byPlace: [0, 1], changes: [{ ...change, at: null }] },
      { ...words, parameter: choice, values: ['uniform', 'realLike'] },
    ),
  ).toMatch(inOrder('A', 'uniform', 'B', 'like embeddings')));
