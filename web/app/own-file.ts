import { useSyncExternalStore } from 'react';
import type { ColumnType } from '../../workers/model/dataset';
import { type ErrorRecord, toErrorRecord } from '../../workers/model/errors';
import type { OwnFileType } from '../../workers/model/plan';
import type { OwnFileReport } from '../../workers/model/protocol/coordinator';
import type { Coordinator } from './coordinator';

/** The user's file. It is held by this tab alone: never in the URL, never in storage. */
export type OwnFileState =
  | { readonly status: 'none' }
  | { readonly status: 'reading'; readonly file: File; readonly stage: string; readonly previous: OwnFileReport | null }
  | { readonly status: 'ready'; readonly file: File; readonly report: OwnFileReport; readonly columnTypes: readonly ColumnType[] | null }
  | { readonly status: 'failed'; readonly file: File; readonly error: ErrorRecord; readonly type: OwnFileType | null };

export interface OwnFileStore {
  readonly get: () => OwnFileState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Reads a file; `type` null finds out. A later choice ends an earlier reading. Resolves with the state it ended in, or null where another choice came in between. */
  readonly choose: (file: File, type?: OwnFileType | null, columnTypes?: readonly ColumnType[] | null) => Promise<OwnFileState | null>;
  readonly forget: () => void;
}

export function createOwnFileStore(connect: () => Promise<Pick<Coordinator, 'inspectFile' | 'dispose'>>): OwnFileStore {
  let state: OwnFileState = { status: 'none' };
  let current: { end: () => void } | null = null;
  const listeners = new Set<() => void>();
  const set = (next: OwnFileState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const endCurrent = () => {
    current?.end();
    current = null;
  };

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    choose: async (file, type = null, columnTypes = null) => {
      endCurrent();
      const previous = state.status === 'ready' && state.file === file ? state.report : null;
      let coordinator: Pick<Coordinator, 'inspectFile' | 'dispose'> | null = null;
      const mine = { end: () => coordinator?.dispose() };
      current = mine;
      set({ status: 'reading', file, stage: 'Reading', previous });
      try {
        coordinator = await connect();
        if (current !== mine) return null;
        const report = await coordinator.inspectFile(file, {
          fileName: file.name,
          type,
          columnTypes,
          onStage: (stage) => {
            if (current === mine) set({ status: 'reading', file, stage, previous });
          },
        });
        if (current !== mine) return null;
        set({ status: 'ready', file, report, columnTypes });
      } catch (thrown) {
        if (current !== mine) return null;
        set({ status: 'failed', file, error: toErrorRecord(thrown, { tag: 'malformedInput', stage: 'import' }), type });
      } finally {
        coordinator?.dispose();
      }
      return state;
    },
    forget: () => {
      endCurrent();
      set({ status: 'none' });
    },
  };
}

export const useOwnFile = (store: OwnFileStore) => useSyncExternalStore(store.subscribe, store.get);
