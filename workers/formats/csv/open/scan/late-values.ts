import { columnName } from '../../../../own-file/notes';
import { plural } from '../../../../model/plural';
import type { ColumnNote } from '../checked-types';
import type { CsvType } from '../types';
import type { ColumnBuild, ColumnBuildKind } from './built-column';
import type { Scan } from './scan-module';

/** More columns are counted only. */
const namedColumns = 10;

const typeOfKind = (kind: ColumnBuildKind) => (kind.startsWith('instants') ? 'timestamp' : kind);

/** A value by which a column has another type than its first rows let expect. @param line counts from 1; null if that of the file is not known */
export const lateValueNote = (
  name: string,
  { text, line }: { readonly text: string; readonly line: number | null },
  expected: string,
  type: string,
): string =>
  `${columnName(name)} is read as ${type === 'utf8' ? 'text' : type}: “${text.slice(0, 60)}”${line === null ? '' : `, in line ${line.toLocaleString('en')},`} is no ${expected}, as the values before it are.`;

/** Where such a value stands, behind a note that tells the type of its column. */
export const lateValueLine = (text: string, line: number, expected: string): string =>
  ` The first that is no ${expected} is “${text.slice(0, 60)}”, in line ${line.toLocaleString('en')}.`;

/**
 * The notes on columns, where a later value that changes a type is named with its line. `lineInFile` tells the line of the file in which a line of the text
 * stands, both from 1; null if that is not known.
 */
export async function withLateValues(
  {
    scan,
    names,
    planned,
    kinds,
    types,
  }: {
    readonly scan: Scan;
    readonly names: readonly string[];
    readonly planned: readonly ColumnBuild[];
    readonly kinds: readonly ColumnBuild[];
    readonly types: readonly CsvType[];
  },
  columnNotes: readonly ColumnNote[],
  lineInFile: (line: number) => Promise<number | null>,
): Promise<{ readonly columnNotes: readonly ColumnNote[]; readonly late: readonly string[] }> {
  const late: string[] = [];
  const lines = new Map<number, string>();
  const noted = new Set(columnNotes.map(({ index }) => index));
  let more = 0;
  for (const [index, { kind }] of planned.entries()) {
    const type = types[index] ?? 'utf8';
    const expected = typeOfKind(kind);
    const found = kind === kinds[index]?.kind || expected === type ? null : scan.firstUnfit(index);
    if (found === null) continue;
    const line = noted.has(index) || late.length < namedColumns ? await lineInFile(found.line + 1) : null;
    if (noted.has(index)) {
      if (line !== null) lines.set(index, lateValueLine(found.text, line, expected));
    } else if (late.length < namedColumns)
      late.push(lateValueNote(names[index] ?? '', { text: found.text, line }, expected, type));
    else more += 1;
  }
  if (more > 0) late.push(`Later values change the types of ${plural(more, 'more column')}, too.`);
  return {
    columnNotes: columnNotes.map((note) => ({ ...note, text: `${note.text}${lines.get(note.index) ?? ''}` })),
    late,
  };
}
