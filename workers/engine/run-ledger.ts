import type { Environment } from '../model/environment';
import { type ErrorRecord, FormatlabError } from '../model/errors';
import { type Candidate, efforts, type Plan } from '../model/plan';
import type { RunEvent, RunProgress } from '../model/protocol/coordinator';
import {
  type CellResult,
  type CompletedCell,
  type DatasetInfo,
  type NoiseFloorSamples,
  type RunResult,
  sentenceLimit,
} from '../model/result';
import { applyRunEvent } from '../model/run-events';
import { minRoundsForVerdicts } from '../model/statistics/compare';
import { noiseFloorOf } from '../model/statistics/noise-floor';
import { machineOf, type TrialDuration } from '../registry/duration';
import { trialCosts } from '../registry/trial-costs-table';
import { checkMemory, usesWasm, trialDurationOf } from '../registry/estimate';
import { encodeUnsupportedReason, type PlannedCell, plannedCells, controlCandidate } from './cells';
import { describeDrift } from './drift-kernel';
import { mergeTrial, userFileResult } from './merge-trial';
import { createRemainingTimeEstimate, type RemainingTimeEstimate } from './remaining';
import { findFormat, type MeasuringRegistry } from './registry';
import type { TrialOutcome } from './supervised-trial';
import { secondDecodersTrial, trialOrder } from './trial-order';

/** How a finished trial ended. Cancelled trials are not recorded. */
export type LedgerOutcome = Exclude<TrialOutcome, { type: 'cancelled' }>;

/**
 * The state of a run: its cells, which of them have ended and how, the measurements, and the remaining time. It makes no dataset, starts no
 * worker and reads no clock, so that it can be tested without them.
 */
export class RunLedger {
  readonly #plan: Plan;
  readonly #environment: Environment;
  readonly #registry: Pick<MeasuringRegistry, 'formats'>;
  readonly #onEvent: (event: RunEvent) => void;
  /** The rounds of all cells. */
  readonly #rounds: number;
  readonly #datasets: DatasetInfo[] = [];
  readonly #ended = new Set<string>();
  readonly #completed = new Map<string, CompletedCell>();
  readonly #discarded = new Map<string, number>();
  /** How many trials of each cell have been recorded. */
  readonly #trials = new Map<string, number>();
  /** Cells whose files differed between rounds. The warning is given once for each. */
  readonly #uneven = new Set<string>();
  readonly #verifiedUserFiles = new Map<number, string | null>();
  readonly #drift: { round: number; beforeMs: number; afterMs: number }[] = [];
  /** The cell of the A/A control, and its samples. */
  #control: PlannedCell | null = null;
  #controlCell: CompletedCell | null = null;
  #controlError: string | null = null;
  #cells: readonly PlannedCell[] = [];
  #expected: readonly TrialDuration[] = [];
  #remaining: RemainingTimeEstimate = createRemainingTimeEstimate([], 0);
  #result: RunResult | null = null;

  /** Emits the event `started`. */
  constructor(
    plan: Plan,
    startedAt: string,
    environment: Environment,
    registry: Pick<MeasuringRegistry, 'formats'>,
    onEvent: (event: RunEvent) => void,
  ) {
    this.#plan = plan;
    this.#environment = environment;
    this.#registry = registry;
    this.#onEvent = onEvent;
    this.#rounds = efforts[plan.effort].rounds;
    this.#emit({ type: 'started', startedAt, plan, environment });
  }

  /** Records a dataset, in the order of the plan, and ends the cells that cannot be measured on it. */
  dataset(info: DatasetInfo): void {
    const dataset = this.#datasets.push(info) - 1;
    if (info.status === 'pending') return;
    this.#emit({ type: 'dataset', index: dataset, info });
    for (const [candidate, { format }] of this.#plan.candidates.entries()) {
      const place = { dataset, candidate };
      if (info.status === 'failed') this.#endCell({ status: 'failed', ...place, error: info.error });
      else {
        const planned = this.#plan.candidates[candidate] as Plan['candidates'][number];
        const reason = encodeUnsupportedReason(this.#registry, planned, info.schema);
        const memory = checkMemory(info.dataBytes, usesWasm(planned), this.#environment.deviceMemoryGiB);
        if (reason !== null) this.#endCell({ status: 'unsupported', ...place, reason });
        else if (memory !== null)
          this.#endCell({ status: 'failed', ...place, error: { tag: 'tooLarge', stage: 'load', format, ...memory } });
      }
    }
  }

  /** Lists the cells, the A/A control last. Call it after all datasets have been recorded. */
  begin(): void {
    const cells = plannedCells(this.#plan);
    this.#control = this.#controlOf();
    this.#cells = this.#control === null ? cells : [...cells, this.#control];
    this.#expected = this.#cells.map((cell) => this.#expectedOf(cell));
    this.#remaining = createRemainingTimeEstimate(this.#expected, this.#rounds);
  }

  /** The indices of the cells in the order in which this round measures them. */
  order(round: number): number[] {
    return trialOrder(this.#cells.length, round, this.#plan.seed, this.#quickest());
  }

  /**
   * The cells of these candidates in the order of a round of the leading candidates alone (rule 26). Empty if such a round is not worth it: with
   * fewer than two cells there is nothing to compare, and with more than half of all, full rounds decide almost as soon.
   */
  leadingOrder(candidates: readonly number[], round: number): readonly number[] {
    const running = this.#cells.flatMap((cell, index) => (cell.isControl || this.#isOver(cell) ? [] : [index]));
    const leading = running.filter((index) => candidates.includes(this.#cells[index]?.candidate ?? -1));
    if (leading.length < 2 || leading.length > running.length / 2) return [];
    return trialOrder(leading.length, round, this.#plan.seed).map((place) => leading[place] as number);
  }

  /** Adds a round of these cells alone to those planned. */
  addRound(cells: readonly number[]): void {
    for (const index of cells) this.#remaining.add(index, 1);
  }

  /** The cell at this index; null if it has ended, in which case its trial counts as done. */
  next(index: number): PlannedCell | null {
    const cell = this.#cells[index];
    if (cell !== undefined && !this.#isOver(cell)) return cell;
    this.#remaining.skip(index);
    return null;
  }

  /**
   * True if other implementations should also decode the cell's file. They can take longer than the measurement itself, so they wait until
   * all cells have figures with a range of their rounds. The A/A control has the file of another cell.
   */
  needsSecondDecoders(cell: PlannedCell): boolean {
    return !cell.isControl && (this.#trials.get(keyOf(cell)) ?? 0) === secondDecodersTrial(this.#rounds);
  }

  /**
   * The SHA-256 of the file from which the cell's own implementation has decoded the source; null before its first trial. The A/A control writes
   * the same file, and is treated as its cell is.
   */
  verifiedSha256(cell: PlannedCell): string | null {
    return this.#completed.get(keyOf(cell))?.encodedSha256 ?? null;
  }

  /** `round` counts the rounds of all cells; or all rounds so far, if this one is of the leading candidates alone. */
  progress(
    { dataset, candidate }: Pick<PlannedCell, 'dataset' | 'candidate'>,
    { round, isLeading }: Pick<RunProgress, 'round' | 'isLeading'>,
    state: RunProgress['state'],
  ): void {
    const rounds = isLeading ? minRoundsForVerdicts : this.#rounds;
    const progress = { round, rounds, isLeading, dataset, candidate, ...this.#remaining.now(), state };
    this.#emit({ type: 'progress', progress });
  }

  /** Records a trial, which took `ms` milliseconds. Returns false if the trial was discarded and must be repeated. */
  take(index: number, round: number, outcome: LedgerOutcome, ms: number): boolean {
    const cell = this.#cells[index];
    if (cell === undefined) return true;
    if (outcome.type === 'discarded') {
      if (!cell.isControl) this.#discarded.set(keyOf(cell), (this.#discarded.get(keyOf(cell)) ?? 0) + 1);
      return false;
    }
    this.#remaining.done(index, ms);
    if (cell.isControl) this.#takeControl(cell, outcome);
    else this.#takeCell(cell, round, outcome);
    return true;
  }

  /** False if an earlier trial has shown that the user's file of this dataset can't be timed. */
  readsUserFile(dataset: number): boolean {
    const info = this.#datasets[dataset];
    if (info?.status !== 'ready') return false;
    const { fileDecode } = info;
    return fileDecode === undefined || (fileDecode.result.status === 'measured' && fileDecode.endedBy === undefined);
  }

  /** The SHA-256 of the user's file of this dataset, once a trial has verified it; null before. */
  verifiedUserFile(dataset: number): string | null {
    return this.#verifiedUserFiles.get(dataset) ?? null;
  }

  /** Records a trial that read the user's file itself. Returns false if the trial was discarded and must be repeated. */
  takeUserFile(dataset: number, decoder: Candidate, outcome: LedgerOutcome): boolean {
    if (outcome.type === 'discarded') return false;
    const info = this.#datasets[dataset];
    if (info?.status !== 'ready') return true;
    const found = findFormat(this.#registry, decoder.format, decoder.implementation);
    const reader = found === null ? null : `${found.format.label} (${found.implementation.label})`;
    if (outcome.type === 'done' && outcome.result.status === 'measured')
      this.#verifiedUserFiles.set(dataset, outcome.result.encodedSha256);
    const ready = { ...info, fileDecode: userFileResult(info.fileDecode, reader, outcome) };
    this.#datasets[dataset] = ready;
    this.#emit({ type: 'dataset', index: dataset, info: ready });
    return true;
  }

  /** Records the times of the drift kernel before and after a round. */
  drift(round: number, beforeMs: number, afterMs: number): void {
    this.#drift.push({ round, beforeMs, afterMs });
  }

  /** Ends the run: cells that were not measured become cancelled, and warnings are added. `finishedAt` is null if the run was stopped. */
  finish(finishedAt: string | null): RunResult {
    for (const cell of plannedCells(this.#plan)) {
      const { dataset, candidate } = cell;
      if (!this.#ended.has(keyOf(cell)) && !this.#completed.has(keyOf(cell)))
        this.#endCell({ status: 'cancelled', dataset, candidate });
    }
    const driftWarning = describeDrift(this.#drift);
    if (driftWarning !== null) this.#emit({ type: 'warning', message: driftWarning });
    if (this.#controlError !== null)
      this.#warn(`The noise floor could not be measured: ${this.#controlError}`.slice(0, sentenceLimit));
    if (this.#result === null)
      throw new FormatlabError({ tag: 'internal', stage: 'load', message: 'The run ended before it started.' });
    return {
      ...this.#result,
      finishedAt,
      environment: {
        ...this.#environment,
        kernelMsBefore: this.#drift[0]?.beforeMs ?? null,
        kernelMsAfter: this.#drift.at(-1)?.afterMs ?? null,
      },
      noiseFloor: this.#noiseFloor(),
    };
  }

  #emit(event: RunEvent): void {
    this.#result = applyRunEvent(this.#result, event);
    this.#onEvent(event);
  }

  #warn(message: string): void {
    this.#emit({ type: 'warning', message });
  }

  #endCell(cell: CellResult): void {
    this.#ended.add(keyOf(cell));
    this.#emit({ type: 'cell', cell });
  }

  /** The A/A control of a run that gives verdicts: it shows the machine's noise. */
  #controlOf(): PlannedCell | null {
    if (this.#rounds < minRoundsForVerdicts) return null;
    const dataset = this.#datasets.findIndex(({ status }) => status === 'ready');
    const info = this.#datasets[dataset];
    if (info?.status !== 'ready') return null;
    const candidate = controlCandidate(this.#plan, info.schema, this.#registry);
    return candidate === null ? null : { dataset, candidate, isControl: true };
  }

  /** Expected durations on the reference machine. Only their proportions matter, until the first trials show how fast this machine is. */
  #expectedOf(cell: PlannedCell): TrialDuration {
    const candidate = this.#plan.candidates[cell.candidate];
    const info = this.#datasets[cell.dataset];
    if (candidate === undefined || info?.status !== 'ready') return { ms: 0, onceMs: 0 };
    return trialDurationOf(
      candidate,
      info,
      this.#plan.operations,
      efforts[this.#plan.effort],
      machineOf(trialCosts, null),
    );
  }

  /** The index of the cell that is expected to finish first, so that the page soon has a result to show. */
  #quickest(): number {
    const estimates = this.#cells.map((cell, index) =>
      cell.isControl || this.#isOver(cell)
        ? Number.POSITIVE_INFINITY
        : (this.#expected[index]?.ms ?? Number.POSITIVE_INFINITY),
    );
    return estimates.indexOf(Math.min(...estimates));
  }

  #isOver(cell: PlannedCell): boolean {
    return (
      this.#datasets[cell.dataset]?.status !== 'ready' ||
      this.#ended.has(keyOf(cell)) ||
      (cell.isControl && this.#controlError !== null)
    );
  }

  #takeControl({ dataset, candidate }: PlannedCell, outcome: Exclude<LedgerOutcome, { type: 'discarded' }>): void {
    if (outcome.type === 'done' && outcome.result.status === 'measured')
      this.#controlCell = mergeTrial(this.#controlCell, outcome.result, {
        dataset,
        candidate,
        discardedRounds: 0,
        secondDecoders: false,
      });
    else this.#controlError = describeFailure(outcome);
  }

  #takeCell(cell: PlannedCell, round: number, outcome: Exclude<LedgerOutcome, { type: 'discarded' }>): void {
    const place = { dataset: cell.dataset, candidate: cell.candidate };
    if (outcome.type === 'failed') this.#endCell({ status: 'failed', ...place, error: outcome.error });
    else if (outcome.type === 'timedOut')
      this.#endCell({ status: 'timedOut', ...place, stage: outcome.stage, limitMs: outcome.limitMs });
    else if (outcome.result.status === 'unsupported')
      this.#endCell({ status: 'unsupported', ...place, reason: outcome.result.reason });
    else {
      const key = keyOf(cell);
      const merged = mergeTrial(this.#completed.get(key) ?? null, outcome.result, {
        ...place,
        discardedRounds: this.#discarded.get(key) ?? 0,
        secondDecoders: this.needsSecondDecoders(cell),
      });
      this.#trials.set(key, (this.#trials.get(key) ?? 0) + 1);
      const { sizeBytes, encodedSha256 } = outcome.result;
      const isOther = merged.sizeBytes !== sizeBytes || merged.encodedSha256 !== encodedSha256;
      if (isOther && !this.#uneven.has(key)) {
        this.#uneven.add(key);
        const { format, implementation } = this.#plan.candidates[cell.candidate] ?? {};
        this.#warn(
          merged.sizeBytes === sizeBytes
            ? `${format} (${implementation}) made other bytes in round ${round + 1} than before, of the same size.`
            : `${format} (${implementation}) made a file of ${sizeBytes} bytes in round ${round + 1}, and of ${merged.sizeBytes} bytes before.`,
        );
      }
      this.#completed.set(key, merged);
      this.#emit({ type: 'cell', cell: merged });
    }
  }

  /** The samples of the operation in which the two arms of the A/A control differ most (rule 17). */
  #noiseFloor(): NoiseFloorSamples | null {
    const control = this.#control;
    if (control === null || this.#controlError !== null || this.#ended.has(keyOf(control))) return null;
    const { candidate, dataset } = control;
    let worst: NoiseFloorSamples | null = null;
    let largestError = Number.NEGATIVE_INFINITY;
    for (const operation of this.#plan.operations) {
      const a = this.#completed.get(keyOf(control))?.operations[operation];
      const b = this.#controlCell?.operations[operation];
      if (a?.status !== 'measured' || b?.status !== 'measured') continue;
      const samples = { candidate, dataset, operation, a: a.rounds, b: b.rounds };
      const error = noiseFloorOf(samples, this.#plan.seed)?.error ?? 0;
      if (!(error > largestError)) continue;
      worst = samples;
      largestError = error;
    }
    return worst;
  }
}

const keyOf = ({ dataset, candidate }: { readonly dataset: number; readonly candidate: number }) =>
  `${dataset}/${candidate}`;

type Failure =
  | { readonly type: 'failed'; readonly error: ErrorRecord }
  | { readonly type: 'timedOut' }
  | { readonly type: 'done' };

function describeFailure(outcome: Failure): string {
  if (outcome.type === 'failed') return outcome.error.message;
  return outcome.type === 'timedOut' ? 'the second arm exceeded its time limit.' : 'the second arm is unsupported.';
}
