import type { Table as ArrowTable } from 'apache-arrow';
import type { ColumnType } from '../model/dataset';
import { fromArrow } from './arrow-columns';
import { isKept, isUint64 } from './decimal-text';
import { type Database, identifier, openDatabase, quoted } from './duckdb';
import { type BadRow, type Imported, listedBadRows, type ReadOptions } from './imported';
import { altersNumbers, columnName } from './notes';
import { refusal } from './refusal';
import { asUtf8 } from './text-encoding';
import { countTimes, instantOf, mayBeTimes, readTimes } from './zoned-times';

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
    const notes = note === null ? [] : [note];
    const areChosen = columnTypes !== null;
    const exact = await exactTypes(database, sniffed, chosenTypes(sniffed, columnTypes), areChosen, notes);
    const { types, zoned } = await withInstants(database, sniffed, exact, areChosen, notes);
    onStage('Reading the rows');
    await database.query(createTable(sniffed, types, zoned));
    const { badRows, badRowCount } = await rejected(database);
    const dataset = fromArrow(await database.query('SELECT * FROM own_file'), notes);
    const smiles = sniffed.columns.find(({ name, type }) => type === 'utf8' && /smiles/iu.test(name));
    if (smiles !== undefined)
      notes.push(
        `${columnName(smiles.name)} is kept as text. To have its molecules instead, choose SMILES as what the file is read as.`,
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

/** `FROM` of the rows with columns of these types. Rows that don't fit are stored as rejects or, where `types` are only looked at, left out. */
function rowsOf(sniffed: Sniffed, types: readonly ColumnType[], storeRejects: boolean): string {
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
    ...(storeRejects ? ['store_rejects = true', 'rejects_limit = 0'] : ['ignore_errors = true']),
    ...(sniffed.dateFormat === null ? [] : [`dateformat = ${quoted(sniffed.dateFormat)}`]),
    ...(sniffed.timestampFormat === null ? [] : [`timestampformat = ${quoted(sniffed.timestampFormat)}`]),
  ];
  return `read_csv(${source}, ${options.join(', ')})`;
}

/** `zoned`: columns of times with an offset, which are read as text first. */
function createTable(sniffed: Sniffed, types: readonly ColumnType[], zoned: ReadonlySet<number>): string {
  const selected = sniffed.columns
    .map(({ name }, index) => (zoned.has(index) ? `${instantOf(name)} AS ${identifier(name)}` : identifier(name)))
    .join(', ');
  const readTypes = types.map((type, index): ColumnType => (zoned.has(index) ? 'utf8' : type));
  return `CREATE TABLE own_file AS SELECT ${selected} FROM ${rowsOf(sniffed, readTypes, true)}`;
}

/** The types as `readTimes` has them, and which columns are read by their instants. */
async function withInstants(
  database: Database,
  sniffed: Sniffed,
  types: readonly ColumnType[],
  areChosen: boolean,
  notes: string[],
): Promise<{ types: readonly ColumnType[]; zoned: ReadonlySet<number> }> {
  const asTexts = sniffed.columns.map((): ColumnType => 'utf8');
  const rows = rowsOf(sniffed, asTexts, false);
  const texts = sniffed.columns.filter(({ type }, index) => type === 'utf8' && types[index] === 'utf8');
  const possible = await mayBeTimes(
    database,
    rows,
    texts.map(({ name }) => name),
  );
  const looked = sniffed.columns.flatMap(({ name, type: guessed }, index) => {
    const type = types[index];
    const isText = type === 'utf8' && guessed === 'utf8' && possible.has(name);
    return type === 'timestamp' || isText ? [{ name, index, type }] : [];
  });
  const result = [...types];
  const zoned = new Set<number>();
  if (looked.length === 0) return { types, zoned };
  const counts = await countTimes(
    database,
    rows,
    looked.map(({ name }) => name),
  );
  for (const [at, { name, index, type }] of looked.entries()) {
    const counted = counts[at];
    if (counted === undefined) continue;
    const read = readTimes(name, type, areChosen, counted);
    result[index] = read.type;
    if (read.asInstants) zoned.add(index);
    if (read.note !== null) notes.push(read.note);
  }
  return { types: result, zoned };
}

/**
 * SQL for texts that may lose digits as the type: float64 keeps any 15 digits, float32 any 6 (DBL_DIG, FLT_DIG), and integers all without a point or an
 * exponent. What DuckDB prints as it was read has lost none, which most programs' output is.
 */
function mayLoseDigits(name: string, type: ColumnType): string | null {
  const column = identifier(name);
  const digits = (most: number, sqlType: string) =>
    `length(regexp_replace(split_part(lower(${column}), 'e', 1), '[^0-9]', '', 'g')) > ${most} AND CAST(try_cast(${column} AS ${sqlType}) AS VARCHAR) IS DISTINCT FROM ${column}`;
  if (type === 'float64') return digits(15, 'DOUBLE');
  if (type === 'float32') return digits(6, 'FLOAT');
  return /^u?int/u.test(type) ? `regexp_matches(${column}, '[.eE]')` : null;
}

/**
 * The types, but float64 that was guessed becomes uint64 or text where it would alter a number. Types that the user chose stay, and `notes` say how many
 * numbers each alters.
 */
async function exactTypes(
  database: Database,
  sniffed: Sniffed,
  types: readonly ColumnType[],
  areChosen: boolean,
  notes: string[],
): Promise<readonly ColumnType[]> {
  const asTexts = sniffed.columns.map((): ColumnType => 'utf8');
  const exact = [...types];
  const rows = rowsOf(sniffed, asTexts, false);
  const suspects = sniffed.columns.flatMap(({ name }, index) => {
    const type = types[index] ?? 'utf8';
    // What was guessed to be an integer is one.
    const suspicious = areChosen || type === 'float64' ? mayLoseDigits(name, type) : null;
    return suspicious === null ? [] : [{ index, name, type, suspicious }];
  });
  if (suspects.length === 0) return exact;
  // One scan for all columns: most have nothing to look at.
  const filters = suspects.map(({ suspicious }, at) => `CAST(count(*) FILTER (${suspicious}) AS DOUBLE) AS c${at}`);
  const suspectCounts = firstRow(await database.query(`SELECT ${filters.join(', ')} FROM ${rows}`));
  for (const [at, { index, name, type, suspicious }] of suspects.entries()) {
    if (suspectCounts[`c${at}`] === 0) continue;
    const column = identifier(name);
    const found = (await database.query(`SELECT ${column} AS text FROM ${rows} WHERE ${suspicious}`)).getChild('text');
    const texts = Array.from({ length: found?.length ?? 0 }, (_, row) => String(found?.get(row)));
    const kind = type === 'float64' || type === 'float32' ? type : 'integer';
    const altered = texts.filter((text) => !isKept(text, kind));
    const [first] = altered;
    if (first === undefined) continue;
    const counts = firstRow(
      await database.query(
        `SELECT CAST(count(${column}) AS DOUBLE) AS total, CAST(count(try_cast(${column} AS UBIGINT)) AS DOUBLE) AS unsigned, CAST(count(*) FILTER (regexp_matches(${column}, '[^0-9]')) AS DOUBLE) AS others FROM ${rows}`,
      ),
    );
    const total = Number(counts.total);
    if (areChosen) {
      notes.push(altersNumbers(name, type, altered.length, total, first));
      continue;
    }
    const fitsUint64 = counts.others === 0 && counts.unsigned === counts.total && texts.every(isUint64);
    exact[index] = fitsUint64 ? 'uint64' : 'utf8';
    notes.push(
      `${columnName(name)} is kept as ${fitsUint64 ? 'uint64' : 'text'}: float64 would alter ${altered.length.toLocaleString('en')} of ${total.toLocaleString('en')} numbers; the first is ${first.slice(0, 60)}.`,
    );
  }
  return exact;
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
