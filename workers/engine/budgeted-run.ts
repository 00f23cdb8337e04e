import { type Budget, budgetMs as msOf } from '../model/budget';
import type { Plan } from '../model/plan';
import { startBudget } from './budget-clock';
import { type NextRound, nextFirstTrial, nextRound } from './budget-schedule';
import type { RunDependencies } from './run-dependencies';
import type { RunLedger } from './run-ledger';
import { createTrialCosts } from './trial-costs';
import { trialOrder } from './trial-order';
import type { ShownRound, TrialMaker, TrialTime } from './trial-maker';

interface BudgetedRun {
  readonly ledger: RunLedger;
  readonly trials: TrialMaker;
  readonly signal: AbortSignal;
  readonly leaders: NonNullable<RunDependencies['leaders']> | null;
}

/**
 * Measures for as long as the budget says, from now on: every cell once, the quickest first, then rounds of the candidates that can still be the best,
 * and of all once that is decided (rules 6 and 26 of docs/measurement.md).
 */
export async function takeBudget(
  plan: Plan,
  budget: Budget,
  { ledger, trials, signal, leaders }: BudgetedRun,
): Promise<void> {
  const budgetMs = msOf(budget);
  const clock = startBudget(budgetMs, Date.now, ledger.spentBeforeMs);
  const { firstRound } = ledger;
  const costs = createTrialCosts(ledger.expectedTrials());
  /** Reading the user's file takes about as long as a trial of the cell that is expected to finish first. */
  const fileCost = costs.addLike(ledger.quickest());
  let readsFile = plan.datasets.some(({ source }) => source === 'ownFile');
  /** The cell of the A/A control, and the place of its cost. */
  let control = null as { readonly cell: number; readonly cost: number } | null;

  const timeOf = (isBrief: boolean, firstLimitMs: number | null): TrialTime => ({
    isBrief,
    limitMs: () => Math.min(clock.trialLimitMs(firstLimitMs !== null), firstLimitMs ?? Number.POSITIVE_INFINITY),
    onLost: clock.leaveOut,
    shown: () => ({ remainingMs: clock.leftMs(), budgetMs }),
  });

  /** A first trial is made whatever it is expected to cost; a further one only if it fits. */
  async function measure(
    cell: number,
    round: number,
    shown: ShownRound,
    isBrief: boolean,
    firstLimitMs: number | null = null,
  ): Promise<void> {
    const isControl = cell === control?.cell;
    const cost = isControl ? (control?.cost ?? cell) : cell;
    if (firstLimitMs === null && costs.costMs(cost, isBrief) > clock.leftMs()) return;
    const ms = await trials.cell(cell, round, shown, timeOf(isBrief, firstLimitMs));
    if (ms !== null) costs.took(cost, ms, isBrief);
  }

  async function readFile(round: number, shown: ShownRound, isBrief: boolean): Promise<void> {
    if (!readsFile || signal.aborted || costs.costMs(fileCost, isBrief) > clock.leftMs()) return;
    const ms = await trials.userFiles(round, shown, timeOf(isBrief, null));
    if (ms === null) readsFile = false;
    else costs.took(fileCost, ms, isBrief);
  }

  async function takeFirstRound(): Promise<void> {
    const shown = { round: firstRound, rounds: firstRound + 1, isLeading: false };
    while (!signal.aborted) {
      const next = nextFirstTrial(ledger.cellsNow(), costs, { budgetMs, leftMs: clock.leftMs() });
      if (next === null) break;
      await measure(next.index, firstRound, shown, next.isBrief, next.limitMs);
    }
    // The page waits for each candidate's first figures before it gives an answer.
    if (!signal.aborted) ledger.endUnmeasured('overBudget');
    await readFile(firstRound, shown, false);
    ledger.spent(budgetMs - clock.leftMs());
  }

  /** The cells that can still be the best, the best one first. Null if nobody knows: several datasets, or nobody to ask. */
  async function leadingCells(): Promise<readonly number[] | null> {
    if (leaders === null || plan.datasets.length > 1) return null;
    const named = await leaders(signal);
    return named.length === 0 ? null : ledger.cellsOf(named);
  }

  function beginControl(leading: readonly number[] | null): void {
    const repeated = leading?.[0] ?? null;
    const cell = ledger.beginControl(repeated);
    if (cell === null) return;
    control = { cell, cost: costs.addLike(repeated ?? ledger.quickest()) };
  }

  async function takeRound(round: number, { cells, isBrief, isLeading, look }: NextRound): Promise<void> {
    const measured =
      control !== null && cells.some((cell) => ledger.isControlled(cell)) ? [...cells, control.cell] : cells;
    const shown = { round, rounds: look, isLeading };
    ledger.addRound(measured);
    await trials.withinKernels(round, async () => {
      if (round % 2 === 1) await readFile(round, shown, isBrief);
      for (const place of trialOrder(measured.length, round, plan.seed)) {
        if (signal.aborted) return;
        await measure(measured[place] as number, round, shown, isBrief);
      }
      if (round % 2 === 0) await readFile(round, shown, isBrief);
    });
    ledger.spent(budgetMs - clock.leftMs());
  }

  await trials.withinKernels(firstRound, takeFirstRound);
  for (let round = firstRound + 1; !signal.aborted; round += 1) {
    const leading = await leadingCells();
    if (control === null) beginControl(leading);
    const next = nextRound(ledger.cellsNow(), costs, clock.leftMs(), {
      leaders: leading,
      companions: [...(control === null ? [] : [control.cost]), ...(readsFile ? [fileCost] : [])],
      isUntilDecided: budget === 'untilDecided',
    });
    if (next === 'done' || next === 'noneFits') return;
    await takeRound(round, next);
  }
}
