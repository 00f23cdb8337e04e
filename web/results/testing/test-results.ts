import type { ClockScope, CodecMeta, FormatMeta } from '../../../workers/model/entry';
import { type Candidate, efforts, type Operation, type Plan } from '../../../workers/model/plan';
import {
  type CellResult,
  type CompletedCell,
  type MeasuredOperation,
  type OperationResult,
  type RunResult,
  resultFormat,
  resultVersion,
} from '../../../workers/model/result';
import { mulberry } from '../../../workers/model/testing/mulberry';

/**
 * Makes runs for tests. Without `jitter` all samples are equal, so that figures are exact. With it, samples scatter by
 * a seeded random number generator.
 */

/** Why a made cell has failed. */
export const madeFailure = 'What was decoded differs from the data at byte 4,096 of column 3.';
/** Why a made cell is unsupported. */
export const madeObstacle = 'A dictionary of vectors has no columns.';
/** Why a made cell has no time of an operation. */
export const madeReason = (operation: Operation) => `This format has no ${operation}.`;

/** The description of one cell of a test run. */
export interface MadeCell {
  readonly candidate: Candidate;
  /** Bytes of the encoded file. Null if the candidate makes no file. */
  readonly sizeBytes?: number | null;
  readonly counts?: Readonly<Record<string, number>>;
  readonly sample?: { readonly items: number; readonly dataBytes: number; readonly fixedBytes: number };
  /** Best time of each operation, in milliseconds. An operation without a time is unsupported. */
  readonly ms?: Partial<Record<Operation, number>>;
  readonly clock?: Partial<Record<Operation, readonly ClockScope[]>>;
  readonly status?: Exclude<CellResult['status'], 'completed'> | 'missing';
  readonly rejectedBy?: string;
  readonly loss?: readonly string[];
  readonly changedValues?: { readonly changed: number; readonly total: number };
  /** The libraries that made the cell, in a native run. */
  readonly madeBy?: NonNullable<CompletedCell['madeBy']>;
}

/** The description of a test run. */
export interface MadeRun {
  readonly cells: readonly MadeCell[];
  readonly effort?: Plan['effort'];
  readonly rounds?: number;
  /** How far samples scatter above the best one, as a share of it. 0 makes all samples equal. */
  readonly jitter?: number;
  readonly dataBytes?: readonly number[];
  readonly operations?: readonly Operation[];
  readonly finished?: boolean;
}

export function candidate(
  format: string,
  codec: Candidate['codec'] = null,
  options: Candidate['options'] = {},
  implementation = 'formatlab',
): Candidate {
  return { format, implementation, options, codec };
}

export function codec(
  id: string,
  level: number | null,
  implementation: string | null = null,
  granularity: NonNullable<Candidate['codec']>['granularity'] = implementation === null ? 'page' : 'file',
) {
  return { id, level, implementation, granularity } as const;
}

const library = { package: 'formatlab', version: '', license: 'MIT' };
/** Makes metadata for a test registry. */
export const formatImplementation = (
  id: string,
  label: string,
  options: FormatMeta['implementations'][number]['options'] = [],
  innerCodecs: FormatMeta['implementations'][number]['innerCodecs'] = [],
): FormatMeta['implementations'][number] => ({
  id,
  label,
  library,
  options,
  innerCodecs,
  unsupported: () => null,
  clock: {},
  wasmCopyInClock: null,
  loss: () => [],
  estimateMBps: { encode: 1, decode: 1 },
});
export const formatMeta = (id: string, label: string, implementations: FormatMeta['implementations']): FormatMeta => ({
  id,
  label,
  notInNativeScript: null,
  readers: {},
  extension: id,
  mediaType: 'a/b',
  description: '',
  selfDescribing: true,
  implementations,
});
export const codecMeta = (id: string, label: string, family: string, names: readonly string[]): CodecMeta => ({
  id,
  label,
  family,
  notInNativeScript: null,
  readers: {},
  extension: id,
  implementations: names.map((name) => ({
    id: name,
    label: name,
    library,
    compresses: true,
    decompresses: true,
    levels: { min: 1, max: 9, default: 6 },
    estimateMBps: { compress: 1, decompress: 1 },
  })),
});

export function measuredOperation(
  bestMs: number,
  {
    rounds,
    jitter,
    seed,
    clock = ['encode'],
    itemsPerCall,
  }: { rounds: number; jitter: number; seed: number; clock?: readonly ClockScope[]; itemsPerCall: number },
): MeasuredOperation {
  const next = mulberry(seed);
  return {
    status: 'measured',
    rounds: Array.from({ length: rounds }, (_, round) => {
      const disturbance = 1 + jitter * next() * 0.5;
      return {
        round,
        coldMs: bestMs * 3,
        warmUpMs: 250,
        warmUpCalls: 16,
        warm: bestMs < 200,
        callsPerSample: Math.max(1, Math.ceil(5 / Math.max(bestMs, 1e-6))),
        samplesMs: Array.from(
          { length: 5 },
          (_sample, index) => bestMs * (index === 0 ? disturbance : disturbance + jitter * next()),
        ),
      };
    }),
    clock: [...clock],
    wasmCopyInClock: null,
    detail: null,
    itemsPerCall,
  };
}

const sha = (index: number) => index.toString(16).padStart(2, '0').repeat(32);

function cellOf(
  made: MadeCell,
  place: { dataset: number; candidate: number },
  run: Required<Pick<MadeRun, 'rounds' | 'jitter' | 'operations'>>,
  dataBytes: number,
): CellResult[] {
  switch (made.status ?? 'completed') {
    case 'missing':
      return [];
    case 'failed':
      return [
        {
          status: 'failed',
          ...place,
          error: {
            tag: 'verificationFailed',
            stage: 'verify',
            message: madeFailure,
          },
        },
      ];
    case 'unsupported':
      return [{ status: 'unsupported', ...place, reason: madeObstacle }];
    case 'cancelled':
      return [{ status: 'cancelled', ...place }];
    case 'overBudget':
      return [{ status: 'overBudget', ...place, sizeBytes: 4_000_000 }];
    case 'timedOut':
      return [{ status: 'timedOut', ...place, stage: 'encode', limitMs: 60_000 }];
    case 'completed': {
      const share = place.dataset === 0 ? 1 : dataBytes / 10_000_000;
      const operations = run.operations.map((operation, index): [Operation, OperationResult] => {
        const ms = made.ms?.[operation];
        if (ms === undefined) return [operation, { status: 'unsupported', reason: madeReason(operation) }];
        const seed = place.candidate * 100 + place.dataset * 10 + index;
        const itemsPerCall = operation === 'lookup' || operation === 'warmLookup' ? 100 : dataBytes;
        const clock =
          made.clock?.[operation] ?? (operation === 'decode' ? (['decode'] as const) : (['encode'] as const));
        return [
          operation,
          measuredOperation(ms * share, { rounds: run.rounds, jitter: run.jitter, seed, clock, itemsPerCall }),
        ];
      });
      return [
        {
          status: 'completed',
          ...place,
          sizeBytes: made.sizeBytes === null ? null : Math.round((made.sizeBytes ?? dataBytes) * share),
          encodedSha256: made.sizeBytes === null ? null : sha(place.candidate),
          ...(made.madeBy === undefined ? {} : { madeBy: made.madeBy }),
          ...(made.counts === undefined ? {} : { counts: { ...made.counts } }),
          ...(made.sample === undefined ? {} : { sample: made.sample }),
          verification: {
            verifiedBy: 'self',
            reason: 'Nothing else here reads this format.',
            loss: [...(made.loss ?? [])],
            ...(made.changedValues === undefined ? {} : { changedValues: made.changedValues }),
            rejectedBy:
              made.rejectedBy === undefined
                ? []
                : [{ implementation: made.rejectedBy, message: 'Refused the block: it references past its end.' }],
          },
          operations: Object.fromEntries(operations) as Record<Operation, OperationResult>,
          setUpMs: 12.5,
          wasmPeakBytes: null,
          discardedRounds: 0,
        },
      ];
    }
  }
}

export function makeRun(made: MadeRun): RunResult {
  const {
    effort = 'standard',
    jitter = 0,
    dataBytes = [10_000_000],
    operations = ['encode', 'decode'],
    finished = true,
  } = made;
  const rounds = made.rounds ?? efforts[effort].rounds;
  return {
    format: resultFormat,
    version: resultVersion,
    startedAt: '2026-11-20T14:05:00.000Z',
    finishedAt: finished ? '2026-11-20T14:06:10.000Z' : null,
    plan: {
      datasets: dataBytes.map((bytes) => ({
        source: 'workload',
        workload: 'keyedVectors',
        knobs: {},
        size: Math.round(bytes / 10_240),
        seed: 1,
      })),
      candidates: made.cells.map((cell) => cell.candidate),
      operations: [...operations],
      effort,
      seed: 7,
    },
    environment: {
      userAgent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
      platform: 'Linux x86_64',
      logicalCores: 2,
      deviceMemoryGiB: 8,
      crossOriginIsolated: true,
      timerStepMs: 0.005,
      kernelMsBefore: 10,
      kernelMsAfter: 10.4,
      formatlabVersion: '0.1.0',
      libraries: { h5wasm: '0.10.3', fflate: '0.8.3' },
      machineLabel: null,
    },
    datasets: dataBytes.map((bytes, index) => ({
      status: 'ready',
      schema: { kind: 'keyedVectors', elementType: 'float64', dimension: 1_280 },
      itemCount: Math.round(bytes / 10_240),
      dataBytes: bytes,
      sha256: sha(0xa0 + index),
      generateMs: 80,
    })),
    cells: dataBytes.flatMap((bytes, dataset) =>
      made.cells.flatMap((cell, index) =>
        cellOf(cell, { dataset, candidate: index }, { rounds, jitter, operations }, bytes),
      ),
    ),
    noiseFloor: null,
    warnings: [],
  };
}

/** The run with other rounds of each measured operation. */
export const withRounds = (
  run: RunResult,
  change: (rounds: MeasuredOperation['rounds']) => MeasuredOperation['rounds'],
): RunResult => ({
  ...run,
  cells: run.cells.map((cell) =>
    cell.status === 'completed'
      ? {
          ...cell,
          operations: Object.fromEntries(
            Object.entries(cell.operations).map(([name, each]) => [
              name,
              each.status === 'measured' ? { ...each, rounds: change(each.rounds) } : each,
            ]),
          ),
        }
      : cell,
  ),
});
