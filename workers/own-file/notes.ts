import { plural } from '../model/plural';
import { metadataNote } from '../model/metadata-notes';

/** Notes that the page shows for columns that were read as another type. All types of file use the same words. */

const number = (count: number) => count.toLocaleString('en');

/** A list in a sentence that has at most `most` items, and the number of those that it leaves out. */
export const shortList = (items: readonly string[], most: number): string =>
  `${items.slice(0, most).join(', ')}${items.length > most ? ` and ${number(items.length - most)} more` : ''}`;

/** The notes on keys of metadata that are lost: of the file, and of its columns. */
export function metadataLeftOutNotes(keysOfFile: readonly string[], keysOfColumns: readonly string[] = []): string[] {
  const note = (of: 'file' | 'columns', found: readonly string[]): string[] => {
    const keys = [...new Set(found)].map((key) => `“${key.slice(0, 60)}”`);
    return keys.length === 0 ? [] : [metadataNote(of, shortList(keys, 10), keys.length === 1)];
  };
  const geo = keysOfFile.includes('geo')
    ? ' Without “geo” (GeoParquet), other programs find bytes where it has geometries.'
    : '';
  return [...note('file', keysOfFile).map((text) => `${text}${geo}`), ...note('columns', keysOfColumns)];
}

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

const differentOffsetsText = (times: number, offsets: number): string =>
  `its ${number(times)} times have ${number(offsets)} different offsets from UTC`;

export const offsetsLostNote = (name: string, times: number, offsets: number): string =>
  `${columnName(name)}: ${differentOffsetsText(times, offsets)}. The instants are kept in UTC, the offsets are lost.`;

export const instantsKeptNote = (name: string, offset: string): string =>
  `${columnName(name)}: its times all have the offset ${offset}. Their instants are kept, in UTC; the offset itself is not kept.`;

/** What the times of a column lose as instants; null if they lose nothing. `offsets` has null if a time has no offset. */
export function offsetLossNote(name: string, times: number, offsets: ReadonlySet<string | null>): string | null {
  if (offsets.size > 1)
    return offsets.has(null)
      ? `${columnName(name)}: some of its ${number(times)} times have an offset from UTC, which is lost; those without are taken as UTC.`
      : offsetsLostNote(name, times, offsets.size);
  const [offset = null] = offsets;
  return offset === null || offset === 'Z' ? null : instantsKeptNote(name, offset);
}

/** The note on a column whose times all have one offset, and became instants. */
export const oneOffsetNote = (name: string, offset: string): string =>
  /^(?:Z|UTC)$/iu.test(offset)
    ? `${columnName(name)}: its times are in UTC, and kept so.`
    : instantsKeptNote(name, offset);

/** The note on a column of times that stays text since their offsets differ. */
export const differentOffsetsKeptNote = (name: string, times: number, offsets: number): string =>
  `${columnName(name)} is kept as text: ${differentOffsetsText(times, offsets)}. As timestamp its instants are kept, and the offsets are lost.`;

/** The note on a column of times that stays text since its file says that they are texts. */
export const timesAsTextNote = (name: string, times: number): string =>
  `${columnName(name)} is kept as text: its ${plural(times, 'value')} ${times === 1 ? 'is a time' : 'are times'}, which can be read as timestamp.`;

export function leftOutNote(count: number, ofMolecules: boolean): string {
  const item = ofMolecules ? 'malformed molecule' : 'row';
  return count === 1 ? `1 ${item} was left out.` : `${number(count)} ${item}s were left out.`;
}
