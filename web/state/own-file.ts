import { useSyncExternalStore } from 'react';
import type { ChosenType } from '../../workers/model/chosen-type';
import { type ErrorRecord, toErrorRecord } from '../../workers/model/errors';
import { defaultFileSample, type FileSample, type MalformedChoice, type OwnFileType } from '../../workers/model/plan';
import type { ReadingOptions } from '../../workers/model/reading-options';
import type { OwnFileReport } from '../../workers/model/protocol/coordinator';
import type { FileSet } from '../../workers/model/user-data';
import type { Coordinator } from './coordinator';

/** What the user opened: a file, or several that are read as one dataset. */
export type OwnFile = File | FileSet;

/** The reading options that the user chose. */
export interface FileChoices {
  /** The file type. Null detects it. */
  readonly type?: OwnFileType | null;
  readonly columnTypes?: readonly ChosenType[] | null;
  readonly malformed?: MalformedChoice;
  readonly reading?: ReadingOptions;
  /** How a large file is sampled. Null reads all of it. */
  readonly sample?: FileSample | null;
}

/**
 * Whether the effects of other choices are in the report. They are counted after the file is read; while a run measures, counting waits, since
 * it would slow the run down.
 */
export type EffectCounts = 'counting' | 'waiting' | 'counted' | 'failed';

/** The user's file. Only this tab holds it; it is never in the URL and never in storage. */
export type OwnFileState =
  | { readonly status: 'none' }
  | {
      readonly status: 'reading';
      readonly file: OwnFile;
      readonly stage: string;
      /** How much of the file's bytes were read, from 0 to 1; null where that is not known. */
      readonly share: number | null;
      readonly previous: OwnFileReport | null;
      readonly type: OwnFileType | null;
      readonly columnTypes: readonly ChosenType[] | null;
      readonly malformed: MalformedChoice;
      readonly reading: ReadingOptions;
      readonly sample: FileSample | null;
    }
  | {
      readonly status: 'ready';
      readonly file: OwnFile;
      readonly report: OwnFileReport;
      readonly effects: EffectCounts;
      readonly columnTypes: readonly ChosenType[] | null;
      readonly malformed: MalformedChoice;
      readonly reading: ReadingOptions;
      readonly sample: FileSample | null;
    }
  | {
      readonly status: 'failed';
      readonly file: OwnFile;
      readonly error: ErrorRecord;
      readonly previous: OwnFileReport | null;
      readonly type: OwnFileType | null;
      readonly columnTypes: readonly ChosenType[] | null;
      readonly malformed: MalformedChoice;
      readonly reading: ReadingOptions;
      readonly sample: FileSample | null;
    };

/** A file whose bytes are mapped, and what its values have in common, as far as they were read. */
export interface MappedFile {
  readonly file: OwnFile;
  readonly valueFacts: OwnFileReport['valueFacts'];
}

export type ReadyFile = Extract<OwnFileState, { readonly status: 'ready' }>;

export interface OwnFileStore {
  readonly get: () => OwnFileState;
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Reads a file. A later call cancels an earlier one. Resolves with the state once the file is read or has failed, or with null if a later
   * call replaced this one. The effects of other choices are counted afterwards. `onReady` is called in the same task in which the file
   * becomes ready, so that what follows from it is shown with it.
   */
  readonly choose: (
    file: OwnFile,
    choices?: FileChoices,
    onReady?: (state: ReadyFile) => void,
  ) => Promise<OwnFileState | null>;
  /** Starts what reads files, while the user chooses one. */
  readonly prepare: () => void;
  readonly forget: () => void;
  /** Cancels the current reading. The file stays chosen. */
  readonly stop: () => void;
  /** Says whether a run measures, during which nothing is counted. */
  readonly setMeasuring: (measuring: boolean) => void;
}

/** A text that is read so that the workers and the reader of the most common files are loaded and compiled. */
const smallText = () => new File(['a,b\n1,2\n'], 'a.csv');

export function createOwnFileStore(connect: () => Promise<Pick<Coordinator, 'inspectFile' | 'dispose'>>): OwnFileStore {
  let state: OwnFileState = { status: 'none' };
  let current: { end: () => void } | null = null;
  /** The coordinator of the last reading, whose worker has its libraries ready for the next one. */
  let idle: Pick<Coordinator, 'inspectFile' | 'dispose'> | null = null;
  let isMeasuring = false;
  const listeners = new Set<() => void>();
  const set = (next: OwnFileState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const endCurrent = () => {
    current?.end();
    current = null;
  };
  const takeIdle = () => {
    const taken = idle;
    idle = null;
    return taken;
  };
  const endIdle = () => takeIdle()?.dispose();
  let isPreparing = false;
  const mayPrepare = () => idle === null && current === null && !isMeasuring;
  const prepare = async () => {
    if (isPreparing || !mayPrepare()) return;
    isPreparing = true;
    try {
      const coordinator = await connect();
      if (!mayPrepare()) return coordinator.dispose();
      idle = coordinator;
      const file = smallText();
      await coordinator.inspectFile(file, { fileName: file.name });
    } finally {
      isPreparing = false;
    }
  };

  /** Reads the file. `onReport` gets each report, of which only the last has the effects of other choices. */
  const inspect = async (
    file: OwnFile,
    choices: Required<FileChoices>,
    options: {
      readonly onStage?: (stage: string, share?: number) => void;
      readonly onReport: (report: OwnFileReport, last: boolean) => void;
    },
  ): Promise<boolean> => {
    let coordinator: Pick<Coordinator, 'inspectFile' | 'dispose'> | null = null;
    const mine = { end: () => coordinator?.dispose() };
    /** A file that is refused leaves the coordinator as it was: only the worker that read it has ended. */
    const keepCoordinator = () => {
      current = null;
      if (isMeasuring || coordinator === null) return;
      idle = coordinator;
      coordinator = null;
    };
    current = mine;
    const isCurrent = () => current === mine;
    try {
      coordinator = takeIdle() ?? (await connect());
      if (!isCurrent()) return false;
      const report = await coordinator.inspectFile(file, {
        fileName: file.name,
        ...choices,
        onStage: (stage, share) => {
          if (isCurrent()) options.onStage?.(stage, share);
        },
        onRead: (early) => {
          if (isCurrent()) options.onReport(early, false);
        },
      });
      if (!isCurrent()) return false;
      keepCoordinator();
      options.onReport(report, true);
      return true;
    } catch (thrown) {
      if (!isCurrent()) return false;
      keepCoordinator();
      throw thrown;
    } finally {
      coordinator?.dispose();
    }
  };

  const setEffects = (effects: EffectCounts) => {
    if (state.status === 'ready') set({ ...state, effects });
  };
  const waitToCount = () => {
    if (state.status !== 'ready' || state.effects !== 'counting') return;
    endCurrent();
    setEffects('waiting');
  };
  /** Reads the file again for the counts that had to wait. */
  const countAgain = () => {
    if (state.status !== 'ready' || state.effects !== 'waiting') return;
    setEffects('counting');
    const { file, report, columnTypes, malformed, reading, sample } = state;
    inspect(
      file,
      { type: report.type, columnTypes, malformed, reading, sample },
      {
        onReport: ({ possibleTypes, found }, last) => {
          if (last && state.status === 'ready')
            set({ ...state, report: { ...state.report, possibleTypes, found }, effects: 'counted' });
        },
      },
    ).catch(() => setEffects('failed'));
  };

  const choose: OwnFileStore['choose'] = (
    file,
    { type = null, columnTypes = null, malformed = 'fatal', reading = {}, sample = defaultFileSample } = {},
    onReady = () => undefined,
  ) => {
    endCurrent();
    const before = state.status !== 'none' && state.file === file ? state : null;
    const previous = before === null ? null : before.status === 'ready' ? before.report : before.previous;
    const choices = { type, columnTypes, malformed, reading, sample };
    set({ status: 'reading', file, stage: 'Reading', share: null, previous, ...choices });
    return new Promise((resolve) => {
      let isRead = false;
      const onReport = (report: OwnFileReport, last: boolean) => {
        set({
          status: 'ready',
          file,
          report,
          effects: last ? 'counted' : 'counting',
          columnTypes,
          malformed,
          reading,
          sample,
        });
        if (!isRead && state.status === 'ready') onReady(state);
        isRead = true;
        if (isMeasuring) waitToCount();
        resolve(state);
      };
      inspect(file, choices, {
        onStage: (stage, share) => {
          if (!isRead) set({ status: 'reading', file, stage, share: share ?? null, previous, ...choices });
        },
        onReport,
      })
        .then((ended) => {
          if (!ended) resolve(null);
        })
        .catch((thrown: unknown) => {
          if (isRead) setEffects('failed');
          else {
            const error = toErrorRecord(thrown, { tag: 'malformedInput', stage: 'import' });
            set({ status: 'failed', file, previous, error, ...choices });
          }
          resolve(state);
        });
    });
  };

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    choose,
    // What fails now fails again when a file is read, which says so.
    prepare: () => void prepare().catch(() => undefined),
    stop: () => {
      if (state.status !== 'reading') return;
      endCurrent();
      const { file, previous, type, columnTypes, malformed, reading, sample } = state;
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
        sample,
      });
    },
    setMeasuring: (measuring) => {
      isMeasuring = measuring;
      if (measuring) {
        endIdle();
        waitToCount();
      } else countAgain();
    },
    forget: () => {
      endCurrent();
      endIdle();
      set({ status: 'none' });
    },
  };
}

export const useOwnFile = (store: OwnFileStore) => useSyncExternalStore(store.subscribe, store.get);
