import type { Table } from '../../model/dataset';
import type { OwnFileType } from '../../model/plan';
import type { ImportResult, ReadOptions } from '../../own-file/imported';
import { readAs } from '../read-as';
import { joinTexts } from './join-texts';
import { type JoinedTable, reorderedNote } from './joined-table';
import { lineInFile, type MemberText, type TextJoin } from './joined-text';
import type { Member } from './members';
import { mixedTypeNotes } from './mixed-types';

/** Reads text files as one text, so that types, marks and words for null are found over all of them. */
export async function readTexts(
  members: readonly Member[],
  type: OwnFileType,
  options: ReadOptions,
  onRead: (joined: JoinedTable) => Promise<void>,
): Promise<JoinedTable> {
  const { texts, encoding, notes: textNotes, written, join, reading } = await joinTexts(members, type, options);
  const { text, rowCounts, lines, reordered } = join;
  const notes = [...textNotes, ...(reordered === 0 ? [] : [reorderedNote(reordered, members.length)])];
  const joinedOf = (read: ImportResult): JoinedTable => {
    const table = read.dataset as Table;
    const isKnown = read.badRowCount === 0 && rowCounts.reduce((sum, count) => sum + count, 0) === table.rowCount;
    const known = isKnown ? rowCounts : null;
    const { encodings, delimited, ...found } = read.found ?? {};
    return {
      rowCounts: known,
      read: {
        ...read,
        dialect: read.dialect === null ? null : dialectOfFiles(read.dialect, encoding.name, written),
        badRows: read.badRows.map((row) => placed(row, texts, lines, type === 'json' ? 'record' : 'line')),
        notes: [...notes, ...read.notes, ...(known === null ? [] : mixedTypeNotes(table, known))],
        found: {
          ...found,
          ...(delimited === undefined
            ? {}
            : {
                delimited: {
                  ...delimited,
                  ...(written === undefined ? {} : { escapes: written.escapes }),
                  options: { ...delimited.options, ...written?.options },
                },
              }),
          encoding: encoding.label,
          // The effects were counted for the text in UTF-8, which is the files' own only if all are UTF-8.
          ...(encodings === undefined || !encoding.isUtf8 ? {} : { encodings }),
        },
      },
    };
  };
  const readOptions = {
    ...options,
    reading,
    hasOwnLines: false,
    onRead: (read: ImportResult) => onRead(joinedOf(read)),
  };
  return joinedOf(await readAs(type, text, readOptions));
}

/** The dialect of the files in words, by that of the joined text: it is UTF-8, begins with its header, and has its quotes doubled. */
function dialectOfFiles(joined: string, encodingName: string, written: TextJoin['written']): string {
  const { quoteEscape = 'doubled', skippedLines = 0 } = written?.options ?? {};
  return joined
    .replace(/UTF-8$/u, encodingName)
    .replace(/quoted by \S+/u, (all) => (quoteEscape === 'doubled' ? all : `${all} quotes within by \\,`))
    .replace(/header in line 1|no header/u, (all) =>
      skippedLines === 0 ? all : `${all === 'no header' ? all : 'header'} below lines that are left out`,
    );
}

/** A row that is left out, by its file and the line in it. */
function placed(
  row: ImportResult['badRows'][number],
  texts: readonly MemberText[],
  lines: readonly { readonly start: number; readonly skipped: number }[],
  noun: string,
): ImportResult['badRows'][number] {
  if (row.line === null) return row;
  const { file, line } = lineInFile(lines, row.line);
  return {
    line: null,
    message: `“${texts[file]?.path.slice(0, 200) ?? ''}”, ${noun} ${line.toLocaleString('en')}: ${row.message}`,
  };
}
