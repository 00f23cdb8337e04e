import { formatCount, plural } from './figures';
import type { CompletedRow } from './rows';

/** A format's losses on one line: the first one, cut at its colon, and the number of further losses. */
export function lossesSummary(losses: readonly string[]): string {
  const [first = '', ...others] = losses;
  return others.length === 0 ? inShort(first) : `${inShort(first)}, and ${others.length} more`;
}

/** What a candidate loses and how many values that changes, in words. Null if it loses nothing. */
export function lossWords({
  verification: { loss, changedValues },
}: Pick<CompletedRow, 'verification'>): string | null {
  if (loss.length === 0) return null;
  const changed =
    changedValues === undefined || changedValues.changed === 0 ? '' : `; ${changedValuesText(changedValues)}`;
  return `${lossesSummary(loss)}${changed}`;
}

/** A candidate's name with what it loses, so that no text calls it best without saying so: `CSV (which loses …)`. */
export function nameWithLosses(row: Pick<CompletedRow, 'names' | 'verification'>): string {
  const loss = lossWords(row);
  return loss === null ? row.names.label : `${row.names.label} (which loses ${loss})`;
}

/** How many values of a table changed in a round trip, in words. */
export function changedValuesText({ changed, total }: { readonly changed: number; readonly total: number }): string {
  if (changed === 0) return 'no value changes';
  return `${formatCount(changed)} of ${plural(total, 'value')} ${changed === 1 ? 'changes' : 'change'}`;
}

/** A sentence's part before the colon, for use within another sentence. The first word is lowercased unless it is one like `NaN`. */
const inShort = (sentence: string) =>
  sentence.replace(/:\s.*$|\.$/su, '').replace(/^\p{Lu}\p{Ll}*(?=[\s,]|$)/u, (word) => word.toLowerCase());
