/** Milliseconds from a fixed point. Injected everywhere, so that the adaptive parts are tested without waiting. */
export interface Clock {
  now(): number;
}

export const performanceClock: Clock = { now: () => performance.now() };

/**
 * The smallest step of the clock, in ms: it is read until `changes` changes were seen, or for 200 ms. Chromium's is 0.1 in a
 * worker and 0.005 with cross-origin isolation.
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
  // Differences of doubles near 10⁶ carry noise below a nanosecond.
  return Number.isFinite(smallest) ? Math.round(smallest * 1e6) / 1e6 : 200;
}
