import { toErrorRecord } from '../../workers/model/errors';
import type { FetchedPart } from '../../workers/model/remote/remote-table';
import { type AddressRequest, type AddressState, type ConnectRemote, noTraffic } from './address-state';
import type { Arrival } from './arrival';

interface AddressStore {
  readonly get: () => AddressState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Takes the address that a link asks to open. Nothing is fetched. */
  readonly setLink: (address: string) => void;
  /** Contacts the host of an address. The user must have asked for it. Resolves with what has arrived; null if it failed, was stopped or is a table of which parts can be fetched. */
  readonly fetch: (text: string) => Promise<Arrival | null>;
  /** Fetches a part of the table, or all of its file if `part` is null. */
  readonly fetchRows: (part: FetchedPart | null) => Promise<Arrival | null>;
  readonly stop: () => void;
  readonly forget: () => void;
}

export function createAddressStore(connect: ConnectRemote, fromLink: string | null): AddressStore {
  let state: AddressState = { status: 'none', fromLink };
  let current: AbortController | null = null;
  const listeners = new Set<() => void>();
  const set = (next: AddressState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const start = (): AddressRequest => {
    current?.abort();
    const controller = new AbortController();
    current = controller;
    const isCurrent = () => controller === current;
    return {
      signal: controller.signal,
      isCurrent,
      get: () => state,
      set: (next) => {
        if (isCurrent()) set(next);
      },
      connect,
    };
  };
  const end = (next: AddressState) => {
    current?.abort();
    current = null;
    set(next);
  };
  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setLink: (address) => end({ status: 'none', fromLink: address }),
    async fetch(text) {
      const request = start();
      const traffic = noTraffic;
      set({ status: 'fetching', text, name: text, traffic, sizeBytes: null, fraction: null, table: null });
      try {
        const { fetchFromAddress } = await import('./fetch-address');
        return await fetchFromAddress(text, request);
      } catch (thrown) {
        const error = toErrorRecord(thrown, { tag: 'malformedInput', stage: 'import' });
        request.set({ status: 'failed', text, traffic, error });
        return null;
      }
    },
    async fetchRows(part) {
      if (state.status !== 'table') return null;
      const shown = state;
      const { text, name, traffic, table } = shown;
      const request = start();
      set({ status: 'fetching', text, name, traffic, sizeBytes: table.place.sizeBytes, fraction: 0, table });
      try {
        const { fetchRows } = await import('./fetch-address');
        return await fetchRows(part, shown, request);
      } catch (thrown) {
        request.set({ ...shown, error: toErrorRecord(thrown, { tag: 'malformedInput', stage: 'import' }) });
        return null;
      }
    },
    stop: () => current?.abort(),
    forget: () => end({ status: 'none', fromLink: null }),
  };
}
