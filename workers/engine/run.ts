import { FormatlabError, toErrorRecord } from '../model/errors';
import type { Environment } from '../model/environment';
import { type Candidate, efforts, hangLimitMs, type Plan, userFileOperations } from '../model/plan';
import type { Connection } from '../model/protocol/connect';
import type { RunEvent, RunProgress } from '../model/protocol/coordinator';
import type { MadeDataset } from '../model/protocol/read-file';
import type { MeasureCalls, TrialRequest } from '../model/protocol/measure';
import type { RunResult } from '../model/result';
import { minRoundsForVerdicts } from '../model/statistics/compare';
import { isFileSet, type UserData } from '../model/user-data';
import { checkCandidate } from '../registry/check-plan';
import { checkMemory, dataBytesOf, longestCallMs } from '../registry/estimate';
import type { PlannedCell } from './cells';
import type { MeasuringRegistry } from './registry';
import { type LedgerOutcome, RunLedger } from './run-ledger';
import { superviseTrial } from './supervised-trial';
import type { Mutex } from './mutex';
import type { Visibility } from './visibility';

/** A round as the progress names it. */
type ShownRound = Pick<RunProgress, 'round' | 'isLeading'>;

/** The environment of a run: clock, workers, registry. Tests inject their own. */
export interface RunDependencies {
  readonly registry: Pick<MeasuringRegistry, 'formats' | 'codecs'>;
  readonly spawnMeasure: () => Connection<MeasureCalls>;
  readonly makeDataset: (
    plan: Plan,
    dataset: number,
    ownFile: UserData | null,
    signal: AbortSignal,
  ) => Promise<MadeDataset>;
  readonly environment: (plan: Plan) => Environment;
  readonly kernelMs: () => number;
  readonly visibility: Visibility;
  readonly mutex: Mutex;
  readonly hangLimitMs?: number;
  /** Asked after the first rounds: the candidates that can still be the best (rule 26). Absent if nobody waits for an answer. */
  readonly leaders?: (signal: AbortSignal) => Promise<readonly number[]>;
}

/** The plan to run, with the user's file and the machine's name. */
export interface RunRequest {
  readonly plan: Plan;
  readonly ownFile: UserData | null;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

/** Runs a checked plan. If it is aborted, it also resolves, with the cells measured so far. */
export async function runPlan(
  { plan, ownFile, signal, onEvent }: RunRequest,
  dependencies: RunDependencies,
): Promise<RunResult> {
  const { registry, visibility, mutex } = dependencies;
  const effort = efforts[plan.effort];
  const runName = [...crypto.getRandomValues(new Uint32Array(2))].map((word) => word.toString(36)).join('');
  const environment = dependencies.environment(plan);
  const ledger = new RunLedger(plan, new Date().toISOString(), environment, registry, onEvent);
  const datasets = await makeDatasets();
  ledger.begin();
  let trialCount = 0;
  let round = 0;
  for (let fullRound = 0; fullRound < effort.rounds && !signal.aborted; fullRound += 1) {
    const shown = { round: fullRound, isLeading: false };
    // Before the cells and after them in turn, as their order is reversed.
    const first = round;
    if (fullRound % 2 === 1) await readUserFiles(shown, first);
    await takeRound(ledger.order(fullRound), shown);
    // Such rounds come once: then the rounds are no longer as many as the full ones.
    if (round === fullRound + 1) await takeLeadingRounds();
    // After the leading rounds, so that an answer does not wait for the file itself.
    if (fullRound % 2 === 0) await readUserFiles(shown, first);
  }
  return ledger.finish(signal.aborted ? null : new Date().toISOString());

  /**
   * After each of the first full rounds: further rounds of the candidates that can still be the best alone, until they have the rounds that a
   * verdict needs (rule 26). A run has such rounds only once.
   */
  async function takeLeadingRounds(): Promise<void> {
    if (dependencies.leaders === undefined || plan.datasets.length > 1 || effort.rounds < minRoundsForVerdicts) return;
    while (round < minRoundsForVerdicts && !signal.aborted) {
      const order = ledger.leadingOrder(await dependencies.leaders(signal), round);
      if (order.length === 0) return;
      ledger.addRound(order);
      await takeRound(order, { round, isLeading: true });
    }
  }

  /** Runs one trial of each of these cells, and the drift kernel before and after them. */
  async function takeRound(order: readonly number[], shown: ShownRound): Promise<void> {
    if (signal.aborted) return;
    const beforeMs = await takeKernel();
    for (const index of order) {
      if (signal.aborted) break;
      const cell = ledger.next(index);
      if (cell === null) continue;
      ledger.progress(cell, shown, 'running');
      await trial(cell, index, shown);
    }
    const afterMs = await takeKernel();
    if (beforeMs !== null && afterMs !== null) ledger.drift(round, beforeMs, afterMs);
    round += 1;
  }

  /**
   * Runs the drift kernel inside the mutex, so that a file encoded at the same time does not look like a slower machine. Null if the run is
   * aborted.
   */
  function takeKernel(): Promise<number | null> {
    return mutex.run(async () => (signal.aborted ? null : dependencies.kernelMs()), signal).catch(() => null);
  }

  async function makeDatasets(): Promise<(MadeDataset | null)[]> {
    const made: (MadeDataset | null)[] = [];
    for (const [index, spec] of plan.datasets.entries()) {
      let dataset: MadeDataset | null = null;
      let error: unknown = null;
      try {
        signal.throwIfAborted();
        refuseTooLarge(dataBytesOf(spec));
        dataset = await mutex.run(() => dependencies.makeDataset(plan, index, ownFile, signal), signal);
        refuseTooLarge(dataset.info.dataBytes);
      } catch (thrown) {
        dataset = null;
        error = thrown;
      }
      made.push(dataset);
      if (dataset !== null) ledger.dataset(dataset.info);
      else if (signal.aborted) ledger.dataset({ status: 'pending' });
      else
        ledger.dataset({
          status: 'failed',
          error: toErrorRecord(error, { tag: 'internal', stage: 'generate' }),
        });
    }
    return made;
  }

  function refuseTooLarge(dataBytes: number): void {
    const memory = checkMemory(dataBytes, false, environment.deviceMemoryGiB);
    if (memory !== null) throw new FormatlabError({ tag: 'tooLarge', stage: 'generate', ...memory });
  }

  function trial(cell: PlannedCell, index: number, shown: ShownRound): Promise<void> {
    return measure(
      cell,
      plan.candidates[cell.candidate],
      shown,
      () => ({
        round,
        operations: plan.operations,
        verifiedSha256: ledger.verifiedSha256(cell),
        secondDecoders: ledger.needsSecondDecoders(cell),
      }),
      (outcome, ms) => ledger.take(index, round, outcome, ms),
    );
  }

  /** Reads the user's files themselves, once each: whole, and in parts if the plan does so. */
  async function readUserFiles(shown: ShownRound, round: number): Promise<void> {
    if (ownFile === null || isFileSet(ownFile) || !plan.operations.includes('decode')) return;
    const operations = plan.operations.filter((operation) => userFileOperations.has(operation));
    for (const [dataset, made] of datasets.entries()) {
      const decoder = made?.fileDecoder ?? null;
      if (decoder === null || !ledger.readsUserFile(dataset)) continue;
      await measure(
        { dataset, candidate: 0 },
        checkCandidate(decoder),
        shown,
        () => ({
          round,
          operations,
          verifiedSha256: ledger.verifiedUserFile(dataset),
          secondDecoders: false,
          userFile: made?.sampleFile ?? ownFile,
        }),
        (outcome) => ledger.takeUserFile(dataset, decoder, outcome),
      );
    }
  }

  /** Repeats a trial of the candidate until one is neither discarded nor cancelled. `take` returns false if it was discarded. */
  async function measure(
    cell: { readonly dataset: number; readonly candidate: number },
    candidate: Candidate | undefined,
    shown: ShownRound,
    what: () => Pick<TrialRequest, 'round' | 'operations' | 'verifiedSha256' | 'secondDecoders' | 'userFile'>,
    take: (outcome: LedgerOutcome, ms: number) => boolean,
  ): Promise<void> {
    const made = datasets[cell.dataset];
    if (made == null || candidate === undefined) return;
    while (!signal.aborted) {
      if (visibility.hidden) {
        ledger.progress(cell, shown, 'paused');
        await visibility.visible(signal);
        if (signal.aborted) return;
        ledger.progress(cell, shown, 'running');
      }
      trialCount += 1;
      const request: TrialRequest = {
        dataset: made.blob,
        sha256: made.info.sha256,
        dataBytes: made.info.dataBytes,
        candidate,
        ...what(),
        effort,
        timerStepMs: environment.timerStepMs,
        seed: plan.seed,
        ...(plan.projectColumn === undefined ? {} : { projectColumn: plan.projectColumn }),
        ...(plan.lookupKeys === undefined ? {} : { lookupKeys: plan.lookupKeys }),
        // A repeated trial gets a new name, since the file of the discarded one may not be removed yet.
        scratchName: `${runName}-${trialCount}`,
      };
      const { dataBytes, itemCount, schema } = made.info;
      const limitMs =
        dependencies.hangLimitMs ??
        hangLimitMs(effort, dataBytes, longestCallMs(candidate, dataBytes, itemCount, schema.kind));
      const startedMs = Date.now();
      const outcome = await mutex
        .run(
          () => superviseTrial(dependencies.spawnMeasure(), request, { signal, visibility, hangLimitMs: limitMs }),
          signal,
        )
        .catch((thrown: unknown) => ({
          type: 'failed' as const,
          error: toErrorRecord(thrown, { tag: 'internal', stage: 'load' }),
        }));
      if (signal.aborted || outcome.type === 'cancelled') return;
      if (take(outcome, Date.now() - startedMs)) return;
    }
  }
}
