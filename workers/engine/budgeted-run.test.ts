import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Budget, budgetMs, searchBudgetMs } from '../model/budget';
import { FormatlabError } from '../model/errors';
import { briefEffort, type Candidate, efforts, type Operation, type Plan } from '../model/plan';
import type { CallOptions } from '../model/protocol/calls';
import type { Connection } from '../model/protocol/connect';
import type { RunEvent } from '../model/protocol/coordinator';
import type { MeasuredTrial, MeasureCalls, TrialRequest } from '../model/protocol/measure';
import { type DatasetSample, type RunResult, runResultSchema } from '../model/result';
import { parseWithSchema } from '../model/parse';
import { seededRandom } from '../model/random';
import { testEnvironment } from '../model/testing/test-environment';
import { codecs, formats } from '../registry/metadata';
import { nextRound } from './budget-schedule';
import { createMutex } from './mutex';
import { runPlan } from './run';
import { fakeMeasureWorker } from './testing/fake-workers';
import { createTrialCosts, type ExpectedTrial } from './trial-costs';
import { measuredTrial } from './testing/measured-trial';
import { readyArray } from './testing/ready-array';
import { createVisibility } from './visibility';

afterEach(() => vi.useRealTimers());

interface FakeTrial {
  readonly candidate: number;
  readonly round: number;
  readonly startMs: number;
  readonly isBrief: boolean;
  readonly operations: readonly Operation[];
}

interface Fake {
  readonly budget: Budget;
  /** The milliseconds of each candidate's first trial. Those that follow take less, and vary. */
  readonly costsMs: readonly number[];
  /** The candidates that can still be the best, the best one first, by the trials so far. Absent if nobody is asked. */
  readonly leaders?: (trials: readonly FakeTrial[]) => readonly number[];
  readonly operations?: readonly Operation[];
  /** Those that the answer follows from. None: all of the plan. */
  readonly leadingOperations?: readonly Operation[];
  readonly openBySize?: readonly number[];
  readonly failing?: ReadonlySet<number>;
  readonly onStart?: (visibility: ReturnType<typeof createVisibility>, abort: AbortController) => void;
  readonly datasets?: number;
  /** The data are a sample: the milliseconds that encoding its parts takes each candidate. */
  readonly partsMs?: readonly number[];
  /** An earlier part of the run, which goes on. */
  readonly before?: RunResult;
  /** What a search before the rounds took of the budget, in milliseconds. */
  readonly spentMs?: number;
  /** The time for candidates that the earlier part lacks, in milliseconds. */
  readonly addedMs?: number;
}

const sample: DatasetSample = {
  unitKind: 'rows',
  unitItems: [10, 10],
  unitCount: 2,
  totalItems: 4_000,
  isTotalEstimated: false,
  isFirstPart: false,
  fileBytes: 90_000,
};

/** Runs a plan with workers that only take time, on a clock that only the test moves. Each candidate is known by its level. */
async function run({
  budget,
  costsMs,
  leaders,
  operations = ['encode'],
  leadingOperations = [],
  openBySize = [],
  failing = new Set(),
  onStart,
  datasets = 1,
  partsMs,
  before,
  spentMs = 0,
  addedMs,
}: Fake) {
  vi.useFakeTimers();
  const spec = { source: 'workload', workload: 'array', knobs: {}, size: 100, seed: 1 } as const;
  const plan: Plan = {
    datasets: Array.from({ length: datasets }, () => spec),
    candidates: costsMs.map(
      (_, level): Candidate => ({
        format: 'npy',
        implementation: 'formatlab',
        options: {},
        codec: { id: 'zstd', level: level + 1, implementation: 'native', granularity: 'file' },
      }),
    ),
    operations: [...operations],
    effort: 'quick',
    budget,
    seed: 1,
  };
  const visibility = createVisibility();
  const abort = new AbortController();
  const trials: FakeTrial[] = [];
  /** The candidates whose parts were encoded, with the time of the end and whether it was a trial of its own. */
  const parts: { readonly candidate: number; readonly endMs: number; readonly isAlone: boolean }[] = [];
  const events: RunEvent[] = [];
  const random = seededRandom(7);
  const spawnMeasure = (): Connection<MeasureCalls> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let beat: ReturnType<typeof setInterval> | undefined;
    return fakeMeasureWorker(
      {
        trial: (request: TrialRequest, { onProgress }: CallOptions<MeasureCalls['trial']['progress']> = {}) =>
          new Promise((resolve, reject) => {
            const candidate = plan.candidates.indexOf(request.candidate);
            const ofParts = request.partsOf === undefined ? 0 : (partsMs?.[candidate] ?? 0);
            const partsBytes = [400, 500];
            const encodeParts = (found: MeasuredTrial, isAlone: boolean) => {
              onProgress?.({ stage: 'encode', measured: found });
              beat = setInterval(() => onProgress?.({ stage: 'encode' }), 10_000);
              timer = setTimeout(() => {
                clearInterval(beat);
                parts.push({ candidate, endMs: Date.now() - startMs, isAlone });
                resolve({ ...found, partsBytes });
              }, ofParts);
            };
            if (request.operations.length === 0) {
              const found = measuredTrial({ ...samplesOf(request.round, 0), samplesMs: [] }, 900 + candidate);
              encodeParts({ ...found, operations: {} }, true);
              return;
            }
            const before = trials.filter((trial) => trial.candidate === candidate).length;
            const isBrief = request.effort.samplesMs === briefEffort(efforts.quick).samplesMs;
            trials.push({
              candidate,
              round: request.round,
              startMs: Date.now() - startMs,
              isBrief,
              operations: request.operations,
            });
            const ms =
              (costsMs[candidate] as number) * (isBrief ? 0.4 : 1) * (0.8 + 0.2 / (before + 1) + 0.1 * random.next());
            setTimeout(() => onProgress?.({ stage: 'verify', sizeBytes: 5_000 + candidate }), ms / 2);
            timer = setTimeout(() => {
              if (failing.has(candidate))
                reject(new FormatlabError({ tag: 'encodeFailed', stage: 'encode', message: 'It broke.' }));
              else {
                const found = measuredTrial(samplesOf(request.round, ms), 900 + candidate);
                if (request.partsOf === undefined) resolve(found);
                else if (ofParts > (request.partsLimitMs ?? Number.POSITIVE_INFINITY))
                  resolve({ ...found, partsLeftMs: ofParts });
                else encodeParts(found, false);
              }
            }, ms);
          }),
      },
      () => {
        clearTimeout(timer);
        clearInterval(beat);
      },
    );
  };
  const startMs = Date.now();
  let endMs = Number.NaN;
  let result: RunResult | null = null;
  void runPlan(
    {
      plan,
      ownFile: null,
      signal: abort.signal,
      onEvent: (event) => events.push(event),
      before: before ?? null,
      spentMs,
      addedMs: addedMs ?? null,
    },
    {
      registry: { formats, codecs },
      spawnMeasure,
      makeDataset: async () => ({
        blob: new Blob([]),
        fileReaders: [],
        info: partsMs === undefined ? readyArray : { ...readyArray, dataBytes: 16_000_000, sample },
      }),
      environment: () => testEnvironment,
      kernelMs: () => 1,
      visibility,
      mutex: createMutex(),
      ...(leaders === undefined
        ? {}
        : {
            leading: async () => ({
              candidates: leaders(trials),
              openBySize,
              operations: leadingOperations,
              userFile: true,
            }),
          }),
    },
  ).then((made) => {
    result = made;
    endMs = Date.now() - startMs;
  });
  onStart?.(visibility, abort);
  await vi.advanceTimersByTimeAsync(2.5 * budgetMs(budget));
  if (result === null) throw new Error('The run did not end.');
  const made: RunResult = parseWithSchema(runResultSchema, result, 'result', { tag: 'internal', stage: 'parse' });
  const roundsOf = (candidate: number) => {
    const cell = made.cells[candidate];
    const encode = cell?.status === 'completed' ? cell.operations.encode : undefined;
    return encode?.status === 'measured' ? encode.rounds.map(({ round }) => round) : [];
  };
  const budgetShare = endMs / budgetMs(budget);
  const progress = events.flatMap((event) => (event.type === 'progress' ? [event.progress] : []));
  // Which cells ended without figures before the first further round.
  const further = events.findIndex((event) => event.type === 'progress' && event.progress.round > 0);
  const cellsEnded = events
    .slice(0, further)
    .flatMap((event) => (event.type === 'cell' && event.cell.status === 'overBudget' ? [event.cell.candidate] : []));
  return { trials, parts, cellsEnded, result: made, roundsOf, endMs, budgetShare, progress };
}

const samplesOf = (round: number, ms: number) => ({
  ...{ round, coldMs: 1, warmUpMs: 1, warmUpCalls: 1, warm: true },
  ...{ callsPerSample: 1, samplesMs: [ms] },
});

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Ten candidates, as many as the page suggests, in no order of their costs. */
const ten = [900, 500, 700, 400, 1_200, 600, 800, 450, 2_000, 550];

test('every candidate is measured once before any twice, the quickest first, within half of the budget', async () => {
  const costsMs = upTo(8).map((place) => 400 + 150 * place);
  const { trials, budgetShare, progress } = await run({ budget: 30, costsMs, leaders: () => [2, 5] });
  const first = trials.slice(0, 8);
  expect(first.map(({ candidate }) => candidate).toSorted()).toEqual(upTo(8));
  expect(first.every(({ round, isBrief }) => round === 0 && !isBrief)).toBe(true);
  expect(trials.slice(8).every(({ round }) => round > 0)).toBe(true);
  expect(trials[8]?.startMs).toBeLessThanOrEqual(15_000);
  expect(Math.abs(budgetShare - 1)).toBeLessThan(0.1);
  expect(progress[0]).toMatchObject({ round: 0, rounds: 1, isLeading: false, budgetMs: 30_000, remainingMs: 30_000 });
  expect(progress.at(-1)?.remainingMs).toBeLessThan(3_000);
});

test('after a search by column, twelve candidates are measured once within half of the budget, and the leaders reach a verdict', async () => {
  const spentMs = searchBudgetMs(30);
  expect(spentMs).toBe(3_000);
  expect(searchBudgetMs(120)).toBe(40_000);
  const costsMs = [...ten, 1_500, 2_500];
  const { trials, roundsOf, endMs } = await run({ budget: 30, costsMs, leaders: () => [3, 1, 7], spentMs });
  const first = trials.slice(0, 12);
  expect(new Set(first.map(({ candidate }) => candidate)).size).toBe(12);
  expect(first.every(({ round }) => round === 0)).toBe(true);
  expect(spentMs + (trials[12]?.startMs ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(15_000);
  expect(Math.min(...[3, 1, 7].map((candidate) => roundsOf(candidate).length))).toBeGreaterThanOrEqual(6);
  expect(spentMs + endMs).toBeLessThan(33_000);
});

test('rounds of the leaders measure what the answer follows from, and those of all candidates everything', async () => {
  const { trials } = await run({
    budget: 30,
    costsMs: [400, 500, 600],
    leaders: (made) => (Math.max(...made.map(({ round }) => round)) < 5 ? [0, 2] : [0]),
    operations: ['encode', 'decode'],
    leadingOperations: ['decode'],
  });
  const operationsIn = (first: number, last: number) =>
    new Set(trials.flatMap(({ round, operations }) => (round >= first && round <= last ? [operations.join()] : [])));
  expect(operationsIn(0, 0)).toEqual(new Set(['encode,decode']));
  expect(operationsIn(1, 5)).toEqual(new Set(['decode']));
  expect(operationsIn(6, 6)).toEqual(new Set(['encode,decode']));
});

test.each([15, 30, 120] as const)(
  'a budget of %i s holds within 10 %%, whatever the candidates take',
  async (budget) => {
    for (const factor of [0.5, 1, 3])
      for (const leaders of [() => [3, 1], () => [8, 4, 0], () => upTo(10), () => []]) {
        const costsMs = ten.map((ms) => ms * factor);
        const { budgetShare, roundsOf } = await run({ budget, costsMs, leaders });
        expect(budgetShare).toBeLessThan(1.1);
        // It ends early only where the next trial does not fit, or after the last look.
        if (!upTo(10).every((candidate) => roundsOf(candidate).length === 96))
          expect(budgetShare).toBeGreaterThan(0.75);
      }
  },
);

test('the candidates that can still be the best get the rounds for a verdict, with the A/A control of the best one', async () => {
  const { roundsOf, trials, result, progress } = await run({ budget: 15, costsMs: ten, leaders: () => [3, 1] });
  expect(roundsOf(3).length).toBeGreaterThanOrEqual(6);
  expect(roundsOf(1)).toEqual(roundsOf(3));
  expect(upTo(10).filter((candidate) => roundsOf(candidate).length === 1)).toHaveLength(8);
  expect(result.noiseFloor).toMatchObject({ candidate: 3, operation: 'encode' });
  expect(result.noiseFloor?.b.length).toBeGreaterThanOrEqual(5);
  // In each further round, the one that is repeated has two trials.
  expect(trials.filter(({ candidate, round }) => candidate === 3 && round === 2)).toHaveLength(2);
  expect(progress.find(({ isLeading }) => isLeading)).toMatchObject({ round: 1, rounds: 6 });
});

test('more leaders than the time has rounds for: the best of them reach a verdict', async () => {
  const leading = [8, 4, 0, 6, 2, 5];
  const { roundsOf } = await run({ budget: 30, costsMs: ten.map((ms) => 1.5 * ms), leaders: () => leading });
  const counts = leading.map((candidate) => roundsOf(candidate).length);
  expect(counts[0]).toBeGreaterThanOrEqual(6);
  expect(counts[1]).toBeGreaterThanOrEqual(6);
  expect(counts.at(-1)).toBeLessThan(6);
});

test('two leaders reach a verdict with the brief limits, and without the A/A control, if they need that time', () => {
  const trial = { full: { ms: 1_000 }, brief: { ms: 400 }, partsMs: 0 } as ExpectedTrial;
  const costs = createTrialCosts([trial, trial, trial]);
  const next = (leftMs: number) =>
    nextRound({ running: [0, 1], trialsOf: () => 1 }, costs, leftMs, {
      leaders: [0, 1],
      control: 2,
      file: null,
      isUntilDecided: false,
    });
  const cells = [0, 1];
  expect(next(16_000)).toMatchObject({ cells, isBrief: false, withControl: true, look: 6 });
  expect(next(14_000)).toMatchObject({ cells, isBrief: true, withControl: true });
  expect(next(5_000)).toMatchObject({ cells, isBrief: true, withControl: false });
  // Too little for a verdict: one full round.
  expect(next(4_000)).toMatchObject({ cells, isBrief: false, withControl: true });
});

test('once it is decided, all candidates share what is left', async () => {
  const { roundsOf } = await run({
    budget: 120,
    costsMs: ten,
    leaders: (trials) => (Math.max(...trials.map(({ round }) => round)) < 5 ? [3, 1] : [3]),
  });
  expect(upTo(10).filter((candidate) => roundsOf(candidate).length < 6)).toEqual([]);
});

test('“until decided” ends when one candidate is left, and after its cap at the latest', async () => {
  const two = await run({
    budget: 'untilDecided',
    costsMs: ten,
    leaders: (trials) => (Math.max(...trials.map(({ round }) => round)) < 11 ? [3, 1] : [3]),
  });
  expect([two.roundsOf(3).length, two.roundsOf(1).length, two.roundsOf(0).length]).toEqual([12, 12, 1]);
  const tied = await run({ budget: 'untilDecided', costsMs: [400, 400], leaders: () => [0, 1] });
  expect(tied.roundsOf(0)).toEqual(upTo(96));
  const slow = await run({ budget: 'untilDecided', costsMs: [40_000, 40_000], leaders: () => [0, 1] });
  expect(slow.budgetShare).toBeLessThanOrEqual(1.1);
  expect(slow.budgetShare).toBeGreaterThan(0.9);
});

test('“until decided” without anybody to ask has sixteen rounds', async () => {
  const { roundsOf } = await run({ budget: 'untilDecided', costsMs: [400, 500] });
  expect([roundsOf(0), roundsOf(1)]).toEqual([upTo(16), upTo(16)]);
  const sweep = await run({ budget: 'untilDecided', costsMs: [400, 500], datasets: 2, leaders: () => [0] });
  expect(sweep.result.cells.map(({ status }) => status)).toEqual(upTo(4).map(() => 'completed'));
  expect(sweep.roundsOf(0)).toEqual(upTo(16));
});

test('a candidate that takes too long is told with its size, and the others keep their figures', async () => {
  const { result, trials, budgetShare } = await run({ budget: 15, costsMs: [400, 12_000, 500], leaders: () => [0, 2] });
  expect(result.cells.map(({ status }) => status)).toEqual(['completed', 'overBudget', 'completed']);
  expect(result.cells[1]).toEqual({ status: 'overBudget', dataset: 0, candidate: 1, sizeBytes: 5_001 });
  expect(trials.filter(({ candidate }) => candidate === 1)).toHaveLength(1);
  // It is told before the further rounds, since the page waits for the first figures of all.
  const { cellsEnded } = await run({ budget: 15, costsMs: [400, 500, 9_000, 9_000], leaders: () => [0, 1] });
  expect(cellsEnded).toEqual([2, 3]);
  expect(budgetShare).toBeLessThan(1.1);
  // If none can be measured, two have been tried.
  const slower = await run({ budget: 15, costsMs: [90_000, 80_000] });
  expect(slower.result.cells).toMatchObject([{ status: 'overBudget' }, { status: 'overBudget', sizeBytes: null }]);
  expect(slower.trials).toHaveLength(2);
  expect(slower.budgetShare).toBeGreaterThan(0.9);
});

test('where a first round would take more than half, its trials have brief limits, and the further rounds full ones', async () => {
  const { trials } = await run({ budget: 15, costsMs: upTo(20).map(() => 500), leaders: () => [0, 1] });
  expect(trials.filter(({ round, isBrief }) => round === 0 && isBrief).length).toBeGreaterThan(10);
  expect(trials.filter(({ round }) => round === 1).some(({ isBrief }) => isBrief)).toBe(false);
});

test('a candidate that fails ends, and costs the others no round', async () => {
  const { result, roundsOf } = await run({
    budget: 30,
    costsMs: ten,
    failing: new Set([3]),
    leaders: () => [3, 1, 7],
  });
  expect(result.cells[3]).toMatchObject({ status: 'failed', error: { tag: 'encodeFailed' } });
  expect(roundsOf(1).length).toBeGreaterThanOrEqual(6);
  expect(result.noiseFloor?.candidate).toBe(1);
});

test('a run that is stopped says so, and is over at once', async () => {
  const { result, endMs } = await run({
    budget: 30,
    costsMs: ten,
    leaders: () => [3, 1],
    onStart: (_, abort) => setTimeout(() => abort.abort(), 2_000),
  });
  expect(result.finishedAt).toBeNull();
  expect(new Set(result.cells.map(({ status }) => status))).toEqual(new Set(['completed', 'cancelled']));
  expect(endMs).toBeLessThan(2_100);
});

test('the time of a hidden page is no part of the budget', async () => {
  const { endMs, roundsOf, progress } = await run({
    budget: 15,
    costsMs: ten,
    leaders: () => [3, 1],
    onStart: (visibility) => {
      setTimeout(() => visibility.set(true), 2_000);
      setTimeout(() => visibility.set(false), 12_000);
    },
  });
  expect(endMs).toBeGreaterThan(23_500);
  expect(endMs).toBeLessThan(26_500);
  expect(roundsOf(3).length).toBeGreaterThanOrEqual(6);
  const paused = progress.findIndex(({ state }) => state === 'paused');
  expect(progress[paused + 1]?.remainingMs).toBeGreaterThanOrEqual(progress[paused]?.remainingMs ?? 0);
});

const partsOf = ({ cells }: RunResult) =>
  cells.flatMap((cell) => (cell.status === 'completed' && cell.partsBytes !== undefined ? [cell.candidate] : []));

test.each([0.5, 1, 2, 4])(
  'of a sample, all candidates are measured once within half of the budget, whatever their parts take (× %d)',
  async (times) => {
    const costsMs = upTo(12).map((place) => 300 + 120 * place);
    const partsMs = costsMs.map((ms) => ms * times);
    const { trials, parts, budgetShare, result, roundsOf } = await run({
      budget: 30,
      costsMs,
      partsMs,
      leaders: () => [2, 5],
    });
    const first = trials.slice(0, 12);
    expect(first.map(({ candidate }) => candidate).toSorted((a, b) => a - b)).toEqual(upTo(12));
    const lastFirst = first.at(-1);
    expect((lastFirst?.startMs ?? Number.NaN) + (costsMs[11] as number)).toBeLessThanOrEqual(15_000 * 1.1);
    // Those that can still be the best have limits of their sizes before any is measured twice.
    expect(partsOf(result)).toEqual(expect.arrayContaining([2, 5]));
    const secondRoundMs = trials.find(({ round }) => round > 0)?.startMs ?? Number.NaN;
    for (const candidate of [2, 5])
      expect(parts.find((each) => each.candidate === candidate)?.endMs).toBeLessThanOrEqual(secondRoundMs);
    expect(new Set(parts.map(({ candidate }) => candidate)).size).toBe(parts.length);
    expect(Math.abs(budgetShare - 1)).toBeLessThan(0.1);
    // What the parts took is not taken for the cost of a trial.
    expect(roundsOf(2).length).toBeGreaterThanOrEqual(6);
  },
);

test('quick parts belong to the first trials, and slow ones come after all first trials', async () => {
  const costsMs = upTo(6).map(() => 500);
  const quick = await run({ budget: 30, costsMs, partsMs: costsMs });
  expect(quick.parts.map(({ isAlone }) => isAlone)).toEqual(upTo(6).map(() => false));
  const slowCostsMs = upTo(6).map(() => 1_500);
  const slow = await run({
    budget: 30,
    costsMs: slowCostsMs,
    partsMs: [100, 100, 9_000, 100, 100, 60_000],
    leaders: () => upTo(6),
  });
  expect(slow.parts.filter(({ isAlone }) => isAlone).map(({ candidate }) => candidate)).toEqual([2]);
  expect(partsOf(slow.result)).toEqual([0, 1, 2, 3, 4]);
  expect(slow.roundsOf(5).length).toBeGreaterThan(1);
  expect(slow.budgetShare).toBeLessThan(1.1);
});

test('parts of a candidate that only its size keeps open come before further rounds, which it has none of', async () => {
  const { parts, trials } = await run({
    budget: 30,
    costsMs: upTo(6).map(() => 1_500),
    partsMs: [100, 100, 9_000, 100, 9_000, 100],
    leaders: () => [0, 1],
    openBySize: [2],
  });
  const [first] = parts.filter(({ isAlone }) => isAlone);
  expect(first?.candidate).toBe(2);
  const further = trials.filter(({ round }) => round > 0);
  expect(Math.min(...further.map(({ startMs }) => startMs))).toBeGreaterThanOrEqual(first?.endMs ?? Number.NaN);
  expect(new Set(further.map(({ candidate }) => candidate))).toEqual(new Set([0, 1]));
});

test('at the end, parts of the other candidates are encoded where there is time', async () => {
  const { parts, budgetShare, trials } = await run({
    budget: 'untilDecided',
    costsMs: [400, 500, 600],
    partsMs: [1_000_000, 100, 100],
    leaders: (made) => (Math.max(...made.map(({ round }) => round)) < 5 ? [1, 2] : [1]),
  });
  expect(parts.map(({ candidate, isAlone }) => [candidate, isAlone])).toEqual([
    [1, false],
    [2, false],
    [0, true],
  ]);
  expect(parts.at(-1)?.endMs).toBeGreaterThan(1_000_000 + (trials.at(-1)?.startMs ?? 0));
  expect(budgetShare).toBeLessThan(1);
});

test('a run that lost its page in the first round goes on with what is left of its budget', async () => {
  const costsMs = upTo(8).map((place) => 400 + 200 * place);
  const leaders = () => [1, 3];
  const lost = await run({
    budget: 15,
    costsMs,
    leaders,
    onStart: (_, abort) => setTimeout(() => abort.abort(), 4_000),
  });
  expect(lost.trials.every(({ round }) => round === 0)).toBe(true);
  expect(lost.result.budgetSpentMs).toBeGreaterThan(3_000);
  expect(lost.result.budgetSpentMs).toBeLessThanOrEqual(4_000);
  const measured = lost.result.cells.flatMap((cell) => (cell.status === 'completed' ? [cell.candidate] : []));
  const { endMs, trials } = await run({ budget: 15, costsMs, leaders, before: lost.result });
  expect(endMs).toBeGreaterThan(10_000);
  expect(endMs).toBeLessThan(12_500);
  expect(trials.slice(0, 8 - measured.length).map(({ candidate }) => measured.includes(candidate))).toEqual(
    upTo(8 - measured.length).map(() => false),
  );
});

describe('a candidate that is added to a run that has ended', () => {
  const costsMs = [400, 500, 600, 700];
  const ended = () => run({ budget: 15, costsMs, leaders: () => [1, 2] });
  const addedMs = 8_000;

  test('is measured in rounds with those that can still be the best, until that is decided, and the others stay', async () => {
    const { result: before, roundsOf } = await ended();
    const known = upTo(4).map(roundsOf);
    const next = Math.max(...known.flat()) + 1;
    const added = await run({
      budget: 15,
      costsMs: [...costsMs, 550],
      before,
      addedMs,
      leaders: (trials) => (trials.filter(({ candidate }) => candidate === 4).length < 8 ? [4, 1] : [4]),
    });
    const rounds = Array.from({ length: 8 }, (_, index) => next + index);
    expect(added.roundsOf(4)).toEqual(rounds);
    expect(added.roundsOf(1)).toEqual([...(known[1] ?? []), ...rounds]);
    for (const other of [0, 2, 3]) expect(added.roundsOf(other)).toEqual(known[other]);
    expect(added.endMs).toBeLessThan(addedMs);
    const { startedAt, noiseFloor, budgetSpentMs } = before;
    expect(added.result).toMatchObject({ startedAt, noiseFloor, budgetSpentMs, resumptions: [{ round: next }] });
    expect(added.result.plan.candidates).toHaveLength(5);
    expect(added.result.finishedAt).not.toBeNull();
  });

  test('has its time, and leaves nothing behind if it is stopped before it has figures', async () => {
    const { result: before } = await ended();
    const open = await run({ budget: 15, costsMs: [...costsMs, 550], before, addedMs, leaders: () => [4, 1, 2] });
    expect(open.roundsOf(4).length).toBeGreaterThanOrEqual(6);
    expect(open.endMs).toBeLessThan(addedMs);
    const onStart = (_: unknown, abort: AbortController) => setTimeout(() => abort.abort(), 100);
    const stopped = await run({
      budget: 15,
      costsMs: [...costsMs, 550],
      before,
      addedMs,
      leaders: () => [4, 1],
      onStart,
    });
    expect(stopped.result).toEqual(before);
  });
});

test('a run that has ended goes on for a further time: what was not measured, in rounds with those that can still be the best', async () => {
  const costsMs = [400, 500, 600, 90_000];
  const { result: before, roundsOf } = await run({ budget: 15, costsMs, leaders: () => [1, 2] });
  expect(before.cells.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed', 'overBudget']);
  const known = upTo(3).map(roundsOf);
  const next = Math.max(...known.flat()) + 1;
  const quicker = [400, 500, 600, 700];
  const further = await run({ budget: 15, costsMs: quicker, before, addedMs: 9_000, leaders: () => [1, 3] });
  expect(further.roundsOf(3).slice(0, 2)).toEqual([next, next + 1]);
  expect(further.roundsOf(1).slice((known[1] ?? []).length)).toEqual(further.roundsOf(3));
  for (const other of [0, 2]) expect(further.roundsOf(other)).toEqual(known[other]);
  expect(further.endMs).toBeLessThan(9_000);
  const { startedAt, noiseFloor } = before;
  expect(further.result).toMatchObject({ startedAt, noiseFloor, resumptions: [{ round: next }] });
  const onStart = (_: unknown, abort: AbortController) => setTimeout(() => abort.abort(), 3_000);
  const stopped = await run({ budget: 15, costsMs: quicker, before, addedMs: 9_000, leaders: () => [1, 3], onStart });
  expect(stopped.roundsOf(3)[0]).toBe(next);
  expect(stopped.result.finishedAt).toBe(before.finishedAt);
});
