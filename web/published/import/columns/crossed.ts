import { noCodecId } from '../../../figures/candidate-names';
import { familyOf } from '../../../sources/imported/family';

/**
 * Whether a column says what each system was tried on, rather than which system it is: its values (two or more) come again in full for each of at least two systems, or for nearly
 * all of them. Levels and settings differ from system to system, and codecs are told by their names. Both are the cells of a column, row by row.
 */
export function isCrossed(systems: readonly string[], cells: readonly string[]): boolean {
  const bySystem = new Map<string, Set<string>>();
  cells.forEach((value, row) => {
    const name = systems[row] ?? '';
    bySystem.set(name, (bySystem.get(name) ?? new Set()).add(value));
  });
  const values = new Set(cells);
  if (bySystem.size < 2 || values.size < 2 || namesCodecs(cells)) return false;
  return [...bySystem.values()].filter(({ size }) => size === values.size).length >= 0.8 * bySystem.size;
}

/** Whether over a third of the different cells are called like codecs. */
export function namesCodecs(cells: readonly string[]): boolean {
  const values = new Set(cells);
  return [...values].filter((value) => familyOf(value) !== noCodecId).length > values.size / 3;
}
