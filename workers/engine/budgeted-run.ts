import { type Budget, budgetMs as msOf } from '../model/budget';
import { nobodyKnows } from '../model/leading';
import type { Operation, Plan } from '../model/plan';
import { startBudget } from './budget-clock';
import { type NextRound, type NextTrial, nextFirstTrial, nextParts, nextRound } from './budget-schedule';
import type { RunDependencies } from './run-dependencies';
import type { RunLedger } from './run-ledger';
import { createTrialCosts } from './trial-costs';
import { trialOrder } from './trial-order';
import type { ShownRound, TrialMaker, TrialTime } from './trial-maker';

type FirstLimits = Pick<NextTrial, 'limitMs' | 'partsLimitMs'>;

interface MeasuredTrial {
  /** The limits of a first trial; null of a further one. */
  readonly first?: FirstLimits | null;
  /** Null for all operations of the plan. */
  readonly operations?: readonly Operation[] | null;
}

/** What can still change the answer, as cells of the run. */
interface LeadingCells {
  /** The cells that can still be the best, the best one first. Null if nobody knows: several datasets, or nobody to ask. */
  readonly cells: readonly number[] | null;
  /** These, and the cells that can still be the best by their size. */
  readonly withOpenSizes: readonly number[] | null;
  /** Null for all operations of the plan. */
  readonly operations: readonly Operation[] | null;
  readonly userFile: boolean;
}

interface BudgetedRun {
  readonly ledger: RunLedger;
  readonly trials: TrialMaker;
  readonly signal: AbortSignal;
  readonly leading: NonNullable<RunDependencies['leading']> | null;
  /** The further time of a run that has ended, in milliseconds. Null if the run has its own budget. */
  readonly addedMs: number | null;
}

/** The share of the budget that the first reading of the user's file may take, which comes after the first trials. */
const mostForFile = 1 / 4;

/**
 * Measures for as long as the budget says, from now on: every cell once, the quickest first, then rounds of the candidates that can still be the best,
 * and of all once that is decided (rules 6 and 26 of docs/measurement.md). A run that has ended can have a further time, for candidates that were added (rule 28) or
 * for what it did not measure: those are measured in rounds with the candidates that can still be the best, until that is decided.
 */
export async function takeBudget(
  plan: Plan,
  budget: Budget,
  { ledger, trials, signal, leading: ask, addedMs }: BudgetedRun,
): Promise<void> {
  const isFurther = addedMs !== null;
  const budgetMs = addedMs ?? msOf(budget);
  const clock = startBudget(budgetMs, Date.now, isFurther ? 0 : ledger.spentBeforeMs);
  const { firstRound } = ledger;
  const costs = createTrialCosts(ledger.expectedTrials());
  /** Reading the user's file takes about as long as a trial of the cell that is expected to finish first. */
  const fileCost = costs.addLike(ledger.quickest());
  let readsFile = plan.datasets.some(({ source }) => source === 'ownFile');
  /** The cell of the A/A control, and the place of its cost. */
  let control = null as { readonly cell: number; readonly cost: number } | null;

  const timeOf = (
    isBrief: boolean,
    first: FirstLimits | null,
    operations: readonly Operation[] | null = null,
  ): TrialTime => ({
    isBrief,
    ...(operations === null ? {} : { operations }),
    limitMs: () => Math.min(clock.trialLimitMs(first !== null), first?.limitMs ?? Number.POSITIVE_INFINITY),
    ...(first === null ? {} : { partsLimitMs: first.partsLimitMs }),
    onLost: clock.leaveOut,
    shown: () => ({ remainingMs: clock.leftMs(), budgetMs }),
  });

  const tellSpent = () => {
    if (!isFurther) ledger.spent(budgetMs - clock.leftMs());
  };

  /** A first trial is made whatever it is expected to cost; a further one only if it fits. */
  async function measure(
    cell: number,
    round: number,
    shown: ShownRound,
    isBrief: boolean,
    { first = null, operations = null }: MeasuredTrial = {},
  ): Promise<void> {
    const isControl = cell === control?.cell;
    const cost = isControl ? (control?.cost ?? cell) : cell;
    if (first === null && costs.costMs(cost, isBrief) > clock.leftMs()) return;
    const ms = await trials.cell(cell, round, shown, timeOf(isBrief, first, operations));
    if (ms !== null) costs.took(cost, ms, isBrief);
    tellSpent();
  }

  async function readFile(
    round: number,
    shown: ShownRound,
    isBrief: boolean,
    limitMs: number | null = null,
  ): Promise<void> {
    if (!readsFile || signal.aborted || costs.costMs(fileCost, isBrief) > clock.leftMs()) return;
    const ms = await trials.userFiles(
      round,
      shown,
      timeOf(isBrief, limitMs === null ? null : { limitMs, partsLimitMs: 0 }),
    );
    if (ms === null) readsFile = false;
    else costs.took(fileCost, ms, isBrief);
  }

  async function takeFirstRound(): Promise<void> {
    const shown = { round: firstRound, rounds: firstRound + 1, isLeading: false };
    const { running, trialsOf } = ledger.cellsNow();
    const unmeasured = running.filter((index) => trialsOf(index) === 0);
    while (!signal.aborted) {
      const reservedMs = readsFile ? Math.min(trials.userFilesMs(), budgetMs * mostForFile) : 0;
      const next = nextFirstTrial(ledger.cellsNow(), costs, { budgetMs, leftMs: clock.leftMs(), reservedMs });
      if (next === null) break;
      await measure(next.index, firstRound, shown, next.isBrief, { first: next });
    }
    // Briefly, and last, since it may take longer than any candidate. Each of them is compared with the file.
    await readFile(firstRound, shown, true, budgetMs * mostForFile);
    // The page waits for each candidate's first figures before it gives an answer.
    if (!signal.aborted) ledger.endUnmeasured('overBudget');
    // In the same round as what was not measured before, so that it is one of those that a verdict counts.
    if (isFurther)
      for (const cell of (await askForLeading()).cells ?? [])
        if (!unmeasured.includes(cell) && !signal.aborted) await measure(cell, firstRound, shown, true);
    tellSpent();
  }

  /** Encodes the parts of a sample that the first trials have left, of one cell. False if there are none for which there is time. */
  async function takeParts(leaders: readonly number[] | null, isAtEnd: boolean): Promise<boolean> {
    const owed = ledger.owedParts().map(({ index, ms }) => ({
      index,
      ms: ms ?? costs.partsMs(index) + costs.costMs(index, true),
    }));
    const next = nextParts(owed, { budgetMs, leftMs: clock.leftMs() }, { leaders, isAtEnd });
    if (next === null || signal.aborted) return false;
    await trials.parts(
      next,
      firstRound,
      { round: firstRound, rounds: firstRound + 1, isLeading: false },
      timeOf(true, null),
    );
    tellSpent();
    return true;
  }

  async function askForLeading(): Promise<LeadingCells> {
    const named = ask === null || plan.datasets.length > 1 ? nobodyKnows : await ask(signal);
    const operations = plan.operations.filter((operation) => named.operations.includes(operation));
    return {
      cells: named.candidates.length === 0 ? null : ledger.cellsOf(named.candidates),
      withOpenSizes: named.candidates.length === 0 ? null : ledger.cellsOf([...named.candidates, ...named.openBySize]),
      operations: operations.length === 0 ? null : operations,
      userFile: named.userFile,
    };
  }

  function beginControl(leading: readonly number[] | null): void {
    const repeated = leading?.[0] ?? null;
    const cell = ledger.beginControl(repeated);
    if (cell === null) return;
    control = { cell, cost: costs.addLike(repeated ?? ledger.quickest()) };
  }

  async function takeRound(
    round: number,
    { cells, isBrief, isLeading, withControl, look }: NextRound,
    leading: LeadingCells,
  ): Promise<void> {
    const measured =
      withControl && control !== null && cells.some((cell) => ledger.isControlled(cell))
        ? [...cells, control.cell]
        : cells;
    const shown = { round, rounds: look, isLeading };
    ledger.addRound(measured);
    // What the situation does not count is measured in rounds of all candidates.
    const operations = isLeading ? leading.operations : null;
    const withFile = !isLeading || leading.userFile;
    await trials.withinKernels(round, async () => {
      if (withFile && round % 2 === 1) await readFile(round, shown, isBrief);
      for (const place of trialOrder(measured.length, round, plan.seed)) {
        if (signal.aborted) return;
        await measure(measured[place] as number, round, shown, isBrief, { operations });
      }
      if (withFile && round % 2 === 0) await readFile(round, shown, isBrief);
    });
    tellSpent();
  }

  await trials.withinKernels(firstRound, takeFirstRound);
  for (let round = firstRound + 1; !signal.aborted; ) {
    const leading = await askForLeading();
    // With limits of its size, another candidate may lead.
    if (await takeParts(leading.withOpenSizes, false)) continue;
    if (control === null && !isFurther) beginControl(leading.cells);
    const next = nextRound(ledger.cellsNow(), costs, clock.leftMs(), {
      leaders: leading.cells,
      control: control?.cost ?? null,
      file: readsFile && leading.userFile ? fileCost : null,
      isUntilDecided: isFurther || budget === 'untilDecided',
    });
    if (next === 'done' || next === 'noneFits') break;
    await takeRound(round, next, leading);
    round += 1;
  }
  while (!signal.aborted && (await takeParts(null, true)));
}
