import { openDB } from 'idb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FormatlabError } from '../../workers/model/errors';
import type { CellResult, RunResult } from '../../workers/model/result';
import { createRunStore, maxStoredRuns } from './run-store';
import { testEnvironment } from '../../workers/model/testing/test-environment';

const run = (startedAt: string, cells: CellResult[] = []): RunResult => ({
  format: 'formatlab.result',
  version: 1,
  startedAt,
  finishedAt: null,
  plan: {
    datasets: [{ source: 'workload', workload: 'events', knobs: {}, size: 10, seed: 1 }],
    candidates: ['raw', 'csv'].map((format) => ({ format, implementation: 'formatlab', options: {}, codec: null })),
    operations: ['encode'],
    effort: 'quick',
    seed: 1,
  },
  environment: testEnvironment,
  datasets: [{ status: 'pending' }],
  cells,
  noiseFloor: null,
  warnings: [],
});
const day = (date: number) => `2026-11-${String(date).padStart(2, '0')}T10:00:00.000Z`;
const cell = (candidate: number, limitMs = 1): CellResult => ({
  status: 'timedOut',
  dataset: 0,
  candidate,
  stage: 'encode',
  limitMs,
});

beforeEach(() => createRunStore().clear());

describe('kept runs', () => {
  it('come back with the newest state of each cell, also to another page', async () => {
    const store = createRunStore();
    await store.begin(run(day(1)));
    await Promise.all([
      store.saveCell(day(1), cell(0)),
      store.saveCell(day(1), cell(1)),
      store.saveCell(day(1), cell(0, 7)),
    ]);
    await store.end(day(1));
    expect(await createRunStore().latest()).toEqual(run(day(1), [cell(0, 7), cell(1)]));
  });

  it('are the newest few', async () => {
    const store = createRunStore();
    for (let date = 1; date <= maxStoredRuns + 3; date++) {
      await store.begin(run(day(date)));
      await store.saveCell(day(date), cell(0));
    }
    const database = await openDB('formatlab');
    expect(await database.count('runs')).toBe(maxStoredRuns);
    expect(await database.count('cells')).toBe(maxStoredRuns);
    database.close();
    await store.end(day(maxStoredRuns + 3));
    expect((await store.latest())?.startedAt).toBe(day(maxStoredRuns + 3));
  });

  it('that never ended are offered once their page is gone, and kept or discarded as the user says', async () => {
    const store = createRunStore();
    await store.finish(run(day(1), [cell(0)]));
    await store.begin(run(day(2)));
    await store.saveCell(day(2), cell(1));
    // This page goes on with it.
    expect(await createRunStore().unfinished()).toEqual([]);
    expect(await store.latest()).toEqual(run(day(1), [cell(0)]));
    // As pages that died leave them. A finished run is newer than one of them.
    const database = await openDB('formatlab');
    for (const died of [day(20), day(10)]) {
      await database.put('runs', { ...(await database.get('runs', day(2))), startedAt: died }, died);
      await database.put('cells', cell(1), [died, 0, 1]);
    }
    database.close();
    await store.finish(run(day(15)));
    expect(await store.unfinished()).toEqual([run(day(20), [cell(1)]), run(day(10), [cell(1)])]);
    await store.end(day(20));
    expect(await store.unfinished()).toEqual([run(day(10), [cell(1)])]);
    expect(await store.latest()).toEqual(run(day(20), [cell(1)]));
    await store.discard(day(20));
    await store.discard(day(10));
    expect(await store.unfinished()).toEqual([]);
    expect((await store.latest())?.startedAt).toBe(day(15));
  });

  it('that have no room are told, and leave nothing behind', async () => {
    const store = createRunStore();
    await store.begin(run(day(1)));
    await store.begin(run(day(2)));
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    const told = expect.objectContaining({ record: expect.objectContaining({ tag: 'storageFailed' }) });
    await expect(store.saveCell(day(1), cell(0))).rejects.toThrow(/storage.* full/);
    await expect(store.finish(run(day(1), [cell(0)]))).rejects.toEqual(told);
    await expect(store.begin(run(day(3)))).rejects.toEqual(told);
    put.mockRestore();
    await store.saveCell(day(3), cell(0));
    await store.saveCell(day(2), cell(0));
    const database = await openDB('formatlab');
    expect(await database.getAllKeys('runs')).toEqual([day(2)]);
    expect(await database.getAllKeys('cells')).toEqual([[day(2), 0, 0]]);
    database.close();
  });

  it('are gone once cleared', async () => {
    const store = createRunStore();
    await store.finish(run(day(1), [cell(0)]));
    await store.clear();
    expect(await store.latest()).toBeNull();
  });

  it('that are damaged are dropped, and that is said', async () => {
    const store = createRunStore();
    await store.finish(run(day(1)));
    await store.finish(run(day(2), [cell(0)]));
    const database = await openDB('formatlab');
    await database.put('cells', { status: 'completed', sizeBytes: 'many' }, [day(2), 0, 0]);
    database.close();
    const failure = await store.latest().catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(FormatlabError);
    expect(failure).toMatchObject({ record: { tag: 'storageFailed' } });
    expect((await store.latest())?.startedAt).toBe(day(1));
  });
});
