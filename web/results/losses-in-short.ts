/** What a format can't keep, on one line: the first loss in its words before the colon, and how many more there are. */
export function lossesInShort(losses: readonly string[]): string {
  const [first = '', ...others] = losses;
  return others.length === 0 ? inShort(first) : `${inShort(first)}, and ${others.length} more`;
}

/** Amid a sentence; a first word like `NaN` stays. */
const inShort = (sentence: string) =>
  sentence.replace(/:\s.*$|\.$/su, '').replace(/^\p{Lu}\p{Ll}*(?=[\s,]|$)/u, (word) => word.toLowerCase());
