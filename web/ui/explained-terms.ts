/** Words of the page that are explained where they stand, with their terms in the glossary. */
export const explainedTerms = {
  'noise floor': 'noise floor',
  'timer step': 'timer step',
  'drift over the run': 'drift',
  effort: 'effort',
  'time to measure': 'budget',
  discarded: 'discarded trial',
  seed: 'seed',
  isolation: 'cross-origin isolated',
  frontier: 'frontier',
  rounds: 'round',
  replicates: 'replicate',
  'confidence interval': 'confidence interval',
  'set-up': 'set-up',
  'row groups': 'row group',
  'setting of a column': 'setting of a column',
  'usual settings': 'usual settings',
  'layout of a file': 'layout',
  'distinct values': 'distinct values',
  'round trip': 'round trip',
} as const satisfies Readonly<Record<string, string>>;

export type ExplainedWord = keyof typeof explainedTerms;

const words = new RegExp(
  `\\b(?:${Object.keys(explainedTerms)
    .toSorted((a, b) => b.length - a.length)
    .join('|')})\\b`,
  'iu',
);

interface TextPart {
  readonly text: string;
  /** The word in the list. Null for text that is not explained. */
  readonly word: ExplainedWord | null;
}

const isExplained = (word: string): word is ExplainedWord => Object.hasOwn(explainedTerms, word);

/** The text with its first explained word apart. One a text, so that few words are underlined. */
export function partsOf(text: string): TextPart[] {
  const found = words.exec(text);
  const word = found?.[0].toLowerCase();
  if (found === null || word === undefined || !isExplained(word)) return [{ text, word: null }];
  const end = found.index + word.length;
  return [
    { text: text.slice(0, found.index), word: null },
    { text: text.slice(found.index, end), word },
    { text: text.slice(end), word: null },
  ].filter((part) => part.text !== '');
}
