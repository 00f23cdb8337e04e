import { describe, expect, test } from 'vitest';
import type { Candidate, Plan } from '../model/plan';
import type { CallOptions } from '../model/protocol/calls';
import type { RunProgress } from '../model/protocol/coordinator';
import type { MeasureCalls, TrialRequest } from '../model/protocol/measure';
import type { RunResult } from '../model/result';
import { countedFromRound } from '../model/resumption';
import { testEnvironment } from '../model/testing/test-environment';
import { codecs, formats } from '../registry/metadata';
import { nobodyKnows } from '../model/leading';
import { createMutex } from './mutex';
import { runPlan } from './run';
import { fakeMeasureWorker } from './testing/fake-workers';
import { measuredTrial } from './testing/measured-trial';
import { readyArray } from './testing/ready-array';
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

interface Part {
  readonly plan?: Plan;
  /** Stopped after so many trials. */
  readonly stopAfter?: number;
  readonly before?: RunResult;
  readonly kernelMs?: number;
  readonly sha256?: string;
  readonly userAgent?: string;
}

/** Runs the plan with workers that answer at once. `answers` are those to the questions which candidates can still be the best. */
async function run(
  answers: readonly (readonly number[])[],
  { plan: planned = plan, stopAfter, before, kernelMs = 1, sha256 = 'a'.repeat(64), userAgent }: Part = {},
) {
  const abort = new AbortController();
  const trials: { candidate: number; round: number; secondDecoders: boolean }[] = [];
  const progress: RunProgress[] = [];
  let asked = 0;
  const spawnMeasure = () =>
    fakeMeasureWorker({
      trial: (request: TrialRequest, _: CallOptions<MeasureCalls['trial']['progress']> = {}) => {
        const { candidate, round, secondDecoders } = request;
        trials.push({ candidate: levels.indexOf(candidate.codec?.level ?? 0), round, secondDecoders });
        if (trials.length === stopAfter) setTimeout(() => abort.abort());
        if (trials.length === stopAfter) return new Promise(() => undefined);
        return Promise.resolve(measured(round));
      },
    });
  const result = await runPlan(
    {
      plan: planned,
      ownFile: null,
      signal: abort.signal,
      before: before ?? null,
      onEvent: (event) => {
        if (event.type === 'progress') progress.push(event.progress);
      },
    },
    {
      registry: { formats, codecs },
      spawnMeasure,
      makeDataset: async () => ({
        blob: new Blob([]),
        fileReaders: [],
        info: { ...readyArray, sha256 },
      }),
      environment: () => ({ ...testEnvironment, ...(userAgent === undefined ? {} : { userAgent }) }),
      kernelMs: () => kernelMs,
      visibility: createVisibility(),
      mutex: createMutex(),
      leading: async () => ({ ...nobodyKnows, candidates: answers[asked++] ?? [] }),
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

describe('a run that was stopped', () => {
  // Six trials are a round: five candidates and the control. The last one before the stop does not end.
  const stopped = () => run([], { stopAfter: 6 + 6 + 3 });
  const counts = ({ roundsOf }: Awaited<ReturnType<typeof run>>) => levels.map((_, index) => roundsOf(index).length);

  test('goes on where it was, and measures no finished trial again', async () => {
    const first = await stopped();
    const before = counts(first);
    expect(first.result.finishedAt).toBeNull();
    expect(new Set(before)).toEqual(new Set([2, 3]));
    const second = await run([], { before: first.result });
    expect(second.result).toMatchObject({ startedAt: first.result.startedAt, resumptions: [{ round: 3 }] });
    expect(second.result.finishedAt).not.toBeNull();
    expect(counts(second)).toEqual(levels.map(() => 8));
    const made = levels.map((_, index) => second.trials.filter(({ candidate }) => candidate === index).length);
    // The control is one of them once more in each of its rounds.
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(5 * 8 - before.reduce((sum, count) => sum + count, 0) + 6);
    for (const [index, count] of before.entries())
      expect(second.roundsOf(index)).toEqual([...first.roundsOf(index), ...upTo(8 - count, count + 1)]);
  });

  test('has the rounds since counted only where the machine has become another', async () => {
    const { result } = await stopped();
    expect(countedFromRound((await run([], { before: result, kernelMs: 1.05 })).result)).toBe(0);
    const other = await run([], { before: result, kernelMs: 1.2 });
    expect(countedFromRound(other.result)).toBe(3);
    expect(other.result.warnings).toHaveLength(1);
  });

  test('does not go on with other data or another browser, and keeps what it has', async () => {
    const { result } = await stopped();
    for (const part of [{ sha256: 'b'.repeat(64) }, { userAgent: 'Another/2' }, { plan: { ...plan, seed: 2 } }])
      await expect(run([], { before: result, ...part })).rejects.toMatchObject({ record: { tag: 'invalidPlan' } });
  });

  test('has what is left of its budget', async () => {
    const limited: Plan = { ...plan, budget: 15 };
    const { result } = await run([], { plan: limited, stopAfter: 9 });
    expect(result.budgetSpentMs).toBeGreaterThanOrEqual(0);
    const over = await run([], { plan: limited, before: { ...result, budgetSpentMs: 15_000 } });
    expect(over.trials).toEqual([]);
    expect(over.result).toMatchObject({ budgetSpentMs: 15_000, cells: result.cells });
    expect(over.result.finishedAt).not.toBeNull();
  });
});
