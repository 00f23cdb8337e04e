import type { Environment } from '../model/environment';
import { FormatlabError } from '../model/errors';
import { efforts, type Plan } from '../model/plan';
import type { RunEvent, RunProgress } from '../model/protocol/coordinator';
import type { UserFileReader } from '../model/protocol/read-file';
import { type CellResult, type CompletedCell, type DatasetInfo, type RunResult, sentenceLimit } from '../model/result';
import { applyRunEvent } from '../model/run-events';
import { countedFromRound, nextRound, resumedRun, trialsOf, withFileDecode } from '../model/resumption';
import { minRoundsForVerdicts } from '../model/statistics/compare';
import { lastLook } from '../model/statistics/looks';
import type { ScheduledCells } from './budget-schedule';
import { controlPlace, keyOf, type PlannedCell, plannedCells } from './cells';
import { ControlArm } from './control-arm';
import { describeDrift, driftBetweenParts } from './drift-kernel';
import { expectedTrial } from './expected-trial';
import { endedCell, mergeTrial } from './merge-trial';
import { createRemainingTimeEstimate, type RemainingTimeEstimate } from './remaining';
import type { MeasuringRegistry } from './registry';
import { type OwedParts, partsFailed, SamplePartsOwed } from './sample-parts-owed';
import type { LedgerOutcome } from './supervised-trial';
import type { ExpectedTrial } from './trial-costs';
import { secondDecodersTrial, trialOrder } from './trial-order';
import { unmeasurableCell } from './unmeasurable-cell';
import { UnevenFiles } from './uneven-files';
import { UserFileReadings } from './user-file-readings';

/**
 * The state of a run: its cells, which of them have ended and how, the measurements, and the remaining time. It makes no dataset, starts no
 * worker and reads no clock, so that it can be tested without them.
 */
export class RunLedger {
  readonly #plan: Plan;
  readonly #environment: Environment;
  readonly #registry: Pick<MeasuringRegistry, 'formats'>;
  readonly #onEvent: (event: RunEvent) => void;
  /** The rounds of all cells; with a budget, the most that there can be. */
  readonly #rounds: number;
  readonly #datasets: DatasetInfo[] = [];
  readonly #ended = new Set<string>();
  readonly #completed = new Map<string, CompletedCell>();
  readonly #discarded = new Map<string, number>();
  /** How many trials of each cell have been recorded. */
  readonly #trials = new Map<string, number>();
  readonly #uneven = new UnevenFiles();
  readonly #parts = new SamplePartsOwed();
  readonly #userFiles: UserFileReadings;
  readonly #drift: { round: number; beforeMs: number; afterMs: number }[] = [];
  #control: ControlArm | null = null;
  #cells: readonly PlannedCell[] = [];
  #expected: readonly ExpectedTrial[] = [];
  #remaining: RemainingTimeEstimate = createRemainingTimeEstimate([], 0);
  #result: RunResult | null = null;

  /** The part of the run that was measured before, if it goes on. */
  readonly #before: RunResult | null;
  /** The number of the first round. */
  readonly firstRound: number;
  /** How much of the budget had passed before the run began or went on, in milliseconds. */
  readonly spentBeforeMs: number;

  /** Emits the event `started`, or `resumed` with what `before` has measured. */
  constructor(
    {
      plan,
      startedAt,
      before = null,
      spentMs = 0,
    }: { plan: Plan; startedAt: string; before?: RunResult | null; spentMs?: number },
    environment: Environment,
    registry: Pick<MeasuringRegistry, 'formats'>,
    onEvent: (event: RunEvent) => void,
  ) {
    this.#plan = plan;
    this.#environment = before?.environment ?? environment;
    this.#registry = registry;
    this.#onEvent = onEvent;
    this.#rounds = plan.budget === undefined ? efforts[plan.effort].rounds : lastLook;
    this.#before = before;
    this.#userFiles = new UserFileReadings(registry);
    this.firstRound = before === null ? 0 : nextRound(before);
    this.spentBeforeMs = before?.budgetSpentMs ?? spentMs;
    if (before === null) this.#emit({ type: 'started', startedAt, plan, environment });
    else this.#resume(before, startedAt);
  }

  #resume(before: RunResult, resumedAt: string): void {
    const result = resumedRun(before, this.#plan, resumedAt);
    this.#emit({ type: 'resumed', result });
    for (const cell of result.cells) {
      if (cell.status !== 'completed') {
        this.#ended.add(keyOf(cell));
        continue;
      }
      this.#completed.set(keyOf(cell), cell);
      this.#trials.set(keyOf(cell), trialsOf(cell));
      this.#discarded.set(keyOf(cell), cell.discardedRounds);
    }
  }

  /** Records a dataset, in the order of the plan, and ends the cells that cannot be measured on it. */
  dataset(made: DatasetInfo): void {
    const info = withFileDecode(made, this.#before?.datasets[this.#datasets.length]);
    const dataset = this.#datasets.push(info) - 1;
    if (info.status === 'pending') return;
    this.#emit({ type: 'dataset', index: dataset, info });
    const { deviceMemoryGiB } = this.#environment;
    for (const [index, candidate] of this.#plan.candidates.entries()) {
      const place = { dataset, candidate: index };
      if (this.#ended.has(keyOf(place))) continue;
      const ended = unmeasurableCell(place, candidate, info, { registry: this.#registry, deviceMemoryGiB });
      if (ended !== null) this.#endCell(ended);
    }
  }

  /** Lists the cells, the A/A control last; with a budget, it begins later. Call it after all datasets have been recorded. */
  begin(): void {
    this.#cells = plannedCells(this.#plan);
    const hasBudget = this.#plan.budget !== undefined;
    if (!hasBudget) this.beginControl(null);
    this.#expected = this.#cells.map((cell) => expectedTrial(this.#plan, cell, this.#datasets[cell.dataset]));
    this.#remaining = createRemainingTimeEstimate(
      this.#expected.map(({ full }) => full),
      hasBudget ? 1 : this.fullRoundsLeft(),
    );
  }

  /** Adds the A/A control of a run that gives verdicts: it repeats this cell, or the first one that really encodes. Returns its index, if there is one. */
  beginControl(cell: number | null): number | null {
    const place =
      (cell === null ? null : this.#cells[cell]) ?? controlPlace(this.#plan, this.#datasets, this.#registry);
    if (place === null || this.#rounds < minRoundsForVerdicts) return null;
    this.#control = new ControlArm(place.dataset, place.candidate);
    this.#cells = [...this.#cells, this.#control.cell];
    return this.#cells.length - 1;
  }

  /** How many rounds of all cells are left: fewer than those of the effort if the run goes on. */
  fullRoundsLeft(): number {
    return this.#rounds - Math.min(this.#rounds, this.#fewestTrials());
  }

  /** The fewest trials that a cell has which still runs. */
  #fewestTrials(): number {
    return Math.min(...this.cellsNow().running.map((index) => this.trialsOf(index)));
  }

  /** The cells for the schedule of a budget. */
  cellsNow(): ScheduledCells {
    return {
      running: this.#cells.flatMap((cell, index) => (cell.isControl || this.#isOver(cell) ? [] : [index])),
      trialsOf: (index) => this.trialsOf(index),
    };
  }

  /** The cells whose parts of a sample are still to be encoded. */
  owedParts(): readonly OwedParts[] {
    return this.#parts.of(this.#cells, this.#completed, this.#datasets, this.#ended);
  }

  /** How many trials of a cell have been recorded. */
  trialsOf(index: number): number {
    const cell = this.#cells[index];
    return cell === undefined || cell.isControl ? 0 : (this.#trials.get(keyOf(cell)) ?? 0);
  }

  /** The cells of these candidates that still run, in this order. */
  cellsOf(candidates: readonly number[]): readonly number[] {
    return candidates.flatMap((candidate) =>
      this.#cells.flatMap((cell, index) =>
        cell.candidate === candidate && !cell.isControl && !this.#isOver(cell) ? [index] : [],
      ),
    );
  }

  /** True if this cell is the one that the A/A control repeats. */
  isControlled(index: number): boolean {
    const cell = this.#cells[index];
    return cell !== undefined && this.#control !== null && keyOf(cell) === keyOf(this.#control.cell);
  }

  /** The expected durations of each cell's trials. */
  expectedTrials(): readonly ExpectedTrial[] {
    return this.#expected;
  }

  /**
   * The indices of the cells in the order in which this round measures them. The first one after a run was stopped leaves out those that have their trial
   * of the round in which that was.
   */
  order(round: number): number[] {
    const order = trialOrder(this.#cells.length, round, this.#plan.seed, this.quickest());
    const fewest = this.#before === null || round > 0 ? Infinity : this.#fewestTrials();
    for (const index of order) if (this.trialsOf(index) > fewest) this.#remaining.skip(index);
    return order.filter((index) => this.trialsOf(index) <= fewest);
  }

  /**
   * The cells of these candidates in the order of a round of the leading candidates alone (rule 26). Empty if such a round is not worth it: with
   * fewer than two cells there is nothing to compare, and with more than half of all, full rounds decide almost as soon.
   */
  leadingOrder(candidates: readonly number[], round: number): readonly number[] {
    const { running } = this.cellsNow();
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

  /** The SHA-256 of the file that the cell's own implementation has decoded; null before its first trial. The A/A control writes the same file. */
  verifiedSha256(cell: PlannedCell): string | null {
    return this.#completed.get(keyOf(cell))?.encodedSha256 ?? null;
  }

  /** `round` counts the rounds of all cells; or all so far, if this one is of the leading candidates alone. With a budget, `shown` also has its time. */
  progress(
    { dataset, candidate }: Pick<PlannedCell, 'dataset' | 'candidate'>,
    shown: Pick<RunProgress, 'round' | 'isLeading'> & Partial<RunProgress>,
    state: RunProgress['state'],
  ): void {
    const rounds = shown.isLeading ? minRoundsForVerdicts : this.#rounds;
    const progress = { rounds, dataset, candidate, ...this.#remaining.now(), ...shown, state };
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
    if (outcome.type === 'overBudget') this.#takeOverBudget(cell, outcome.sizeBytes);
    else if (cell.isControl) this.#control?.take(outcome);
    else this.#takeCell(cell, round, outcome);
    return true;
  }

  /** Records a trial that only encoded parts of a sample. Without them, the cell keeps its figures. Returns false if the trial must be repeated. */
  takeParts(index: number, outcome: LedgerOutcome): boolean {
    const cell = this.#cells[index];
    if (cell === undefined || outcome.type === 'discarded') return cell === undefined;
    const merged = this.#parts.take(keyOf(cell), this.#completed.get(keyOf(cell)), outcome);
    if (merged !== null) this.#completeCell(merged);
    if (outcome.type === 'failed') this.#warn(partsFailed(outcome.error));
    return true;
  }

  /** What reads the user's file of this dataset next. Null if earlier trials have shown that it can't be timed. */
  userFileReader(dataset: number, readers: readonly UserFileReader[]): UserFileReader | null {
    return this.#userFiles.reader(dataset, this.#datasets[dataset], readers);
  }

  /** The SHA-256 of the user's file of this dataset, once a trial has verified it; null before. */
  verifiedUserFile(dataset: number): string | null {
    return this.#userFiles.verified(dataset);
  }

  /** Records a trial that read the user's file itself. Returns false if the trial was discarded and must be repeated. */
  takeUserFile(
    dataset: number,
    tried: { readonly reader: UserFileReader; readonly readers: readonly UserFileReader[] },
    outcome: LedgerOutcome,
  ): boolean {
    if (outcome.type === 'discarded') return false;
    const info = this.#datasets[dataset];
    if (outcome.type === 'overBudget' || info?.status !== 'ready') return true;
    const read = this.#userFiles.take(dataset, info, tried, outcome);
    this.#datasets[dataset] = read;
    this.#emit({ type: 'dataset', index: dataset, info: read });
    return true;
  }

  /** Records the times of the drift kernel before and after a round. */
  drift(round: number, beforeMs: number, afterMs: number): void {
    this.#drift.push({ round, beforeMs, afterMs });
    this.#emit({ type: 'kernel', beforeMs, afterMs });
  }

  /** Records how much of the budget has passed. */
  spent(budgetSpentMs: number): void {
    this.#emit({ type: 'spent', budgetSpentMs });
  }

  /** Ends all cells without figures. */
  endUnmeasured(status: 'cancelled' | 'overBudget'): void {
    for (const { dataset, candidate } of plannedCells(this.#plan)) {
      const place = { dataset, candidate };
      if (!this.#ended.has(keyOf(place)) && !this.#completed.has(keyOf(place)))
        this.#endCell(status === 'cancelled' ? { status, ...place } : { status, ...place, sizeBytes: null });
    }
  }

  /** Ends the run: cells that were not measured become cancelled, and warnings are added. `finishedAt` is null if the run was stopped. */
  finish(finishedAt: string | null): RunResult {
    this.endUnmeasured(finishedAt === null || this.#plan.budget === undefined ? 'cancelled' : 'overBudget');
    const driftWarning = describeDrift(this.#drift);
    if (driftWarning !== null) this.#warn(driftWarning);
    if (this.#result !== null && countedFromRound(this.#result) > 0) this.#warn(driftBetweenParts);
    if (this.#control?.error != null)
      this.#warn(`The noise floor could not be measured: ${this.#control.error}`.slice(0, sentenceLimit));
    if (this.#result === null)
      throw new FormatlabError({ tag: 'internal', stage: 'load', message: 'The run ended before it started.' });
    return { ...this.#result, finishedAt, noiseFloor: this.#noiseFloor() };
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

  /** The index of the cell that is expected to finish first, so that the page soon has a result to show. */
  quickest(): number {
    const { running } = this.cellsNow();
    const ms = running.map((index) => this.#expected[index]?.full.ms ?? Infinity);
    return running[ms.indexOf(Math.min(...ms))] ?? 0;
  }

  #isOver(cell: PlannedCell): boolean {
    if (this.#datasets[cell.dataset]?.status !== 'ready' || this.#ended.has(keyOf(cell))) return true;
    return cell.isControl && this.#control?.error != null;
  }

  /** A cell that was measured before keeps its figures. */
  #takeOverBudget(cell: PlannedCell, sizeBytes: number | null): void {
    if (cell.isControl || this.#completed.has(keyOf(cell))) return;
    this.#endCell({ status: 'overBudget', dataset: cell.dataset, candidate: cell.candidate, sizeBytes });
  }

  #takeCell(
    cell: PlannedCell,
    round: number,
    outcome: Exclude<LedgerOutcome, { type: 'discarded' | 'overBudget' }>,
  ): void {
    const place = { dataset: cell.dataset, candidate: cell.candidate };
    const ended = endedCell(place, outcome);
    if (ended !== null) this.#endCell(ended);
    else if (outcome.type === 'done' && outcome.result.status === 'measured') {
      const key = keyOf(cell);
      const merged = mergeTrial(this.#completed.get(key) ?? null, outcome.result, {
        ...place,
        discardedRounds: this.#discarded.get(key) ?? 0,
        secondDecoders: this.needsSecondDecoders(cell),
      });
      if (!this.#completed.has(key)) this.#parts.tell(key, outcome.result);
      this.#trials.set(key, (this.#trials.get(key) ?? 0) + 1);
      const files = { before: merged, now: outcome.result };
      const uneven = this.#uneven.tell(key, this.#plan.candidates[cell.candidate], round, files);
      if (uneven !== null) this.#warn(uneven);
      this.#completeCell(merged);
    }
  }

  #completeCell(cell: CompletedCell): void {
    this.#completed.set(keyOf(cell), cell);
    this.#emit({ type: 'cell', cell });
  }

  #noiseFloor(): RunResult['noiseFloor'] {
    const control = this.#control;
    if (control === null || this.#ended.has(keyOf(control.cell))) return null;
    return control.noiseFloor(this.#completed.get(keyOf(control.cell)), this.#plan);
  }
}
