import { type ErrorRecord, toErrorRecord } from '../../workers/model/errors';
import { fileNameOf, parseAddress } from '../../workers/model/remote/address';
import type { OpenedAddress, Traffic } from '../../workers/model/remote/remote-file';
import { type FetchedPart, fetchLimitBytes, type RemoteTable } from '../../workers/model/remote/remote-table';
import { type Arrival, arrivalOf } from './arrival';
import type { Coordinator } from './coordinator';

/** What is fetched from an address, and how far it has come. Only this tab holds it. */
export type AddressState =
  | {
      readonly status: 'none';
      /** The address that a link asks to open. Null if none does. */
      readonly fromLink: string | null;
    }
  | {
      readonly status: 'fetching';
      readonly text: string;
      readonly name: string;
      readonly traffic: Traffic;
      readonly sizeBytes: number | null;
      /** The share that has arrived. Null if it is not known. */
      readonly fraction: number | null;
      /** The table whose rows are being fetched. */
      readonly table: RemoteTable | null;
    }
  | {
      readonly status: 'table';
      readonly text: string;
      readonly name: string;
      readonly traffic: Traffic;
      readonly table: RemoteTable;
      /** Why its rows could not be fetched. */
      readonly error: ErrorRecord | null;
    }
  | { readonly status: 'arrived'; readonly text: string; readonly traffic: Traffic; readonly arrival: Arrival }
  | { readonly status: 'failed'; readonly text: string; readonly traffic: Traffic; readonly error: ErrorRecord };

export interface AddressStore {
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

const none: Traffic = { requests: 0, bytes: 0 };
const sum = (one: Traffic, other: Traffic): Traffic => ({
  requests: one.requests + other.requests,
  bytes: one.bytes + other.bytes,
});

const stopped: ErrorRecord = {
  tag: 'cancelled',
  stage: 'import',
  message: 'It was not fetched completely.',
  remedy: 'Fetch it again.',
};

export function createAddressStore(
  connect: () => Promise<Pick<Coordinator, 'remoteTable' | 'remotePart' | 'dispose'>>,
  fromLink: string | null,
): AddressStore {
  let state: AddressState = { status: 'none', fromLink };
  let current: AbortController | null = null;
  const listeners = new Set<() => void>();
  const set = (next: AddressState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const start = () => {
    current?.abort();
    current = new AbortController();
    return current;
  };
  const recordOf = (thrown: unknown, controller: AbortController): ErrorRecord =>
    controller.signal.aborted ? stopped : toErrorRecord(thrown, { tag: 'malformedInput', stage: 'import' });

  const fetchWhole = async (
    text: string,
    name: string,
    opened: OpenedAddress,
    controller: AbortController,
    tell: (fraction: number | null) => void,
  ): Promise<Arrival | null> => {
    const { sizeBytes } = opened;
    const blob = await opened.whole(fetchLimitBytes, (bytes) =>
      tell(sizeBytes ? Math.min(1, bytes / sizeBytes) : null),
    );
    const arrival = await arrivalOf(blob, name);
    if (controller !== current) return null;
    set({ status: 'arrived', text, traffic: 'traffic' in state ? state.traffic : none, arrival });
    return arrival;
  };

  const fetch: AddressStore['fetch'] = async (text) => {
    const controller = start();
    let traffic = none;
    let opened: OpenedAddress | null = null;
    set({ status: 'fetching', text, name: text, traffic, sizeBytes: null, fraction: null, table: null });
    const update = (change: Partial<Extract<AddressState, { status: 'fetching' }>>) => {
      if (controller === current && state.status === 'fetching') set({ ...state, ...change });
    };
    try {
      const { openAddress, RemoteRequests } = await import('../../workers/model/remote/remote-file');
      const url = parseAddress(text, window.location);
      const name = fileNameOf(url);
      update({ name });
      const onTraffic = (next: Traffic) => {
        traffic = next;
        update({ traffic });
      };
      opened = await openAddress(url.href, new RemoteRequests({ signal: controller.signal, onTraffic }));
      update({ sizeBytes: opened.sizeBytes });
      const isParquet = String.fromCharCode(...opened.head.subarray(0, 4)) === 'PAR1';
      if (!isParquet || opened.place === null)
        return await fetchWhole(text, name, opened, controller, (fraction) => update({ fraction }));
      opened.close();
      const before = traffic;
      const coordinator = await connect();
      try {
        const table = await coordinator.remoteTable(
          { place: opened.place },
          {
            signal: controller.signal,
            onTraffic: (next) => onTraffic(sum(before, next)),
          },
        );
        if (controller === current) set({ status: 'table', text, name, traffic, table, error: null });
      } finally {
        coordinator.dispose();
      }
      return null;
    } catch (thrown) {
      opened?.close();
      if (controller === current) set({ status: 'failed', text, traffic, error: recordOf(thrown, controller) });
      return null;
    }
  };

  const fetchRows: AddressStore['fetchRows'] = async (part) => {
    if (state.status !== 'table') return null;
    const { text, name, table, traffic: before } = state;
    const controller = start();
    let traffic = before;
    const tell = (next: Traffic, fraction: number | null) => {
      traffic = sum(before, next);
      if (controller === current && state.status === 'fetching') set({ ...state, traffic, fraction });
    };
    const sizeBytes = table.place.sizeBytes;
    set({ status: 'fetching', text, name, traffic, sizeBytes, fraction: 0, table });
    let coordinator: Pick<Coordinator, 'remotePart' | 'dispose'> | null = null;
    try {
      coordinator = await connect();
      const blob =
        part === null
          ? await wholeFile(table, controller.signal, (next) => tell(next, Math.min(1, next.bytes / sizeBytes)))
          : await coordinator.remotePart(
              { place: table.place, footer: table.footer, part },
              { signal: controller.signal, onProgress: ({ fraction, ...next }) => tell(next, fraction) },
            );
      if (controller !== current) return null;
      const arrival = { kind: 'file', file: new File([blob], part === null ? name : nameOfPart(name, part)) } as const;
      set({ status: 'table', text, name, traffic, table, error: null });
      return arrival;
    } catch (thrown) {
      if (controller === current)
        set({ status: 'table', text, name, traffic, table, error: recordOf(thrown, controller) });
      return null;
    } finally {
      coordinator?.dispose();
    }
  };

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setLink: (address) => {
      current?.abort();
      current = null;
      set({ status: 'none', fromLink: address });
    },
    fetch,
    fetchRows,
    stop: () => current?.abort(),
    forget: () => {
      current?.abort();
      current = null;
      set({ status: 'none', fromLink: null });
    },
  };
}

async function wholeFile(
  { place }: RemoteTable,
  signal: AbortSignal,
  onTraffic: (traffic: Traffic) => void,
): Promise<Blob> {
  const { openAddress, RemoteRequests } = await import('../../workers/model/remote/remote-file');
  const opened = await openAddress(place.url, new RemoteRequests({ signal, onTraffic }));
  return opened.whole(fetchLimitBytes, () => undefined);
}

const nameOfPart = (name: string, { groups }: FetchedPart) => {
  const [first = 0, last = first] = [groups[0], groups.at(-1)];
  const which = first === last ? `row group ${first + 1}` : `row groups ${first + 1} to ${last + 1}`;
  return `${name.replace(/\.[^.]*$/, '')} (${which}).parquet`;
};

/** The table at an address, also while its rows are fetched. */
export const tableAtAddress = (state: AddressState) =>
  (state.status === 'table' || state.status === 'fetching') && state.table !== null
    ? { ...state, table: state.table }
    : null;
