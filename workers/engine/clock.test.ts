import { describe, expect, it } from 'vitest';
import { measureTimerStepMs } from './clock';
import { fakeClock } from './testing/fake-clock';

function reading(stepMs: number, readingMs = 0.0003) {
  const clock = fakeClock(stepMs);
  return {
    now: () => {
      clock.advance(readingMs);
      return clock.now();
    },
  };
}

describe('measureTimerStepMs', () => {
  it.each([0.005, 0.1, 1])('finds a step of %f ms', (stepMs) => {
    expect(measureTimerStepMs(reading(stepMs))).toBeCloseTo(stepMs, 5);
  });

  it('gives up after 200 ms where the clock is coarser than that', () => {
    expect(measureTimerStepMs(reading(300))).toBeGreaterThanOrEqual(200);
  });
});
