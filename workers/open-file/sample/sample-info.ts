import { FormatlabError } from '../../model/errors';
import type { DatasetSample } from '../../model/result';
import type { ImportResult } from '../../own-file/imported';
import type { CutInfo } from '../../own-file/sample/cut';

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** `items` divided among the units as `unitItems` are: whole numbers with this sum. */
function sharedItems(unitItems: readonly number[], items: number): number[] {
  const cutItems = sumOf(unitItems);
  let seen = 0;
  let given = 0;
  return unitItems.map((unit) => {
    seen += unit;
    const upTo = cutItems === 0 ? items : Math.round((seen * items) / cutItems);
    const own = upTo - given;
    given = upTo;
    return own;
  });
}

/** The units that hold the first `items` items. */
function firstItems(unitItems: readonly number[], items: number): number[] {
  let left = items;
  return unitItems.flatMap((unit) => {
    const kept = Math.min(unit, left);
    left -= kept;
    return kept > 0 ? [kept] : [];
  });
}

/**
 * What the result says of a sample of which `itemCount` items were read. The cut counts what it can see: the rows of a text file that can't be read, or the
 * elements in a row of an array, are not known before. `fileSizeBytes`: of the user's file; `chosenRows`: whether the user chose to read fewer rows of it.
 */
export function sampleInfo(
  { unitKind, unitItems, unitCount, totalItems: cutTotal, isTotalEstimated, isFirstPart }: CutInfo,
  itemCount: number,
  { fileSizeBytes, chosenRows }: { readonly fileSizeBytes: number; readonly chosenRows: 'all' | 'first' | 'spread' },
): DatasetSample {
  const cutItems = sumOf(unitItems);
  const isSame = chosenRows !== 'all' || cutItems === itemCount || cutItems === 0;
  const items = chosenRows === 'first' ? firstItems(unitItems, itemCount) : sharedItems(unitItems, itemCount);
  const totalItems = isSame ? cutTotal : Math.round((cutTotal * itemCount) / cutItems);
  return {
    unitKind,
    unitCount,
    isFirstPart,
    fileBytes: totalItems === 0 ? 0 : Math.round((fileSizeBytes * itemCount) / totalItems),
    unitItems: items.length === 0 ? [0] : items,
    totalItems,
    isTotalEstimated: isTotalEstimated || !(isSame || itemCount % cutItems === 0),
  };
}

/**
 * What was read of a sample, without the lines of bad rows behind its first unit: the reader counts the lines of the sample, which are not those of the file.
 */
export function sampledRows(
  read: ImportResult,
  { unitItems, unitKind }: Pick<CutInfo, 'unitItems' | 'unitKind'>,
): ImportResult {
  if (unitKind !== 'blocks') return read;
  const [firstItems = 0] = unitItems;
  const badRows = read.badRows.map((row) =>
    row.line !== null && row.line > firstItems ? { ...row, line: null } : row,
  );
  return { ...read, badRows };
}

/** An error that names a line of a sample, which is another one of the file. */
export function inLinesOfSample(thrown: unknown): unknown {
  if (!(thrown instanceof FormatlabError) || !/\bline\b/iu.test(thrown.record.message)) return thrown;
  const message = `${thrown.record.message} Lines are counted in the sample that was read.`.slice(0, 2_000);
  return new FormatlabError({ ...thrown.record, message }, { cause: thrown });
}
