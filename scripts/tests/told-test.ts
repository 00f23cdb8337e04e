import type { RunnerTestCase } from 'vitest';

/** What is told of a test that begins: scripts/tests/watchdog.mjs reads it. */
export const toldTest = ({ file, fullTestName, timeout }: Readonly<RunnerTestCase>): string =>
  JSON.stringify({ file: file.name, test: fullTestName, timeoutMs: timeout });
