import { expect, test } from 'vitest';
import type { Candidate, Plan } from '../model/plan';
import type { CallOptions } from '../model/protocol/calls';
import type { Connection } from '../model/protocol/connect';
import type { RunProgress } from '../model/protocol/coordinator';
import type { MeasureCalls, TrialRequest } from '../model/protocol/measure';
import { testEnvironment } from '../model/testing/test-environment';
import { codecs, formats } from '../registry/metadata';
import { createMutex } from './mutex';
import { runPlan } from './run';
import { measuredTrial } from './testing/measured-trial';
import { createVisibility } from './visibility';

/** Five candidates that hold an array. Each is known by its level, since the workers of this test measure nothing. */
const levels = [1, 2, 3, 4, 5];
const plan: Plan = {
  datasets: [{ source: 'workload', workload: 'array', knobs: {}, size: 100, seed: 1 }],
  candidates: levels.map(
    (level): Candidate => ({
      format: 'npy',
      implementation: 'formatlab',
      options: {},
      codec: { id: 'zstd', level, implementation: 'native', granularity: 'file' },
    }),
  ),
  operations: ['encode'],
  effort: 'quick',
  seed: 1,
};

const measured = (round: number) =>
  measuredTrial({ round, coldMs: 1, warmUpMs: 1, warmUpCalls: 1, warm: true, callsPerSample: 1, samplesMs: [1] });

/** Runs the plan with workers that answer at once. `answers` are those to the questions which candidates can still be the best. */
async function run(answers: readonly (readonly number[])[]) {
  const trials: { candidate: number; round: number; secondDecoders: boolean }[] = [];
  const progress: RunProgress[] = [];
  let asked = 0;
  const spawnMeasure = (): Connection<MeasureCalls> => ({
    remote: {
      trial: (request: TrialRequest, _: CallOptions<MeasureCalls['trial']['progress']> = {}) => {
        const { candidate, round, secondDecoders } = request;
        trials.push({ candidate: plan.candidates.indexOf(candidate), round, secondDecoders });
        return Promise.resolve(measured(round));
      },
      encode: () => Promise.reject(new Error('Not asked for.')),
      openTrialTable: () => Promise.reject(new Error('Not asked for.')),
      describeTable: () => Promise.reject(new Error('Not asked for.')),
      takeRows: () => Promise.reject(new Error('Not asked for.')),
      sortRows: () => Promise.reject(new Error('Not asked for.')),
      placeRows: () => Promise.reject(new Error('Not asked for.')),
      tryColumn: () => Promise.reject(new Error('Not asked for.')),
      fileBytes: () => Promise.reject(new Error('Not asked for.')),
      rewriteTable: () => Promise.reject(new Error('Not asked for.')),
    },
    terminate: () => undefined,
  });
  const result = await runPlan(
    {
      plan,
      ownFile: null,
      signal: new AbortController().signal,
      onEvent: (event) => {
        if (event.type === 'progress') progress.push(event.progress);
      },
    },
    {
      registry: { formats, codecs },
      spawnMeasure,
      makeDataset: async () => ({
        blob: new Blob([]),
        fileDecoder: null,
        info: {
          status: 'ready',
          schema: { kind: 'array', elementType: 'float64', shape: [100] },
          sha256: 'a'.repeat(64),
          dataBytes: 800,
          itemCount: 100,
          generateMs: 1,
        },
      }),
      environment: () => testEnvironment,
      kernelMs: () => 1,
      visibility: createVisibility(),
      mutex: createMutex(),
      leaders: async () => answers[asked++] ?? [],
    },
  );
  const roundsOf = (candidate: number) => {
    const cell = result.cells[candidate];
    const encode = cell?.status === 'completed' ? cell.operations.encode : undefined;
    return encode?.status === 'measured' ? encode.rounds.map(({ round }) => round) : [];
  };
  return { trials, progress, asked, roundsOf, result };
}

const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);

test('without leading candidates every round measures all', async () => {
  const { asked, roundsOf, progress } = await run([]);
  expect(levels.map((_, candidate) => roundsOf(candidate))).toEqual(levels.map(() => upTo(8)));
  // Once six rounds are in, a verdict is possible without.
  expect(asked).toBe(5);
  expect(new Set(progress.map(({ rounds, isLeading }) => `${rounds} ${isLeading}`))).toEqual(new Set(['8 false']));
});

test('candidates that can still be the best get the rounds for a verdict first, the others theirs afterwards', async () => {
  const { asked, roundsOf, trials, progress, result } = await run(Array.from({ length: 9 }, () => [1, 3]));
  expect([asked, roundsOf(1), roundsOf(3)]).toEqual([5, upTo(13), upTo(13)]);
  // Every candidate has eight rounds with all others.
  expect(roundsOf(0)).toEqual([0, ...upTo(7, 6)]);
  expect(new Set(trials.filter(({ round }) => round >= 1 && round <= 5).map(({ candidate }) => candidate))).toEqual(
    new Set([1, 3]),
  );
  expect(progress.find(({ isLeading }) => isLeading)).toMatchObject({ round: 1, rounds: 6 });
  expect(progress.at(-1)).toMatchObject({ round: 7, rounds: 8, isLeading: false, totalTrials: 8 * 6 + 10 });
  // Each candidate's fourth trial asks other readers.
  const readers = trials
    .filter(({ secondDecoders }) => secondDecoders)
    .map(({ candidate, round }) => [candidate, round]);
  expect(new Map(readers as [number, number][])).toEqual(
    new Map([
      [0, 8],
      [1, 3],
      [2, 8],
      [3, 3],
      [4, 8],
    ]),
  );
  expect(readers).toHaveLength(5);
  expect(result.noiseFloor?.a).toHaveLength(8);
});

test('a candidate that falls behind gets no further round alone, and nobody does who has no rival left', async () => {
  const { roundsOf } = await run([[0, 1, 2, 3], [0, 1], [0, 1], [1]]);
  // The first question finds too many; after a second round of all there are two, until one of them is behind.
  expect(roundsOf(0)).toEqual(upTo(10));
  expect(roundsOf(2)).toEqual([0, 1, ...upTo(6, 4)]);
});
