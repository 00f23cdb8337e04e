import type { Clock } from '../clock';

/** A clock for tests. It moves only when the test advances it, and shows time in steps, like a browser's timer. */
interface FakeClock extends Clock {
  advance(ms: number): void;
  readonly trueMs: number;
}

export function fakeClock(stepMs = 0): FakeClock {
  let trueMs = 0;
  return {
    now: () => (stepMs === 0 ? trueMs : Math.floor(trueMs / stepMs + 1e-9) * stepMs),
    advance(ms) {
      trueMs += ms;
    },
    get trueMs() {
      return trueMs;
    },
  };
}
