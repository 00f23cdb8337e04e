import { expect, test, vi } from 'vitest';
import type { OwnFileReport } from '../../workers/model/protocol/coordinator';
import type { Coordinator } from './coordinator';
import { createOwnFileStore } from './own-file';

const early: OwnFileReport = {
  type: 'csv',
  schema: { kind: 'table', columns: [] },
  itemCount: 1,
  dataBytes: 8,
  sha256: 'a'.repeat(64),
  sample: null,
  dialect: null,
  badRows: [],
  badRowCount: 0,
  notes: [],
  preview: [],
  possibleTypes: [['int64']],
  settings: null,
  candidate: null,
  fileColumns: [],
  fileRows: 1,
  found: {},
  valueFacts: [],
};
const whole: OwnFileReport = {
  ...early,
  possibleTypes: [['int64', 'utf8']],
  found: { typeEffects: [{ utf8: { leftOut: 0, altered: 0 } }] },
};

/** A store whose readings the test ends. */
function heldStore() {
  const readings: { finish: (report: OwnFileReport) => void; fail: () => void; dispose: () => void }[] = [];
  const store = createOwnFileStore(async () => {
    const dispose = vi.fn();
    const inspectFile: Coordinator['inspectFile'] = (_, { onRead }) =>
      new Promise((resolve, reject) => {
        readings.push({ finish: resolve, fail: () => reject(new Error('It failed.')), dispose });
        onRead?.(early);
      });
    return { inspectFile, dispose };
  });
  return { store, readings };
}
const file = new File(['a\n1\n'], 'a.csv');

test('a file is ready before the effects of other choices are counted, and has them afterwards', async () => {
  const { store, readings } = heldStore();
  expect(await store.choose(file)).toMatchObject({ status: 'ready', effects: 'counting', report: early });
  readings[0]?.finish(whole);
  await vi.waitFor(() => expect(store.get()).toMatchObject({ status: 'ready', effects: 'counted', report: whole }));
});

test('nothing is counted while a run measures, and the counts come after it', async () => {
  const { store, readings } = heldStore();
  await store.choose(file, { columnTypes: ['int64'] });
  store.setMeasuring(true);
  expect(readings[0]?.dispose).toHaveBeenCalled();
  expect(store.get()).toMatchObject({ status: 'ready', effects: 'waiting', report: early });
  store.setMeasuring(true);
  store.setMeasuring(false);
  await vi.waitFor(() => expect(readings).toHaveLength(2));
  expect(store.get()).toMatchObject({ status: 'ready', effects: 'counting', columnTypes: ['int64'] });
  readings[1]?.finish(whole);
  await vi.waitFor(() => expect(store.get()).toMatchObject({ effects: 'counted', report: whole }));
  store.setMeasuring(false);
  expect(readings).toHaveLength(2);
});

test('a file stays ready if its effects cannot be counted', async () => {
  const { store, readings } = heldStore();
  await store.choose(file);
  readings[0]?.fail();
  await vi.waitFor(() => expect(store.get()).toMatchObject({ status: 'ready', effects: 'failed', report: early }));
});

test('a reading that does not end can be stopped: the file stays, and what it ends in says so', async () => {
  const dispose = vi.fn();
  const inspectFile = vi.fn(() => new Promise<never>(() => undefined));
  const store = createOwnFileStore(async () => ({ inspectFile, dispose }));
  const file = new File(['a,b'], 'a.csv');
  void store.choose(file);
  await vi.waitFor(() => expect(inspectFile).toHaveBeenCalledOnce());
  store.stop();
  expect(dispose).toHaveBeenCalledOnce();
  expect(store.get()).toMatchObject({ status: 'failed', file, error: { tag: 'cancelled' } });
  // Nothing is left to stop.
  store.stop();
  expect(store.get()).toMatchObject({ status: 'failed', file });
});

test('the coordinator of a reading stays for the next one, unless a run measures or the file is forgotten', async () => {
  const disposals: ReturnType<typeof vi.fn>[] = [];
  const store = createOwnFileStore(async () => {
    const dispose = vi.fn();
    disposals.push(dispose);
    return { inspectFile: async () => whole, dispose };
  });
  await store.choose(file);
  await store.choose(file, { columnTypes: ['utf8'] });
  expect(disposals).toHaveLength(1);
  expect(disposals[0]).not.toHaveBeenCalled();
  store.setMeasuring(true);
  expect(disposals[0]).toHaveBeenCalledOnce();
  store.setMeasuring(false);
  await store.choose(file);
  expect(disposals).toHaveLength(2);
  store.forget();
  expect(disposals[1]).toHaveBeenCalledOnce();
});

test('what reads files is started once before one is chosen, which it then reads, and ends when a run measures', async () => {
  const dispose = vi.fn();
  const inspectFile = vi.fn(async () => whole);
  const connect = vi.fn(async () => ({ inspectFile, dispose }));
  const store = createOwnFileStore(connect);
  store.prepare();
  store.prepare();
  await vi.waitFor(() => expect(inspectFile).toHaveBeenCalledOnce());
  expect(store.get()).toEqual({ status: 'none' });
  expect(await store.choose(file)).toMatchObject({ status: 'ready', effects: 'counted' });
  expect(connect).toHaveBeenCalledOnce();
  expect(dispose).not.toHaveBeenCalled();
  store.setMeasuring(true);
  expect(dispose).toHaveBeenCalledOnce();
  store.prepare();
  expect(connect).toHaveBeenCalledOnce();
});
