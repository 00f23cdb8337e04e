import { expect, test } from 'vitest';
import { FormatlabError, type ErrorRecord } from '../model/errors';
import {
  runSecondDecoder,
  combineDecoderAnswers,
  skipIfReadExceedsMs,
  quoteDecoderMessage,
  sampleIfReadExceedsMs,
  estimatedSampleReadMs,
  estimatedTimeText,
} from './answers';
import { telling } from '../model/testing/telling';

const reader = { id: 'reader', label: 'The reader' };
const throwing = (tag: ErrorRecord['tag']) => async () => {
  throw new FormatlabError({ tag, stage: 'decode', message: 'A “bad” thing.' });
};

test('who finds nothing wrong accepts', async () =>
  expect(await runSecondDecoder(reader, async () => null)).toEqual({ accepted: 'reader' }));

test('what is wrong is a rejection, cut after 1,000 characters', async () => {
  expect(await runSecondDecoder(reader, async () => 'Wrong.')).toEqual({
    rejection: { implementation: 'reader', message: 'Wrong.' },
  });
  expect(await runSecondDecoder(reader, async () => 'x'.repeat(1_001))).toEqual({
    rejection: { implementation: 'reader', message: 'x'.repeat(1_000) },
  });
});

test('what a reader throws is a rejection', async () =>
  expect(await runSecondDecoder(reader, throwing('malformedInput'))).toEqual({
    rejection: { implementation: 'reader', message: 'A “bad” thing.' },
  }));

test('a reader without memory was not asked', async () =>
  expect(await runSecondDecoder(reader, throwing('outOfMemory'))).toEqual({
    leftOut: expect.stringMatching(telling('memory', 'reader')),
  }));

test('a RangeError that looks like missing memory is a rejection', async () => {
  const answer = await runSecondDecoder(reader, async () => {
    throw new RangeError('Array buffer allocation failed');
  });
  expect(answer.rejection?.implementation).toBe('reader');
});

test('a reader’s own limit is a note', async () =>
  expect(await runSecondDecoder(reader, throwing('unsupported'))).toEqual({
    note: expect.stringMatching(telling('The reader', "“A 'bad' thing.”")),
  }));

test('a reader’s words are quoted, cut after 400 characters', () => {
  expect(quoteDecoderMessage('x'.repeat(401))).toBe(`“${'x'.repeat(400)}”`);
});

test('answers are gathered by kind', () =>
  expect(
    combineDecoderAnswers(
      [
        { accepted: 'a' },
        { rejection: { implementation: 'b', message: 'no' } },
        { leftOut: 'No memory.' },
        { note: 'A note.' },
        { accepted: 'c', note: 'Another.' },
      ],
      'Not asked.',
    ),
  ).toEqual({
    acceptedBy: ['a', 'c'],
    rejectedBy: [{ implementation: 'b', message: 'no' }],
    leftOut: 'Not asked. No memory.',
    notes: ['A note.', 'Another.'],
  }));

test('nobody was left out where nothing says so', () =>
  expect(combineDecoderAnswers([{ accepted: 'a' }]).leftOut).toBeNull());

test('what a reader would take is told in seconds', () => {
  expect(estimatedTimeText(1_234_400)).toMatch(telling('1,234 s'));
  expect([estimatedSampleReadMs, sampleIfReadExceedsMs, skipIfReadExceedsMs]).toEqual([2_000, 5_000, 60_000]);
});

test.each([
  new EvalError('unsafe-eval is not allowed'),
  new WebAssembly.CompileError('expected magic word'),
  new TypeError('Failed to fetch dynamically imported module: https://example.org/a.js'),
  new FormatlabError({ tag: 'internal', stage: 'load', message: 'The module could not be fetched.' }),
  new FormatlabError({ tag: 'unsupported', stage: 'load', message: 'The policy forbids it.' }),
])('a reader that does not work is no verdict on the file: %s', async (thrown) => {
  const answer = await runSecondDecoder(reader, () => Promise.reject(thrown));
  expect(answer).toEqual({ leftOut: expect.stringContaining(reader.label) });
  expect(combineDecoderAnswers([answer])).toMatchObject({ acceptedBy: [], rejectedBy: [] });
});
