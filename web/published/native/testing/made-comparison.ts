import type { NativeComparison } from '../../../../workers/model/native-comparison';
import type { Candidate, Plan } from '../../../../workers/model/plan';
import {
  type CellResult,
  type OperationResult,
  type RunResult,
  resultFormat,
  resultVersion,
} from '../../../../workers/model/result';
import { testEnvironment } from '../../../../workers/model/testing/test-environment';

/** Runs in the browser and natively, with the sizes and times that a test wants. */

const candidate = (codec: Candidate['codec']): Candidate => ({
  format: 'raw',
  implementation: 'formatlab',
  options: {},
  codec,
});
const candidates = [
  candidate(null),
  candidate({ id: 'zstd', level: 3, implementation: 'native', granularity: 'file' }),
];
const plan: Plan = {
  datasets: [{ source: 'workload', workload: 'events', knobs: {}, size: 10, seed: 1 }],
  candidates,
  operations: ['encode', 'decode'],
  effort: 'standard',
  seed: 1,
};

export const measured = (
  bests: readonly number[],
  changes: Partial<Extract<OperationResult, { status: 'measured' }>> = {},
): OperationResult => ({
  status: 'measured',
  rounds: bests.map((ms, round) => ({
    round,
    coldMs: ms,
    warmUpMs: ms,
    warmUpCalls: 1,
    warm: true,
    callsPerSample: 1,
    samplesMs: [ms * 2, ms],
  })),
  clock: ['encode'],
  wasmCopyInClock: null,
  detail: null,
  itemsPerCall: 100,
  ...changes,
});

export const completed = (
  index: number,
  sizeBytes: number,
  encode: OperationResult,
  decode: OperationResult,
): CellResult => ({
  status: 'completed',
  dataset: 0,
  candidate: index,
  sizeBytes,
  encodedSha256: 'a'.repeat(64),
  verification: { verifiedBy: 'self', reason: null, loss: [], rejectedBy: [] },
  operations: { encode, decode } as Extract<CellResult, { status: 'completed' }>['operations'],
  setUpMs: 1,
  wasmPeakBytes: null,
  discardedRounds: 0,
});

const run = (cells: readonly CellResult[]): RunResult => ({
  format: resultFormat,
  version: resultVersion,
  startedAt: '2026-11-22T10:00:00.000Z',
  finishedAt: null,
  plan,
  environment: testEnvironment,
  datasets: [
    {
      status: 'ready',
      schema: { kind: 'bytes' },
      itemCount: 10,
      dataBytes: 100,
      sha256: 'b'.repeat(64),
      generateMs: 1,
    },
  ],
  cells: [...cells],
  noiseFloor: null,
  warnings: [],
});

export const comparison = (
  browser: readonly CellResult[],
  ...natives: readonly (readonly CellResult[])[]
): NativeComparison => ({
  format: 'formatlab.native',
  version: 1,
  source: '000',
  workload: 'x',
  browser: run(browser),
  natives: natives.map((cells, index) => ({ by: ['Python', 'Java'][index] ?? 'another', result: run(cells) })),
});

export const here = completed(0, 110, measured([4, 6, 8]), measured([1, 1, 1]));
