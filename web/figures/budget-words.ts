import { type Budget, budgetMs } from '../../workers/model/budget';
import { formatMs } from './figures';

/** `30 s`, `2 min`, `until decided`. */
export const budgetText = (budget: Budget): string =>
  budget === 'untilDecided' ? 'until decided' : formatMs(budgetMs(budget), 2);
