import type { Budget } from '../../workers/model/budget';

/** `30 s`, `2 min`, `until decided`. */
export function budgetText(budget: Budget): string {
  if (budget === 'untilDecided') return 'until decided';
  return budget < 60 ? `${budget} s` : `${budget / 60} min`;
}
