import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { CellResult } from '../../workers/model/result';
import { sampleResult } from '../links/testing/sample-results';
import { resultCsv } from './csv-export';

const sample = sampleResult({ candidates: 1, rounds: 1, samples: 1, asked: ['encode'] });
const [completed] = sample.cells;
if (completed?.status !== 'completed' || completed.operations.encode?.status !== 'measured')
  throw new Error('The sample is not as expected.');
const { operations } = completed;
const encode = { ...completed.operations.encode, rounds: [] };

test.each<[string, CellResult, string]>([
  [
    'took too long',
    { status: 'timedOut', dataset: 0, candidate: 0, stage: 'encode', limitMs: 30_000 },
    'More than 30000 ms at encode',
  ],
  ['has no sample', { ...completed, operations: { ...operations, encode } }, 'The operation has no sample.'],
])('the reason of a row that %s', (_what, cell, words) => {
  const [row] = Papa.parse<Record<string, string>>(resultCsv({ ...sample, cells: [cell] }), {
    header: true,
    delimiter: ',',
  }).data;
  expect(row?.reason).toBe(words);
});
