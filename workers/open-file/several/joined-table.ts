import type { ImportResult } from '../../own-file/imported';

/** A table of all files, and how many of its rows each file has; null if this is not known. */
export interface JoinedTable {
  readonly read: ImportResult;
  readonly rowCounts: readonly number[] | null;
}

export const reorderedNote = (reordered: number, files: number) =>
  `${reordered.toLocaleString('en')} of ${files.toLocaleString('en')} files have their columns in another order than the first. Columns are matched by name.`;
