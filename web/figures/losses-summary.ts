import { formatCount } from './figures';
import { plural } from '../../workers/model/plural';
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

/**
 * The same, of values alone: null also where every value came back, so that only something beside the values is lost, such as the order of categories.
 * Where no values were counted, a loss is taken for one of values.
 */
export const valueLossWords = (row: Pick<CompletedRow, 'verification'>): string | null =>
  row.verification.changedValues?.changed === 0 ? null : lossWords(row);

interface NamedRow extends Pick<CompletedRow, 'key' | 'verification'> {
  readonly names: { readonly label: string };
}

/** Names a candidate in a text, with what it loses. */
export type NameInText = (row: NamedRow) => string;

/**
 * Names candidates in a text with the values that they lose, so that the text calls none of them best without saying so. Each loss stands once:
 * `CSV (which loses …)`. Later the candidate is `CSV (lossy)`, and the next one with equal losses is `JSON (which loses the same)`.
 *
 * @param before the candidates whose losses the text before has named, in its order
 */
export function lossNaming(before: readonly NamedRow[] = []): NameInText {
  const named = new Set<string>();
  let last: string | null = null;
  const name = (row: NamedRow): string => {
    const loss = valueLossWords(row);
    const { label } = row.names;
    if (loss === null) return label;
    if (named.has(row.key)) return `${label} (lossy)`;
    named.add(row.key);
    const isSame = loss === last;
    last = loss;
    return `${label} (which loses ${isSame ? 'the same' : loss})`;
  };
  for (const row of before) name(row);
  return name;
}

/** How many values of a table changed in a round trip, in words. */
export function changedValuesText({ changed, total }: { readonly changed: number; readonly total: number }): string {
  if (changed === 0) return 'no value changes';
  return `${formatCount(changed)} of ${plural(total, 'value')} ${changed === 1 ? 'changes' : 'change'}`;
}

/** A sentence's part before the colon, for use within another sentence. The first word is lowercased unless it is one like `NaN`. */
const inShort = (sentence: string) =>
  sentence.replace(/:\s.*$|\.$/su, '').replace(/^\p{Lu}\p{Ll}*(?=[\s,]|$)/u, (word) => word.toLowerCase());
