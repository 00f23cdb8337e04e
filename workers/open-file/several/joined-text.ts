import type { EscapeCounts } from '../../model/protocol/coordinator';
import type { DelimitedReading, ReadingOptions } from '../../model/reading-options';
import type { FileShape } from './schemas';

/** A text file of a set in UTF-8, without a byte order mark. */
export interface MemberText {
  readonly path: string;
  readonly text: Blob;
}

/** The texts of a set as one text, which a reader of one file reads. */
export interface JoinedText {
  readonly text: Blob;
  /** The number of rows in each file, as far as they are not left out. */
  readonly rowCounts: readonly number[];
  /** For each file: the lines (for JSON, records) before it in the joined text, and those of its own that are not in it. */
  readonly lines: readonly { readonly start: number; readonly skipped: number }[];
  /** How many files have their columns in another order than the first. */
  readonly reordered: number;
}

/** What the files of a set hold, by which it is decided whether they can be joined; then they are. */
export interface TextJoin {
  /** In the order of the files. A text instead of a shape says why the file can't be read, to complete a sentence about it. */
  readonly shapes: readonly (FileShape | string)[];
  readonly join: (onFile: (file: number) => void) => Promise<JoinedText>;
  /** Reading options that follow from the files, where the user has chosen none. */
  readonly reading: ReadingOptions;
  /** How the files are written, where the joined text is written in another way; `skippedLines` are those of the largest file. */
  readonly written?: {
    readonly options: Pick<DelimitedReading, 'quoteEscape' | 'skippedLines'>;
    readonly escapes: EscapeCounts | null;
  };
  /** On how the files are written. */
  readonly notes?: readonly string[];
}

/** The file and the line in it of a line of the joined text, both from 0 and 1. */
export function lineInFile(
  lines: readonly { readonly start: number; readonly skipped: number }[],
  line: number,
): { readonly file: number; readonly line: number } {
  let file = 0;
  while (file + 1 < lines.length && (lines[file + 1]?.start ?? 0) < line) file += 1;
  const { start = 0, skipped = 0 } = lines[file] ?? {};
  return { file, line: line - start + skipped };
}
