import { formatCount, plural } from './figures';

/** What a format can't keep, on one line: the first loss in its words before the colon, and how many more there are. */
export function lossesInShort(losses: readonly string[]): string {
  const [first = '', ...others] = losses;
  return others.length === 0 ? inShort(first) : `${inShort(first)}, and ${others.length} more`;
}

/** How many values of a table came back other than they went in. */
export function changedInWords({ changed, total }: { readonly changed: number; readonly total: number }): string {
  if (changed === 0) return 'no value changes';
  return `${formatCount(changed)} of ${plural(total, 'value')} ${changed === 1 ? 'changes' : 'change'}`;
}

/** Amid a sentence; a first word like `NaN` stays. */
const inShort = (sentence: string) =>
  sentence.replace(/:\s.*$|\.$/su, '').replace(/^\p{Lu}\p{Ll}*(?=[\s,]|$)/u, (word) => word.toLowerCase());
