import { expect, test } from 'vitest';
import { type ErrorRecord, FormatlabError } from '../model/errors';
import { runSecondDecoder } from './answers';

test.each([
  ['outOfMemory', { leftOut: 'There was not enough memory for reader to read the file.' }],
  ['unsupported', { note: 'The reader cannot read all of the file, because of its own limits: “A thing.”' }],
] satisfies [ErrorRecord['tag'], object][])('%s', async (tag, answer) =>
  expect(
    await runSecondDecoder({ id: 'reader', label: 'The reader' }, async () => {
      throw new FormatlabError({ tag, stage: 'decode', message: 'A thing.' });
    }),
  ).toEqual(answer),
);
