import { type ErrorRecord, toErrorRecord } from '../../workers/model/errors';
import { hasBytes } from '../../workers/model/file-type';
import { fileNameOf, parseAddress } from '../../workers/model/remote/address';
import { type OpenedAddress, openAddress, RemoteRequests, type Traffic } from '../../workers/model/remote/remote-file';
import { type FetchedPart, fetchLimitBytes, type RemoteTable } from '../../workers/model/remote/remote-table';
import { fileTypes } from '../../workers/registry/file-types';
import { type AddressRequest, type AddressState, noTraffic } from './address-state';
import { type Arrival, arrivalOf } from './arrival';

const stopped: ErrorRecord = {
  tag: 'cancelled',
  stage: 'import',
  message: 'It was not fetched completely.',
  remedy: 'Fetch it again.',
};

const recordOf = (thrown: unknown, { signal }: AddressRequest): ErrorRecord =>
  signal.aborted ? stopped : toErrorRecord(thrown, { tag: 'malformedInput', stage: 'import' });

/** The format of a file of which parts can be fetched, by its first bytes. */
const formatInParts = (head: Uint8Array): string | undefined =>
  [...fileTypes.values()].find(
    ({ hasRemoteParts, signatures }) =>
      hasRemoteParts === true && signatures.some((signature) => hasBytes(head, signature)),
  )?.id;

const sum = (one: Traffic, other: Traffic): Traffic => ({
  requests: one.requests + other.requests,
  bytes: one.bytes + other.bytes,
});

/** Fetches what is at an address: see `AddressStore`. The state is `fetching` already. */
export async function fetchFromAddress(text: string, request: AddressRequest): Promise<Arrival | null> {
  const { signal } = request;
  let traffic = noTraffic;
  let opened: OpenedAddress | null = null;
  const update = (change: Partial<Extract<AddressState, { status: 'fetching' }>>) => {
    const state = request.get();
    if (state.status === 'fetching') request.set({ ...state, ...change });
  };
  try {
    const url = parseAddress(text, window.location);
    const name = fileNameOf(url);
    update({ name });
    const onTraffic = (next: Traffic) => {
      traffic = next;
      update({ traffic });
    };
    opened = await openAddress(url.href, new RemoteRequests({ signal, onTraffic }));
    update({ sizeBytes: opened.sizeBytes });
    const format = formatInParts(opened.head);
    if (format === undefined || opened.place === null) {
      const { sizeBytes } = opened;
      const blob = await opened.whole(fetchLimitBytes, (bytes) =>
        update({ fraction: sizeBytes ? Math.min(1, bytes / sizeBytes) : null }),
      );
      const arrival = await arrivalOf(blob, name);
      if (!request.isCurrent()) return null;
      request.set({ status: 'arrived', text, traffic, arrival });
      return arrival;
    }
    opened.close();
    const before = traffic;
    const coordinator = await request.connect();
    try {
      const table = await coordinator.remoteTable(
        { format, place: opened.place },
        { signal, onTraffic: (next) => onTraffic(sum(before, next)) },
      );
      request.set({ status: 'table', text, name, traffic, table, error: null, wholeFile: null });
    } finally {
      coordinator.dispose();
    }
    return null;
  } catch (thrown) {
    opened?.close();
    request.set({ status: 'failed', text, traffic, error: recordOf(thrown, request) });
    return null;
  }
}

/** Fetches a part of a table, or all of its file if `part` is null. The state is `fetching` already. */
export async function fetchRows(
  part: FetchedPart | null,
  { text, name, table, traffic: before, wholeFile }: Extract<AddressState, { status: 'table' }>,
  request: AddressRequest,
): Promise<Arrival | null> {
  const { signal } = request;
  const sizeBytes = table.place.sizeBytes;
  let traffic = before;
  const tell = (next: Traffic, fraction: number | null) => {
    traffic = sum(before, next);
    const state = request.get();
    if (state.status === 'fetching') request.set({ ...state, traffic, fraction });
  };
  const coordinator = await request.connect();
  try {
    const blob =
      part === null
        ? await fetchWhole(table, signal, (next) => tell(next, Math.min(1, next.bytes / sizeBytes)))
        : await coordinator.remotePart(
            { format: table.format, place: table.place, footer: table.footer, part },
            { signal, onProgress: ({ fraction, ...next }) => tell(next, fraction) },
          );
    if (!request.isCurrent()) return null;
    const file = new File([blob], part === null ? name : nameOfPart(name, part, table));
    request.set({ status: 'table', text, name, traffic, table, error: null, wholeFile: part === null ? file : null });
    return { kind: 'file', file };
  } catch (thrown) {
    request.set({ status: 'table', text, name, traffic, table, error: recordOf(thrown, request), wholeFile });
    return null;
  } finally {
    coordinator.dispose();
  }
}

async function fetchWhole(
  { place }: RemoteTable,
  signal: AbortSignal,
  onTraffic: (traffic: Traffic) => void,
): Promise<Blob> {
  const opened = await openAddress(place.url, new RemoteRequests({ signal, onTraffic }));
  return opened.whole(fetchLimitBytes, () => undefined);
}

const nameOfPart = (name: string, { groups }: FetchedPart, { format }: RemoteTable) => {
  const [first = 0, last = first] = [groups[0], groups.at(-1)];
  const which = first === last ? `row group ${first + 1}` : `row groups ${first + 1} to ${last + 1}`;
  return `${name.replace(/\.[^.]*$/, '')} (${which}).${fileTypes.get(format)?.extensions[0] ?? format}`;
};
