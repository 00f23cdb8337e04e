import { expect, test } from 'vitest';
import type { RunResult } from '../../workers/model/result';
import { lossesSummary } from '../figures/losses-summary';
import { redact } from './redact';
import { redactEverything } from './redact-plan';
import { sampleResult } from './testing/sample-results';

const sample = sampleResult({ candidates: 1, rounds: 1, samples: 1, asked: ['encode'] });
const [ready] = sample.datasets;
if (ready?.status !== 'ready') throw new Error('The sample is not as expected.');

const own = (changes: Partial<RunResult>) =>
  redact(
    {
      ...sample,
      plan: {
        ...sample.plan,
        datasets: [
          { source: 'ownFile', type: 'csv', fileName: null, fileSizeBytes: 1, sha256: null, columnTypes: null },
        ],
      },
      ...changes,
    },
    redactEverything,
  );

test('a sentence that may quote the file', () =>
  expect(own({ warnings: ['It is “Bob”.'] }).warnings).toEqual(['Not told, since it may quote the file.']));

test('a loss that may quote the file stands within a sentence', () => {
  const [cell] = sample.cells;
  if (cell?.status !== 'completed') throw new Error('The sample is not as expected.');
  const verification = { ...cell.verification, loss: ['The name of “Bob.'] };
  const [told] = own({ cells: [{ ...cell, verification }] }).cells;
  expect(told?.status === 'completed' && lossesSummary(told.verification.loss)).toBe(
    'something that is not told, since it may quote the file',
  );
});

test.each([
  [['One.'], /^1 change was made when the file was read\. /],
  [['One.', 'Two.'], /^2 changes were made when the file was read\. /],
])('the notes %j', (notes, words) => {
  const [info] = own({ datasets: [{ ...ready, notes }] }).datasets;
  expect(info).toMatchObject({ notes: [expect.stringMatching(words)] });
});

test.each([
  ['parse', 'reading the plan'],
  ['load', 'loading a library'],
  ['generate', 'generating the data'],
  ['import', 'reading the file'],
  ['setUp', 'setting up'],
  ['encode', 'encoding'],
  ['decode', 'decoding'],
  ['project', 'reading one column'],
  ['lookup', 'looking up'],
  ['store', 'storing'],
  ['retrieve', 'loading from storage'],
  ['verify', 'verifying'],
  ['warmUp', 'warming up'],
  ['sample', 'measuring'],
] as const)('an error at the stage %s says that it failed while %s', (stage, doing) => {
  const error = { tag: 'internal', stage, message: 'Bob' } as const;
  const cells = [{ status: 'failed' as const, dataset: 0, candidate: 0, error }];
  expect(own({ cells }).cells).toMatchObject([
    { error: { message: expect.stringContaining(`It failed while ${doing} (internal). `) } },
  ]);
});
