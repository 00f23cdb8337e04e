/** Notes that the page shows for columns that were read as another type. All types of file use the same words. */

const number = (count: number) => count.toLocaleString('en');

export const plural = (count: number, noun: string): string => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;

/** A list in a sentence that has at most `most` items, and the number of those that it leaves out. */
export const shortList = (items: readonly string[], most: number): string =>
  `${items.slice(0, most).join(', ')}${items.length > most ? ` and ${number(items.length - most)} more` : ''}`;

export const columnName = (name: string): string => `Column “${name.slice(0, 60)}”`;

/** `first` is the first number that changes, as it is written in the file. */
export const numbersAlteredNote = (name: string, type: string, altered: number, total: number, first: string): string =>
  `${columnName(name)}: ${type} alters ${number(altered)} of ${number(total)} numbers; the first is ${first.slice(0, 60)}.`;

/** `first` is the first number that would change, as it is written in the file. */
export const numbersKeptNote = (
  name: string,
  kept: string,
  { altered, total, first }: { readonly altered: number; readonly total: number; readonly first: string },
): string =>
  `${columnName(name)} is kept as ${kept}: float64 would alter ${number(altered)} of ${number(total)} numbers; the first is ${first.slice(0, 60)}.`;

export const differentOffsetsText = (times: number, offsets: number): string =>
  `its ${number(times)} times have ${number(offsets)} different offsets from UTC`;

export const offsetsLostNote = (name: string, times: number, offsets: number): string =>
  `${columnName(name)}: ${differentOffsetsText(times, offsets)}. The instants are kept in UTC, the offsets are lost.`;

export const instantsKeptNote = (name: string, offset: string): string =>
  `${columnName(name)}: its times all have the offset ${offset}. Their instants are kept, in UTC; the offset itself is not kept.`;

export function leftOutNote(count: number, ofMolecules: boolean): string {
  const item = ofMolecules ? 'malformed molecule' : 'row';
  return count === 1 ? `1 ${item} was left out.` : `${number(count)} ${item}s were left out.`;
}
