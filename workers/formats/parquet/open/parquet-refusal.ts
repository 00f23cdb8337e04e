import type { FormatlabError } from '../../../model/errors';
import { toUnreadableFileError, unreadableFileError } from '../../../own-file/refusal';

const format = 'parquet';
export const copyAgainRemedy =
  'Copy or download it again; if that does not help, write it again with the program it came from.';

/** What arrow-rs says, and the same for the user. */
const known: readonly {
  readonly says: RegExp;
  readonly message: (groups: Readonly<Record<string, string>>) => string;
  readonly remedy: string;
}[] = [
  {
    says: /encountered non UTF-8 data/,
    message: () => 'It calls a column text whose bytes are no valid UTF-8.',
    remedy: 'Write it again with this column as binary, or with its texts as UTF-8.',
  },
  {
    says: /precision (?<digits>\d+) is greater than max (?<most>\d+)/,
    message: ({ digits, most }) => `It has decimals of ${digits} digits, and only those of at most ${most} are read.`,
    remedy: 'Write it again with fewer digits, or with this column as text.',
  },
  {
    says: /(?<type>\w+) cannot annotate field '(?<column>.*)' because it is not a (?<stored>\w+) field/s,
    message: ({ type, column = '', stored }) =>
      `It is damaged: its index calls the column “${column.slice(0, 60)}” ${type}, which only values stored as ${stored} can be, and its values are stored otherwise.`,
    remedy: copyAgainRemedy,
  },
];

/** The error of a Parquet file that a library could not read, in words where the library's own are known. */
export function toParquetRefusal(thrown: unknown): FormatlabError {
  const says = thrown instanceof Error ? thrown.message : String(thrown);
  for (const each of known) {
    const found = each.says.exec(says);
    if (found !== null)
      return unreadableFileError(each.message(found.groups ?? {}), each.remedy, { format, cause: thrown });
  }
  return toUnreadableFileError(
    thrown,
    format,
    'It could not be read as Parquet: it is damaged, or uses a feature that Formatlab does not support.',
    copyAgainRemedy,
  );
}
