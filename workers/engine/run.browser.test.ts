import { describe, expect, it } from 'vitest';
import type { Candidate, Plan } from '../model/plan';
import { connect } from '../model/protocol/connect';
import type { RunEvent } from '../model/protocol/coordinator';
import type { MeasureCalls } from '../model/protocol/measure';
import { parseWithSchema } from '../model/parse';
import { type CellResult, type RunResult, runResultSchema } from '../model/result';
import { telling } from '../model/testing/telling';
import { performanceClock } from './clock';
import { readEnvironment } from './environment';
import { makeDataset } from './make-dataset';
import { runPlan } from './run';
import { misbehavingRegistry, saidReasons } from './testing/misbehaving-registry';
import { createMutex } from './mutex';
import { createVisibility, type Visibility } from './visibility';

/** For runs in which something hangs: far longer than any that works is silent, on a machine that is busy with others, too. */
const shortHangLimitMs = 6_000;

const candidate = (behaviour: string, format = `test-${behaviour}`): Candidate => ({
  format,
  implementation: behaviour,
  options: {},
  codec: null,
});

const planOf = (candidates: readonly Candidate[], changes: Partial<Plan> = {}): Plan => ({
  datasets: [
    {
      source: 'workload',
      workload: 'events',
      knobs: { zeroShare: 0, duplicateShare: 0, distinctValues: 256 },
      size: 1_000,
      seed: 1,
    },
  ],
  candidates: [...candidates],
  operations: ['encode', 'decode'],
  effort: 'sizes',
  seed: 1,
  ...changes,
});

interface Changes {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
  readonly visibility?: Visibility;
  readonly hangLimitMs?: number;
}

function run(
  plan: Plan,
  {
    signal = new AbortController().signal,
    onEvent = () => {},
    visibility = createVisibility(),
    hangLimitMs = 60_000,
  }: Changes = {},
): Promise<RunResult> {
  return runPlan(
    { plan, ownFile: null, signal, onEvent },
    {
      registry: misbehavingRegistry,
      spawnMeasure: () =>
        connect<MeasureCalls>(
          new Worker(new URL('./testing/misbehaving.worker.ts', import.meta.url), { type: 'module' }),
          'measuring',
        ),
      makeDataset: (given, index) => {
        const spec = given.datasets[index];
        if (spec === undefined) throw new Error('There is no such dataset.');
        return makeDataset(spec, null, () => {});
      },
      environment: () => readEnvironment(performanceClock, {}, null),
      kernelMs: () => 1,
      visibility,
      mutex: createMutex(),
      hangLimitMs,
    },
  );
}

const cellOf = (result: RunResult, index: number): CellResult => {
  const cell = result.cells.find(({ candidate }) => candidate === index);
  if (cell === undefined) throw new Error(`There is no cell ${index}.`);
  return cell;
};

describe('runPlan', () => {
  it('measures, verifies, and gives a result that its own schema accepts', async () => {
    const events: RunEvent[] = [];
    const result = await run(
      planOf([candidate('good'), candidate('asynchronous')], {
        operations: ['encode', 'decode', 'project', 'lookup', 'store', 'load'],
      }),
      { onEvent: (event) => events.push(event) },
    );
    parseWithSchema(runResultSchema, result, 'result');
    expect(result.finishedAt).not.toBeNull();
    for (const index of [0, 1]) {
      const cell = cellOf(result, index);
      if (cell.status !== 'completed') throw new Error(JSON.stringify(cell));
      expect(cell.sizeBytes).toBeGreaterThan(64_000);
      expect(cell.verification).toMatchObject({ verifiedBy: 'self', rejectedBy: [] });
      for (const operation of ['encode', 'decode', 'project', 'store', 'load'])
        expect(cell.operations[operation as 'encode']).toMatchObject({
          status: 'measured',
          rounds: [{ round: 0 }, { round: 1 }],
        });
      expect(cell.operations.lookup).toEqual({ status: 'unsupported', reason: saidReasons.lookup });
      expect(cell.operations.store).toMatchObject({ clock: ['allocate', 'encode', 'write'] });
      expect(cell.operations.project).toMatchObject({ detail: 'x', itemsPerCall: 8_000 });
    }
    const progress = events.filter((event) => event.type === 'progress');
    expect(progress.length).toBe(4);
    expect(progress.at(-1)).toMatchObject({ progress: { doneTrials: 3, totalTrials: 4 } });
  });

  it('leaves no file in the private file system', async () => {
    await run(planOf([candidate('good')], { operations: ['store', 'load'] }));
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('formatlab-scratch');
    const names: string[] = [];
    for await (const name of folder.keys()) names.push(name);
    expect(names).toEqual([]);
  });

  it('ends only the cell that goes wrong, each with its reason, and goes on', { tags: ['full'] }, async () => {
    const behaviours = ['throwing', 'crashing', 'closing', 'hanging', 'outOfMemory', 'corrupting', 'good'];
    const result = await run(planOf(behaviours.map((behaviour) => candidate(behaviour))), {
      hangLimitMs: shortHangLimitMs,
    });
    parseWithSchema(runResultSchema, result, 'result');
    expect(cellOf(result, 0)).toMatchObject({
      status: 'failed',
      error: {
        tag: 'encodeFailed',
        stage: 'encode',
        format: 'test-throwing',
        message: saidReasons.throwing,
      },
    });
    expect(cellOf(result, 1)).toMatchObject({
      status: 'failed',
      error: {
        tag: 'workerCrashed',
        stage: 'encode',
        format: 'test-crashing',
        message: expect.stringContaining(saidReasons.crashing),
      },
    });
    expect(cellOf(result, 2)).toEqual({
      status: 'timedOut',
      dataset: 0,
      candidate: 2,
      stage: 'encode',
      limitMs: shortHangLimitMs,
    });
    expect(cellOf(result, 3)).toEqual({
      status: 'timedOut',
      dataset: 0,
      candidate: 3,
      stage: 'decode',
      limitMs: shortHangLimitMs,
    });
    expect(cellOf(result, 4)).toMatchObject({
      status: 'failed',
      error: { tag: 'outOfMemory', stage: 'encode', remedy: expect.stringContaining('fewer rows') },
    });
    expect(cellOf(result, 5)).toMatchObject({
      status: 'failed',
      error: { tag: 'verificationFailed', stage: 'verify', message: expect.stringContaining('other values') },
    });
    expect(cellOf(result, 6).status).toBe('completed');
  });

  it('shows no speed of a cell whose round trip fails', async () => {
    const result = await run(planOf([candidate('corrupting')]));
    expect(Object.keys(cellOf(result, 0))).not.toContain('operations');
  });

  it('fails the operation that goes wrong while it is timed, or gives the wrong column, and keeps the others', async () => {
    const result = await run(
      planOf([candidate('failingLater'), candidate('wrongProjection')], {
        operations: ['encode', 'decode', 'project'],
      }),
    );
    expect(cellOf(result, 0)).toMatchObject({
      status: 'completed',
      operations: {
        encode: { status: 'measured' },
        decode: { status: 'failed', error: { tag: 'decodeFailed', stage: 'decode', message: 'Call 4 fails.' } },
      },
    });
    expect(cellOf(result, 1)).toMatchObject({
      status: 'completed',
      operations: {
        decode: { status: 'measured' },
        project: { status: 'failed', error: { tag: 'verificationFailed', stage: 'project' } },
      },
    });
  });

  it('asks the other implementations, and names those that accept and those that refuse', async () => {
    const result = await run(planOf([candidate('good', 'test-pair')]));
    expect(cellOf(result, 0)).toMatchObject({
      status: 'completed',
      verification: {
        verifiedBy: 'asynchronous',
        reason: null,
        rejectedBy: [{ implementation: 'wrongReader', message: expect.stringContaining('other values') }],
      },
    });
  });

  it('keeps the figures of a candidate whose second decoder hangs or dies, and says which was given up', {
    tags: ['full'],
  }, async () => {
    const result = await run(planOf([candidate('good', 'test-hung'), candidate('good', 'test-fatal')]), {
      hangLimitMs: shortHangLimitMs,
    });
    parseWithSchema(runResultSchema, result, 'result');
    const operations = {
      encode: { status: 'measured', rounds: [{ round: 0 }, { round: 1 }] },
      decode: { status: 'measured' },
    };
    const [slow, fatal] = [cellOf(result, 0), cellOf(result, 1)];
    expect(slow).toMatchObject({
      status: 'completed',
      operations,
      verification: {
        verifiedBy: 'asynchronous',
        rejectedBy: [],
        reason: expect.stringMatching(telling('hangingReader', shortHangLimitMs / 1_000)),
      },
    });
    expect(fatal).toMatchObject({
      status: 'completed',
      operations,
      verification: {
        verifiedBy: 'asynchronous',
        rejectedBy: [],
        reason: expect.stringMatching(telling('crashingReader')),
      },
    });
  });

  it('tells a second decoder’s own limit from a file that is wrong', async () => {
    const cell = cellOf(await run(planOf([candidate('good', 'test-limited')])), 0);
    expect(cell).toMatchObject({
      status: 'completed',
      verification: {
        verifiedBy: 'self',
        rejectedBy: [],
        reason: expect.stringMatching(telling('limitedReader', saidReasons.limited.replace(/\.$/u, ''))),
      },
    });
  });

  it('lets a second decoder that would take long read a sample, and leaves it out where there is none', {
    tags: ['full'],
  }, async () => {
    const molecules: Plan['datasets'] = [
      {
        source: 'workload',
        workload: 'molecules',
        knobs: { composition: 'chembl', coordinates: false },
        size: 300,
        seed: 1,
      },
    ];
    const events = cellOf(await run(planOf([candidate('good', 'test-tedious')])), 0);
    expect(events).toMatchObject({
      status: 'completed',
      verification: {
        verifiedBy: 'tediousReader',
        reason: expect.stringMatching(telling('endlessReader', '64 s')),
      },
    });
    const sampled = cellOf(await run(planOf([candidate('good', 'test-tedious')], { datasets: molecules })), 0);
    expect(sampled).toMatchObject({
      status: 'completed',
      verification: { verifiedBy: 'tediousReader, endlessReader', rejectedBy: [] },
    });
    const reason = sampled.status === 'completed' ? sampled.verification.reason : null;
    expect(reason).toMatch(telling('tediousReader', 'endlessReader'));
    expect(reason).toMatch(/\d+ of 300 molecules.*\b\d+ s\b.*\d+ of 300 molecules/u);
  });

  it('stops a worker that would never end by itself, and keeps what was measured', async () => {
    const controller = new AbortController();
    let isStopping = false;
    const result = await run(planOf([candidate('good'), candidate('hanging'), candidate('hanging')]), {
      signal: controller.signal,
      // Longer than this test may take: only Stop ends it.
      hangLimitMs: 3_600_000,
      onEvent: (event) => {
        // The first candidate comes first, since none is estimated to be quicker.
        if (event.type !== 'progress' || event.progress.candidate === 0 || isStopping) return;
        isStopping = true;
        setTimeout(() => controller.abort(), 500);
      },
    });
    expect(result.finishedAt).toBeNull();
    expect(result.cells.map(({ status }) => status).sort()).toEqual(['cancelled', 'cancelled', 'completed']);
    parseWithSchema(runResultSchema, result, 'result');
  });

  it('throws a trial away while the page is hidden, waits, and makes it again', async () => {
    const visibility = createVisibility();
    const states: string[] = [];
    let hiddenOnce = false;
    const result = await run(planOf([candidate('slow')], { operations: ['encode'] }), {
      visibility,
      onEvent: (event) => {
        if (event.type !== 'progress') return;
        states.push(event.progress.state);
        if (hiddenOnce) return;
        hiddenOnce = true;
        setTimeout(() => visibility.set(true), 150);
        setTimeout(() => visibility.set(false), 500);
      },
    });
    expect(states).toEqual(['running', 'paused', 'running', 'running']);
    expect(cellOf(result, 0)).toMatchObject({
      status: 'completed',
      discardedRounds: 1,
      operations: { encode: { rounds: [{ round: 0 }, { round: 1 }] } },
    });
  });

  it('counts what a format with a declared loss changes', async () => {
    const result = await run(planOf([candidate('formatlab', 'csv'), candidate('good')], { operations: ['encode'] }));
    const [lossy, lossless] = [cellOf(result, 0), cellOf(result, 1)];
    if (lossy.status !== 'completed' || lossless.status !== 'completed')
      throw new Error(JSON.stringify([lossy, lossless]));
    expect(lossy.verification.loss).not.toEqual([]);
    expect(lossy.verification.changedValues).toEqual({ changed: 0, total: 8_000 });
    expect(lossless.verification).not.toHaveProperty('changedValues');
  });

  it('measures an A/A control of one cell in a run that gives verdicts', { tags: ['full'] }, async () => {
    const result = await run(
      planOf([{ format: 'raw', implementation: 'formatlab', options: {}, codec: null }, candidate('good')], {
        effort: 'standard',
        operations: ['encode'],
      }),
    );
    expect(result.noiseFloor).toMatchObject({ candidate: 1, dataset: 0, operation: 'encode' });
    expect(result.noiseFloor?.a.map(({ round }) => round)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(result.noiseFloor?.b.map(({ round }) => round)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('refuses a file that is not the one of the plan', async () => {
    const spec = { source: 'ownFile', type: 'bytes', fileName: null, fileSizeBytes: 3, columnTypes: null } as const;
    const made = await makeDataset({ ...spec, sha256: null }, new Blob(['abc']), () => {});
    await expect(makeDataset({ ...spec, sha256: made.info.sha256 }, new Blob(['abd']), () => {})).rejects.toMatchObject(
      {
        record: { tag: 'malformedInput', stage: 'import' },
      },
    );
    expect(await makeDataset({ ...spec, sha256: made.info.sha256 }, new Blob(['abc']), () => {})).toMatchObject({
      info: { sha256: made.info.sha256 },
    });
  });

  it('refuses a dataset that can’t fit before anything is made', async () => {
    const result = await run(
      planOf([candidate('good')], {
        datasets: [
          { source: 'ownFile', type: 'bytes', fileName: null, fileSizeBytes: 2 ** 36, sha256: null, columnTypes: null },
        ],
      }),
    );
    expect(result.datasets).toMatchObject([
      { status: 'failed', error: { tag: 'tooLarge', remedy: expect.stringContaining('would fit') } },
    ]);
    expect(cellOf(result, 0)).toMatchObject({ status: 'failed', error: { tag: 'tooLarge' } });
  });
});
