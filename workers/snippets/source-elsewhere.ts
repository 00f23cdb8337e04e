import { decimalMarks, isAlignment, quoteCharacters } from '../model/reading-options';
import { javaText, juliaText, rText } from './literals';
import { call } from './snippet';
import type { SnippetSource } from './snippet-source';

/** The lines of R, Julia and Spark that read the user's file. Without a file, or a reader of it, they say what the user has. */

export function rInput(source: SnippetSource | undefined): readonly string[] {
  const usual = ['# df: a data frame'];
  if (source === undefined || source.schema.kind !== 'table') return usual;
  const file = rText(source.fileName);
  if (source.type === 'parquet') return [`df <- arrow::read_parquet(${file})`];
  if (source.type === 'xlsx')
    return call('df <- readxl::read_excel', [
      file,
      ...(source.part === null ? [] : [`sheet = ${rText(source.part)}`]),
      ...(source.header ? [] : ['col_names = FALSE']),
    ]);
  const { text } = source;
  if (source.type !== 'csv' || text === null || isAlignment(text.delimiter)) return usual;
  const locale = [
    ...(text.decimalMark === 'comma' ? [`decimal_mark = ${rText(decimalMarks.comma)}`] : []),
    ...(text.encoding === 'utf-8' ? [] : [`encoding = ${rText(text.encoding)}`]),
  ];
  return call('df <- readr::read_delim', [
    file,
    `delim = ${rText(text.separator)}`,
    ...(text.quote === 'double' ? [] : [`quote = ${rText(quoteCharacters[text.quote])}`]),
    ...(text.header ? [] : ['col_names = FALSE']),
    ...(text.skippedLines > 0 ? [`skip = ${text.skippedLines}`] : []),
    `na = c(${['', ...text.nullWords].map(rText).join(', ')})`,
    ...(locale.length === 0 ? [] : [`locale = readr::locale(${locale.join(', ')})`]),
  ]);
}

/** @param comment what else is said of the data frame */
export function juliaInput(source: SnippetSource | undefined, comment = ''): readonly string[] {
  const usual = [`# df: a DataFrame${comment}`];
  const text = source?.text ?? null;
  if (source === undefined || source.type !== 'csv' || text === null || isAlignment(text.delimiter)) return usual;
  const values = [
    juliaText(source.fileName),
    `DataFrames.DataFrame; delim=${juliaText(text.separator)}`,
    ...(text.decimalMark === 'comma' ? ["decimal=','"] : []),
    ...(text.header ? [] : ['header=false']),
    ...(text.skippedLines > 0 ? [`skipto=${text.skippedLines + (text.header ? 2 : 1)}`] : []),
    `missingstring=[${['', ...text.nullWords].map(juliaText).join(', ')}]`,
  ];
  return [
    'import CSV, DataFrames',
    ...(comment === '' ? [] : [`#${comment.replace(/^\./u, '')}`]),
    ...call('df = CSV.read', values),
  ];
}

export function sparkInput(source: SnippetSource | undefined, comment: string): readonly string[] {
  const usual = [`// df: a Dataset<Row>. ${comment}`];
  if (source === undefined || source.schema.kind !== 'table') return usual;
  const file = javaText(source.fileName);
  if (source.type === 'parquet') return [`// ${comment}`, `Dataset<Row> df = spark.read().parquet(${file});`];
  const { text } = source;
  if (source.type !== 'csv' || text === null || isAlignment(text.delimiter)) return usual;
  const set = (name: string, value: string) => `  .option("${name}", ${javaText(value)})`;
  return [
    `// ${comment}`,
    'Dataset<Row> df = spark.read()',
    set('sep', text.separator),
    set('header', String(text.header)),
    set('inferSchema', 'true'),
    ...(text.quote === 'double' ? [] : [set('quote', quoteCharacters[text.quote])]),
    ...(text.quoteEscape === 'doubled' ? [set('escape', '"')] : []),
    ...(text.encoding === 'utf-8' ? [] : [set('encoding', text.encoding)]),
    `  .csv(${file});`,
  ];
}
