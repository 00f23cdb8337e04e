import type { Table as ArrowTable } from 'apache-arrow';
import type { ChosenType } from '../model/chosen-type';
import type { ColumnType } from '../model/column';
import {
  type DateFormat,
  dateFormats,
  decimalMarks,
  type DelimitedReading,
  delimiters,
  knownNullWords,
  quotes,
  type ReadingOptions,
  thousandsMarks,
  type TimestampFormat,
  timestampFormats,
} from '../model/reading-options';
import type { ReadingFound } from '../model/protocol/coordinator';
import { fromArrow } from './arrow-columns';
import { isKept, isUint64 } from './decimal-text';
import { type Database, firstRow, identifier, openDatabase, quoted } from './duckdb';
import { fittingDates, groupedPattern, guessFormat, guessNumbers, guessQuote } from './guess-reading';
import { type BadRow, type Imported, listedBadRows, type ReadOptions } from './imported';
import { altersNumbers, columnName } from './notes';
import { countDates, countDelimiters, countNumbers, countTypeEffects, countWords, wordsLookedFor } from './csv-survey';
import { refusal } from './refusal';
import { asUtf8 } from './text-encoding';
import { countTimes, instantOf, mayBeTimes, readTimes } from './zoned-times';

const source = quoted('own-file.csv');
/** The types that are looked for. DuckDB's TIME is left to text. */
const candidates = "auto_type_candidates = ['BOOLEAN', 'BIGINT', 'DOUBLE', 'DATE', 'TIMESTAMP', 'VARCHAR']";
/** RFC 4180, or as chosen; guessing the quote makes DuckDB take it for none where one row is malformed. */
const quoting = (quote: DelimitedReading['quote']) =>
  `quote = ${quoted(quotes[quote])}, escape = ${quoted(quotes[quote])}`;
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

/** How values are written: what is open is found out. */
interface Values {
  readonly quote: DelimitedReading['quote'];
  readonly decimalMark: DelimitedReading['decimalMark'];
  readonly thousands: DelimitedReading['thousands'];
  readonly nullWords: readonly string[];
  readonly nullWordsInText: boolean;
}

interface Sniffed extends Values {
  readonly delimiter: string;
  readonly skippedLines: number;
  readonly hasHeader: boolean;
  /** Of strptime; null for ISO 8601. */
  readonly dateFormat: string | null;
  readonly timestampFormat: string | null;
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
}

/** Bytes at the head of the file in which quotes and delimiters are looked at, and rows in which numbers and dates are. */
const headBytes = 65_536;
const sampledRows = 2_000;

/**
 * Reads CSV or TSV with DuckDB's strict reader: dialect and types are found on the whole file; rows that do not fit are left out, counted and listed with their lines. With `columnTypes`
 * values that do not convert make their row a bad one.
 */
export async function readCsv(file: Blob, { columnTypes, reading, onStage }: ReadOptions): Promise<Imported> {
  checkMarks(reading);
  const { file: utf8, encoding, label, note } = await asUtf8(file, reading.encoding);
  const head = await utf8.slice(0, headBytes).text();
  if (head.trim() === '')
    throw refusal('It has no lines with anything in them.', 'Choose a file that has rows in it.', { format: 'csv' });
  onStage('Fetching DuckDB, 34 MB');
  const database = await openDatabase(utf8, 'own-file.csv', ['own_file', 'own_texts', 'reject_errors', 'reject_scans']);
  try {
    onStage('Finding delimiter and types');
    const notes = note === null ? [] : [note];
    const quote = reading.quote ?? guessQuote(head);
    const { sniffed, survey } = await looked(database, reading, quote, notes);
    const areChosen = columnTypes !== null;
    const exact = await exactTypes(database, sniffed, chosenTypes(sniffed, columnTypes), areChosen, notes);
    const { types, zoned } = await withInstants(database, sniffed, exact, areChosen, notes);
    onStage('Reading the rows');
    await database.query(createTable(sniffed, types, zoned));
    const { badRows, badRowCount } = await rejected(database);
    const keptTexts = new Set(
      survey.words.flatMap((counts, index) =>
        types[index] === 'utf8' && !sniffed.nullWordsInText && sniffed.nullWords.some((word) => counts.has(word))
          ? [index]
          : [],
      ),
    );
    const all = await withTextsKept(database, sniffed, types, keptTexts, badRowCount);
    const dataset = fromArrow(await database.query(all), notes);
    const smiles = sniffed.columns.find(({ name, type }) => type === 'utf8' && /smiles/iu.test(name));
    if (smiles !== undefined)
      notes.push(
        `${columnName(smiles.name)} is kept as text. To have its molecules instead, choose SMILES as what the file is read as.`,
      );
    if (dataset.rowCount === 0) notes.push('No rows are left to measure.');
    const possibleTypes = sniffed.columns.map(({ type }, index) => [
      ...new Set([types[index] ?? type, ...(alternatives[type] ?? [type])]),
    ]);
    onStage('Counting what other choices would do');
    const typeEffects = await effectsOf(database, sniffed, possibleTypes, zoned);
    const options: DelimitedReading = {
      encoding: label,
      delimiter: delimiterIds.get(sniffed.delimiter) ?? 'comma',
      quote,
      header: sniffed.hasHeader,
      decimalMark: sniffed.decimalMark,
      thousands: sniffed.thousands,
      nullWords: [...sniffed.nullWords],
      nullWordsInText: sniffed.nullWordsInText,
      dateFormat: reading.dateFormat ?? dateFormats.find((format) => format === sniffed.dateFormat) ?? '%Y-%m-%d',
      timestampFormat:
        reading.timestampFormat ?? timestampFormats.find((format) => format === sniffed.timestampFormat) ?? 'iso',
    };
    const words = wordsLookedFor(reading.nullWords);
    const nullWords = words.map((word) => {
      const count = (inText: boolean) =>
        survey.words.reduce(
          (sum, counts, index) => sum + ((types[index] === 'utf8') === inText ? (counts.get(word) ?? 0) : 0),
          0,
        );
      return { word, inText: count(true), inOthers: count(false) };
    });
    const found: ReadingFound = {
      encoding: label,
      delimited: {
        options,
        ...countDelimiters(head, quotes[quote]),
        nullWords: nullWords.filter(
          ({ word, inText, inOthers }) => inText + inOthers > 0 || reading.nullWords?.includes(word),
        ),
        numbers: survey.numbers,
        dates: survey.dates,
      },
      typeEffects,
    };
    return { dataset, dialect: dialectOf(sniffed, encoding), badRows, badRowCount, notes, possibleTypes, found };
  } finally {
    await database.close();
  }
}

/** One mark can't stand for two things. */
function checkMarks({ decimalMark = 'point', thousands = 'none', delimiter }: ReadingOptions): void {
  if (decimalMarks[decimalMark] !== thousandsMarks[thousands]) return;
  throw refusal(
    `The ${decimalMark} can’t be the mark of decimals and of thousands${delimiter === undefined ? '' : ' at once'}.`,
    'Choose another of the two.',
    { tag: 'invalidPlan', format: 'csv' },
  );
}

/** What DuckDB finds out by itself. A malformed quote fails it in strict mode; the rows are read in strict mode all the same. */
async function sniffing(
  database: Database,
  options: readonly string[],
  sql: (call: string) => string,
): Promise<ArrowTable> {
  // ignore_errors: without it one ragged row turns every row into a single column.
  const call = (strict: boolean) =>
    `sniff_csv(${source}, sample_size = -1, ignore_errors = true, strict_mode = ${strict}, comment = '', ${lineLimits}, ${candidates}, ${options.join(', ')})`;
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

/** How DuckDB is told of the values' writing. Decimal mark and thousands matter to numbers alone. */
const valueOptions = ({ quote, decimalMark, thousands, nullWords }: Values): string[] => [
  quoting(quote),
  ...(decimalMark === 'point' ? [] : [`decimal_separator = ${quoted(decimalMarks[decimalMark])}`]),
  ...(thousands === 'none' ? [] : [`thousands = ${quoted(thousandsMarks[thousands])}`]),
  ...(nullWords.length === 0 ? [] : [`nullstr = [${['', ...nullWords].map(quoted).join(', ')}]`]),
];

async function sniff(
  database: Database,
  { delimiter, header }: ReadingOptions,
  values: Values,
  formats: { readonly dateFormat: string | null; readonly timestampFormat: string | null },
): Promise<Sniffed> {
  const options = [
    ...valueOptions(values),
    ...(delimiter === undefined ? [] : [`delim = ${quoted(delimiters[delimiter])}`]),
    ...(header === undefined ? [] : [`header = ${header}`]),
    ...(formats.dateFormat === null ? [] : [`dateformat = ${quoted(formats.dateFormat)}`]),
    ...(formats.timestampFormat === null ? [] : [`timestampformat = ${quoted(formats.timestampFormat)}`]),
  ];
  const found = firstRow(
    await sniffing(
      database,
      options,
      (call) =>
        `SELECT Delimiter, CAST(SkipRows AS INTEGER) AS SkipRows, HasHeader, DateFormat, TimestampFormat FROM ${call}`,
    ),
  );
  const columns = await sniffing(
    database,
    options,
    (call) => `SELECT col.name AS name, col.type AS type FROM (SELECT unnest(Columns) AS col FROM ${call})`,
  );
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  return {
    ...values,
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

interface Survey {
  /** By column. */
  readonly words: readonly ReadonlyMap<string, number>[];
  readonly numbers: NonNullable<ReadingFound['delimited']>['numbers'];
  readonly dates: NonNullable<ReadingFound['delimited']>['dates'];
}

/** ISO 8601 is what dates are read as where no other format is certain. */
const isoDate = '%Y-%m-%d';
const isoTimestamp = '%Y-%m-%d %H:%M:%S';
const isIso = (format: string | null) => format === null || format.startsWith(isoDate);

/**
 * Dialect, types, and how values are written: as the user says, else as the texts say. Numbers and dates that could mean two things stay text, which `notes` say; null words are those that keep
 * a column from being of a type.
 */
async function looked(
  database: Database,
  reading: ReadingOptions,
  quote: DelimitedReading['quote'],
  notes: string[],
): Promise<{ sniffed: Sniffed; survey: Survey }> {
  const values: Values = {
    quote,
    decimalMark: reading.decimalMark ?? 'point',
    thousands: reading.thousands ?? 'none',
    nullWords: reading.nullWords ?? [],
    nullWordsInText: reading.nullWordsInText ?? false,
  };
  const chosenDate = reading.dateFormat === 'text' ? isoDate : (reading.dateFormat ?? null);
  const chosenTimestamp =
    reading.timestampFormat === 'text' || reading.timestampFormat === 'iso'
      ? isoTimestamp
      : (reading.timestampFormat ?? null);
  // ISO 8601 with fractions of a second or a T has no single format of strptime: DuckDB finds it where it is told none.
  const chosenFormats = {
    dateFormat: chosenDate,
    timestampFormat: chosenTimestamp === isoTimestamp ? null : chosenTimestamp,
  };
  const first = await sniff(database, reading, values, chosenFormats);
  const names = first.columns.map(({ name }) => name);
  const rows = textRows({ ...first, nullWords: [] });
  const words = await countWords(database, rows, names, wordsLookedFor(reading.nullWords));
  const foundWords = knownNullWords.filter(
    (word) =>
      !/^nan$/iu.test(word) && words.some((counts, index) => first.columns[index]?.type === 'utf8' && counts.has(word)),
  );
  const nullWords = reading.nullWords ?? foundWords;
  const sample = await database.query(`SELECT * FROM ${rows} LIMIT ${sampledRows}`);
  const isNull = new Set(nullWords);
  const texts = first.columns.map((_, index) => {
    const column = sample.getChildAt(index);
    return Array.from({ length: sample.numRows }, (__, row): string | null => {
      const value: unknown = column?.get(row);
      return value === null || value === undefined ? null : String(value);
    });
  });
  const numbers = guessNumbers(texts, isNull);
  const marked = names.filter((_, index) =>
    texts[index]?.some(
      (text) => text !== null && /^\s*[+-]?[\d.,' ]*\d[\d.,' ]*$/u.test(text) && /[.,' ]/u.test(text.trim()),
    ),
  );
  const numberCounts = await countNumbers(database, rows, marked);
  const fitting = texts.map((column) => fittingDates(column, isNull));
  const dateCounts = await countDates(
    database,
    rows,
    fitting.map(({ dates, timestamps }, index) => ({ name: names[index] ?? '', formats: [...dates, ...timestamps] })),
    nullWords,
  );
  const survives = (name: string, format: string) =>
    dateCounts.some(
      (counts) =>
        counts.name === name && counts.format === format && counts.fitting === counts.total && counts.total > 0,
    );
  const surviving = fitting.map(({ dates, timestamps }, index) => {
    const name = names[index] ?? '';
    return {
      dates: dates.filter((format) => survives(name, format)),
      timestamps: timestamps.filter((format) => survives(name, format)),
    };
  });
  const dateGuess = guessFormat(surviving.map(({ dates }) => dates));
  const timestampGuess = guessFormat(surviving.map(({ timestamps }) => timestamps));
  const dateFormat = chosenDate ?? dateGuess.format ?? (isIso(first.dateFormat) ? null : isoDate);
  const timestampFormat =
    chosenFormats.timestampFormat ??
    timestampGuess.format ??
    (chosenTimestamp === null && isIso(first.timestampFormat)
      ? null
      : isIso(first.timestampFormat)
        ? null
        : isoTimestamp);
  const guessed: Values = {
    ...values,
    decimalMark: reading.decimalMark ?? (reading.thousands === numbers.decimalMark ? 'point' : numbers.decimalMark),
    thousands: reading.thousands ?? (numbers.thousands === reading.decimalMark ? 'none' : numbers.thousands),
    nullWords,
  };
  const isSame =
    guessed.decimalMark === values.decimalMark &&
    guessed.thousands === values.thousands &&
    nullWords.length === values.nullWords.length &&
    (dateFormat === null || dateFormat === first.dateFormat || dateFormat === chosenFormats.dateFormat) &&
    (timestampFormat === null ||
      timestampFormat === first.timestampFormat ||
      timestampFormat === chosenFormats.timestampFormat);
  const second = isSame ? first : await sniff(database, reading, guessed, { dateFormat, timestampFormat });
  const checked = await checkedTypes(database, second, reading, notes);
  // A word counts as found where it stands in a column that it would have made text.
  const usedWords =
    reading.nullWords ??
    nullWords.filter((word) =>
      words.some((counts, index) => checked.columns[index]?.type !== 'utf8' && counts.has(word)),
    );
  sayNulls(usedWords, words, checked, notes);
  sayAmbiguous(names, surviving, dateGuess, timestampGuess, reading, notes);
  if (reading.decimalMark === undefined && reading.thousands === undefined)
    for (const index of numbers.ambiguousColumns)
      notes.push(
        `${columnName(names[index] ?? '')} is kept as text: the commas in its numbers may stand for decimals or for thousands. Choose which under “Reading options”.`,
      );
  const byFormat = new Map<DateFormat | TimestampFormat, number>();
  for (const { format, fitting: values_ } of dateCounts) byFormat.set(format, (byFormat.get(format) ?? 0) + values_);
  return {
    sniffed: { ...checked, nullWords: usedWords },
    survey: {
      words,
      numbers: numberCounts,
      dates: [...byFormat].map(([format, count]) => ({ format, values: count })),
    },
  };
}

/** How many values the words made null. */
function sayNulls(
  used: readonly string[],
  words: readonly ReadonlyMap<string, number>[],
  { columns, nullWordsInText }: Sniffed,
  notes: string[],
): void {
  const counted = words.filter((_, index) => nullWordsInText || columns[index]?.type !== 'utf8');
  const count = used.reduce((sum, word) => sum + counted.reduce((all, counts) => all + (counts.get(word) ?? 0), 0), 0);
  if (count === 0) return;
  notes.push(
    `${used.map((word) => `“${word}”`).join(', ')} ${used.length === 1 ? 'is' : 'are'} read as null${nullWordsInText ? '' : ' in columns that are no text'}: ${count.toLocaleString('en')} values.`,
  );
}

function sayAmbiguous(
  names: readonly string[],
  surviving: readonly { readonly dates: readonly DateFormat[]; readonly timestamps: readonly TimestampFormat[] }[],
  dates: { readonly ambiguous: readonly string[] },
  timestamps: { readonly ambiguous: readonly string[] },
  reading: ReadingOptions,
  notes: string[],
): void {
  for (const [index, found] of surviving.entries()) {
    const open = [
      ...(reading.dateFormat === undefined ? found.dates.filter((format) => dates.ambiguous.includes(format)) : []),
      ...(reading.timestampFormat === undefined
        ? found.timestamps.filter((format) => timestamps.ambiguous.includes(format))
        : []),
    ];
    if (open.length > 1)
      notes.push(
        `${columnName(names[index] ?? '')} is kept as text: its dates fit ${open.join(' and ')} alike. Choose which under “Reading options”.`,
      );
  }
}

/** `FROM` of the rows with every column as text. */
const textRows = (sniffed: Sniffed) =>
  rowsOf(
    sniffed,
    sniffed.columns.map((): ColumnType => 'utf8'),
    false,
  );

interface Suspect {
  readonly index: number;
  readonly name: string;
  /** SQL of values that are not of the type. */
  readonly fault: string;
  /** The type that has a place for them. */
  readonly instead: ColumnType;
  /** What is said of so many values. */
  readonly says: string;
}

/**
 * The types, but text where DuckDB takes more for a number or a boolean than it should: `1_000`, `10.0.0.1` where the point is the mark of thousands, `yes`. And what the user wants to be text.
 */
async function checkedTypes(
  database: Database,
  sniffed: Sniffed,
  reading: ReadingOptions,
  notes: string[],
): Promise<Sniffed> {
  const mark = quoted(thousandsMarks[sniffed.thousands]);
  const grouped = groupedPattern(sniffed);
  const suspects = sniffed.columns.flatMap(({ name, type }, index): Suspect[] => {
    const column = identifier(name);
    const place = { index, name, instead: 'utf8' } as const;
    if (type === 'bool') {
      const says = 'are neither true nor false. It can be read as bool';
      return [{ ...place, fault: `lower(${column}) NOT IN ('true', 'false')`, says }];
    }
    const format = type === 'date' ? reading.dateFormat : reading.timestampFormat;
    // Where the user says how they are written, what is written otherwise is a bad row.
    if ((type === 'date' || type === 'timestamp') && format === undefined) {
      const says = `can’t be read as ${type}: years have four digits`;
      return [{ ...place, fault: `${column} IS NOT NULL AND NOT (${convertsTo(sniffed, name, type)})`, says }];
    }
    if (type !== 'int64' && type !== 'float64') return [];
    const ungrouped =
      grouped === null
        ? ''
        : ` OR (contains(${column}, ${mark}) AND NOT regexp_full_match(${column}, ${quoted(grouped)}))`;
    const says = 'have marks that do not stand between groups of three digits';
    const marks = { ...place, fault: `contains(${column}, '_')${ungrouped}`, says };
    if (type === 'float64') return [marks];
    const negativeZero = {
      index,
      name,
      fault: `regexp_full_match(${column}, '\\s*-0+\\s*')`,
      instead: 'float64',
      says: 'are −0, which no integer is',
    } as const;
    return [negativeZero, marks];
  });
  const types = sniffed.columns.map(({ type }) => type);
  if (suspects.length > 0) {
    const counts = firstRow(
      await database.query(
        `SELECT ${suspects.map(({ fault }, at) => `CAST(count(*) FILTER (${fault}) AS DOUBLE) AS n${at}`).join(', ')} FROM ${textRows(sniffed)}`,
      ),
    );
    for (const [at, { index, name, instead, says }] of suspects.entries()) {
      const count = Number(counts[`n${at}`]);
      if (count === 0) continue;
      types[index] = instead;
      notes.push(
        `${columnName(name)} is kept as ${instead === 'utf8' ? 'text' : instead}: ${count.toLocaleString('en')} of its values ${says}.`,
      );
    }
  }
  return {
    ...sniffed,
    columns: sniffed.columns.map(({ name }, index) => {
      const type = types[index] ?? 'utf8';
      const asText =
        (type === 'date' && reading.dateFormat === 'text') ||
        (type === 'timestamp' && reading.timestampFormat === 'text');
      return { name, type: asText ? 'utf8' : type };
    }),
  };
}

/** Over the types that were found, whatever is chosen now. Columns of instants are read another way and not counted. */
async function effectsOf(
  database: Database,
  sniffed: Sniffed,
  possibleTypes: readonly (readonly ColumnType[])[],
  zoned: ReadonlySet<number>,
): Promise<NonNullable<ReadingFound['typeEffects']>> {
  const types = sniffed.columns.map(({ type }) => type);
  return countTypeEffects(
    database,
    rowsOf(sniffed, types, false),
    sniffed.columns.map(({ name, type }, index) => ({
      name,
      type,
      possible: zoned.has(index) ? [] : (possibleTypes[index] ?? []),
    })),
  );
}

function chosenTypes({ columns }: Sniffed, chosen: readonly ChosenType[] | null): readonly ColumnType[] {
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
    if (type === 'nested' || sqlTypes[type] === undefined)
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
    ...valueOptions(sniffed),
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

/** SQL for whether a text that is no null word can be read as the type: what DuckDB's reader does with it. */
function convertsTo(sniffed: Sniffed, name: string, type: ColumnType): string {
  const column = identifier(name);
  const format = type === 'date' ? sniffed.dateFormat : type === 'timestamp' ? sniffed.timestampFormat : null;
  if (format !== null) return `try_strptime(${column}, ${quoted(format)}) IS NOT NULL`;
  const isNumber = type !== 'date' && type !== 'timestamp' && type !== 'bool';
  return `try_cast(${isNumber ? plainNumber(sniffed, name) : column} AS ${sqlTypes[type] ?? 'VARCHAR'}) IS NOT NULL`;
}

/**
 * DuckDB takes null words for null in every column. Where they are to stay in a column of text, its texts are read a second time, from the same rows; `texts` are such columns.
 * @returns SQL of all columns
 */
async function withTextsKept(
  database: Database,
  sniffed: Sniffed,
  types: readonly ColumnType[],
  texts: ReadonlySet<number>,
  badRowCount: number,
): Promise<string> {
  if (texts.size === 0) return 'SELECT * FROM own_file';
  const words = sniffed.nullWords.map(quoted).join(', ');
  const isGood = sniffed.columns.flatMap(({ name }, index) => {
    const type = types[index] ?? 'utf8';
    const column = identifier(name);
    return type === 'utf8'
      ? []
      : [`(${column} IS NULL OR ${column} IN (${words}) OR ${convertsTo(sniffed, name, type)})`];
  });
  const kept = sniffed.columns.flatMap(({ name }, index) => (texts.has(index) ? [identifier(name)] : []));
  const where = badRowCount === 0 || isGood.length === 0 ? '' : ` WHERE ${isGood.join(' AND ')}`;
  await database.query(
    `CREATE TABLE own_texts AS SELECT ${kept.join(', ')} FROM ${textRows({ ...sniffed, nullWords: [] })}${where}`,
  );
  const counts = firstRow(
    await database.query(
      'SELECT CAST((SELECT count(*) FROM own_file) AS DOUBLE) AS rows, CAST((SELECT count(*) FROM own_texts) AS DOUBLE) AS texts',
    ),
  );
  if (counts.rows !== counts.texts)
    throw refusal(
      'Some rows don’t fit the columns’ types, and which of them can’t be told while null words stay in columns of text.',
      'Choose that null words stand for null in columns of text, too, or other types.',
      { format: 'csv' },
    );
  const selected = sniffed.columns.map(
    ({ name }, index) => `${texts.has(index) ? 'own_texts' : 'own_file'}.${identifier(name)} AS ${identifier(name)}`,
  );
  return `SELECT ${selected.join(', ')} FROM own_file POSITIONAL JOIN own_texts`;
}

/** The types as `readTimes` has them, and which columns are read by their instants. */
async function withInstants(
  database: Database,
  sniffed: Sniffed,
  types: readonly ColumnType[],
  areChosen: boolean,
  notes: string[],
): Promise<{ types: readonly ColumnType[]; zoned: ReadonlySet<number> }> {
  const rows = textRows(sniffed);
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
function mayLoseDigits(column: string, type: ColumnType): string | null {
  const digits = (most: number, sqlType: string) =>
    `length(regexp_replace(split_part(lower(${column}), 'e', 1), '[^0-9]', '', 'g')) > ${most} AND CAST(try_cast(${column} AS ${sqlType}) AS VARCHAR) IS DISTINCT FROM ${column}`;
  if (type === 'float64') return digits(15, 'DOUBLE');
  if (type === 'float32') return digits(6, 'FLOAT');
  return /^u?int/u.test(type) ? `regexp_matches(${column}, '[.eE]')` : null;
}

/** SQL for a number as it is written elsewhere: with a point, and without marks of thousands. */
function plainNumber({ decimalMark, thousands }: Values, name: string): string {
  const column = identifier(name);
  const ungrouped = thousands === 'none' ? column : `replace(${column}, ${quoted(thousandsMarks[thousands])}, '')`;
  return decimalMark === 'point' ? ungrouped : `replace(${ungrouped}, ${quoted(decimalMarks[decimalMark])}, '.')`;
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
  const exact = [...types];
  const rows = textRows(sniffed);
  const suspects = sniffed.columns.flatMap(({ name }, index) => {
    const type = types[index] ?? 'utf8';
    // What was guessed to be an integer is one.
    const plain = plainNumber(sniffed, name);
    const suspicious = areChosen || type === 'float64' ? mayLoseDigits(plain, type) : null;
    return suspicious === null ? [] : [{ index, name, type, suspicious, plain }];
  });
  if (suspects.length === 0) return exact;
  // One scan for all columns: most have nothing to look at.
  const filters = suspects.map(({ suspicious }, at) => `CAST(count(*) FILTER (${suspicious}) AS DOUBLE) AS c${at}`);
  const suspectCounts = firstRow(await database.query(`SELECT ${filters.join(', ')} FROM ${rows}`));
  for (const [at, { index, name, type, suspicious, plain }] of suspects.entries()) {
    if (suspectCounts[`c${at}`] === 0) continue;
    const column = identifier(name);
    const found = (await database.query(`SELECT ${plain} AS text FROM ${rows} WHERE ${suspicious}`)).getChild('text');
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

const delimiterIds = new Map(
  Object.entries(delimiters).map(([id, character]) => [character as string, id as DelimitedReading['delimiter']]),
);
const delimiterNames: Readonly<Record<DelimitedReading['delimiter'], string>> = {
  comma: 'comma',
  tab: 'tab',
  semicolon: 'semicolon',
  bar: 'vertical bar',
  space: 'space',
  colon: 'colon',
};

function dialectOf(sniffed: Sniffed, encoding: string): string {
  const { delimiter, skippedLines, hasHeader, dateFormat, timestampFormat, columns, quote } = sniffed;
  const id = delimiterIds.get(delimiter);
  return [
    columns.length === 1 ? 'one column' : id === undefined ? `“${delimiter}”` : delimiterNames[id],
    quote === 'none' ? 'not quoted' : `quoted by ${quotes[quote]}`,
    hasHeader ? `header in line ${skippedLines + 1}` : 'no header',
    ...(skippedLines > 0 ? [`${skippedLines === 1 ? '1 line' : `${skippedLines} lines`} before it left out`] : []),
    ...(sniffed.decimalMark === 'comma' ? ['decimal comma'] : []),
    ...(sniffed.thousands === 'none' ? [] : [`thousands by ${sniffed.thousands}`]),
    ...(sniffed.nullWords.length === 0
      ? []
      : [`null is ${sniffed.nullWords.join(' ')}${sniffed.nullWordsInText ? ', in text too' : ''}`]),
    ...(dateFormat === null || dateFormat === isoDate ? [] : [`dates as ${dateFormat}`]),
    ...(timestampFormat === null || timestampFormat.startsWith(isoDate) ? [] : [`times as ${timestampFormat}`]),
    encoding,
  ].join(', ');
}
