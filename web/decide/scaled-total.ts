import { formatBytes } from '../figures/figures';
import type { Situation } from '../view/situation';
import { formatTotal } from './answer-words';

interface ScaledTotal {
  /** The answer's total, and the one that it is compared with. Null without one. */
  readonly total: number;
  readonly other: number | null;
  /** The bytes that both totals are of: of the user's file or, of generated data, in memory. Null or 0 if they are not known. */
  readonly ofBytes: number | null;
  readonly isFile: boolean;
}

/** Storing one file costs too little to compare. So the cost is that of 1 TB, unless the situation has an amount. */
const defaultCostBytes = 1e12;

/**
 * The total for the situation's amount of data, as a sentence: `For 500 GB of such files: $11 a month instead of $19.` Null if the situation has no amount
 * and its goal is not money. The total is proportional to the amount, since each file is used in the same way.
 */
export function scaledTotalText(situation: Situation, { total, other, ofBytes, isFile }: ScaledTotal): string | null {
  const { goal, amountBytes, months } = situation;
  const bytes = amountBytes ?? (goal === 'money' ? defaultCostBytes : null);
  if (bytes === null || ofBytes === null || ofBytes === 0) return null;
  const isMonthly = goal === 'money' && months > 0;
  const amount = (value: number) => formatTotal(situation, ((value / ofBytes) * bytes) / (isMonthly ? months : 1), 2);
  const [own, its] = [amount(total), other === null ? null : amount(other)];
  const instead = its === null || its === own ? '' : ` instead of ${its}`;
  return `For ${formatBytes(bytes)} of such ${isFile ? 'files' : 'data in memory'}: ${own}${isMonthly ? ' a month' : ''}${instead}.`;
}
