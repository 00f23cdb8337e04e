import { noCodecId } from '../../results/candidate-names';
import { familyOf } from './family';

type Rows = readonly { readonly cells: readonly string[] }[];

/**
 * Whether a column says what each system was tried on, rather than which system it is: its values (two or more) come again in full for each of at least two systems, or for nearly
 * all of them. Levels and settings differ from system to system, and codecs are told by their names.
 */
export function isCrossed(rows: Rows, systemAt: number, index: number): boolean {
  const bySystem = new Map<string, Set<string>>();
  const values = new Set<string>();
  for (const { cells } of rows) {
    const value = cells[index] ?? '';
    const name = cells[systemAt] ?? '';
    values.add(value);
    bySystem.set(name, (bySystem.get(name) ?? new Set()).add(value));
  }
  if (bySystem.size < 2 || values.size < 2 || [...values].filter((value) => familyOf(value) !== noCodecId).length > values.size / 3) return false;
  return [...bySystem.values()].filter(({ size }) => size === values.size).length >= 0.8 * bySystem.size;
}
