import type { ColumnSchema } from '../model/column-schema';
import { sqlIdentifier } from '../model/sql';
import { pythonText } from './literals';
import { call, listed } from './snippet';
import type { Group, ReadableSource, SnippetSource, SourceLines } from './snippet-source';

/** The lines of Python, SQL, R, Julia and Spark that read the user's file. Without a file, or a reader of it, they say what the user has. */

export const columnsOf = ({ schema }: SnippetSource): readonly ColumnSchema[] =>
  schema.kind === 'table' ? schema.columns : [];
export const namesOf = (columns: readonly ColumnSchema[]) => columns.map(({ name }) => pythonText(name));
export const listOf = (open: string, items: readonly string[]): Group => ({
  open,
  items,
  close: open.endsWith('{') ? '}' : ']',
});

/** Lines of pandas, with its import and others. */
export const byPandas = (line: string | readonly string[], ...imports: string[]): SourceLines => ({
  imports: ['import pandas as pd', ...imports],
  lines: typeof line === 'string' ? [line] : line,
});

function pyarrowSource(source: ReadableSource): SourceLines | null {
  const own = source.readers.pyarrow?.(source) ?? null;
  if (own !== null) return own;
  const ofPandas = source.readers.pandas?.(source) ?? null;
  return ofPandas === null
    ? null
    : {
        imports: [...ofPandas.imports, 'import pyarrow as pa'],
        lines: [...ofPandas.lines, 'table = pa.Table.from_pandas(df, preserve_index=False)'],
      };
}

/**
 * The lines of Python that read the file into a variable, which the lines that write it then take.
 * @returns null if no reader makes such a value of such a file, or the variable holds another thing
 */
export function pythonSource(source: ReadableSource, variable: string): SourceLines | null {
  if (variable === 'array') return source.readers.numpy?.(source) ?? null;
  if (variable === 'content') return source.readers.content?.(source) ?? null;
  if (source.schema.kind !== 'table' || (variable !== 'table' && variable !== 'df')) return null;
  const isTable = variable === 'table';
  const found = isTable ? pyarrowSource(source) : (source.readers.pandas?.(source) ?? null);
  if (found === null || !source.isSelected) return found;
  const chosen = namesOf(columnsOf(source));
  const lines = isTable ? call('table = table.select', [listOf('[', chosen)]) : listed('df = df[[', chosen, ']]');
  return { ...found, lines: [...found.lines, ...lines] };
}

/** What makes DuckDB's table `data` of the file. Without a file, or a reader of it, it says what the user has. */
export function duckdbInput(source: ReadableSource | undefined): readonly string[] {
  const found = source?.schema.kind === 'table' ? (source.readers.duckdb?.(source) ?? null) : null;
  if (source === undefined || found === null) return ['-- data: a table'];
  const columns = columnsOf(source).map(({ name }) => sqlIdentifier(name));
  const chosen = source.isSelected ? `SELECT ${columns.join(', ')} ` : '';
  return call(`CREATE TABLE data AS ${chosen}FROM ${found.reader}`, found.values).map((line, at, all) =>
    at === all.length - 1 ? `${line};` : line,
  );
}

/** What makes R's data frame `df`. */
export const rInput = (source: ReadableSource | undefined): readonly string[] =>
  (source?.schema.kind === 'table' ? source.readers.r?.(source) : null) ?? ['# df: a data frame'];

/** What makes Julia's `df`. @param comment what else is said of the data frame */
export function juliaInput(source: ReadableSource | undefined, comment = ''): readonly string[] {
  const found = source?.readers.julia?.(source) ?? null;
  if (found === null) return [`# df: a DataFrame${comment}`];
  return ['import CSV, DataFrames', ...(comment === '' ? [] : [`#${comment.replace(/^\./u, '')}`]), ...found];
}

/** What makes Spark's `df`. @param comment what else is said of the data frame */
export function sparkInput(source: ReadableSource | undefined, comment: string): readonly string[] {
  const found = (source?.schema.kind === 'table' ? source.readers.spark?.(source) : null) ?? null;
  return found === null ? [`// df: a Dataset<Row>. ${comment}`] : [`// ${comment}`, ...found];
}
