import { expect, it } from 'vitest';
import { noiseFloorOf } from './noise-floor';
import { roundsFromTimes } from './testing/test-rounds';

it('tells how far from 1 the ratio of two identical cells came out', () => {
  const samples = {
    candidate: 0,
    dataset: 0,
    operation: 'encode' as const,
    a: roundsFromTimes([[10], [10], [10]]),
    b: roundsFromTimes([[10.2], [10.2], [10.2]]),
  };
  expect(noiseFloorOf(samples, 1)?.error).toBeCloseTo(1 - 10 / 10.2, 10);
  expect(noiseFloorOf({ ...samples, b: [] }, 1)).toBeNull();
});
