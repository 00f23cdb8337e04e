import type { ColumnSchema } from '../../model/column-schema';
import {
  decimalMarks,
  type DelimitedReading,
  isAlignment,
  quoteCharacters,
  thousandsMarks,
} from '../../model/reading-options';
import { sqlLiteral } from '../../model/sql';
import { javaText, juliaText, pythonText, rText } from '../../snippets/literals';
import { call, maxListedColumns } from '../../snippets/snippet';
import { byPandas, columnsOf, listOf, namesOf } from '../../snippets/source';
import type { FileSourceReaders, Group, SnippetSource } from '../../snippets/snippet-source';

const isText = ({ type }: ColumnSchema) => type === 'utf8' || type === 'json';

export const sourceReaders: FileSourceReaders = {
  csv: {
    pandas: (source) => (source.text === null ? null : byPandas(pandasText(source, source.text))),
    pyarrow: (source) =>
      source.text !== null && isReadByPyarrow(source.text)
        ? {
            imports: ['import pyarrow as pa', 'import pyarrow.csv as csv'],
            lines: pyarrowText(source, source.text),
          }
        : null,
    duckdb: (source) => ofDelimited(source, (text) => ({ reader: 'read_csv', values: duckdbText(source, text) })),
    r: (source) => ofDelimited(source, (text) => rLines(source, text)),
    julia: (source) => ofDelimited(source, (text) => juliaLines(source, text)),
    spark: (source) => ofDelimited(source, (text) => sparkLines(source, text)),
  },
};

/** Null of columns that are aligned by spaces. */
const ofDelimited = <T>({ text }: SnippetSource, of: (text: Text) => T): T | null =>
  text === null || isAlignment(text.delimiter) ? null : of(text);

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
    ...(text.header ? [] : ['header=None', ...(isListed ? [listOf('names=[', namesOf(columns))] : [])]),
    ...(isUtf8 ? [] : [`encoding=${pythonText(text.encoding)}`]),
    ...(isListed && columns.some(isText)
      ? [
          listOf(
            'dtype={',
            columns.filter(isText).map(({ name }) => `${pythonText(name)}: "str"`),
          ),
        ]
      : []),
    ...(isListed && times.length > 0 ? [listOf('parse_dates=[', namesOf(times))] : []),
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
        ? [`column_names=[${namesOf(columns).join(', ')}]`]
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

function duckdbText(source: SnippetSource, text: Text): (string | Group)[] {
  const { columns, isListed, nullWords, quote, isBackslash, isUtf8 } = dialectOf(source, text);
  const texts = isListed ? columns.filter(isText) : [];
  const format = (name: string, value: string, usual: readonly string[]) =>
    usual.includes(value) ? [] : [`${name} = ${sqlLiteral(value)}`];
  return [
    sqlLiteral(source.fileName),
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

function rLines(source: SnippetSource, text: Text): readonly string[] {
  const locale = [
    ...(text.decimalMark === 'comma' ? [`decimal_mark = ${rText(decimalMarks.comma)}`] : []),
    ...(text.encoding === 'utf-8' ? [] : [`encoding = ${rText(text.encoding)}`]),
  ];
  return call('df <- readr::read_delim', [
    rText(source.fileName),
    `delim = ${rText(text.separator)}`,
    ...(text.quote === 'double' ? [] : [`quote = ${rText(quoteCharacters[text.quote])}`]),
    ...(text.header ? [] : ['col_names = FALSE']),
    ...(text.skippedLines > 0 ? [`skip = ${text.skippedLines}`] : []),
    `na = c(${['', ...text.nullWords].map(rText).join(', ')})`,
    ...(locale.length === 0 ? [] : [`locale = readr::locale(${locale.join(', ')})`]),
  ]);
}

function juliaLines(source: SnippetSource, text: Text): readonly string[] {
  const values = [
    juliaText(source.fileName),
    `DataFrames.DataFrame; delim=${juliaText(text.separator)}`,
    ...(text.decimalMark === 'comma' ? ["decimal=','"] : []),
    ...(text.header ? [] : ['header=false']),
    ...(text.skippedLines > 0 ? [`skipto=${text.skippedLines + (text.header ? 2 : 1)}`] : []),
    `missingstring=[${['', ...text.nullWords].map(juliaText).join(', ')}]`,
  ];
  return call('df = CSV.read', values);
}

function sparkLines(source: SnippetSource, text: Text): readonly string[] {
  const set = (name: string, value: string) => `  .option("${name}", ${javaText(value)})`;
  return [
    'Dataset<Row> df = spark.read()',
    set('sep', text.separator),
    set('header', String(text.header)),
    set('inferSchema', 'true'),
    ...(text.quote === 'double' ? [] : [set('quote', quoteCharacters[text.quote])]),
    ...(text.quoteEscape === 'doubled' ? [set('escape', '"')] : []),
    ...(text.encoding === 'utf-8' ? [] : [set('encoding', text.encoding)]),
    `  .csv(${javaText(source.fileName)});`,
  ];
}
