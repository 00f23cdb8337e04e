import { noCodecId } from '../../../figures/candidate-names';
import { familyOf } from '../../../sources/imported/family';

/**
 * True if a column holds test conditions (such as datasets) rather than part of a system's name. That is so if all its
 * values, two or more, recur for at least two systems, or for nearly all systems. Levels and settings differ between
 * systems, and codecs are recognised by their names. Both arguments are cells, one per row.
 */
export function isTestCondition(systems: readonly string[], cells: readonly string[]): boolean {
  const bySystem = new Map<string, Set<string>>();
  cells.forEach((value, row) => {
    const name = systems[row] ?? '';
    bySystem.set(name, (bySystem.get(name) ?? new Set()).add(value));
  });
  const values = new Set(cells);
  if (bySystem.size < 2 || values.size < 2 || containsManyCodecNames(cells)) return false;
  return [...bySystem.values()].filter(({ size }) => size === values.size).length >= 0.8 * bySystem.size;
}

/** True if more than a third of the distinct cells are names of codecs. */
export function containsManyCodecNames(cells: readonly string[]): boolean {
  const values = new Set(cells);
  return [...values].filter((value) => familyOf(value) !== noCodecId).length > values.size / 3;
}
