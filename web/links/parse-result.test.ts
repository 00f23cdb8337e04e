import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FormatlabError } from '../../workers/model/errors';
import { parseResultFile, parseRunResult, readResultFile, resultFileLimitBytes } from './parse-result';
import { sampleResult } from './testing/sample-results';

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
  ['null', 'null', 'not a result of Formatlab'],
  ['a newer version', JSON.stringify({ ...sample, version: 2 }), 'newer version of Formatlab'],
  ['a field too many', JSON.stringify({ ...sample, extra: 1 }), 'extra'],
  ['a time that is none', JSON.stringify(sample).replace('"samplesMs":[', '"samplesMs":[-1,'), 'samplesMs'],
  ['a time without end', JSON.stringify(sample).replace('"samplesMs":[', '"samplesMs":[1e999,'), 'samplesMs'],
  [
    'a cell of no candidate',
    JSON.stringify({ ...sample, cells: sample.cells.map((cell) => ({ ...cell, candidate: 9 })) }),
    'candidate 10, which its plan lacks',
  ],
  [
    'a cell twice',
    JSON.stringify({ ...sample, cells: [sample.cells[0], sample.cells[0]] }),
    'two cells of dataset 1 and candidate 1',
  ],
  ['a dataset too few', JSON.stringify({ ...sample, datasets: [] }), '0 datasets, but its plan has 1'],
])('%s is refused with its reason', (_, text, reason) => {
  expect(refusal(text)).toContain(reason);
});

test('a file that is too large is refused before it is read', async () => {
  const file = (sizeBytes: number, text: () => Promise<string>) =>
    Object.defineProperties(new File([], 'run.json'), { size: { value: sizeBytes }, text: { value: text } });
  const unread = () => Promise.reject(new Error('It was read.'));
  await expect(readResultFile(file(resultFileLimitBytes + 1, unread))).rejects.toThrow(
    'run.json has 67 MB; the limit for a result file is 67 MB.',
  );
  await expect(readResultFile(file(resultFileLimitBytes, unread))).rejects.toThrow('It was read.');
  expect(await readResultFile(file(10, () => Promise.resolve(JSON.stringify(sample))))).toEqual(sample);
});

test('a text that is too large is refused unread', () => {
  const text = ' '.repeat(resultFileLimitBytes);
  expect(refusal(text)).toBe('run.json is empty.');
  expect(refusal(`${text} `)).toBe('run.json has 67 MB; the limit for a result file is 67 MB.');
});

test.each([
  ['an empty file', ' \n', 'run.json is empty.'],
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
    'a cell of no candidate',
    JSON.stringify({ ...sample, cells: sample.cells.map((cell) => ({ ...cell, candidate: 2 })) }),
    'run.json: The result has a cell of dataset 1 and candidate 3, which its plan lacks.',
  ],
  [
    'a noise floor of no candidate',
    JSON.stringify({ ...sample, noiseFloor: { ...sample.noiseFloor, candidate: 2 } }),
    'run.json: The result has a cell of dataset 1 and candidate 3, which its plan lacks.',
  ],
  [
    'a cell twice',
    JSON.stringify({ ...sample, cells: [sample.cells[1], sample.cells[1]] }),
    'run.json: The result has two cells of dataset 1 and candidate 2.',
  ],
])('the refusal of %s says so in full', (_, text, reason) => expect(refusal(text)).toBe(reason));

test('a file that is no JSON is said to be cut off where its end is missing', () => {
  const isSaidCutOff = (text: string) => refusal(text).startsWith('run.json is not JSON; it seems to be cut off: ');
  expect(['{"a":', 'a]b', '{"a":}', '[1,]', '[1,]\n \n', '[1,]x'].map(isSaidCutOff)).toEqual([
    true,
    true,
    false,
    false,
    false,
    true,
  ]);
  expect(refusal('[1,]')).toMatch(/^run\.json is not JSON: \S/);
});

test('a long refusal is shortened', () => {
  const name = 'n'.repeat(600);
  expect(() => parseResultFile('[', name)).toThrow(/^n{500}$/);
  expect(() => parseResultFile('[]', 'n'.repeat(2_100))).toThrow(/^n{2000}$/);
  expect(refusal(JSON.stringify({ format: 'f'.repeat(200) }))).toBe(
    `run.json: This is not a result of Formatlab: its format is "${'f'.repeat(99)}, not “formatlab.result”.`,
  );
});

test('a result of a part of the noise floor’s cells, or without one, is read', () => {
  expect(parseRunResult({ ...sample, noiseFloor: null })).toEqual({ ...sample, noiseFloor: null });
  expect(parseRunResult({ ...sample, cells: [] })).toEqual({ ...sample, cells: [] });
});

test('what a result is called is the caller’s', () => {
  expect(() => parseRunResult(7, 'link')).toThrow(
    'This is not a link of Formatlab: the property “format” with the value “formatlab.result” is missing.',
  );
  expect(() => parseRunResult(7)).toThrow(
    'This is not a result of Formatlab: the property “format” with the value “formatlab.result” is missing.',
  );
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
