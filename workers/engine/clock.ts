/** A clock in milliseconds from an arbitrary start. It is injected everywhere, so that tests do not wait. */
export interface Clock {
  now(): number;
}

export const performanceClock: Clock = { now: () => performance.now() };

/**
 * Measures the smallest step of the clock, in ms. It reads the clock until it has changed `changes` times, or for 200 ms. Chromium's step
 * is 0.1 ms in a worker, and 0.005 ms with cross-origin isolation.
 */
export function measureTimerStepMs(clock: Clock, changes = 50): number {
  let smallest = Number.POSITIVE_INFINITY;
  let seen = 0;
  const start = clock.now();
  let previous = start;
  while (seen < changes && previous - start < 200) {
    const now = clock.now();
    if (now > previous) {
      smallest = Math.min(smallest, now - previous);
      seen += 1;
    }
    previous = now;
  }
  // Differences of doubles near 10⁶ have rounding errors below a nanosecond.
  return Number.isFinite(smallest) ? Math.round(smallest * 1e6) / 1e6 : 200;
}
