import { expect, test } from 'vitest';
import { shareInterval } from './report.mjs';

test.each([
  [136, 160, 0.7865, 0.8971],
  [51, 60, 0.7389, 0.919],
  [10, 10, 0.7225, 1],
  [0, 10, 0, 0.2775],
])('%i killed of %i: Wilson’s interval', (killed, drawn, low, high) => {
  const interval = shareInterval(killed, drawn);
  expect(interval.low).toBeCloseTo(low, 3);
  expect(interval.high).toBeCloseTo(high, 3);
});
