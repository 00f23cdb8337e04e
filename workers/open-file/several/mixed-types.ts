import type { Table } from '../../model/dataset';
import { isNotNull } from '../../model/table-row';
import { columnName } from '../../own-file/notes';
import { plural } from '../../model/plural';

/** What the texts of a file's rows could be, if only that file were read. In the order in which they are tried. */
const kinds = [
  { words: 'whole numbers', pattern: /^\s*[+-]?\d{1,19}\s*$/u },
  { words: 'numbers', pattern: /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/u },
  { words: 'dates', pattern: /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?$/u },
  { words: 'true or false', pattern: /^(?:true|false)$/iu },
];

const shownColumns = 200;

/**
 * Notes on columns of text whose values are numbers, dates or booleans in some of the files and texts in others, with the number of files. The type
 * is that of all files, so it is text.
 */
export function mixedTypeNotes({ columns }: Table, rowCounts: readonly number[]): readonly string[] {
  const decoder = new TextDecoder();
  return columns.slice(0, shownColumns).flatMap((column) => {
    if (column.type !== 'utf8') return [];
    const counts = new Map<string, number>();
    let start = 0;
    for (const rowCount of rowCounts) {
      let fitting = kinds;
      let present = 0;
      for (let row = start; row < start + rowCount && fitting.length > 0; row += 1) {
        if (!isNotNull(column, row)) continue;
        present += 1;
        const text = decoder.decode(column.data.subarray(column.offsets[row], column.offsets[row + 1]));
        fitting = fitting.filter(({ pattern }) => pattern.test(text));
      }
      start += rowCount;
      const words = present === 0 ? null : (fitting[0]?.words ?? 'text');
      if (words !== null) counts.set(words, (counts.get(words) ?? 0) + 1);
    }
    if (!counts.has('text') || counts.size === 1) return [];
    const listed = [...counts].map(([words, count]) => `${words} in ${plural(count, 'file')}`);
    return [`${columnName(column.name)} is text in all files, since its values are ${listed.join(', ')}.`];
  });
}
