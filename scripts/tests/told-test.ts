import type { RunnerTestCase } from 'vitest';

/** The line that names a test when it begins. The watchdog reads it (scripts/tests/watchdog.mjs). */
export const toldTest = ({ file, fullTestName, timeout }: Readonly<RunnerTestCase>): string =>
  JSON.stringify({ file: file.name, test: fullTestName, timeoutMs: timeout });
