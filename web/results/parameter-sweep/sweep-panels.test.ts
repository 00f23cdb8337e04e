import { expect, test } from 'vitest';
import type { Registry } from '../../figures/candidate-names';
import { type ParameterSweep, parameterSweepOf } from '../../figures/parameter-sweep';
import { resultRows } from '../../figures/rows';
import { candidate, type MadeCell } from '../testing/test-results';
import { bestOfPanel, placesOf, sweepPanels } from './sweep-panels';
import { makeSweepRun } from './testing/sweep-run';

const registry: Registry = { formats: new Map(), codecs: new Map() };
const [a, b] = [candidate('a'), candidate('b')];
const cells = (sizeA: number, sizeB: number, encodeB = 20): MadeCell[] => [
  { candidate: a, sizeBytes: sizeA, ms: { encode: 10 } },
  { candidate: b, sizeBytes: sizeB, ms: { encode: encodeB } },
];
const run = makeSweepRun('zeroShare', [
  { value: 0.5, cells: cells(1_000_000, 4_000_000) },
  { value: 0, cells: cells(5_000_000, 4_000_000, 5) },
  { value: 1, cells: [cells(1_000_000, 4_000_000, 0)[1] as MadeCell, { candidate: b, status: 'failed' }] },
]);
const sweep = parameterSweepOf(run.plan.datasets) as ParameterSweep;
const rows = resultRows(run, false, registry);

test('each panel has a line for each candidate, by ascending value', () => {
  const panels = sweepPanels(rows, sweep, ['encode', 'decode']);
  expect(panels.map(({ id, title }) => [id, title])).toEqual([
    ['ratio', 'Ratio'],
    ['encode', 'Encode time'],
  ]);
  expect(panels[0]?.lines.map(({ points }) => points.map(({ x, y }) => [x, y]))).toEqual([
    [
      [0, 2],
      [0.5, 10],
      [1, 2.5],
    ],
    [
      [0, 2.5],
      [0.5, 2.5],
    ],
  ]);
  // A time below the timer's resolution has no point.
  expect(panels[1]?.lines[0]?.points.map(({ x }) => x)).toEqual([0, 0.5]);
});

test('the best has the largest ratio or the shortest time', () => {
  const [ratio, encode] = sweepPanels(rows, sweep, ['encode', 'decode']);
  if (ratio === undefined || encode === undefined) throw new Error('There are two.');
  expect([...bestOfPanel(ratio)]).toEqual([
    [0, 1],
    [0.5, 0],
    [1, 0],
  ]);
  expect([...bestOfPanel(encode)]).toEqual([
    [0, 1],
    [0.5, 0],
  ]);
});

test('choices stand at their places, in the order of the plan', () => {
  const ofChoices = parameterSweepOf(
    makeSweepRun(
      'distribution',
      ['normal', 'uniform', 'realLike'].map((value) => ({ value, cells: cells(1, 2) })),
    ).plan.datasets,
  );
  expect(ofChoices === null ? [] : placesOf(ofChoices)).toEqual([0, 1, 2]);
});
