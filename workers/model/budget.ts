import * as v from 'valibot';

/**
 * How long a run measures, in seconds, from when its data can be read; `untilDecided`: until the answer is clear, at most {@link decidedCapMs}. A plan
 * without a budget has the rounds of its effort. The effort's warm-up and samples hold either way.
 */
export const budgets = [15, 30, 120, 600, 'untilDecided'] as const;
export const budgetSchema = v.picklist(budgets);
export type Budget = v.InferOutput<typeof budgetSchema>;

/** The budget of a plan that somebody begins on the page. */
export const defaultBudget: Budget = 30;

/** The longest time in milliseconds until an answer is clear. */
const decidedCapMs = 30 * 60_000;

/** The budget in milliseconds. */
export const budgetMs = (budget: Budget): number => (budget === 'untilDecided' ? decidedCapMs : budget * 1_000);

/** What a search before the rounds takes at most of any budget, in milliseconds: longer ones find little more. */
const longestSearchMs = 60_000;

/** Shorter budgets, in milliseconds, need most of their time to measure each candidate once within their half. */
const shortBudgetMs = 60_000;

/** How much of a budget a run's search by column may take, in milliseconds: a tenth of a short one, and a third of others. */
export const searchBudgetMs = (budget: Budget): number => {
  const ms = budgetMs(budget);
  return Math.min(ms / (ms < shortBudgetMs ? 10 : 3), longestSearchMs);
};

/** No run with a budget has more rounds: no verdict can change after them (`statistics/looks.ts`). */
export const mostRoundsInBudget = 96;
