import type { ClaimSide } from '../../../../workers/model/claim';
import type { Quantity } from '../../../../workers/model/quantity';
import type { Candidate, Operation } from '../../../../workers/model/plan';
import type { PublishedSource } from '../../../../workers/model/published';
import {
  type CellResult,
  type OperationResult,
  type RunResult,
  resultFormat,
  resultVersion,
} from '../../../../workers/model/result';
import { testEnvironment } from '../../../../workers/model/testing/test-environment';
import { checkCandidate } from '../../../../workers/registry/check-plan';
import { loadPublishedSources } from '../../../sources/sources';
import type { TestRun } from '../../../state/source-test-controller';
import { exampleSide } from './test-runs';

/** A source of a few systems, and runs of it with the sizes and times that a test wants. */

const [published] = await loadPublishedSources();
const [publishedSystem] = published?.systems ?? [];
const [publishedWorkload] = published?.workloads ?? [];
if (published === undefined || publishedSystem === undefined || publishedWorkload === undefined)
  throw new Error('There is no published source.');

export const candidates: readonly Candidate[] = ['raw', 'npy', 'csv', 'pickle'].map((format) =>
  checkCandidate({ format, implementation: 'formatlab', options: {}, codec: null }),
);

const inMemory: PublishedSource['systems'][number]['clock'] = {
  writeTime: ['encode'],
  readTime: ['decode'],
  explanation: 'In memory.',
};
const system = (id: string, candidate: Candidate | null, candidateNote: string | null = null) => ({
  ...publishedSystem,
  id,
  label: `System ${id}`,
  clock: inMemory,
  candidate,
  candidateNote,
});

export const neverPublished = 'It was never published';

/** Systems a to d are the four candidates; the others can't run here. */
export const source: PublishedSource = {
  ...published,
  workloads: [
    { ...publishedWorkload, id: 'numbers', workload: 'array', knobs: {}, sizeHere: 100 },
    { ...publishedWorkload, id: 'other', workload: 'array', knobs: {}, sizeHere: 100 },
  ],
  systems: [
    ...candidates.map((candidate, index) => system('abcd'.charAt(index), candidate)),
    system('gone', null, neverPublished),
    system('gone-with-stop', null, `${neverPublished}.`),
    system('gone-silently', null),
    system('unknown', { format: 'papyrus', implementation: 'scribe', options: {}, codec: null }),
  ],
};

export const side = (systems: string[], more: Partial<ClaimSide> = {}): ClaimSide =>
  exampleSide(systems, { operations: ['encode'], ...more });

interface MadeCell {
  readonly sizeBytes?: number | null;
  readonly sample?: { readonly items: number; readonly dataBytes: number; readonly fixedBytes: number };
  readonly operations?: Partial<Record<Operation, OperationResult>>;
}

/** Measured in as many rounds as there are times; the best sample of each round is that time. */
export function measured(roundsMs: readonly number[], itemsPerCall = 1, firstRound = 0): OperationResult {
  return {
    status: 'measured',
    rounds: roundsMs.map((ms, index) => ({
      round: firstRound + index,
      coldMs: 90,
      warmUpMs: 90,
      warmUpCalls: 1,
      warm: true,
      callsPerSample: 1,
      samplesMs: [ms + 5, ms, ms + 7],
    })),
    clock: ['encode'],
    wasmCopyInClock: null,
    detail: null,
    itemsPerCall,
  };
}

export const rounds = (ms: number, count = 8) => Array.from({ length: count }, () => ms);

export function completed(candidate: number, { sizeBytes = 1_000, sample, operations = {} }: MadeCell, dataset = 0) {
  return {
    status: 'completed',
    dataset,
    candidate,
    sizeBytes,
    encodedSha256: sizeBytes === null ? null : 'a'.repeat(64),
    ...(sample === undefined ? {} : { sample }),
    verification: { verifiedBy: 'self', reason: null, loss: [], rejectedBy: [] },
    operations: operations as Record<Operation, OperationResult>,
    setUpMs: 1,
    wasmPeakBytes: null,
    discardedRounds: 0,
  } satisfies CellResult;
}

/** A run of all four candidates on one dataset of 100 items and 8,000 bytes. */
export function runOf(quantity: Quantity, cells: readonly CellResult[], sizes: readonly number[] = [100]): TestRun {
  const result: RunResult = {
    format: resultFormat,
    version: resultVersion,
    startedAt: '2026-11-22T10:00:00.000Z',
    finishedAt: '2026-11-22T10:01:00.000Z',
    plan: {
      datasets: sizes.map((size) => ({ source: 'workload', workload: 'array', knobs: {}, size, seed: 1 })),
      candidates: [...candidates],
      operations: ['encode'],
      effort: 'standard',
      seed: 3,
    },
    environment: testEnvironment,
    datasets: sizes.map((size) => ({
      status: 'ready',
      schema: { kind: 'bytes' },
      itemCount: size,
      dataBytes: 80 * size,
      sha256: 'b'.repeat(64),
      generateMs: 1,
    })),
    cells: [...cells],
    noiseFloor: null,
    warnings: [],
  };
  return { workload: 'numbers', quantity, result };
}

export const sizesRun = (...sizesBytes: readonly (number | null)[]) =>
  runOf(
    'size',
    sizesBytes.map((sizeBytes, candidate) => completed(candidate, { sizeBytes })),
  );

export const timesRun = (...cells: readonly NonNullable<MadeCell['operations']>[]) =>
  runOf(
    'time',
    cells.map((operations, candidate) => completed(candidate, { operations })),
  );
