import { expect, test, vi } from 'vitest';
import type { RemoteTable } from '../../workers/model/remote/remote-table';
import { createAddressStore } from './address';
import type { Coordinator } from './coordinator';

const url = 'https://example.org/data.parquet';
const table: RemoteTable = {
  format: 'parquet',
  place: { url, sizeBytes: 1_000, lastModified: null },
  footer: new Uint8Array(0),
  rows: 1,
  columns: ['a'],
  groups: [{ rows: 1, columnBytes: [10] }],
  map: {} as RemoteTable['map'],
};

type Connection = Pick<Coordinator, 'remoteTable' | 'remotePart' | 'dispose'>;

/** A store that has opened a Parquet file. Later connections are those of the test. */
async function openedStore(connections: readonly (() => Promise<Connection>)[]) {
  const body = new TextEncoder().encode('PAR1').buffer;
  vi.stubGlobal('window', { location: { protocol: 'https:' } });
  vi.stubGlobal('fetch', async () => {
    const response = new Response(body, {
      status: 206,
      headers: { 'Content-Range': 'bytes 0-3/4', 'Content-Length': '4', 'Accept-Ranges': 'bytes' },
    });
    Object.defineProperty(response, 'url', { value: url });
    return response;
  });
  const first: Connection = { remoteTable: async () => table, remotePart: async () => new Blob(), dispose: vi.fn() };
  const waiting = [async () => first, ...connections];
  const store = createAddressStore(async () => {
    const connect = waiting.shift();
    if (connect === undefined) throw new Error('There is no connection.');
    return connect();
  }, null);
  await store.fetch(url);
  return store;
}

test('rows that can’t be fetched since no worker starts leave the table with the reason', async () => {
  const message = 'The worker did not load.';
  const store = await openedStore([() => Promise.reject(new Error(message))]);
  expect(store.get()).toMatchObject({ status: 'table', error: null });
  expect(await store.fetchRows({ columns: [0], groups: [0] })).toBeNull();
  expect(store.get()).toMatchObject({ status: 'table', table, error: { message } });
});

test('what is forgotten while it is fetched does not arrive', async () => {
  let finish: ((blob: Blob) => void) | null = null;
  const dispose = vi.fn();
  const held: Connection = {
    remoteTable: async () => table,
    remotePart: () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
    dispose,
  };
  const store = await openedStore([async () => held]);
  const arriving = store.fetchRows({ columns: [0], groups: [0] });
  // At once, so that no run begins meanwhile.
  expect(store.get().status).toBe('fetching');
  const end = await vi.waitUntil(() => finish, { timeout: 5_000 });
  store.forget();
  end(new Blob(['rows']));
  expect(await arriving).toBeNull();
  expect(store.get()).toEqual({ status: 'none', fromLink: null });
  expect(dispose).toHaveBeenCalledOnce();
}, 10_000);
