import { renamedColumnsNote } from '../../../model/renamed-columns';
import type { SniffedDialect } from './dialect';
import type { Database } from './database';
import { selectRaw } from './rows';
import { maxColumns } from '../../../model/column-schema';
import { shortList } from '../../../own-file/notes';
import { plural } from '../../../model/plural';
import { unreadableFileError } from '../../../own-file/refusal';

const listedNames = 10;

/** A column whose name in the header DuckDB has changed. */
interface Renamed {
  readonly place: number;
  readonly from: string;
  readonly to: string;
}

/**
 * Notes the names in the header that DuckDB has changed: an empty one becomes `column` with a number, and one that another column has, in
 * upper or lower case, gets a number. Spaces around a name are cut.
 */
export async function noteRenamedColumns(database: Database, sniffed: SniffedDialect, notes: string[]): Promise<void> {
  if (!sniffed.hasHeader) return;
  const header = await database.query(
    `SELECT * FROM ${selectRaw({ ...sniffed, hasHeader: false, nullWords: [], textTable: null })} LIMIT 1`,
  );
  const written = sniffed.columns.map((_, index): string => {
    const name: unknown = header.numRows === 0 ? null : header.getChildAt(index)?.get(0);
    return typeof name === 'string' ? name : '';
  });
  noteColumnsRenamed(
    written,
    sniffed.columns.map(({ name }) => name),
    notes,
  );
}

/** Notes which names of the header, as they are written, have become others. */
export function noteColumnsRenamed(written: readonly string[], names: readonly string[], notes: string[]): void {
  const renamed = renamedColumns(written, names);
  if (renamed.length === 0) return;
  const texts = renamed.map(({ place, from, to }) =>
    from === '' ? `that of column ${place + 1} to “${to}”` : `“${from}” to “${to}”`,
  );
  notes.push(
    renamedColumnsNote('empty, repeated (case is ignored) or surrounded by spaces', shortList(texts, listedNames)),
  );
}

function renamedColumns(written: readonly string[], read: readonly string[]): readonly Renamed[] {
  return read.flatMap((to, place) => {
    const from = written[place] ?? '';
    return from === to ? [] : [{ place, from: from.slice(0, 60), to: to.slice(0, 60) }];
  });
}

/** The name of a column without one, among so many. */
const generatedName = (place: number, count: number) =>
  `column${String(place).padStart(String(count - 1).length, '0')}`;

export const generatedNames = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, place) => generatedName(place, count));

const withoutAsciiCase = (name: string) => name.replace(/[A-Z]/gu, (letter) => letter.toLowerCase());

/** The names that DuckDB gives to columns with these names in the header. */
export function duckdbColumnNames(written: readonly string[]): readonly string[] {
  const repeated = new Map<string, number>();
  return written.map((text, place) => {
    let name = (text === '' ? generatedName(place, written.length) : text).replace(/^\p{Zs}+|\p{Zs}+$/gu, '');
    for (;;) {
      const key = withoutAsciiCase(name);
      const count = repeated.get(key);
      if (count === undefined) {
        repeated.set(key, 0);
        return name;
      }
      repeated.set(key, count + 1);
      name = `${name}_${count + 1}`;
    }
  });
}

export const tooManyColumnsError = (count: number) =>
  unreadableFileError(
    `Its header or first row has ${plural(count, 'field')}, and a table here has at most ${plural(maxColumns, 'column')}.`,
    'Check its first line, or choose another delimiter or quote under “Reading options”.',
    { tag: 'unsupported', format: 'csv' },
  );

/** @throws FormatlabError if a name has a zero byte, which ends a text in many programs */
export function refuseZeroBytes(names: readonly string[]): void {
  const withZero = names.findIndex((name) => name.includes('\0'));
  if (withZero < 0) return;
  throw unreadableFileError(
    `The name of its column ${(withZero + 1).toLocaleString('en')}, “${(names[withZero] ?? '').replaceAll('\0', '␀').slice(0, 60)}”, has a zero byte, which many programs can’t have in a name.`,
    'Take it out of the header, or choose under “Reading options” how many lines to skip or that there is no header.',
    { tag: 'unsupported', format: 'csv' },
  );
}
