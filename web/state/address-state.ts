import type { ErrorRecord } from '../../workers/model/errors';
import type { Traffic } from '../../workers/model/remote/remote-file';
import type { RemoteTable } from '../../workers/model/remote/remote-table';
import type { Arrival } from './arrival';
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
      /** The file with all rows, once it has arrived. */
      readonly wholeFile: File | null;
    }
  | { readonly status: 'arrived'; readonly text: string; readonly traffic: Traffic; readonly arrival: Arrival }
  | { readonly status: 'failed'; readonly text: string; readonly traffic: Traffic; readonly error: ErrorRecord };

/** The latest request of a store. A request that another one replaced changes nothing any more. */
export interface AddressRequest {
  readonly signal: AbortSignal;
  readonly isCurrent: () => boolean;
  readonly get: () => AddressState;
  readonly set: (next: AddressState) => void;
  readonly connect: ConnectRemote;
}

export type ConnectRemote = () => Promise<Pick<Coordinator, 'remoteTable' | 'remotePart' | 'dispose'>>;

export const noTraffic: Traffic = { requests: 0, bytes: 0 };

/** The table at an address, also while its rows are fetched. */
export const tableAtAddress = (state: AddressState) =>
  (state.status === 'table' || state.status === 'fetching') && state.table !== null
    ? { ...state, table: state.table }
    : null;
