import { cpus, loadavg, release, type } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * The machine of a stored result (workers/model/bench-machine.ts).
 * @param {string} browser its name and version
 */
export const describeMachine = (browser) => ({
  processor: cpus()[0]?.model.trim() ?? '',
  logicalCores: cpus().length,
  system: `${type()} ${release()}`,
  browser,
});

const quietShare = 0.25;
const longestWaitMs = 300_000;

export const loadAverage = () => loadavg()[0] ?? 0;

/**
 * Waits until the load average of the last minute falls below a quarter of the cores, at most five minutes: a build or test that has just ended still counts in it.
 */
export async function waitUntilQuiet() {
  const limit = quietShare * cpus().length;
  if (loadAverage() > limit)
    console.log(`The load average is ${loadAverage().toFixed(1)}: waiting until it is below ${limit} …`);
  for (const start = Date.now(); loadAverage() > limit && Date.now() - start < longestWaitMs; ) await pause(1_000);
}
