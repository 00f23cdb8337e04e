import type { Budget } from '../../workers/model/budget';

/** `30 s`, `2 min`, `until decided`. */
export function budgetText(budget: Budget): string {
  if (budget === 'untilDecided') return 'until decided';
  return budget < 60 ? `${budget} s` : `${budget / 60} min`;
}

/** A word with a capital letter: the label of an effort or a budget. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
