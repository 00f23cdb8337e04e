import { type Leading, nobodyKnows } from '../model/leading';
import type { ByteMap } from '../model/byte-map';
import type { SearchEvent, SearchResult } from '../model/column-search';
import type { ChosenType } from '../model/chosen-type';
import { FormatlabError } from '../model/errors';
import type { FittedTable } from '../model/fitted-table';
import type { MoleculeFile, MoleculeSketch } from '../model/molecules/sketch';
import type { Candidate, DatasetSpec, FileSample, MalformedChoice, OwnFileType, Plan } from '../model/plan';
import { type Connection, connect } from '../model/protocol/connect';
import type {
  CoordinatorCalls,
  EncodedFile,
  InspectedFile,
  OwnFileInput,
  OwnFileReport,
  RunEvent,
  WordCount,
} from '../model/protocol/coordinator';
import type { ReadFile } from '../model/protocol/read-file';
import type { ReadingOptions } from '../model/reading-options';
import type { RunResult } from '../model/result';
import type { Traffic } from '../model/remote/remote-file';
import type { RemoteTable } from '../model/remote/remote-table';
import type { RewrittenFile } from '../model/rewrite';
import type { UserData } from '../model/user-data';
import { keepScreenAwake } from './wake-lock';

/** Options of a run besides its plan. */
interface RunOptions {
  /** The user's file, if a dataset of the plan needs one. It is only sent to this page's workers, never over the network. */
  readonly ownFile?: UserData | null;
  /** The name that the user gave the machine. */
  readonly machineLabel?: string | null;
  /** Aborts the run. The promise then resolves within 200 ms with the cells measured so far. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
  /** Says after the first rounds what can still change the answer, so that it is measured first. */
  readonly leading?: () => Promise<Leading>;
  /** An earlier part of this run, which goes on. */
  readonly before?: RunResult | null;
  /** How much of the plan's budget has passed before the run begins, in milliseconds. */
  readonly spentMs?: number;
  /** The further time in milliseconds of a run that has ended, and may have further candidates. */
  readonly addedMs?: number | null;
}

/**
 * The dataset that was last read from each file, with which a run starts without reading the file again. The file's object stands for its content: the
 * browser refuses to read a file that was changed since it was chosen.
 */
const readFiles = new WeakMap<UserData, ReadFile>();

const withRead = (ownFile: UserData | null): OwnFileInput => ({
  ownFile,
  read: ownFile === null ? null : (readFiles.get(ownFile) ?? null),
});

interface FileOptions {
  readonly ownFile?: UserData | null;
  readonly signal?: AbortSignal;
}

/** Molecules are never read from several files. */
interface MoleculeOptions extends FileOptions {
  readonly ownFile?: Blob | null;
}

/**
 * The engine's interface for the page. Every promise settles: if the coordinator worker crashes, all pending calls reject, and the next
 * call starts a new worker.
 */
export interface Coordinator {
  run(plan: Plan, options?: RunOptions): Promise<RunResult>;
  encodedFile(
    place: { readonly plan: Plan; readonly dataset: number; readonly candidate: number },
    options?: FileOptions,
  ): Promise<EncodedFile>;
  datasetFile(place: { readonly plan: Plan; readonly dataset: number }, options?: FileOptions): Promise<EncodedFile>;
  inspectFile(
    file: UserData,
    options: {
      readonly fileName: string;
      readonly type?: OwnFileType | null;
      readonly columnTypes?: readonly ChosenType[] | null;
      readonly malformed?: MalformedChoice;
      readonly reading?: ReadingOptions;
      readonly sample?: FileSample | null;
      readonly signal?: AbortSignal;
      readonly onStage?: (stage: string, share?: number) => void;
      /** Called before the effects of other choices are counted, if this takes a while. */
      readonly onRead?: (report: OwnFileReport) => void;
    },
  ): Promise<OwnFileReport>;
  byteMap(file: Blob, signal?: AbortSignal): Promise<ByteMap>;
  remoteTable(
    request: CoordinatorCalls['remoteTable']['in'],
    options: { readonly signal: AbortSignal; readonly onTraffic: (traffic: Traffic) => void },
  ): Promise<RemoteTable>;
  remotePart(
    request: CoordinatorCalls['remotePart']['in'],
    options: {
      readonly signal: AbortSignal;
      readonly onProgress: (progress: CoordinatorCalls['remotePart']['progress']) => void;
    },
  ): Promise<Blob>;
  fitTable(request: Omit<CoordinatorCalls['fitTable']['in'], 'read'>, signal?: AbortSignal): Promise<FittedTable>;
  searchColumns(
    request: Omit<CoordinatorCalls['searchColumns']['in'], 'read'>,
    options: { readonly signal: AbortSignal; readonly onEvent: (event: SearchEvent) => void },
  ): Promise<SearchResult>;
  rewriteTable(
    request: Omit<CoordinatorCalls['rewriteTable']['in'], 'read'>,
    signal?: AbortSignal,
  ): Promise<RewrittenFile>;
  countWord(request: CoordinatorCalls['countWord']['in'], signal?: AbortSignal): Promise<WordCount>;
  /** Molecules of a dataset for display: see `CoordinatorCalls`. */
  molecules(
    place: { readonly spec: DatasetSpec; readonly from: number; readonly to: number },
    options?: MoleculeOptions,
  ): Promise<readonly MoleculeSketch[]>;
  moleculeFiles(
    place: { readonly spec: DatasetSpec; readonly molecule: number; readonly candidates: readonly Candidate[] },
    options?: MoleculeOptions,
  ): Promise<readonly MoleculeFile[]>;
  /** Terminates the workers. Pending calls reject with `cancelled`. */
  dispose(): void;
}

function spawnCoordinator(): Worker {
  return new Worker(new URL('../engine/coordinator.worker.ts', import.meta.url), {
    type: 'module',
    name: 'formatlab-coordinator',
  });
}

/** Starts the coordinator worker on the first call. Tests replace `spawn`. */
export function startCoordinator(spawn: () => Worker = spawnCoordinator): Coordinator {
  let connection: Connection<CoordinatorCalls> | null = null;

  const remote = () => {
    if (connection === null) {
      connection = connect<CoordinatorCalls>(spawn(), 'coordinator');
      if (document.hidden) void tellVisibility();
    }
    return connection.remote;
  };
  const tellVisibility = () => connection?.remote.visibility({ hidden: document.hidden }).catch(() => undefined);
  const onVisibility = () => void tellVisibility();
  document.addEventListener('visibilitychange', onVisibility);

  /** After a crash, drop the coordinator, so that the next call starts a new one. */
  async function ask<T>(call: (remote: Connection<CoordinatorCalls>['remote']) => Promise<T>): Promise<T> {
    const asked = remote();
    const used = connection;
    try {
      return await call(asked);
    } catch (thrown) {
      if (
        thrown instanceof FormatlabError &&
        thrown.record.tag === 'workerCrashed' &&
        thrown.record.message.includes('coordinator worker') &&
        connection === used
      )
        connection = null;
      throw thrown;
    }
  }

  const withSignal = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal });

  return {
    async run(
      plan,
      {
        ownFile = null,
        machineLabel = null,
        signal,
        onEvent,
        leading,
        before = null,
        spentMs = 0,
        addedMs = null,
      } = {},
    ) {
      const sleep = keepScreenAwake();
      try {
        return await ask((calls) =>
          calls.run(
            {
              ...withRead(ownFile),
              plan,
              machineLabel,
              asksForLeading: leading !== undefined,
              before,
              spentMs,
              addedMs,
            },
            {
              ...withSignal(signal),
              onProgress: (event) => {
                if (event.type !== 'leadingWanted') onEvent?.(event);
                // Without an answer the run would wait, so a failure counts as none.
                else void leading?.().then(calls.lead, () => calls.lead(nobodyKnows));
              },
            },
          ),
        );
      } finally {
        sleep();
      }
    },
    encodedFile: ({ plan, dataset, candidate }, { ownFile = null, signal } = {}) =>
      ask((calls) => calls.encodedFile({ ...withRead(ownFile), plan, dataset, candidate }, withSignal(signal))),
    datasetFile: ({ plan, dataset }, { ownFile = null, signal } = {}) =>
      ask((calls) => calls.datasetFile({ ...withRead(ownFile), plan, dataset }, withSignal(signal))),
    async inspectFile(
      file,
      {
        fileName,
        type = null,
        columnTypes = null,
        malformed = 'fatal',
        reading = {},
        sample = null,
        signal,
        onStage,
        onRead,
      },
    ) {
      const keep = ({ report, read }: InspectedFile): OwnFileReport => {
        if (read === null) readFiles.delete(file);
        else readFiles.set(file, read);
        return report;
      };
      return keep(
        await ask((calls) =>
          calls.inspectFile(
            { file, fileName, type, columnTypes, malformed, reading, sample },
            {
              ...withSignal(signal),
              onProgress: (progress) => {
                if ('stage' in progress) onStage?.(progress.stage, progress.share);
                else onRead?.(keep(progress));
              },
            },
          ),
        ),
      );
    },
    byteMap: (file, signal) => ask((calls) => calls.byteMap({ file }, withSignal(signal))),
    remoteTable: (request, { signal, onTraffic }) =>
      ask((calls) => calls.remoteTable(request, { signal, onProgress: onTraffic })),
    remotePart: (request, options) => ask((calls) => calls.remotePart(request, options)),
    fitTable: ({ ownFile, ...request }, signal) =>
      ask((calls) => calls.fitTable({ ...request, ...withRead(ownFile) }, withSignal(signal))),
    searchColumns: ({ ownFile, ...request }, { signal, onEvent }) =>
      ask((calls) => calls.searchColumns({ ...request, ...withRead(ownFile) }, { signal, onProgress: onEvent })),
    rewriteTable: ({ ownFile, ...request }, signal) =>
      ask((calls) => calls.rewriteTable({ ...request, ...withRead(ownFile) }, withSignal(signal))),
    countWord: (request, signal) => ask((calls) => calls.countWord(request, withSignal(signal))),
    molecules: (place, { ownFile = null, signal } = {}) =>
      ask((calls) => calls.molecules({ ...place, ownFile }, withSignal(signal))),
    moleculeFiles: (place, { ownFile = null, signal } = {}) =>
      ask((calls) => calls.moleculeFiles({ ...place, ownFile }, withSignal(signal))),
    dispose() {
      document.removeEventListener('visibilitychange', onVisibility);
      connection?.terminate();
      connection = null;
    },
  };
}

/**
 * Does some work with a coordinator, which ends with the work. An abort ends the workers at once and rejects the calls that wait for them, since a busy
 * worker would not get the message.
 */
export async function workWithCoordinator<T>(
  work: (coordinator: Coordinator) => Promise<T>,
  signal?: AbortSignal,
  coordinator = startCoordinator(),
): Promise<T> {
  signal?.addEventListener('abort', coordinator.dispose);
  try {
    signal?.throwIfAborted();
    return await work(coordinator);
  } finally {
    coordinator.dispose();
  }
}
