import { fieldDelimiters } from '../../../model/reading-options';

/** The line before the header that tells Excel the delimiter: `sep=;`. */
interface SeparatorLine {
  readonly line: string;
  readonly delimiter: keyof typeof fieldDelimiters;
}

const pattern = /^("?)sep=(.)\1[ \t]*(?:\r?\n|\r)/iu;

/** The separator line at a text's head; null if there is none, or if it names a delimiter that cannot be chosen. */
export function separatorLineOf(head: string): SeparatorLine | null {
  const [all = '', , character] = pattern.exec(head) ?? [];
  const delimiter = (Object.keys(fieldDelimiters) as (keyof typeof fieldDelimiters)[]).find(
    (id) => fieldDelimiters[id] === character,
  );
  return delimiter === undefined ? null : { line: all, delimiter };
}

export const separatorNote = ({ line }: SeparatorLine): string =>
  `The first line, “${line.trim()}”, tells Excel the delimiter. It is neither the header nor a row.`;
