import { describe, expect, it } from 'vitest';
import { parseWithSchema } from './parse';
import type { Plan } from './plan';
import type { RunEvent } from './protocol/coordinator';
import { type CellResult, type RunResult, runResultSchema } from './result';
import { applyRunEvent, replaceCell } from './run-events';
import { testEnvironment } from './testing/test-environment';

const candidate = { format: 'raw', implementation: 'formatlab', options: {}, codec: null };
const plan: Plan = {
  datasets: [{ source: 'workload', workload: 'events', knobs: {}, size: 10, seed: 1 }],
  candidates: [candidate, candidate, candidate],
  operations: ['encode'],
  effort: 'quick',
  seed: 1,
};
const started: RunEvent = {
  type: 'started',
  startedAt: '2026-11-21T01:02:03.004Z',
  plan,
  environment: testEnvironment,
};
const cancelled = (index: number): CellResult => ({ status: 'cancelled', dataset: 0, candidate: index });
const failed = (index: number): CellResult => ({
  status: 'failed',
  dataset: 0,
  candidate: index,
  error: { tag: 'internal', stage: 'encode', message: 'no' },
});

const apply = (events: readonly RunEvent[]) => events.reduce<RunResult | null>(applyRunEvent, null);

describe('applyRunEvent', () => {
  it('knows nothing before the run has started', () => {
    expect(apply([{ type: 'warning', message: 'early' }])).toBeNull();
  });

  it('is a valid result from the first event on', () => {
    expect(parseWithSchema(runResultSchema, apply([started]), 'result').datasets).toEqual([{ status: 'pending' }]);
  });

  it('keeps cells in the plan’s order whatever the order they came in, the newest of each', () => {
    const result = apply([
      started,
      { type: 'cell', cell: cancelled(2) },
      { type: 'cell', cell: cancelled(0) },
      { type: 'cell', cell: cancelled(1) },
      { type: 'cell', cell: failed(0) },
    ]);
    expect(result?.cells).toEqual([failed(0), cancelled(1), cancelled(2)]);
  });

  it('takes in datasets and warnings, and nothing from progress', () => {
    const info = { status: 'failed', error: { tag: 'tooLarge', stage: 'generate', message: 'no' } } as const;
    const before = apply([started, { type: 'dataset', index: 0, info }, { type: 'warning', message: 'slow' }]);
    expect(before).toMatchObject({ datasets: [info], warnings: ['slow'] });
    if (before === null) throw new Error('It has started.');
    const progress: RunEvent = {
      type: 'progress',
      progress: {
        round: 0,
        rounds: 2,
        isLeading: false,
        dataset: 0,
        candidate: 0,
        doneTrials: 0,
        totalTrials: 6,
        remainingMs: null,
        state: 'running',
      },
    };
    expect(applyRunEvent(before, progress)).toBe(before);
  });

  it('leaves what it was given as it was', () => {
    const before = apply([started]);
    const copy = structuredClone(before);
    applyRunEvent(before, { type: 'cell', cell: cancelled(0) });
    expect(before).toEqual(copy);
  });
});

describe('replaceCell', () => {
  it('orders by dataset, then candidate', () => {
    const cells = [{ ...cancelled(1), dataset: 1 }, cancelled(0), { ...cancelled(0), dataset: 1 }, cancelled(2)].reduce<
      CellResult[]
    >(replaceCell, []);
    expect(cells.map(({ dataset, candidate }) => [dataset, candidate])).toEqual([
      [0, 0],
      [0, 2],
      [1, 0],
      [1, 1],
    ]);
  });
});
