import type { DifferingFile } from '../../workers/model/errors';
import type { FileSet } from '../../workers/model/user-data';
import { fileSet } from './file-set';

/** The set with only those of the differing files that agree with each other: see `DifferingFile`. All others are listed as left out. */
export function onlyGroup(set: FileSet, differing: readonly DifferingFile[], group: number): FileSet {
  const byIndex = new Map(differing.map((file) => [file.index, file]));
  return withoutFiles(
    set,
    set.files.flatMap((_, index) => {
      const file = byIndex.get(index);
      if (file?.group === group) return [];
      const isUnreadable = file !== undefined && file.group === undefined;
      return [{ index, reason: isUnreadable ? file.reason : 'it differs from the files that are read' }];
    }),
  );
}

/**
 * Those of the files of an archive, by their numbers, that are not read if only those of one group of differing files are; or, for null, those that do not
 * differ.
 */
export function filesNotRead(
  numbers: readonly number[],
  differing: readonly DifferingFile[],
  group: number | null,
): readonly number[] {
  if (group === null) return differing.map(({ index }) => index);
  const chosen = new Set(differing.flatMap((file) => (file.group === group ? [file.index] : [])));
  return numbers.filter((number) => !chosen.has(number));
}

/** The set without the files at these places, each of which is listed as left out for its reason. */
export function withoutFiles(
  set: FileSet,
  differing: readonly { readonly index: number; readonly reason: string }[],
): FileSet {
  const reasons = new Map(differing.map(({ index, reason }) => [index, reason]));
  return fileSet(
    set.files.filter((_, index) => !reasons.has(index)),
    [
      ...set.leftOut,
      ...set.files.flatMap(({ path }, index) => {
        const reason = reasons.get(index);
        return reason === undefined ? [] : [{ path, reason }];
      }),
    ],
  );
}
