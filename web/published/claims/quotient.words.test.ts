import { expect, test } from 'vitest';
import type { Claim } from '../../../workers/model/claim';
import type { ClockScope } from '../../../workers/model/entry';
import type { CellResult, OperationResult } from '../../../workers/model/result';
import { claimOutcomeOf } from './quotient';
import {
  completed,
  measured,
  neverPublished,
  rounds,
  runOf,
  side,
  sizesRun,
  source,
  timesRun,
} from './testing/made-runs';
import { exampleClaim } from './testing/test-runs';

const reasonOf = (claim: Claim, run: ReturnType<typeof runOf>, of = source) => claimOutcomeOf(of, claim, [run]).reason;
const ofSizes = exampleClaim('size', side(['a']), side(['b']));
const ofTimes = exampleClaim('time', side(['a']), side(['b']));
const times = (of: readonly number[], than: readonly number[]) =>
  timesRun({ encode: measured(of) }, { encode: measured(than) });
const usual = times(rounds(10), rounds(20));

test.each([
  [
    'the sizes differ by nothing',
    { ...ofSizes, of: side(['a'], { less: 'b' }) },
    sizesRun(300, 300),
    'The difference of the two sizes is zero or negative.',
  ],
  ['there is no file', ofSizes, sizesRun(300, null), 'One of the two systems writes no file.'],
  [
    'the data is smaller',
    { ...ofSizes, atItems: 500 },
    sizesRun(900, 1_000),
    'The claim is about 500 items. Here it is 0.900× at 100 items.',
  ],
  [
    'there are few rounds',
    ofTimes,
    times(rounds(10, 5), rounds(20, 6)),
    'Only 5 rounds were measured; a verdict about times needs 6.',
  ],
  [
    'a time is 0',
    ofTimes,
    times(rounds(10), rounds(0)),
    'One of the two times is zero, negative or below the timer’s resolution.',
  ],
  [
    'the interval reaches to 0',
    ofTimes,
    times([10, 10, 10, 10, 0, 0, 0], rounds(20, 7)),
    'The interval is too wide for a verdict: its lower end is zero or less.',
  ],
  [
    'the interval is wide',
    ofTimes,
    times([10, 10, 10, 10, 60, 60, 60], rounds(20, 7)),
    'The interval is too wide for a verdict.',
  ],
  [
    'a time was not measured',
    ofTimes,
    timesRun({ encode: measured(rounds(10)) }, {}),
    'One of its times was not measured.',
  ],
  [
    'the machine is another',
    { ...ofTimes, machine: 'Xeon Gold 5218' },
    usual,
    'The claim is about Xeon Gold 5218, which this run does not name. Here it is 0.500×.',
  ],
  [
    'there is no such system',
    exampleClaim('size', side(['gone']), side(['b'])),
    sizesRun(1, 2),
    `“System gone” can’t run here: ${neverPublished}.`,
  ],
  [
    'nobody knows the system',
    exampleClaim('size', side(['unheard-of']), side(['b'])),
    sizesRun(1, 2),
    '“unheard-of” can’t run here.',
  ],
  [
    'the run lacks the size',
    exampleClaim('size', side(['a'], { sizeShare: 0.5 }), side(['b'])),
    sizesRun(1, 2),
    '“System a” was not measured in this run.',
  ],
  ['the run is of something else', ofSizes, usual, 'Its dataset has not been measured.'],
])('where %s', (_what, claim, run, words) => expect(reasonOf(claim, run)).toBe(words));

test.each<[string, readonly ClockScope[] | null, string]>([
  ['generated', ['generate', 'encode'], 'The source’s clock also included generating the data. Here it is 0.500×.'],
  [
    'calculated',
    ['encode', 'reduce'],
    'The source’s clock also included calculating with the data read. Here it is 0.500×.',
  ],
  [
    'wrote and read',
    ['read', 'encode', 'write'],
    'The source’s clock also included writing a file and reading a file. Here it is 0.500×.',
  ],
  ['is not stated', null, 'The source does not say what its clock of “System a” included. Here it is 0.500×.'],
])('where the source’s clock %s', (_what, writeTime, words) => {
  const systems = source.systems.map((each) =>
    each.id === 'a' ? { ...each, clock: { ...each.clock, writeTime: writeTime && [...writeTime] } } : each,
  );
  expect(reasonOf(ofTimes, usual, { ...source, systems })).toBe(words);
});

test('where the clock here wrote', () => {
  const encode = { ...measured(rounds(10)), clock: ['encode', 'write'] } as OperationResult;
  expect(reasonOf(ofTimes, timesRun({ encode }, { encode }))).toBe(
    'The clock here also included writing a file. Here it is 1.00×.',
  );
});

test('where the data could not be made', () => {
  const run = sizesRun(1, 2);
  const error = { tag: 'internal', stage: 'generate', message: 'No.' } as const;
  expect(reasonOf(ofSizes, { ...run, result: { ...run.result, datasets: [{ status: 'failed', error }] } })).toBe(
    'Its dataset could not be generated.',
  );
});

test.each<[string, CellResult | null, string]>([
  ['is still to come', null, '“System a” has not been measured yet.'],
  [
    'failed',
    {
      status: 'failed',
      dataset: 0,
      candidate: 0,
      error: { tag: 'encodeFailed', stage: 'encode', message: 'It broke.' },
    },
    '“System a” has no figures: It broke.',
  ],
  ['was stopped', { status: 'cancelled', dataset: 0, candidate: 0 }, '“System a” has no figures: the run was stopped.'],
  [
    'took too long',
    { status: 'timedOut', dataset: 0, candidate: 0, stage: 'encode', limitMs: 60_400 },
    '“System a” has no figures: one step took more than 60 s.',
  ],
])('where the cell %s', (_what, cell, words) =>
  expect(reasonOf(ofSizes, runOf('size', [...(cell === null ? [] : [cell]), completed(1, {})]))).toBe(words),
);
