import { toErrorRecord, FormatlabError } from '../model/errors';
import { efforts, type Plan } from '../model/plan';
import type { RunEvent } from '../model/protocol/coordinator';
import type { MadeDataset } from '../model/protocol/read-file';
import { isSameData, runWithFurther, whyNotResumed } from '../model/resumption';
import type { DatasetInfo, RunResult } from '../model/result';
import { minRoundsForVerdicts } from '../model/statistics/compare';
import type { UserData } from '../model/user-data';
import { checkMemory, dataBytesOf } from '../registry/estimate';
import { takeBudget } from './budgeted-run';
import type { RunDependencies } from './run-dependencies';
import { RunLedger } from './run-ledger';
import { createTrialMaker, type ShownRound } from './trial-maker';

/** The plan to run, with the user's file and the machine's name. */
interface RunRequest {
  readonly plan: Plan;
  readonly ownFile: UserData | null;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
  /** An earlier part of the run, which goes on. */
  readonly before?: RunResult | null;
  /** How much of the plan's budget has passed before the run begins, in milliseconds. */
  readonly spentMs?: number;
  /** The further time in milliseconds of a run that has ended, and may have further candidates. Null if the rest of the plan is measured. */
  readonly addedMs?: number | null;
}

/**
 * Runs a checked plan. If it is aborted, it also resolves, with the cells measured so far.
 * @throws FormatlabError if an earlier part can't go on here, since the plan, the data, the browser or the libraries are others.
 */
export async function runPlan(
  { plan, ownFile, signal, onEvent, before = null, spentMs = 0, addedMs = null }: RunRequest,
  dependencies: RunDependencies,
): Promise<RunResult> {
  const { registry, mutex } = dependencies;
  const environment = dependencies.environment(plan);
  const refusal = before === null ? null : whyNotResumed(before, plan, environment);
  if (refusal !== null) throw notResumed(refusal);
  const ledger = new RunLedger(
    { plan, startedAt: new Date().toISOString(), before, spentMs },
    environment,
    registry,
    onEvent,
  );
  const datasets = await makeDatasets();
  ledger.begin();
  const trials = createTrialMaker({ plan, ownFile, signal, datasets, ledger, environment, dependencies });
  if (plan.budget === undefined) await takeRoundsOfEffort();
  else await takeBudget(plan, plan.budget, { ledger, trials, signal, leading: dependencies.leading ?? null, addedMs });
  const finishedAt = signal.aborted ? null : new Date().toISOString();
  if (before === null || addedMs === null) return ledger.finish(finishedAt);
  return runWithFurther(before, ledger.finish(finishedAt ?? before.finishedAt), signal.aborted);

  async function takeRoundsOfEffort(): Promise<void> {
    const { rounds } = efforts[plan.effort];
    const left = ledger.fullRoundsLeft();
    let round = ledger.firstRound;
    for (let fullRound = 0; fullRound < left && !signal.aborted; fullRound += 1) {
      const shown = { round: rounds - left + fullRound, isLeading: false };
      // Before the cells and after them in turn, as their order is reversed.
      const first = round;
      if (fullRound % 2 === 1) await trials.userFiles(first, shown);
      await takeRound(ledger.order(fullRound), shown);
      // Such rounds come once: then the rounds are no longer as many as the full ones.
      if (round === ledger.firstRound + fullRound + 1) await takeLeadingRounds();
      // After the leading rounds, so that an answer does not wait for the file itself.
      if (fullRound % 2 === 0) await trials.userFiles(first, shown);
    }

    /**
     * After each of the first full rounds: further rounds of the candidates that can still be the best alone, until they have the rounds that a
     * verdict needs (rule 26). A run has such rounds only once.
     */
    async function takeLeadingRounds(): Promise<void> {
      if (dependencies.leading === undefined || plan.datasets.length > 1 || rounds < minRoundsForVerdicts) return;
      while (round < minRoundsForVerdicts && !signal.aborted) {
        const order = ledger.leadingOrder((await dependencies.leading(signal)).candidates, round);
        if (order.length === 0) return;
        ledger.addRound(order);
        await takeRound(order, { round, isLeading: true });
      }
    }

    /** Runs one trial of each of these cells. */
    async function takeRound(order: readonly number[], shown: ShownRound): Promise<void> {
      const isTaken = await trials.withinKernels(round, async () => {
        for (const index of order) {
          if (signal.aborted) break;
          await trials.cell(index, round, shown);
        }
      });
      if (isTaken) round += 1;
    }
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
      if (before !== null && !signal.aborted) refuseOtherData(before.datasets[index], dataset?.info ?? null, error);
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

  /** A run that goes on keeps what it has, so that data which can't be made again end nothing of it. */
  function refuseOtherData(measured: DatasetInfo | undefined, made: DatasetInfo | null, error: unknown): void {
    if (made === null) throw error;
    if (!isSameData(measured, made)) throw notResumed('The data are others than those that the run has measured.');
  }

  function refuseTooLarge(dataBytes: number): void {
    const memory = checkMemory(dataBytes, false, environment.deviceMemoryGiB);
    if (memory !== null) throw new FormatlabError({ tag: 'tooLarge', stage: 'generate', ...memory });
  }
}

const notResumed = (message: string) =>
  new FormatlabError({
    tag: 'invalidPlan',
    stage: 'load',
    message,
    remedy: 'Press Run to measure everything anew. What the run has measured stays.',
  });
