import type { ColumnSchema } from '../model/column-schema';
import {
  decimalMarks,
  type DelimitedReading,
  isAlignment,
  quoteCharacters,
  thousandsMarks,
} from '../model/reading-options';
import { sqlIdentifier, sqlLiteral } from '../model/sql';
import { pythonText } from './literals';
import { call, type Group, listed, maxListedColumns } from './snippet';
import type { SnippetSource, SourceLines } from './snippet-source';

const columnsOf = ({ schema }: SnippetSource): readonly ColumnSchema[] =>
  schema.kind === 'table' ? schema.columns : [];
const isText = ({ type }: ColumnSchema) => type === 'utf8' || type === 'json';
const names = (columns: readonly ColumnSchema[]) => columns.map(({ name }) => pythonText(name));
const listOf = (open: string, items: readonly string[]): Group => ({
  open,
  items,
  close: open.endsWith('{') ? '}' : ']',
});

/** Options that the readers of a text have under names of their own, in Python and SQL. */
interface TextDialect {
  readonly columns: readonly ColumnSchema[];
  /** False of so many columns that they are not listed. */
  readonly isListed: boolean;
  /** Words besides the empty text. */
  readonly nullWords: readonly string[];
  readonly quote: string;
  readonly isBackslash: boolean;
  readonly isUtf8: boolean;
}

function dialectOf(source: SnippetSource, text: DelimitedReading): TextDialect {
  const columns = columnsOf(source);
  return {
    columns,
    isListed: columns.length <= maxListedColumns,
    nullWords: text.nullWords,
    quote: quoteCharacters[text.quote],
    isBackslash: text.quoteEscape !== 'doubled',
    isUtf8: text.encoding === 'utf-8',
  };
}

type Text = NonNullable<SnippetSource['text']>;

/** `pd.read_csv` with the file's options. */
function pandasText(source: SnippetSource, text: Text): string[] {
  const { columns, isListed, nullWords, quote, isBackslash, isUtf8 } = dialectOf(source, text);
  const wide = text.delimiter === 'wideSpaces';
  const separator = isAlignment(text.delimiter) ? (wide ? 'r"\\s{2,}|\\t"' : 'r"\\s+"') : pythonText(text.separator);
  const times = columns.filter(({ type }) => type === 'date' || type === 'timestamp');
  const formats = times.flatMap(({ name, type }) => {
    const format = type === 'date' ? text.dateFormat : text.timestampFormat;
    return format === 'text' || format === 'iso' || format === '%Y-%m-%d'
      ? []
      : [`${pythonText(name)}: ${pythonText(format)}`];
  });
  const words = nullWords.map(pythonText).join(', ');
  const own = (column: ColumnSchema) =>
    `${pythonText(column.name)}: [""${isText(column) && !text.nullWordsInText ? '' : `, ${words}`}]`;
  const nulls: string | Group =
    nullWords.length === 0
      ? 'na_values=[""]'
      : text.nullWordsInText || !isListed
        ? `na_values=["", ${words}]`
        : listOf('na_values={', columns.map(own));
  return call('df = pd.read_csv', [
    pythonText(source.fileName),
    ...(separator === '","' ? [] : [`sep=${separator}`]),
    ...(wide ? ['engine="python"'] : []),
    ...(text.decimalMark === 'comma' ? ['decimal=","'] : []),
    ...(text.thousands === 'none' ? [] : [`thousands=${pythonText(thousandsMarks[text.thousands])}`]),
    ...(quote === '"' ? [] : quote === '' ? ['quoting=3'] : [`quotechar=${pythonText(quote)}`]),
    ...(isBackslash && quote !== '' ? ['escapechar="\\\\"', 'doublequote=False'] : []),
    ...(text.skippedLines > 0 ? [`skiprows=${text.skippedLines}`] : []),
    ...(text.header ? [] : ['header=None', ...(isListed ? [listOf('names=[', names(columns))] : [])]),
    ...(isUtf8 ? [] : [`encoding=${pythonText(text.encoding)}`]),
    ...(isListed && columns.some(isText)
      ? [
          listOf(
            'dtype={',
            columns.filter(isText).map(({ name }) => `${pythonText(name)}: "str"`),
          ),
        ]
      : []),
    ...(isListed && times.length > 0 ? [listOf('parse_dates=[', names(times))] : []),
    ...(isListed && formats.length > 0 ? [listOf('date_format={', formats)] : []),
    'keep_default_na=False',
    nulls,
  ]);
}

/** True if pyarrow's reader of text has an option for each of the file's. */
const isReadByPyarrow = (text: Text): boolean =>
  !isAlignment(text.delimiter) &&
  text.separator.length === 1 &&
  text.thousands === 'none' &&
  (text.nullWords.length === 0 || text.nullWordsInText) &&
  ['iso', 'text'].includes(text.timestampFormat) &&
  ['%Y-%m-%d', 'text'].includes(text.dateFormat);

function pyarrowText(source: SnippetSource, text: Text): string[] {
  const { columns, isListed, nullWords, quote, isBackslash, isUtf8 } = dialectOf(source, text);
  const parse = [
    ...(text.separator === ',' ? [] : [`delimiter=${pythonText(text.separator)}`]),
    ...(quote === '"' ? [] : [`quote_char=${quote === '' ? 'False' : pythonText(quote)}`]),
    ...(isBackslash && quote !== '' ? ['escape_char="\\\\"', 'double_quote=False'] : []),
    // A text in quotes may hold ends of lines.
    'newlines_in_values=True',
  ];
  const read = [
    ...(text.skippedLines > 0 ? [`skip_rows=${text.skippedLines}`] : []),
    ...(text.header
      ? []
      : isListed
        ? [`column_names=[${names(columns).join(', ')}]`]
        : ['autogenerate_column_names=True']),
    ...(isUtf8 ? [] : [`encoding=${pythonText(text.encoding)}`]),
  ];
  const types = isListed ? columns.filter(isText).map(({ name }) => `${pythonText(name)}: pa.string()`) : [];
  const convert: (string | Group)[] = [
    ...(text.decimalMark === 'comma' ? [`decimal_point=${pythonText(decimalMarks.comma)}`] : []),
    ...(nullWords.length === 0
      ? ['null_values=[""]']
      : [listOf('null_values=[', ['""', ...nullWords.map(pythonText)])]),
    'strings_can_be_null=True',
    ...(types.length === 0 ? [] : [listOf('column_types={', types)]),
  ];
  return [
    ...call('parsing = csv.ParseOptions', parse),
    ...(read.length === 0 ? [] : call('reading = csv.ReadOptions', read)),
    ...call('conversion = csv.ConvertOptions', convert),
    ...call('table = csv.read_csv', [
      pythonText(source.fileName),
      'parse_options=parsing',
      ...(read.length === 0 ? [] : ['read_options=reading']),
      'convert_options=conversion',
    ]),
  ];
}

const pandasImport = 'import pandas as pd';

/** What pandas reads the file with; null if it has no reader of such files. */
function pandasSource(source: SnippetSource): SourceLines | null {
  const file = pythonText(source.fileName);
  const of = (line: string | readonly string[], ...imports: string[]): SourceLines => ({
    imports: [pandasImport, ...imports],
    lines: typeof line === 'string' ? [line] : line,
  });
  switch (source.type) {
    case 'csv':
      return source.text === null ? null : of(pandasText(source, source.text));
    case 'parquet':
      return of(`df = pd.read_parquet(${file}, dtype_backend="pyarrow")`);
    case 'orc':
      return of(`df = pd.read_orc(${file}, dtype_backend="pyarrow")`);
    case 'json':
      return of(`df = pd.read_json(${file})`);
    case 'ndjson':
      return of(`df = pd.read_json(${file}, lines=True)`);
    case 'xlsx':
      return of(
        call('df = pd.read_excel', [
          file,
          ...(source.part === null ? [] : [`sheet_name=${pythonText(source.part)}`]),
          ...(source.header ? [] : ['header=None', listOf('names=[', names(columnsOf(source)))]),
        ]),
      );
    case 'sqlite':
      return source.part === null
        ? null
        : of(
            [
              `connection = sqlite3.connect(${file})`,
              ...call('df = pd.read_sql_query', [
                pythonText(`SELECT * FROM ${sqlIdentifier(source.part)}`),
                'connection',
              ]),
            ],
            'import sqlite3',
          );
    default:
      return null;
  }
}

function pyarrowSource(source: SnippetSource): SourceLines | null {
  const file = pythonText(source.fileName);
  switch (source.type) {
    case 'csv':
      if (source.text === null) return null;
      if (isReadByPyarrow(source.text))
        return {
          imports: ['import pyarrow as pa', 'import pyarrow.csv as csv'],
          lines: pyarrowText(source, source.text),
        };
      break;
    case 'parquet':
      return { imports: ['import pyarrow.parquet as pq'], lines: [`table = pq.read_table(${file})`] };
    case 'orc':
      return { imports: ['from pyarrow import orc'], lines: [`table = orc.read_table(${file})`] };
    case 'ndjson':
      return { imports: ['import pyarrow.json as pj'], lines: [`table = pj.read_json(${file})`] };
    case 'arrow':
      return {
        imports: ['import pyarrow.dataset as ds'],
        lines: [`table = ds.dataset(${file}, format="arrow").to_table()`],
      };
    default:
  }
  const byPandas = pandasSource(source);
  return byPandas === null
    ? null
    : {
        imports: [...byPandas.imports, 'import pyarrow as pa'],
        lines: [...byPandas.lines, 'table = pa.Table.from_pandas(df, preserve_index=False)'],
      };
}

/**
 * The lines of Python that read the file into a variable, which the lines that write it then take.
 * @returns null if no reader makes such a value of such a file, or the variable holds another thing
 */
export function pythonSource(source: SnippetSource, variable: string): SourceLines | null {
  const file = pythonText(source.fileName);
  if (variable === 'array')
    return source.type === 'npy'
      ? { imports: ['import numpy as np'], lines: [`array = np.load(${file}, allow_pickle=False)`] }
      : null;
  if (variable === 'content')
    return source.type === 'bytes'
      ? { imports: ['from pathlib import Path'], lines: [`content = Path(${file}).read_bytes()`] }
      : null;
  if (source.schema.kind !== 'table' || (variable !== 'table' && variable !== 'df')) return null;
  const isTable = variable === 'table';
  const found = isTable ? pyarrowSource(source) : pandasSource(source);
  if (found === null || !source.isSelected) return found;
  const chosen = names(columnsOf(source));
  const lines = isTable ? call('table = table.select', [listOf('[', chosen)]) : listed('df = df[[', chosen, ']]');
  return { ...found, lines: [...found.lines, ...lines] };
}

/** DuckDB's statement that makes the table `data` of the file. Null if it has no reader of such files. */
function duckdbSource(source: SnippetSource): readonly string[] | null {
  if (source.schema.kind !== 'table') return null;
  const file = sqlLiteral(source.fileName);
  const columns = columnsOf(source);
  const chosen = source.isSelected ? `SELECT ${columns.map(({ name }) => sqlIdentifier(name)).join(', ')} ` : '';
  const from = (reader: string, values: readonly (string | Group)[]) =>
    call(`CREATE TABLE data AS ${chosen}FROM ${reader}`, values).map((line, at, all) =>
      at === all.length - 1 ? `${line};` : line,
    );
  switch (source.type) {
    case 'csv':
      return source.text === null || isAlignment(source.text.delimiter)
        ? null
        : from('read_csv', duckdbText(source, source.text, file));
    case 'parquet':
      return from('read_parquet', [file]);
    case 'json':
      return from('read_json', [file]);
    case 'ndjson':
      return from('read_json', [file, "format = 'newline_delimited'"]);
    case 'xlsx':
      return from('read_xlsx', [
        file,
        ...(source.part === null ? [] : [`sheet = ${sqlLiteral(source.part)}`]),
        `header = ${source.header}`,
      ]);
    case 'sqlite':
      return source.part === null ? null : from('sqlite_scan', [file, sqlLiteral(source.part)]);
    default:
      return null;
  }
}

/** What makes DuckDB's table. Without a file, or a reader of it, it says what the user has. */
export const duckdbInput = (source: SnippetSource | undefined): readonly string[] =>
  (source === undefined ? null : duckdbSource(source)) ?? ['-- data: a table'];

function duckdbText(source: SnippetSource, text: Text, file: string): (string | Group)[] {
  const { columns, isListed, nullWords, quote, isBackslash, isUtf8 } = dialectOf(source, text);
  const texts = isListed ? columns.filter(isText) : [];
  const format = (name: string, value: string, usual: readonly string[]) =>
    usual.includes(value) ? [] : [`${name} = ${sqlLiteral(value)}`];
  return [
    file,
    `delim = ${sqlLiteral(text.separator)}`,
    `header = ${text.header}`,
    ...(text.decimalMark === 'comma' ? ["decimal_separator = ','"] : []),
    ...(text.thousands === 'none' ? [] : [`thousands = ${sqlLiteral(thousandsMarks[text.thousands])}`]),
    ...(quote === '"' ? [] : [`quote = ${sqlLiteral(quote)}`]),
    ...(isBackslash && quote !== '' ? ["escape = '\\'"] : []),
    ...(text.skippedLines > 0 ? [`skip = ${text.skippedLines}`] : []),
    ...(isUtf8 ? [] : [`encoding = ${sqlLiteral(text.encoding)}`]),
    ...(nullWords.length === 0 ? [] : [listOf('nullstr = [', ["''", ...nullWords.map(sqlLiteral)])]),
    ...format('dateformat', text.dateFormat, ['%Y-%m-%d', 'text']),
    ...format('timestampformat', text.timestampFormat, ['iso', 'text']),
    ...(text.header || !isListed
      ? []
      : [
          listOf(
            'names = [',
            columns.map(({ name }) => sqlLiteral(name)),
          ),
        ]),
    ...(texts.length === 0
      ? []
      : [
          listOf(
            'types = {',
            texts.map(({ name }) => `${sqlLiteral(name)}: 'VARCHAR'`),
          ),
        ]),
  ];
}
