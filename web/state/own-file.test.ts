import { expect, test, vi } from 'vitest';
import { createOwnFileStore } from './own-file';

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
