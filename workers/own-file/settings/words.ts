/** Formats numbers and lists for the settings of a file. */

export const countText = (count: number): string => count.toLocaleString('en');

export const countWithNoun = (count: number, noun: string): string =>
  `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;

export const distinctValues = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** `SNAPPY`; if columns differ, `SNAPPY (3 columns), UNCOMPRESSED (1 column)`. */
export function valuesOfColumnsText(values: readonly string[]): string {
  const names = distinctValues(values);
  if (names.length < 2) return names[0] ?? '';
  return names
    .map((name) => `${name} (${countWithNoun(values.filter((value) => value === name).length, 'column')})`)
    .join(', ');
}
