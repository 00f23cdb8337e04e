import { type FilePart, FormatlabError } from '../../../model/errors';
import type { FileSettings } from '../../../model/file-settings';
import { maxCells, tableOfCells } from '../../../own-file/cells/table-of-cells';
import { distinctNames } from '../../../own-file/column-builders';
import type { ImportResult, ReadOptions } from '../../../own-file/imported';
import { plural } from '../../../model/plural';
import { choosePart, type PartNouns } from '../../../own-file/parts';
import { toUnreadableFileError, unreadableFileError } from '../../../own-file/refusal';
import { sqlIdentifier } from '../../../model/sql';
import { SqliteFile } from './database';

const nouns: PartNouns = { one: 'table', several: 'tables and views' };

/** Offsets in the header (https://sqlite.org/fileformat2.html#the_database_header). */
const header = { pageSize: 16, writeVersion: 18, readVersion: 19, encoding: 56, writer: 96, bytes: 100 } as const;
const walVersion = 2;
const encodings = ['', 'UTF-8', 'UTF-16le', 'UTF-16be'];

/**
 * Reads a table or view of an SQLite database. Each value has the type that it has in the file; a column of mixed types is declared.
 * @throws FormatlabError if the database is damaged, or if the user must choose the table
 */
export async function readSqlite(file: Blob, { columnTypes, reading, fileName }: ReadOptions): Promise<ImportResult> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.length < header.bytes)
    throw unreadableFileError(
      'It is truncated: the header of a database has 100 bytes.',
      'Copy or download it again.',
      {
        format: 'sqlite',
      },
    );
  const encoding = encodingOf(bytes);
  if (encoding.startsWith('UTF-16'))
    throw unreadableFileError(
      `Its texts are in ${encoding}, which the SQLite library of this page does not read.`,
      'Copy it to a database in UTF-8: sqlite3 old.db .dump | sqlite3 new.db',
      { format: 'sqlite', tag: 'unsupported' },
    );
  const notes: string[] = [];
  const facts = factsOf(bytes);
  if (bytes[header.readVersion] === walVersion) {
    // A database in memory has no log file, and SQLite refuses it if its header names one.
    bytes[header.writeVersion] = 1;
    bytes[header.readVersion] = 1;
    notes.push(
      'The database writes to a log first (WAL). What only the log file beside it (-wal) holds is not in this file.',
    );
  }
  const database = await opened(bytes, fileName);
  try {
    const tables = tablesOf(database);
    const parts = choosePart(
      tables.map(({ part }) => part),
      reading,
      nouns,
      'sqlite',
    );
    const table = tables[parts.chosen];
    if (table === undefined) throw new Error('The chosen table is none of the database’s.');
    if (!table.isView) database.check(table.name);
    const select = `SELECT * FROM ${sqlIdentifier(table.name)}`;
    const rowCount = countOf(database, table);
    const names = distinctNames(database.columnNames(select), notes);
    const rows = { format: 'sqlite', names, rowCount, firstRow: 1, rows: () => database.rows(select) } as const;
    const read = tableOfCells(rows, columnTypes, notes);
    return { ...read, facts, found: { ...read.found, parts } };
  } catch (thrown) {
    if (thrown instanceof FormatlabError) throw thrown;
    throw refused(thrown, fileName);
  } finally {
    database.close();
  }
}

async function opened(bytes: Uint8Array, fileName: string): Promise<SqliteFile> {
  try {
    return await SqliteFile.open(bytes);
  } catch (thrown) {
    throw refused(thrown, fileName);
  }
}

const refused = (thrown: unknown, fileName: string) =>
  toUnreadableFileError(
    thrown,
    'sqlite',
    `${fileName.slice(0, 200)} could not be read as an SQLite database: ${messageOf(thrown)}.`,
    'Check that sqlite3 opens it. Encrypted databases can’t be read.',
  );

const messageOf = (thrown: unknown) =>
  (thrown instanceof Error ? thrown.message : String(thrown))
    .replace(/^SQLITE_\w+: sqlite3 result code \d+: /u, '')
    .slice(0, 300);

interface SqliteTable {
  readonly name: string;
  readonly isView: boolean;
  readonly part: FilePart;
}

function tablesOf(database: SqliteFile): SqliteTable[] {
  const sql = `SELECT name, type FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid`;
  // The array of a row is used again for the next.
  return Array.from(database.rows(sql), (row) => [...row]).map(([cell, type]) => {
    const name = String(cell);
    const isView = type === 'view';
    return { name, isView, part: { name, holds: isView ? 'a view' : contentInWords(database, name) } };
  });
}

/** What a table holds. Damage is not reported here, since another table may be sound. */
function contentInWords(database: SqliteFile, name: string): string {
  try {
    const columns = database.columnNames(`SELECT * FROM ${sqlIdentifier(name)}`).length;
    return `${plural(countOf(database, { name, isView: false }), 'row')}, ${plural(columns, 'column')}`;
  } catch (thrown) {
    return `not readable: ${messageOf(thrown)}`;
  }
}

/** The rows of a view are counted up to one more than can be held, since its query may never end. */
function countOf(database: SqliteFile, { name, isView }: Pick<SqliteTable, 'name' | 'isView'>): number {
  const from = isView ? `(SELECT 1 FROM ${sqlIdentifier(name)} LIMIT ${maxCells + 1})` : sqlIdentifier(name);
  for (const [count] of database.rows(`SELECT count(*) FROM ${from}`)) return Number(count);
  return 0;
}

/** The encoding of the texts; empty if the header states none that there is. */
const encodingOf = (bytes: Uint8Array): string =>
  encodings[new DataView(bytes.buffer, bytes.byteOffset, header.bytes).getUint32(header.encoding)] ?? '';

function factsOf(bytes: Uint8Array): FileSettings['facts'] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, header.bytes);
  const pageSize = view.getUint16(header.pageSize);
  const writer = view.getUint32(header.writer);
  const version = [Math.floor(writer / 1_000_000), Math.floor(writer / 1_000) % 1_000, writer % 1_000].join('.');
  return [
    ...(writer === 0 ? [] : [{ name: 'Written by', value: `SQLite ${version}` }]),
    { name: 'Page size', value: `${(pageSize === 1 ? 65_536 : pageSize).toLocaleString('en')} bytes` },
    { name: 'Text encoding', value: encodingOf(bytes) || 'unknown' },
  ];
}
