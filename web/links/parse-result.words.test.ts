import { expect, test } from 'vitest';
import { parseResultFile, resultFileLimitBytes } from './parse-result';
import { sampleResult } from './testing/sample-results';

const sample = sampleResult({ candidates: 2, rounds: 2, samples: 2, asked: ['encode'] });
const completed = sample.cells[0];
if (completed?.status !== 'completed') throw new Error('The sample is not as expected.');
const ofSample = { items: 1, dataBytes: 1, fixedBytes: (completed.sizeBytes ?? 0) + 1 };

test.each([
  ['an empty file', '', 'run.json is empty.'],
  [
    'a text that is too large',
    ' '.repeat(resultFileLimitBytes + 1),
    'run.json has 67 MB; the limit for a result file is 67 MB.',
  ],
  ['no JSON', '[1,]', 'run.json is not JSON: '],
  ['a file cut off', '{', 'run.json is not JSON; it seems to be cut off: '],
  [
    'other JSON',
    '{"a":1}',
    'run.json: This is not a result of Formatlab: the property “format” with the value “formatlab.result” is missing.',
  ],
  [
    'another format',
    '{"format":"other"}',
    'run.json: This is not a result of Formatlab: its format is "other", not “formatlab.result”.',
  ],
  [
    'a newer version',
    JSON.stringify({ ...sample, version: 2 }),
    'run.json: It was made by a newer version of Formatlab. Reload the page to get the latest version, then open it again.',
  ],
  [
    'a dataset too few',
    JSON.stringify({ ...sample, datasets: [] }),
    'run.json: The result has 0 datasets, but its plan has 1.',
  ],
  [
    'a cell of no dataset',
    JSON.stringify({ ...sample, cells: sample.cells.map((cell) => ({ ...cell, dataset: 1 })) }),
    'run.json: The result has a cell of dataset 2 and candidate 1, which its plan lacks.',
  ],
  [
    'a cell twice',
    JSON.stringify({ ...sample, cells: [sample.cells[1], sample.cells[1]] }),
    'run.json: The result has two cells of dataset 1 and candidate 2.',
  ],
  [
    'a sample that holds more than its file',
    JSON.stringify({ ...sample, cells: [{ ...completed, sample: ofSample }] }),
    'run.json: The result has a cell of dataset 1 and candidate 1 whose sample has more fixed bytes than its file has bytes.',
  ],
])('the refusal of %s', (_, text, words) => expect(() => parseResultFile(text, 'run.json')).toThrow(words));
