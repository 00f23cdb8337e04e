import { FormatlabError, toErrorRecord } from '../model/errors';
import type { Environment } from '../model/environment';
import {
  briefEffort,
  type Candidate,
  efforts,
  hangLimitMs,
  type Operation,
  type Plan,
  userFileOperations,
} from '../model/plan';
import type { RunProgress } from '../model/protocol/coordinator';
import type { MadeDataset, UserFileReader } from '../model/protocol/read-file';
import type { TrialRequest } from '../model/protocol/measure';
import { isFileSet, type UserData } from '../model/user-data';
import { checkCandidate } from '../registry/check-plan';
import { longestCallMs } from '../registry/estimate';
import type { PlannedCell } from './cells';
import type { RunDependencies } from './run-dependencies';
import type { RunLedger } from './run-ledger';
import { type LedgerOutcome, superviseTrial } from './supervised-trial';

/** A round as the progress names it. Without `rounds`, those of the effort. */
export type ShownRound = Pick<RunProgress, 'round' | 'isLeading'> & { readonly rounds?: number };

/** What a trial may take, in a run with a budget. */
export interface TrialTime {
  /** True if it has the brief limits (`briefEffort` in `workers/model/plan.ts`). */
  readonly isBrief: boolean;
  /** What is measured. Absent: all operations of the plan. */
  readonly operations?: readonly Operation[];
  /** Asked when the trial starts: the milliseconds until it is ended. */
  readonly limitMs: () => number;
  /** Parts of a sample that would take more milliseconds are left to a later trial. */
  readonly partsLimitMs?: number;
  /** Called with the start of a span in which nothing was measured, since the page was hidden. */
  readonly onLost: (startMs: number) => void;
  /** The time of the whole run, for the progress. */
  readonly shown: () => Pick<RunProgress, 'remainingMs' | 'budgetMs'>;
}

/** A brief trial reads the user's file twice: once to verify what it gives, and once by the clock. */
const briefReadings = 2;

/** What the reader took that opened the file. A candidate that decodes it takes less. */
const readingMs = (made: MadeDataset | null) =>
  made?.info.status === 'ready' && made.fileReaders[0]?.by === 'opener' ? made.info.generateMs : 0;

/** Makes the trials of a run, one after the other, and records them in its ledger. */
export interface TrialMaker {
  /** Measures a cell, unless it has ended. Resolves with the trial's milliseconds without those for parts of a sample; null if none was recorded. */
  readonly cell: (index: number, round: number, shown: ShownRound, time?: TrialTime) => Promise<number | null>;
  /** Encodes the parts of a sample that a cell's first trial has left. */
  readonly parts: (index: number, round: number, shown: ShownRound, time: TrialTime) => Promise<void>;
  /** Reads the user's files themselves, once each: whole, and in parts if the plan does so. Resolves like `cell`. */
  readonly userFiles: (round: number, shown: ShownRound, time?: TrialTime) => Promise<number | null>;
  /** What a brief trial of the user's files is expected to take, in milliseconds. */
  readonly userFilesMs: () => number;
  /** Runs the drift kernel before and after the work of a round. False if the run was aborted before. */
  readonly withinKernels: (round: number, work: () => Promise<void>) => Promise<boolean>;
}

interface TrialSource {
  readonly plan: Plan;
  readonly ownFile: UserData | null;
  readonly signal: AbortSignal;
  readonly datasets: readonly (MadeDataset | null)[];
  readonly ledger: RunLedger;
  readonly environment: Environment;
  readonly dependencies: RunDependencies;
}

type TrialSubject = Pick<
  TrialRequest,
  'operations' | 'verifiedSha256' | 'secondDecoders' | 'partsOf' | 'partsLimitMs' | 'userFile' | 'opening'
>;

export function createTrialMaker(source: TrialSource): TrialMaker {
  const { plan, ownFile, signal, datasets, ledger, environment, dependencies } = source;
  const { visibility, mutex } = dependencies;
  const runName = [...crypto.getRandomValues(new Uint32Array(2))].map((word) => word.toString(36)).join('');
  let trialCount = 0;

  /**
   * Runs the drift kernel inside the mutex, so that a file encoded at the same time does not look like a slower machine. Null if the run is
   * aborted.
   */
  const takeKernel = (): Promise<number | null> =>
    mutex.run(async () => (signal.aborted ? null : dependencies.kernelMs()), signal).catch(() => null);

  function requestOf(
    made: MadeDataset,
    candidate: Candidate,
    round: number,
    subject: TrialSubject,
    time: TrialTime | undefined,
  ): TrialRequest {
    trialCount += 1;
    const effort = efforts[plan.effort];
    return {
      dataset: made.blob,
      sha256: made.info.sha256,
      dataBytes: made.info.dataBytes,
      candidate,
      round,
      ...subject,
      effort: time?.isBrief === true ? briefEffort(effort) : effort,
      timerStepMs: environment.timerStepMs,
      seed: plan.seed,
      ...(plan.projectColumn === undefined ? {} : { projectColumn: plan.projectColumn }),
      ...(plan.lookupKeys === undefined ? {} : { lookupKeys: plan.lookupKeys }),
      // A repeated trial gets a new name, since the file of the discarded one may not be removed yet.
      scratchName: `${runName}-${trialCount}`,
    };
  }

  /** A cell's first trial on a sample of a file also encodes parts of it, from which the whole file's size is predicted. */
  function partsOf(cell: PlannedCell, time: TrialTime | undefined): Pick<TrialRequest, 'partsOf' | 'partsLimitMs'> {
    const sample = datasets[cell.dataset]?.info.sample;
    if (sample === undefined || cell.isControl || ledger.verifiedSha256(cell) !== null) return {};
    return { partsOf: sample, ...(time?.partsLimitMs === undefined ? {} : { partsLimitMs: time.partsLimitMs }) };
  }

  function fileOf(
    reader: UserFileReader,
    dataset: number,
    whole: UserData,
  ): Pick<TrialRequest, 'userFile' | 'opening'> {
    const sampleFile = datasets[dataset]?.sampleFile;
    const data = sampleFile ?? whole;
    if (reader.by === 'decoder' && !isFileSet(data)) return { userFile: data };
    const spec = plan.datasets[dataset];
    if (reader.by === 'opener' && spec?.source === 'ownFile')
      return { opening: { spec, data, isSampleFile: sampleFile !== undefined } };
    throw new FormatlabError({ tag: 'internal', stage: 'load', message: 'The data can’t be read as the user’s file.' });
  }

  /** Repeats a trial of the candidate until one is neither discarded nor cancelled. `take` returns false if it was discarded. */
  async function measure(
    cell: { readonly dataset: number; readonly candidate: number },
    candidate: Candidate | undefined,
    {
      round,
      shown,
      time,
    }: { readonly round: number; readonly shown: ShownRound; readonly time: TrialTime | undefined },
    subjectOf: () => TrialSubject,
    take: (outcome: LedgerOutcome, ms: number) => boolean,
  ): Promise<number | null> {
    const made = datasets[cell.dataset];
    if (made == null || candidate === undefined) return null;
    const tell = (state: RunProgress['state']) => ledger.progress(cell, { ...shown, ...time?.shown() }, state);
    tell('running');
    while (!signal.aborted) {
      const beganMs = Date.now();
      if (visibility.hidden) {
        tell('paused');
        await visibility.visible(signal);
        if (signal.aborted) return null;
        time?.onLost(beganMs);
        tell('running');
      }
      const request = requestOf(made, candidate, round, subjectOf(), time);
      const { dataBytes, itemCount, schema } = made.info;
      const limitMs =
        dependencies.hangLimitMs ??
        hangLimitMs(request.effort, dataBytes, longestCallMs(candidate, dataBytes, itemCount, schema.kind));
      const startedMs = Date.now();
      const outcome = await mutex
        .run(
          () =>
            superviseTrial(dependencies.spawnMeasure(), request, {
              signal,
              visibility,
              hangLimitMs: limitMs,
              ...(time === undefined ? {} : { budgetMs: time.limitMs() }),
            }),
          signal,
        )
        .catch((thrown: unknown) => ({
          type: 'failed' as const,
          error: toErrorRecord(thrown, { tag: 'internal', stage: 'load' }),
        }));
      if (signal.aborted || outcome.type === 'cancelled') return null;
      const partsMs = outcome.type === 'done' ? (outcome.partsMs ?? 0) : 0;
      const ms = Date.now() - startedMs - partsMs;
      if (take(outcome, ms)) return outcome.type === 'done' ? ms : null;
      time?.onLost(startedMs);
    }
    return null;
  }

  return {
    async cell(index, round, shown, time) {
      const cell = ledger.next(index);
      if (cell === null) return null;
      return measure(
        cell,
        plan.candidates[cell.candidate],
        { round, shown, time },
        () => ({
          operations: time?.operations ?? plan.operations,
          verifiedSha256: ledger.verifiedSha256(cell),
          secondDecoders: ledger.needsSecondDecoders(cell),
          ...partsOf(cell, time),
        }),
        (outcome, ms) => ledger.take(index, round, outcome, ms),
      );
    },
    async parts(index, round, shown, time) {
      const cell = ledger.next(index);
      if (cell === null) return;
      const sample = datasets[cell.dataset]?.info.sample;
      await measure(
        cell,
        plan.candidates[cell.candidate],
        { round, shown, time },
        () => ({
          operations: [],
          verifiedSha256: ledger.verifiedSha256(cell),
          secondDecoders: false,
          ...(sample === undefined ? {} : { partsOf: sample }),
        }),
        (outcome) => ledger.takeParts(index, outcome),
      );
    },
    async userFiles(round, shown, time) {
      if (ownFile === null || !plan.operations.includes('decode')) return null;
      const operations = plan.operations.filter((operation) => userFileOperations.has(operation));
      let passedMs: number | null = null;
      for (const [dataset, made] of datasets.entries()) {
        const readers = made?.fileReaders ?? [];
        let tried: UserFileReader | null = null;
        // What fails leaves the file to the next reader in the same round.
        while (!signal.aborted) {
          const reader = ledger.userFileReader(dataset, readers);
          if (reader === null || reader === tried) break;
          tried = reader;
          const ms = await measure(
            { dataset, candidate: 0 },
            reader.by === 'decoder' ? checkCandidate(reader.candidate) : plan.candidates[0],
            { round, shown, time },
            () => ({
              operations,
              verifiedSha256: ledger.verifiedUserFile(dataset),
              secondDecoders: false,
              ...fileOf(reader, dataset, ownFile),
            }),
            (outcome) => ledger.takeUserFile(dataset, { reader, readers }, outcome),
          );
          if (ms !== null) passedMs = (passedMs ?? 0) + ms;
        }
      }
      return passedMs;
    },
    userFilesMs() {
      if (ownFile === null || !plan.operations.includes('decode')) return 0;
      return datasets.reduce((sum, made) => sum + briefReadings * readingMs(made), 0);
    },
    async withinKernels(round, work) {
      if (signal.aborted) return false;
      const beforeMs = await takeKernel();
      await work();
      const afterMs = await takeKernel();
      if (beforeMs !== null && afterMs !== null) ledger.drift(round, beforeMs, afterMs);
      return true;
    },
  };
}
