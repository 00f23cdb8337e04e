import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { telling } from '../../workers/model/testing/telling';
import { FormatlabError } from '../../workers/model/errors';
import { parseResultFile, parseRunResult, readResultFile, resultFileLimitBytes } from './parse-result';
import { newerVersionMessage } from './newer-version';
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
  ['an empty file', '', []],
  ['an empty line', ' \n', []],
  ['no JSON', 'a,b\n1,2', ['JSON']],
  ['a file cut off', JSON.stringify(sample).slice(0, -40), ['JSON']],
  ['other JSON', '{"a":1}', ['“format”', '“formatlab.result”']],
  ['a list', '[]', ['“format”', '“formatlab.result”']],
  ['a number', '7', ['“format”', '“formatlab.result”']],
  ['null', 'null', ['“format”', '“formatlab.result”']],
  ['another format', '{"format":"other"}', ['"other"', '“formatlab.result”']],
  ['a newer version', JSON.stringify({ ...sample, version: 2 }), [newerVersionMessage]],
  ['a field too many', JSON.stringify({ ...sample, extra: 1 }), ['extra']],
  ['a time that is none', JSON.stringify(sample).replace('"samplesMs":[', '"samplesMs":[-1,'), ['samplesMs']],
  ['a time without end', JSON.stringify(sample).replace('"samplesMs":[', '"samplesMs":[1e999,'), ['samplesMs']],
  ['a dataset too few', JSON.stringify({ ...sample, datasets: [] }), [0, 1]],
  [
    'a cell of no dataset',
    JSON.stringify({ ...sample, cells: sample.cells.map((cell) => ({ ...cell, dataset: 1 })) }),
    ['dataset 2', 'candidate 1'],
  ],
  [
    'a cell of no candidate',
    JSON.stringify({ ...sample, cells: sample.cells.map((cell) => ({ ...cell, candidate: 9 })) }),
    ['dataset 1', 'candidate 10'],
  ],
  [
    'a cell of the candidate behind the last',
    JSON.stringify({ ...sample, cells: sample.cells.map((cell) => ({ ...cell, candidate: 2 })) }),
    ['dataset 1', 'candidate 3'],
  ],
  [
    'a noise floor of no candidate',
    JSON.stringify({ ...sample, noiseFloor: { ...sample.noiseFloor, candidate: 2 } }),
    ['dataset 1', 'candidate 3'],
  ],
  [
    'a cell twice',
    JSON.stringify({ ...sample, cells: [sample.cells[1], sample.cells[1]] }),
    ['dataset 1', 'candidate 2'],
  ],
])('%s is refused with its reason', (_, text, facts) => expect(refusal(text)).toMatch(telling('run.json', ...facts)));

test('a file that is too large is refused before it is read', async () => {
  const file = (sizeBytes: number, text: () => Promise<string>) =>
    Object.defineProperties(new File([], 'run.json'), { size: { value: sizeBytes }, text: { value: text } });
  const unread = () => Promise.reject(new Error('It was read.'));
  await expect(readResultFile(file(resultFileLimitBytes + 1, unread))).rejects.toMatchObject({
    record: { tag: 'tooLarge', message: expect.stringMatching(telling('run.json', '67 MB')) },
  });
  await expect(readResultFile(file(resultFileLimitBytes, unread))).rejects.toThrow('It was read.');
  expect(await readResultFile(file(10, () => Promise.resolve(JSON.stringify(sample))))).toEqual(sample);
});

test('a text that is too large is refused unread', () => {
  const text = ' '.repeat(resultFileLimitBytes);
  expect(refusal(text)).toBe(refusal(''));
  expect(refusal(`${text} `)).toMatch(telling('run.json', '67 MB'));
});

test('a file that is no JSON is said to be cut off where its end is missing', () => {
  /** The refusal without what the engine says. */
  const ours = (text: string) => {
    try {
      JSON.parse(text);
    } catch (error) {
      return refusal(text).replace((error as Error).message, '');
    }
    throw new Error('It is JSON.');
  };
  const [cutOff, whole] = [ours('{'), ours('[1,]')];
  expect(cutOff).not.toBe(whole);
  expect(['{"a":', 'a]b', '{"a":}', '[1,]', '[1,]\n \n', '[1,]x'].map(ours)).toEqual([
    cutOff,
    cutOff,
    whole,
    whole,
    whole,
    cutOff,
  ]);
});

test('a long refusal is shortened', () => {
  const name = 'n'.repeat(600);
  expect(() => parseResultFile('[', name)).toThrow(/^n{500}$/);
  expect(() => parseResultFile('[]', 'n'.repeat(2_100))).toThrow(/^n{2000}$/);
  const long = refusal(JSON.stringify({ format: 'f'.repeat(200) }));
  expect(long).toMatch(telling('run.json', '“formatlab.result”'));
  expect(long).toMatch(/"f{99}[^f]/);
});

test('a result of a part of the noise floor’s cells, or without one, is read', () => {
  expect(parseRunResult({ ...sample, noiseFloor: null })).toEqual({ ...sample, noiseFloor: null });
  expect(parseRunResult({ ...sample, cells: [] })).toEqual({ ...sample, cells: [] });
});

test('what a result is called is the caller’s', () => {
  expect(() => parseRunResult(7, 'hologram')).toThrow(telling('hologram', '“formatlab.result”'));
  expect(() => parseRunResult(7)).toThrow(telling('result', '“formatlab.result”'));
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
