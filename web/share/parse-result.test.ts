import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FormatlabError } from '../../workers/model/errors';
import { parseResultFile, readResultFile, resultFileLimitBytes } from './parse-result';
import { sampleResult } from './sample-results';

const sample = sampleResult({ candidates: 2, rounds: 2, samples: 2, asked: ['encode'] });

function refusal(text: string): string {
  try {
    parseResultFile(text, 'run.json');
  } catch (error) {
    expect(error).toBeInstanceOf(FormatlabError);
    return error instanceof FormatlabError ? error.record.message : '';
  }
  throw new Error('It was taken.');
}

test('a result that was written is read', () => {
  expect(parseResultFile(JSON.stringify(sample), 'run.json')).toEqual(sample);
});

test.each([
  ['an empty file', '', 'run.json is empty'],
  ['no JSON', 'a,b\n1,2', 'run.json is not JSON'],
  ['a file cut off', JSON.stringify(sample).slice(0, -40), 'it seems to be cut off'],
  ['other JSON', '{"a":1}', 'not a result of Formatlab'],
  ['a list', '[]', 'not a result of Formatlab'],
  ['a number', '7', 'not a result of Formatlab'],
  ['another format', '{"format":"other"}', 'its format is "other"'],
  ['a newer version', JSON.stringify({ ...sample, version: 2 }), 'newer Formatlab'],
  ['a field too many', JSON.stringify({ ...sample, extra: 1 }), 'extra'],
  ['a time that is none', JSON.stringify(sample).replace('"samplesMs":[', '"samplesMs":[-1,'), 'samplesMs'],
  ['a time without end', JSON.stringify(sample).replace('"samplesMs":[', '"samplesMs":[1e999,'), 'samplesMs'],
  [
    'a cell of no candidate',
    JSON.stringify({ ...sample, cells: sample.cells.map((cell) => ({ ...cell, candidate: 9 })) }),
    'candidate 10, which its plan does not name',
  ],
  [
    'a cell twice',
    JSON.stringify({ ...sample, cells: [sample.cells[0], sample.cells[0]] }),
    'two cells of dataset 1 and candidate 1',
  ],
  ['a dataset too few', JSON.stringify({ ...sample, datasets: [] }), '0 datasets where its plan has 1'],
])('%s is refused with its reason', (_, text, reason) => {
  expect(refusal(text)).toContain(reason);
});

test('a file that is too large is refused before it is read', async () => {
  const file = new File([], 'run.json');
  Object.defineProperty(file, 'size', { value: resultFileLimitBytes + 1 });
  Object.defineProperty(file, 'text', { value: () => Promise.reject(new Error('It was read.')) });
  await expect(readResultFile(file)).rejects.toThrow('a result file has at most 67 MB');
});

test('hostile JSON never does more than be refused', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      refusal(text);
    }),
  );
  refusal('{"__proto__":{"format":"formatlab.result"}}');
  refusal(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
  refusal(JSON.stringify({ ...sample, warnings: Array.from({ length: 1_000_000 }, () => 'x') }));
  refusal(JSON.stringify(sample).replace('"format"', '"__proto__":{"polluted":1},"format"'));
  expect('polluted' in {}).toBe(false);
}, 180_000);

test('any one value exchanged for another is refused or read as a result, never thrown otherwise', () => {
  const text = JSON.stringify(sample);
  const places = [...text.matchAll(/(?<=[:[,])(?:-?\d[\d.e-]*|true|false|null|"[^"]*")(?=[,\]}])/g)];
  fc.assert(
    fc.property(fc.nat(places.length - 1), fc.json(), (index, json) => {
      const match = places[index];
      if (match === undefined) throw new Error('There is no such place.');
      const changed = text.slice(0, match.index) + json + text.slice(match.index + match[0].length);
      try {
        parseResultFile(changed, 'run.json');
      } catch (error) {
        expect(error).toBeInstanceOf(FormatlabError);
      }
    }),
    { numRuns: 500 },
  );
}, 180_000);
