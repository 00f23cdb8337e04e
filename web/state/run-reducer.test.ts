import { describe, expect, it } from 'vitest';
import type { Plan } from '../../workers/model/plan';
import type { CellResult, RunResult } from '../../workers/model/result';
import { initialRunState, type RunAction, type RunState, runReducer } from './run-reducer';
import { testEnvironment } from '../../workers/model/testing/test-environment';

const plan: Plan = {
  datasets: [{ source: 'workload', workload: 'events', knobs: {}, size: 10, seed: 1 }],
  candidates: [{ format: 'raw', implementation: 'raw', options: {}, codec: null }],
  operations: ['encode'],
  effort: 'quick',
  seed: 1,
};
const cell = (candidate: number, limitMs = 1): CellResult => ({
  status: 'timedOut',
  dataset: 0,
  candidate,
  stage: 'encode',
  limitMs,
});
const started: RunAction = {
  type: 'event',
  event: { type: 'started', startedAt: '2026-11-21T10:00:00.000Z', plan, environment: testEnvironment },
};
const cellEvent = (value: CellResult): RunAction => ({ type: 'event', event: { type: 'cell', cell: value } });
const play = (actions: readonly RunAction[], from: RunState = initialRunState) => actions.reduce(runReducer, from);
const example: RunResult = {
  format: 'formatlab.result',
  version: 1,
  startedAt: '2026-11-20T10:00:00.000Z',
  finishedAt: '2026-11-20T10:01:00.000Z',
  plan,
  environment: testEnvironment,
  datasets: [{ status: 'pending' }],
  cells: [cell(7)],
  noiseFloor: null,
  warnings: [],
};
const show: RunAction = { type: 'show', shown: { origin: { kind: 'example' }, result: example, running: false } };

describe('a run', () => {
  it('leaves what was shown in place until the coordinator answers', () => {
    const state = play([show, { type: 'start', plan }]);
    expect(state.life.status).toBe('starting');
    expect(state.shown?.origin.kind).toBe('example');
  });

  it('collects cells, the newest of a cell in place of the older', () => {
    const state = play([
      { type: 'start', plan },
      started,
      cellEvent(cell(0)),
      cellEvent(cell(1)),
      cellEvent(cell(0, 5)),
    ]);
    expect(state.life.status).toBe('running');
    expect(state.shown).toMatchObject({ running: true, origin: { kind: 'here' } });
    expect(state.shown?.result.cells).toEqual([cell(0, 5), cell(1)]);
    expect(state.shown?.result.finishedAt).toBeNull();
  });

  it('ends finished, or stopped where Stop was pressed, with the coordinator’s result', () => {
    const running = [{ type: 'start', plan }, started, cellEvent(cell(0))] as const;
    expect(play([...running, { type: 'finish', result: example }])).toEqual({
      life: { status: 'finished' },
      shown: { origin: { kind: 'here' }, result: example, running: false },
    });
    expect(play([...running, { type: 'stop' }, { type: 'finish', result: example }]).life.status).toBe('stopped');
  });

  it('still takes cells while it stops', () => {
    expect(play([{ type: 'start', plan }, started, { type: 'stop' }, cellEvent(cell(3))]).shown?.result.cells).toEqual([
      cell(3),
    ]);
  });

  it('keeps what was measured through a crash', () => {
    const error = { tag: 'workerCrashed', stage: 'load', message: 'gone' } as const;
    const state = play([{ type: 'start', plan }, started, cellEvent(cell(0)), { type: 'crash', error }]);
    expect(state.life).toEqual({ status: 'crashed', error });
    expect(state.shown).toMatchObject({ running: false });
    expect(state.shown?.result.cells).toEqual([cell(0)]);
  });

  it('takes a cancelled coordinator for a stop, not for a crash', () => {
    expect(
      play([
        { type: 'start', plan },
        started,
        { type: 'stop' },
        { type: 'crash', error: { tag: 'cancelled', stage: 'load', message: 'ended' } },
      ]).life.status,
    ).toBe('stopped');
  });

  it('is not replaced by an import or another start while it goes on', () => {
    const running = play([{ type: 'start', plan }, started]);
    expect(runReducer(running, show)).toBe(running);
    expect(runReducer(running, { type: 'start', plan })).toBe(running);
  });

  it('ignores late events once it has ended', () => {
    const ended = play([{ type: 'start', plan }, started, { type: 'finish', result: example }]);
    expect(runReducer(ended, cellEvent(cell(9)))).toBe(ended);
    expect(runReducer(ended, { type: 'stop' })).toBe(ended);
  });

  it('is forgotten, but not its results, when its end is dismissed', () => {
    const crashed = play([
      { type: 'start', plan },
      started,
      cellEvent(cell(0)),
      { type: 'crash', error: { tag: 'internal', stage: 'load', message: 'x' } },
    ]);
    const dismissed = runReducer(crashed, { type: 'dismiss' });
    expect(dismissed.life.status).toBe('idle');
    expect(dismissed.shown?.result.cells).toHaveLength(1);
  });
});
