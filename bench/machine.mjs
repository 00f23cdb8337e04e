import { cpus, release, type } from 'node:os';

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
