import { type Operation, operations } from '../../../workers/model/plan';
import type { OperationResult, RoundSamples, RunResult } from '../../../workers/model/result';
import { mulberry } from '../../../workers/model/testing/mulberry';
import { defaultsV1 } from '../defaults-v1';

/** Generated results for the tests of links, similar to real runs. */

function hexadecimal(next: () => number): string {
  return Array.from({ length: 64 }, () => Math.floor(next() * 16).toString(16)).join('');
}

interface SampleRun {
  readonly candidates: number;
  readonly rounds: number;
  readonly samples: number;
  readonly asked?: readonly Operation[];
}

/**
 * A result of `candidates` candidates measured in all operations, with the timer step of a cross-origin isolated page
 * and random variation of a few per cent.
 */
export function sampleResult({ candidates, rounds, samples, asked = operations }: SampleRun): RunResult {
  const next = mulberry(7);
  const stepMs = 0.005;
  const timed = (ms: number) => {
    const calls = Math.max(1, Math.ceil(5 / ms));
    const total = ms * calls * (1 + 0.02 * next() ** 2 + (next() < 0.03 ? 0.3 * next() : 0));
    return (Math.round(total / stepMs) * stepMs) / calls;
  };
  const series = (ms: number): RoundSamples[] =>
    Array.from({ length: rounds }, (_, round) => {
      const drift = ms * (1 + 0.03 * next());
      return {
        round,
        coldMs: timed(drift * 3),
        warmUpMs: 60 + 200 * next(),
        warmUpCalls: 5 + Math.floor(next() * 30),
        warm: next() < 0.8,
        callsPerSample: Math.max(1, Math.ceil(5 / ms)),
        samplesMs: Array.from({ length: samples + Math.floor(next() * 3) }, () => timed(drift)),
      };
    });
  const names = [
    ['raw', 'formatlab'],
    ['pickle', 'formatlab'],
    ['hdf5', 'h5wasm'],
    ['parquet', 'parquet-wasm'],
    ['arrow', 'arrow-js'],
    ['npy', 'formatlab'],
    ['csv', 'formatlab'],
    ['json', 'browser'],
  ] as const;
  const [spec] = defaultsV1.plan.datasets;
  if (spec === undefined) throw new Error('The default plan has no dataset.');
  return {
    format: 'formatlab.result',
    version: 1,
    startedAt: '2026-11-21T09:30:00.000Z',
    finishedAt: '2026-11-21T09:30:24.180Z',
    plan: {
      ...defaultsV1.plan,
      datasets: [spec],
      candidates: Array.from({ length: candidates }, (_, index) => {
        const [format, implementation] = names[index % names.length] ?? names[0];
        const codec =
          index < 2
            ? null
            : ({ id: 'gzip', level: (index % 9) + 1, implementation: 'fflate', granularity: 'file' } as const);
        return {
          format,
          implementation,
          options: format === 'hdf5' ? { layout: 'bulk', shuffle: false, chunkRows: 0 } : {},
          codec,
        };
      }),
      operations: [...asked],
    },
    environment: {
      userAgent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36',
      platform: 'Linux x86_64',
      logicalCores: 2,
      deviceMemoryGiB: 8,
      crossOriginIsolated: true,
      timerStepMs: stepMs,
      kernelMsBefore: 4.215,
      kernelMsAfter: 4.33,
      formatlabVersion: '0.1.0',
      libraries: { h5wasm: '0.10.3', 'parquet-wasm': '0.8.0', fflate: '0.8.3' },
      machineLabel: null,
    },
    datasets: [
      {
        status: 'ready',
        schema: { kind: 'keyedVectors', elementType: 'float64', dimension: 1_280 },
        itemCount: 800,
        dataBytes: 8_205_604,
        sha256: hexadecimal(next),
        generateMs: 41.3,
      },
    ],
    cells: Array.from({ length: candidates }, (_, candidate) => ({
      status: 'completed' as const,
      dataset: 0,
      candidate,
      sizeBytes: Math.round(8_205_604 * (0.9 + 0.1 * next())),
      encodedSha256: hexadecimal(next),
      verification: {
        verifiedBy: 'self',
        reason: 'No second decoder of this format runs in the page.',
        loss: [],
        rejectedBy: [],
      },
      operations: Object.fromEntries(
        asked.map((operation): [string, OperationResult] =>
          operation === 'project'
            ? [operation, { status: 'unsupported', reason: 'Only a table has columns.' }]
            : [
                operation,
                {
                  status: 'measured',
                  rounds: series(operation === 'lookup' ? 0.02 + next() : 2 + 60 * next() ** 2),
                  clock: operation === 'encode' ? ['convert', 'allocate', 'encode'] : ['allocate', 'decode', 'convert'],
                  wasmCopyInClock: candidate % 2 === 0 ? null : true,
                  detail: operation === 'lookup' ? '256 keys' : null,
                  itemsPerCall: operation === 'lookup' ? 256 : 8_205_604,
                },
              ],
        ),
      ),
      setUpMs: Math.round(1e4 * next()) / 100,
      wasmPeakBytes: candidate % 2 === 0 ? null : 33_554_432,
      discardedRounds: 0,
    })),
    noiseFloor: { candidate: 0, dataset: 0, operation: 'encode', a: series(4), b: series(4) },
    warnings: [],
  };
}
