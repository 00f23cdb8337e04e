import type { Table as ArrowTable } from 'apache-arrow';
import type { ColumnType } from '../model/dataset';
import { fromArrow } from './arrow-columns';
import { type Database, identifier, openDatabase, quoted } from './duckdb';
import { type BadRow, type Imported, listedBadRows, type ReadOptions } from './imported';
import { refusal } from './refusal';
import { asUtf8 } from './text-encoding';

const source = quoted('own-file.csv');
/** The types that are looked for. DuckDB's TIME is left to text. */
const candidates = "auto_type_candidates = ['BOOLEAN', 'BIGINT', 'DOUBLE', 'DATE', 'TIMESTAMP', 'VARCHAR']";
/** RFC 4180; guessing the quote makes DuckDB take it for none where one row is malformed. */
const quoting = `quote = '"', escape = '"'`;
/** Longest line, in bytes, and the buffer that DuckDB reads through, which must hold two. */
const lineLimits = 'max_line_size = 33554432, buffer_size = 67108864';

const sqlTypes: Readonly<Partial<Record<ColumnType, string>>> = {
  int8: 'TINYINT',
  int16: 'SMALLINT',
  int32: 'INTEGER',
  int64: 'BIGINT',
  uint8: 'UTINYINT',
  uint16: 'USMALLINT',
  uint32: 'UINTEGER',
  uint64: 'UBIGINT',
  float32: 'FLOAT',
  float64: 'DOUBLE',
  bool: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  utf8: 'VARCHAR',
};
const columnTypeOf = new Map(Object.entries(sqlTypes).map(([type, sql]) => [sql, type as ColumnType]));

const alternatives: Readonly<Partial<Record<ColumnType, readonly ColumnType[]>>> = {
  int64: ['int64', 'int32', 'int16', 'int8', 'uint64', 'uint32', 'uint16', 'uint8', 'float64', 'float32', 'utf8'],
  float64: ['float64', 'float32', 'int64', 'utf8'],
  bool: ['bool', 'utf8'],
  date: ['date', 'timestamp', 'utf8'],
  timestamp: ['timestamp', 'date', 'utf8'],
  utf8: ['utf8', 'int64', 'float64', 'bool', 'date', 'timestamp'],
};

interface Sniffed {
  readonly delimiter: string;
  readonly skippedLines: number;
  readonly hasHeader: boolean;
  readonly dateFormat: string | null;
  readonly timestampFormat: string | null;
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
}

/**
 * Reads CSV or TSV with DuckDB's strict reader: dialect and types are found on the whole file; rows that do not fit are left out, counted and listed with their lines. With `columnTypes`
 * values that do not convert make their row a bad one.
 */
export async function readCsv(file: Blob, { columnTypes, onStage }: ReadOptions): Promise<Imported> {
  const { file: utf8, encoding, note } = await asUtf8(file);
  if (utf8.size === 0 || (await utf8.slice(0, 65_536).text()).trim() === '')
    throw refusal('It has no lines with anything in them.', 'Choose a file that has rows in it.', { format: 'csv' });
  onStage('Fetching DuckDB, 34 MB');
  const database = await openDatabase(utf8, 'own-file.csv', ['own_file', 'reject_errors', 'reject_scans']);
  try {
    onStage('Finding delimiter and types');
    const sniffed = await sniff(database);
    const types = chosenTypes(sniffed, columnTypes);
    onStage('Reading the rows');
    await database.query(createTable(sniffed, types));
    const { badRows, badRowCount } = await rejected(database);
    const notes = note === null ? [] : [note];
    const dataset = fromArrow(await database.query('SELECT * FROM own_file'), notes);
    const smiles = sniffed.columns.find(({ name, type }) => type === 'utf8' && /smiles/iu.test(name));
    if (smiles !== undefined)
      notes.push(
        `Column “${smiles.name.slice(0, 60)}” is kept as text. To have its molecules instead, choose SMILES as what the file is read as.`,
      );
    if (dataset.rowCount === 0) notes.push('No rows are left to measure.');
    const possibleTypes = sniffed.columns.map(({ type }, index) => [
      ...new Set([types[index] ?? type, ...(alternatives[type] ?? [type])]),
    ]);
    return { dataset, dialect: dialectOf(sniffed, encoding), badRows, badRowCount, notes, possibleTypes };
  } finally {
    await database.close();
  }
}

/** The first row of a result as JSON values. */
function firstRow(table: ArrowTable): Record<string, unknown> {
  const row: unknown = table.get(0)?.toJSON();
  return row instanceof Object ? Object.fromEntries(Object.entries(row)) : {};
}

/** What DuckDB finds out by itself. A malformed quote fails it in strict mode; the rows are read in strict mode all the same. */
async function sniffing(database: Database, sql: (call: string) => string): Promise<ArrowTable> {
  // ignore_errors: without it one ragged row turns every row into a single column.
  const call = (strict: boolean) =>
    `sniff_csv(${source}, sample_size = -1, ignore_errors = true, strict_mode = ${strict}, ${quoting}, comment = '', ${lineLimits}, ${candidates})`;
  try {
    return await database.query(sql(call(true)));
  } catch {
    try {
      return await database.query(sql(call(false)));
    } catch (thrown) {
      throw refusal(
        'Its delimiter and columns could not be found: its rows have too little in common, a quote is never closed, or a line is longer than 32 MiB.',
        'Check that it is a table of text with the same number of fields in every row, and that every " has its partner.',
        { format: 'csv', cause: thrown },
      );
    }
  }
}

async function sniff(database: Database): Promise<Sniffed> {
  const found = firstRow(
    await sniffing(
      database,
      (call) =>
        `SELECT Delimiter, CAST(SkipRows AS INTEGER) AS SkipRows, HasHeader, DateFormat, TimestampFormat FROM ${call}`,
    ),
  );
  const columns = await sniffing(
    database,
    (call) => `SELECT col.name AS name, col.type AS type FROM (SELECT unnest(Columns) AS col FROM ${call})`,
  );
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  return {
    delimiter: text(found.Delimiter) ?? ',',
    skippedLines: Number(found.SkipRows ?? 0),
    hasHeader: found.HasHeader === true,
    dateFormat: text(found.DateFormat),
    timestampFormat: text(found.TimestampFormat),
    columns: Array.from({ length: columns.numRows }, (_, row) => ({
      name: String(columns.getChild('name')?.get(row)),
      type: columnTypeOf.get(String(columns.getChild('type')?.get(row))) ?? 'utf8',
    })),
  };
}

function chosenTypes({ columns }: Sniffed, chosen: readonly ColumnType[] | null): readonly ColumnType[] {
  if (chosen === null) return columns.map(({ type }) => type);
  if (chosen.length !== columns.length)
    throw refusal(
      `${chosen.length} column types were given for ${columns.length} columns.`,
      'Give one for each column.',
      {
        tag: 'invalidPlan',
        format: 'csv',
      },
    );
  return chosen.map((type, index) => {
    if (sqlTypes[type] === undefined)
      throw refusal(`Column “${columns[index]?.name}” of a CSV cannot be read as ${type}.`, 'Choose another type.', {
        tag: 'unsupported',
        format: 'csv',
      });
    return type;
  });
}

function createTable(sniffed: Sniffed, types: readonly ColumnType[]): string {
  const columns = sniffed.columns.map(
    ({ name }, index) => `${quoted(name)}: ${quoted(sqlTypes[types[index] ?? 'utf8'] ?? 'VARCHAR')}`,
  );
  const options = [
    'auto_detect = false',
    `delim = ${quoted(sniffed.delimiter)}`,
    quoting,
    "comment = ''",
    `header = ${sniffed.hasHeader}`,
    `skip = ${sniffed.skippedLines}`,
    lineLimits,
    'strict_mode = true',
    `columns = {${columns.join(', ')}}`,
    'store_rejects = true',
    'rejects_limit = 0',
    ...(sniffed.dateFormat === null ? [] : [`dateformat = ${quoted(sniffed.dateFormat)}`]),
    ...(sniffed.timestampFormat === null ? [] : [`timestampformat = ${quoted(sniffed.timestampFormat)}`]),
  ];
  const selected = sniffed.columns.map(({ name }) => identifier(name)).join(', ');
  return `CREATE TABLE own_file AS SELECT ${selected} FROM read_csv(${source}, ${options.join(', ')})`;
}

/** Rows left out, by line; a row with several faults counts once, with its first. */
async function rejected(database: Database): Promise<{ badRows: BadRow[]; badRowCount: number }> {
  const count = firstRow(
    await database.query('SELECT CAST(count(DISTINCT line) AS INTEGER) AS bad FROM reject_errors'),
  ).bad;
  const rows = await database.query(
    `SELECT CAST(line AS DOUBLE) AS line, first(error_message ORDER BY column_idx) AS message FROM reject_errors GROUP BY line ORDER BY line LIMIT ${listedBadRows}`,
  );
  return {
    badRowCount: Number(count ?? 0),
    badRows: Array.from({ length: rows.numRows }, (_, row) => ({
      line: Number(rows.getChild('line')?.get(row)),
      message: String(rows.getChild('message')?.get(row)).slice(0, 300),
    })),
  };
}

const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'comma',
  '\t': 'tab',
  ';': 'semicolon',
  '|': 'vertical bar',
  ' ': 'space',
};

function dialectOf(
  { delimiter, skippedLines, hasHeader, dateFormat, timestampFormat, columns }: Sniffed,
  encoding: string,
): string {
  return [
    columns.length === 1 ? 'one column' : (delimiterNames[delimiter] ?? `“${delimiter}”`),
    'quoted by "',
    hasHeader ? `header in line ${skippedLines + 1}` : 'no header',
    ...(skippedLines > 0 ? [`${skippedLines === 1 ? '1 line' : `${skippedLines} lines`} before it left out`] : []),
    ...(dateFormat === null || dateFormat === '%Y-%m-%d' ? [] : [`dates as ${dateFormat}`]),
    ...(timestampFormat === null || timestampFormat.startsWith('%Y-%m-%d') ? [] : [`times as ${timestampFormat}`]),
    encoding,
  ].join(', ');
}
