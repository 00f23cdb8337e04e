import { quoteCharacters } from '../../../model/reading-options';
import { unreadableFileError } from '../../../own-file/refusal';
import type { Database } from './database';
import type { SniffedDialect } from './dialect';
import { selectKeepingNullWords } from './rows';
import type { CsvType } from './types';

/**
 * SQL of all columns, in which columns of text keep null words and empty fields in quotes. `words` has the counts of these by column. Notes say how
 * empty fields in quotes are read.
 */
export async function selectKeepingTexts(
  database: Database,
  sniffed: SniffedDialect,
  types: readonly CsvType[],
  words: readonly ReadonlyMap<string, number>[],
  badRowCount: number,
  notes: string[],
): Promise<string> {
  const columnsWith = (holds: (counts: ReadonlyMap<string, number>) => boolean) =>
    new Set(words.flatMap((counts, index) => (types[index] === 'utf8' && holds(counts) ? [index] : [])));
  const ofWords = columnsWith(
    (counts) => !sniffed.nullWordsInText && sniffed.nullWords.some((word) => counts.has(word)),
  );
  const ofEmpties = columnsWith((counts) => counts.has(''));
  const sql = await selectKeepingNullWords(database, sniffed, types, new Set([...ofWords, ...ofEmpties]), badRowCount);
  if (sql === null && ofWords.size > 0)
    throw unreadableFileError(
      'Some rows don’t fit the columns’ types, and they can’t be identified while null words stay in text columns.',
      'Let null words mean null in text columns, too, or choose other types.',
      { format: 'csv' },
    );
  noteEmptyTexts({ quote: sniffed.quote, types, words, areKept: sql !== null }, notes);
  return sql ?? 'SELECT * FROM own_file';
}

interface EmptyTexts {
  readonly quote: SniffedDialect['quote'];
  readonly types: readonly CsvType[];
  readonly words: readonly ReadonlyMap<string, number>[];
  /** False if they are null in columns of text, too. */
  readonly areKept: boolean;
}

/** Notes how empty fields in quotes are read. */
export function noteEmptyTexts({ quote, types, words, areKept }: EmptyTexts, notes: string[]): void {
  const written = quoteCharacters[quote].repeat(2);
  const empties = (inText: boolean) =>
    words.reduce((sum, counts, index) => sum + ((types[index] === 'utf8') === inText ? (counts.get('') ?? 0) : 0), 0);
  const [kept, lost] = areKept ? [empties(true), empties(false)] : [0, empties(true) + empties(false)];
  const values = (count: number) => (count === 1 ? '1 value' : `${count.toLocaleString('en')} values`);
  if (kept > 0)
    notes.push(
      `${values(kept)} written as ${written} in columns of text ${kept === 1 ? 'is an empty text' : 'are empty texts'}; empty fields without quotes are null.`,
    );
  if (lost > 0)
    notes.push(
      `${values(lost)} written as ${written} ${lost === 1 ? 'is' : 'are'} read as null${areKept ? ', in columns that are no text' : ''}.`,
    );
}
