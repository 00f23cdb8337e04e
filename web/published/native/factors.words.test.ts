import { expect, test } from 'vitest';
import type { OperationResult } from '../../../workers/model/result';
import { nativeRows } from './factors';
import { comparison, completed, measured } from './testing/made-comparison';

const ms = measured([1, 1, 1]);
const missing = { status: 'failed', error: { tag: 'internal', stage: 'encode', message: 'No.' } } as const;

test.each<[string, OperationResult, OperationResult, string]>([
  [
    'there is no time here',
    { status: 'unsupported', reason: 'It broke.' },
    ms,
    'The browser did not measure “Encode”: It broke.',
  ],
  ['the time here failed', missing, ms, 'The browser did not measure “Encode”.'],
  ['there is no native time', ms, missing, 'No native program measured “Encode”.'],
  [
    'the clocks differ',
    ms,
    measured([1, 1, 1], { clock: ['encode', 'write'] }),
    'The clocks of “Encode” included other work: encode in the browser, encode + write natively.',
  ],
  [
    'the amounts differ',
    ms,
    measured([1, 1, 1], { itemsPerCall: 1 }),
    'A call of “Encode” processed different amounts: 100 in the browser, 1 natively.',
  ],
  ['a time is hidden', ms, measured([0, 0, 0]), 'One of the times of “Encode” is below the timer’s resolution.'],
])('why there is no factor where %s', (_what, here, there, words) => {
  const [row] = nativeRows(comparison([completed(0, 1, here, ms)], [completed(0, 1, there, ms)]));
  expect(row?.reasons).toEqual([words]);
});
