import { expect, it } from 'vitest';
import type { MeasuredTrial } from '../model/protocol/measure';
import { resultWithoutSecondDecoder } from './abandoned-reader';

it('says that a reader was stopped, and who was not asked', () => {
  const result = {
    verification: { verifiedBy: 'self', reason: null, loss: [], rejectedBy: [] },
  } as unknown as MeasuredTrial;
  expect(
    resultWithoutSecondDecoder({ reader: 'Slow', result }, 'crashed while it read the file').verification.reason,
  ).toBe('Slow crashed while it read the file. It was stopped, and the decoders after it were not run.');
});
