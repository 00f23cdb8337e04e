/** Tells how much of a budget has passed. Time in which nothing could be measured, since the page was hidden, does not count. */
interface BudgetClock {
  /** Milliseconds of the budget that are left; 0 if it is over. */
  leftMs(): number;
  /** What the trial that is made now may take, in milliseconds. A cell that was not measured before has a little longer than the budget. */
  trialLimitMs(isFirst: boolean): number;
  /** Takes out the time since `startMs`, in which nothing was measured. */
  leaveOut(startMs: number): void;
}

/** A first trial that began within the budget may exceed it by this share of it, since without it the candidate has no figures. */
const firstTrialExcess = 0.07;

/** Starts now, `spentMs` after the budget began. `now` is a clock in milliseconds. */
export function startBudget(budgetMs: number, now: () => number, spentMs = 0): BudgetClock {
  let startMs = now() - spentMs;
  const passedMs = () => now() - startMs;
  return {
    leftMs: () => Math.max(0, budgetMs - passedMs()),
    trialLimitMs: (isFirst) => Math.max(0, budgetMs * (isFirst ? 1 + firstTrialExcess : 1) - passedMs()),
    leaveOut(from) {
      startMs += now() - from;
    },
  };
}
