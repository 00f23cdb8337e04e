import type { CoordinatorCalls, WordCount } from '../../model/protocol/coordinator';
import { findPacked } from '../packed/find-packed';
import { unpackFile } from '../packed/unpack';
import { unreadableFileError } from '../refusal';
import { csvTextOf } from './csv-text';
import { openDatabase } from './duckdb';
import { selectAsText } from './rows';
import { countWords } from './survey';

/** Counts the values of the file that equal the word, in columns of text and in others. Which columns are text follows from the current reading. */
export async function countWord(
  file: Blob,
  fileName: string,
  { fileColumns, found: { delimited } }: CoordinatorCalls['countWord']['in']['report'],
  word: string,
): Promise<WordCount> {
  if (delimited === undefined) throw unreadableFileError('It is no delimited text, so no words can be counted.', '');
  const packed = await findPacked(file, fileName);
  const content = packed === null ? file : await unpackFile(packed, 'csv');
  const { options, layout } = delimited;
  const { utf8 } = await csvTextOf(content, options);
  const database = await openDatabase(utf8, 'own-file.csv');
  try {
    const rows = selectAsText({
      ...options,
      ...layout,
      skippedLines: 0,
      hasHeader: options.header,
      nullWords: [],
      dateFormat: null,
      timestampFormat: null,
      textTable: null,
      columns: fileColumns.map(({ name }) => ({ name, type: 'utf8' })),
    });
    const names = fileColumns.map(({ name }) => name);
    const counts = await countWords(database, rows, names, [word]);
    const total = (inText: boolean) =>
      counts.reduce(
        (sum, found, index) => sum + ((fileColumns[index]?.type === 'utf8') === inText ? (found.get(word) ?? 0) : 0),
        0,
      );
    return { inText: total(true), inOthers: total(false) };
  } finally {
    await database.close();
  }
}
