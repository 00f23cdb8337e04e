import { expect, test } from 'vitest';
import type { MeasuredVisit } from '../model/protocol/measure';
import { withoutReader } from './given-up';

const visit = (reason: string | null): MeasuredVisit => ({
  status: 'measured',
  sizeBytes: 7,
  encodedSha256: null,
  verification: { verifiedBy: 'quick', reason, loss: ['Order.'], rejectedBy: [] },
  operations: {},
  setUpMs: 1,
  wasmPeakBytes: null,
  sink: 0,
});
const givenUp = 'Slow took long: it was given up, and with it whoever would have been asked after it.';

test.each([
  [null, givenUp],
  ['Nobody.', `${givenUp} Nobody.`],
  ['x'.repeat(1_000), `${givenUp} ${'x'.repeat(1_000)}`.slice(0, 1_000)],
])('the reason before, %j, stays behind the one why a reader was given up', (before, reason) =>
  expect(withoutReader({ reader: 'Slow', result: visit(before) }, 'took long')).toEqual(visit(reason)),
);
