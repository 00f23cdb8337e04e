import { sqlLiteral } from '../../../model/sql';
import {
  duckdbColumns,
  guessedTypes,
  duckdbTexts,
  pandasDecimalLines,
  pandasTextLines,
  pandasType,
  textColumns,
  type TextColumn,
} from '../../../snippets/columns';
import { pythonSnippet, type PythonCodec, type PythonFile } from '../../../snippets/python';
import { javaText, juliaText, pythonText, rText } from '../../../snippets/literals';
import { call, joined, maxListedColumns, type Snippet, type SnippetRequest } from '../../../snippets/snippet';
import { duckdbInput, juliaInput, rInput, sparkInput } from '../../../snippets/source';

/** CSV by pandas, DuckDB, R, Julia and Spark. */

/** Only an empty field is null; the text NA is a text. */
const readSettings = ['keep_default_na=False', 'na_values=[""]'];
const floatComment = '# For exact floats, pandas before version 3 needs float_precision="round_trip".';

function pandasTable(columns: readonly TextColumn[]): PythonFile | null {
  const types = columns.map((column) => [column.name, pandasType(column)] as const);
  if (types.some(([, type]) => type === null)) return null;
  const times = types.filter(([, type]) => type === 'time').map(([name]) => pythonText(name));
  const others = types.flatMap(([name, type]) => (type === 'time' ? [] : [`${pythonText(name)}: "${type}"`]));
  const isListed = columns.length <= maxListedColumns;
  const decimals = isListed ? pandasDecimalLines(columns) : [];
  const prepared = pandasTextLines(columns);
  const arrowFor = (lines: readonly string[]) =>
    lines.some((line) => line.includes('pd.ArrowDtype')) ? ['import pyarrow as pa'] : [];
  const bools = columns.some(({ type }) => type === 'bool');
  return {
    tool: 'pandas',
    label: 'pandas',
    input: `df: a pandas.DataFrame${bools ? '. It writes True and False, the page true and false' : ''}`,
    imports: ['import pandas as pd'],
    writeImports: arrowFor(prepared),
    readImports: arrowFor(decimals),
    tested: true,
    write: (target) => [...prepared, ...call('df.to_csv', [target, 'index=False', 'lineterminator="\\n"'])],
    read: (source) => [
      ...(columns.some(({ type }) => type.startsWith('float')) ? [floatComment] : []),
      ...(isListed ? [] : [`# ${guessedTypes}`]),
      ...call('df = pd.read_csv', [
        source,
        ...(isListed && others.length > 0 ? [{ open: 'dtype={', items: others, close: '}' }] : []),
        ...(isListed && times.length > 0 ? [{ open: 'parse_dates=[', items: times, close: ']' }] : []),
        ...readSettings,
      ]),
      ...decimals,
    ],
  };
}

const pandasVectors: PythonFile = {
  tool: 'pandas',
  label: 'pandas',
  input: 'vectors: a dictionary from id to NumPy array',
  imports: ['import pandas as pd'],
  tested: true,
  write: (target) => [
    'df = pd.DataFrame.from_dict(vectors, orient="index")',
    `df.to_csv(${target}, index_label="id", lineterminator="\\n")`,
  ],
  read: (source) => [
    floatComment,
    ...call('df = pd.read_csv', [source, 'dtype={"id": str}', 'index_col="id"', ...readSettings]),
    'vectors = dict(zip(df.index, df.to_numpy()))',
  ],
};

function duckdb({ fileName, source }: SnippetRequest, columns: readonly TextColumn[]): Snippet[] {
  const types = duckdbColumns(columns);
  if (types === null) return [];
  const hasZone = columns.some(({ timeZone }) => timeZone !== null);
  const texts = duckdbTexts(columns) ?? ['COPY data TO'];
  return [
    {
      tool: 'duckdb',
      label: 'DuckDB',
      language: 'sql',
      write: joined([
        ...duckdbInput(source),
        ...(hasZone ? ["SET TimeZone = 'UTC';"] : []),
        ...texts.slice(0, -1),
        ...call(`${texts.at(-1)} ${sqlLiteral(fileName)} `, ['FORMAT csv', 'HEADER']),
      ]).concat(';'),
      read: joined([
        ...(types.length === 0 ? [`-- ${guessedTypes}`] : []),
        ...(hasZone ? ["SET TimeZone = 'UTC';"] : []),
        ...call('CREATE TABLE data AS FROM read_csv', [sqlLiteral(fileName), 'header = true', ...types]),
      ]).concat(';'),
      tested: true,
    },
  ];
}

const elsewhere = ({ fileName, source }: SnippetRequest): Snippet[] => {
  return [
    {
      tool: 'r',
      label: 'R',
      language: 'r',
      write: joined(['library(readr)', '', ...rInput(source), `write_csv(df, ${rText(fileName)}, na = "")`]),
      read: joined(['library(readr)', '', `df <- read_csv(${rText(fileName)}, na = "")`]),
      tested: false,
    },
    {
      tool: 'julia',
      label: 'Julia',
      language: 'julia',
      write: joined(['using CSV', '', ...juliaInput(source), `CSV.write(${juliaText(fileName)}, df)`]),
      read: joined(['using CSV, DataFrames', '', `df = CSV.read(${juliaText(fileName)}, DataFrame)`]),
      tested: false,
    },
    {
      tool: 'java',
      label: 'Java (Spark)',
      language: 'java',
      write: joined([
        ...sparkInput(source, 'Spark makes a folder with this file.'),
        `df.coalesce(1).write().option("header", "true").option("emptyValue", "").csv(${javaText(fileName)});`,
      ]),
      read: `Dataset<Row> df = spark.read().option("header", "true").option("inferSchema", "true").csv(${javaText(fileName)});`,
      tested: false,
    },
  ];
};

export function csvSnippets(request: SnippetRequest, codec: PythonCodec | null, isWrapped: boolean): Snippet[] {
  const columns = textColumns(request.schema);
  const pandas =
    request.schema.kind === 'keyedVectors' ? pandasVectors : columns === null ? null : pandasTable(columns);
  const python = pandas === null || (isWrapped && codec === null) ? [] : [pythonSnippet(pandas, codec, request)];
  if (isWrapped || columns === null) return python;
  return [...python, ...duckdb(request, columns), ...(request.schema.kind === 'table' ? elsewhere(request) : [])];
}
