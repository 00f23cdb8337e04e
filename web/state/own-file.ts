import { useSyncExternalStore } from 'react';
import type { ChosenType } from '../../workers/model/chosen-type';
import { type ErrorRecord, toErrorRecord } from '../../workers/model/errors';
import type { MalformedChoice, OwnFileType } from '../../workers/model/plan';
import type { ReadingOptions } from '../../workers/model/reading-options';
import type { OwnFileReport } from '../../workers/model/protocol/coordinator';
import type { Coordinator } from './coordinator';

/** The reading options that the user chose. */
export interface FileChoices {
  /** The file type. Null detects it. */
  readonly type?: OwnFileType | null;
  readonly columnTypes?: readonly ChosenType[] | null;
  readonly malformed?: MalformedChoice;
  readonly reading?: ReadingOptions;
}

/** The user's file. Only this tab holds it; it is never in the URL and never in storage. */
export type OwnFileState =
  | { readonly status: 'none' }
  | {
      readonly status: 'reading';
      readonly file: File;
      readonly stage: string;
      readonly previous: OwnFileReport | null;
      readonly type: OwnFileType | null;
      readonly columnTypes: readonly ChosenType[] | null;
      readonly malformed: MalformedChoice;
      readonly reading: ReadingOptions;
    }
  | {
      readonly status: 'ready';
      readonly file: File;
      readonly report: OwnFileReport;
      readonly columnTypes: readonly ChosenType[] | null;
      readonly malformed: MalformedChoice;
      readonly reading: ReadingOptions;
    }
  | {
      readonly status: 'failed';
      readonly file: File;
      readonly error: ErrorRecord;
      readonly previous: OwnFileReport | null;
      readonly type: OwnFileType | null;
      readonly columnTypes: readonly ChosenType[] | null;
      readonly malformed: MalformedChoice;
      readonly reading: ReadingOptions;
    };

export interface OwnFileStore {
  readonly get: () => OwnFileState;
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Reads a file. A later call cancels an earlier one. Resolves with the final state, or with null if a later call
   * replaced this one.
   */
  readonly choose: (file: File, choices?: FileChoices) => Promise<OwnFileState | null>;
  readonly forget: () => void;
  /** Cancels the current reading. The file stays chosen. */
  readonly stop: () => void;
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
    choose: async (file, { type = null, columnTypes = null, malformed = 'fatal', reading = {} } = {}) => {
      endCurrent();
      const before = state.status !== 'none' && state.file === file ? state : null;
      const previous = before === null ? null : before.status === 'ready' ? before.report : before.previous;
      let coordinator: Pick<Coordinator, 'inspectFile' | 'dispose'> | null = null;
      const mine = { end: () => coordinator?.dispose() };
      current = mine;
      set({ status: 'reading', file, stage: 'Reading', previous, type, columnTypes, malformed, reading });
      try {
        coordinator = await connect();
        if (current !== mine) return null;
        const report = await coordinator.inspectFile(file, {
          fileName: file.name,
          type,
          columnTypes,
          malformed,
          reading,
          onStage: (stage) => {
            if (current === mine)
              set({ status: 'reading', file, stage, previous, type, columnTypes, malformed, reading });
          },
        });
        if (current !== mine) return null;
        set({ status: 'ready', file, report, columnTypes, malformed, reading });
      } catch (thrown) {
        if (current !== mine) return null;
        set({
          status: 'failed',
          file,
          previous,
          error: toErrorRecord(thrown, { tag: 'malformedInput', stage: 'import' }),
          type,
          columnTypes,
          malformed,
          reading,
        });
      } finally {
        coordinator?.dispose();
      }
      return state;
    },
    stop: () => {
      if (state.status !== 'reading') return;
      endCurrent();
      const { file, previous, type, columnTypes, malformed, reading } = state;
      set({
        status: 'failed',
        file,
        error: {
          tag: 'cancelled',
          stage: 'import',
          message: 'The file was not read completely.',
          remedy: 'Read it again, or measure its bytes without reading it as a table.',
        },
        previous,
        type,
        columnTypes,
        malformed,
        reading,
      });
    },
    forget: () => {
      endCurrent();
      set({ status: 'none' });
    },
  };
}

export const useOwnFile = (store: OwnFileStore) => useSyncExternalStore(store.subscribe, store.get);
