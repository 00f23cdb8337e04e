import { afterEach, vi } from 'vitest';

/** Test files share a context: fake timers or a spy that one leaves behind would stop or change the tests of the next. */
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
