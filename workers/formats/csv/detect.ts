import type { ContentLooks } from '../../own-file/content-look';
import { rTableOf } from './open/row-names';
import { separatorLineOf } from './open/separator-line';
import { columnAlignmentOf, isComment } from './open/title-lines';
import { isVcf } from './open/vcf';

export const looks: ContentLooks = {
  text: [
    { type: 'csv', order: 30, finds: ({ text }) => (separatorLineOf(text) === null ? null : 'likely') },
    {
      type: 'csv',
      order: 50,
      finds: ({ text, lines }) =>
        isVcf(text) ||
        isDelimited(lines, 1) ||
        isBehindComments(lines) ||
        rTableOf(lines) !== null ||
        columnAlignmentOf(lines) !== null
          ? 'likely'
          : null,
    },
  ],
};

const delimiters = [',', '\t', ';', '|'];

/** True if a delimiter gives all of the first lines several fields, of which the number differs from that of the first line by at most `difference`. */
const isDelimited = (lines: readonly string[], difference: number): boolean =>
  delimiters.some((delimiter) => {
    const counts = lines.slice(0, 20).map((line) => line.split(delimiter).length);
    return counts.length > 0 && counts.every((count) => count > 1 && Math.abs(count - (counts[0] ?? 0)) <= difference);
  });

/** True for a table of several lines behind comments, of which the last may be its header. */
function isBehindComments(lines: readonly string[]): boolean {
  const first = lines.findIndex((line) => !isComment(line));
  return (
    first > 0 && [lines.slice(first), lines.slice(first - 1)].some((table) => table.length > 1 && isDelimited(table, 0))
  );
}
