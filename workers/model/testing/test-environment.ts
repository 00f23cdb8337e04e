import type { Environment } from '../environment';

/** An environment for tests; it describes no real machine. */
export const testEnvironment: Environment = {
  userAgent: 'test',
  platform: 'test',
  logicalCores: 2,
  deviceMemoryGiB: null,
  crossOriginIsolated: true,
  timerStepMs: 0.005,
  kernelMsBefore: null,
  kernelMsAfter: null,
  formatlabVersion: '0.1.0',
  libraries: {},
  machineLabel: null,
};
