import type { DifferingFile } from '../../model/errors';
import { plural } from '../../model/plural';
import { unreadableFileError } from '../../own-file/refusal';
import { type FileShape, shapeDifference, shapeKey } from './schemas';

/** What was found in a file, or why it can't be read, as a sentence about it. */
export type FileFinding<T> = { readonly value: T } | { readonly problem: string };

/** By what files agree: by a shape, or by a key of one's own. */
type Comparison<T> =
  | { readonly shapeOf: (value: T) => FileShape }
  | { readonly keyOf: (value: T) => string; readonly difference: (own: T, others: T) => string };

const listed = 3;

/**
 * What was found in the files, if all agree.
 * @throws FormatlabError with every file that is not in the largest group of files that agree; of two such groups, the one that comes first
 */
export function agreeing<T>(
  paths: readonly string[],
  findings: readonly FileFinding<T>[],
  comparison: Comparison<T>,
): readonly T[] {
  const keyOf = (value: T) => ('keyOf' in comparison ? comparison.keyOf(value) : shapeKey(comparison.shapeOf(value)));
  const keys = findings.map((finding) => ('value' in finding ? keyOf(finding.value) : null));
  const counts = new Map<string, number>();
  const firsts = new Map<string, number>();
  for (const [index, key] of keys.entries()) {
    if (key === null) continue;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (!firsts.has(key)) firsts.set(key, index);
  }
  const largest = [...counts].reduce<readonly [string, number] | null>(
    (best, each) => (best === null || each[1] > best[1] ? each : best),
    null,
  );
  const values = findings.flatMap((finding) => ('value' in finding ? [finding.value] : []));
  if (largest !== null && largest[1] === findings.length) return values;
  const others = findings.find((_, index) => largest !== null && keys[index] === largest[0]);
  const differing = findings.flatMap((finding, index): DifferingFile[] => {
    if (largest !== null && keys[index] === largest[0]) return [];
    const path = (paths[index] ?? '').slice(0, 300);
    if ('problem' in finding) return [{ index, path, reason: finding.problem.slice(0, 500) }];
    if (others === undefined || !('value' in others)) return [];
    const reason =
      'keyOf' in comparison
        ? comparison.difference(finding.value, others.value)
        : shapeDifference(comparison.shapeOf(finding.value), comparison.shapeOf(others.value));
    return [{ index, path, reason: reason.slice(0, 500), group: firsts.get(keys[index] ?? '') ?? index }];
  });
  throw disagreement(differing, findings.length);
}

function disagreement(differing: readonly DifferingFile[], count: number) {
  const agreed = count - differing.length;
  const first = differing
    .slice(0, listed)
    .map(({ path, reason }) => `“${path}”: ${reason}${/[.!?]$/u.test(reason) ? '' : '.'}`)
    .join(' ');
  const more = differing.length > listed ? ` ${plural(differing.length - listed, 'more file')} differ.` : '';
  return agreed === 0
    ? unreadableFileError(
        `${count === 1 ? 'The file can’t' : `None of the ${plural(count, 'file')} can`} be read. ${first}${more}`,
        'Choose files that hold a table, of one type and with the same columns.',
        { differingFiles: differing },
      )
    : unreadableFileError(
        `${differing.length.toLocaleString('en')} of ${plural(count, 'file')} can’t be read with the other ${agreed.toLocaleString('en')}. ${first}${more}`,
        'Several files are read as one table if all have the same columns with the same types.',
        { tag: 'unsupported', differingFiles: differing },
      );
}
