import { expect, test } from 'vitest';
import type { MeasuredTrial } from '../model/protocol/measure';
import { resultWithoutSecondDecoder } from './abandoned-reader';

const trial = (reason: string | null): MeasuredTrial => ({
  status: 'measured',
  sizeBytes: 7,
  encodedSha256: null,
  verification: { verifiedBy: 'quick', reason, loss: ['Order.'], rejectedBy: [] },
  operations: {},
  setUpMs: 1,
  wasmPeakBytes: null,
  sink: 0,
});
const abandoned = 'Slow took long. It was stopped, and the decoders after it were not run.';

test.each([
  [null, abandoned],
  ['Nobody.', `${abandoned} Nobody.`],
  ['x'.repeat(1_000), `${abandoned} ${'x'.repeat(1_000)}`.slice(0, 1_000)],
])('the reason before, %j, stays behind the one why a reader was given up', (before, reason) =>
  expect(resultWithoutSecondDecoder({ reader: 'Slow', result: trial(before) }, 'took long')).toEqual(trial(reason)),
);
