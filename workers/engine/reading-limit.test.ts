import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FormatlabError } from '../model/errors';
import { connect, type WorkerPort } from '../model/protocol/connect';
import type { DataCalls } from '../model/protocol/data';
import { readingLimitMs, withinReadingLimit } from './reading-limit';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const silentWorker = () =>
  ({ postMessage: () => undefined, terminate: vi.fn(), addEventListener: () => undefined }) satisfies WorkerPort;

test('a worker that hangs is ended, and the error says after how long', async () => {
  const worker = silentWorker();
  const connection = connect<DataCalls>(worker, 'data');
  const request = {
    file: new Blob(['a']),
    fileName: 'a.csv',
    type: null,
    columnTypes: null,
    malformed: 'fatal',
    reading: {},
    sample: null,
  } as const;
  const read = withinReadingLimit(connection, 20 * 1_048_576, () => connection.remote.inspect(request));
  const refused = expect(read).rejects.toMatchObject({
    record: { tag: 'timedOut', stage: 'import', message: expect.stringContaining('within 200 seconds') },
  });
  await vi.advanceTimersByTimeAsync(readingLimitMs(20 * 1_048_576) - 1);
  expect(worker.terminate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await refused;
  expect(worker.terminate).toHaveBeenCalledOnce();
});

test('a reading that ends leaves its worker alone', async () => {
  const worker = silentWorker();
  const connection = connect<DataCalls>(worker, 'data');
  await expect(withinReadingLimit(connection, 1, async () => 7)).resolves.toBe(7);
  const failure = new FormatlabError({ tag: 'malformedInput', stage: 'import', message: 'Bad.' });
  await expect(withinReadingLimit(connection, 1, () => Promise.reject(failure))).rejects.toBe(failure);
  await vi.runAllTimersAsync();
  expect(worker.terminate).not.toHaveBeenCalled();
});
