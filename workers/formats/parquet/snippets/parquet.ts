import { meta } from '../meta';
import type { ColumnSchema } from '../../../model/column-schema';
import type { DatasetSchema } from '../../../model/dataset';
import type { ColumnSettings } from '../../../model/entry';
import { parquetLeaves } from '../../../model/parquet-leaves';
import { needsArrowTypes, pandasTypeLines, tableInput, timeUnit } from '../../../snippets/columns';
import { duckdbParquet } from './duckdb';
import { type ParquetSettings, settingsOf } from '../../../snippets/parquet-settings';
import { keywords, pythonBoolean, pythonSnippet, type PythonCodec, type PythonFile } from '../../../snippets/python';
import { javaText, juliaText, pythonText, rText } from '../../../snippets/literals';
import { call, joined, listed, type OtherSize, type Snippet, type SnippetRequest } from '../../../snippets/snippet';
import type { Group } from '../../../snippets/snippet-source';
import { juliaInput, rInput, sparkInput } from '../../../snippets/source';

/** Parquet by pyarrow, pandas, DuckDB, R, Julia and Spark. */

const otherThanHyparquet =
  'pyarrow has no setting for a file of this size: hyparquet writes a dictionary only where it halves the column, and pages of another size.';

const nullableColumns =
  'pandas has no setting for a file of this size: it says of every column that it may hold nulls, and pyarrow then ends dictionaries at other rows. Write it by pyarrow.';

type Codec = ColumnSettings['codec'];
const codecName = (codec: Codec): string => codec?.id ?? 'none';
/** An argument of pyarrow's writer, if it is not the writer's default. */
function argument(name: string, value: string | Group, usual: string): (string | Group)[] {
  if (typeof value === 'string') return value === usual ? [] : [`${name}=${value}`];
  return [{ ...value, open: `${name}=${value.open}` }];
}

/**
 * The same value for all columns, or a dictionary of them by name. `usual` is the value of the columns that have no settings of their own, and
 * `names` the expression of all names.
 */
function byColumn(
  columns: readonly ColumnSettings[],
  usual: string,
  names: string,
  settingOf: (column: ColumnSettings) => string,
): string | Group {
  const others = columns
    .map((column) => [column.name, settingOf(column)] as const)
    .filter(([, value]) => value !== usual);
  if (others.length === 0) return usual;
  const items = others.map(([name, value]) => `${pythonText(name)}: ${value}`);
  return { open: `dict.fromkeys(${names}, ${usual}) | {`, items, close: '}' };
}

/** Which columns have a dictionary. A Boolean column has none under either setting. */
function withDictionary({ columns, encoding, byColumn: own }: ParquetSettings, names: string): string | Group {
  if (encoding === 'DICTIONARY' && !own) return 'True';
  const listed = columns.filter((column) => column.encoding === 'DICTIONARY').map(({ name }) => pythonText(name));
  if (listed.length === 0) return 'False';
  if (encoding !== 'DICTIONARY') return { open: '[', items: listed, close: ']' };
  const others = columns.filter((column) => column.encoding !== 'DICTIONARY').map(({ name }) => pythonText(name));
  return { open: `[name for name in ${names} if name not in [`, items: others, close: ']]' };
}

/** Which columns have statistics: all or none, but for those that are left out. */
function withStatistics(
  { statistics }: ParquetSettings,
  { withoutStatistics = [], schema }: SnippetRequest,
  names: string,
): string | Group {
  const leaves = schema.kind === 'table' ? parquetLeaves(schema.columns) : [];
  if (statistics === 'none') return 'False';
  if (withoutStatistics.length === 0) return 'True';
  const items = leaves.filter(({ of }) => withoutStatistics.includes(of)).map(({ path }) => pythonText(path));
  return { open: `[name for name in ${names} if name not in [`, items, close: ']]' };
}

/** The page stores decimals of up to 18 digits as int32 or int64, pyarrow as bytes of a fixed length unless told otherwise. */
const isIntegerDecimal = (column: ColumnSchema): boolean => {
  if (column.type === 'list') return isIntegerDecimal(column.item);
  if (column.type === 'struct') return column.fields.some(isIntegerDecimal);
  return column.type === 'decimal' && column.precision <= 18;
};

/** Filters with the page’s share of false positives for all columns but Booleans, for which pyarrow has none. */
function bloomFilters({ bloomFilter, columns }: ParquetSettings, schema: DatasetSchema, names: string): Group[] {
  if (!bloomFilter) return [];
  const isTable = schema.kind === 'table';
  const leaves = isTable ? parquetLeaves(schema.columns) : [];
  const bools = leaves.filter(({ column }) => column.type === 'bool').map(({ path }) => pythonText(path));
  if (bools.length > 0)
    return [
      {
        open: `bloom_filter_options={name: {"fpp": 0.05} for name in ${names} if name not in [`,
        items: bools,
        close: ']}',
      },
    ];
  const paths = isTable ? names : `[${columns.map(({ name }) => pythonText(name)).join(', ')}]`;
  return [{ open: 'bloom_filter_options={', items: [`name: {"fpp": 0.05} for name in ${paths}`], close: '}' }];
}

/** The arguments of pyarrow.parquet.write_table, without those that are its defaults. */
function pyarrowArguments(settings: ParquetSettings, request: SnippetRequest, names: string): (string | Group)[] {
  const { columns } = settings;
  const { inner, schema } = request;
  const unit = timeUnit(schema);
  const encoded = columns.filter(({ encoding }) => encoding !== 'DICTIONARY' && encoding !== 'PLAIN');
  const levelText = (codec: Codec) => codec?.level?.toString() ?? null;
  // Only codecs with levels may have one, so that the columns with a level are listed if some have none.
  const levelled = columns.flatMap(({ name, codec }) => {
    const level = levelText(codec);
    return level === null ? [] : [{ name, level }];
  });
  const isEqual = levelled.length === columns.length && levelled.every(({ level }) => level === levelText(inner));
  const levels: string | Group =
    isEqual || levelled.length === 0
      ? (levelled[0]?.level ?? 'None')
      : { open: '{', items: levelled.map(({ name, level }) => `${pythonText(name)}: ${level}`), close: '}' };
  return [
    ...argument(
      'compression',
      byColumn(columns, pythonText(codecName(inner)), names, ({ codec }) => pythonText(codecName(codec))),
      '"snappy"',
    ),
    ...argument('compression_level', levels, 'None'),
    ...argument('row_group_size', String(settings.rowGroupRows), '1048576'),
    ...argument('use_dictionary', withDictionary(settings, names), 'True'),
    ...(encoded.length === 0
      ? []
      : [
          {
            open: 'column_encoding={',
            items: encoded.map(({ name, encoding }) => `${pythonText(name)}: ${pythonText(encoding)}`),
            close: '}',
          },
        ]),
    ...bloomFilters(settings, schema, names),
    ...(schema.kind === 'table' && schema.columns.some(isIntegerDecimal) ? ['store_decimal_as_integer=True'] : []),
    ...keywords([
      ['data_page_version', pythonText(`${settings.pageVersion}.0`), '"1.0"'],
      ['data_page_size', String(settings.pageKiB * 1_024), '1048576'],
      ['max_rows_per_page', String(settings.pageRows), '20000'],
      ['dictionary_pagesize_limit', String(settings.dictionaryKiB * 1_024), '1048576'],
    ]),
    ...argument('write_statistics', withStatistics(settings, request, names), 'True'),
    ...keywords([['write_page_index', pythonBoolean(settings.statistics === 'page'), 'False']]),
    // pyarrow reads the times of a CSV file as nanoseconds, which take more bytes. It refuses to cut any.
    ...(unit === 'us' || unit === 'ms' ? [`coerce_timestamps=${pythonText(unit)}`] : []),
  ];
}

const otherGzip: OtherSize = {
  because: 'pyarrow compresses gzip with zlib, and the page with libdeflate, which searches for matches in another way',
  range: [-0.05, 0.07],
};

/** Why pyarrow writes a file of another size with the same settings, if it does. */
function otherSize(
  { candidate, anySize }: SnippetRequest,
  { columns }: ParquetSettings,
): Pick<Snippet, 'readsOnly' | 'otherSize'> {
  if (anySize === true) return {};
  if (candidate.implementation === 'hyparquet') return { readsOnly: otherThanHyparquet };
  return columns.some(({ codec }) => codec?.id === 'gzip') ? { otherSize: otherGzip } : {};
}

/** The key “pandas” with the types of the columns, which pyarrow writes twice: measured with pandas 3.1 on tables of 1 to 40 columns. */
const pandasBytesPerColumn = [300, 700] as const;

function pythonSnippets(request: SnippetRequest, settings: ParquetSettings, codec: PythonCodec | null): Snippet[] {
  const { schema, prepared } = request;
  // pyarrow does not write ALP.
  if (settings.columns.some(({ encoding }) => encoding === 'ALP')) return [];
  const shared = { tested: true, ...otherSize(request, settings) };
  const pyarrow: PythonFile = {
    ...shared,
    tool: 'pyarrow',
    label: 'pyarrow',
    input: tableInput(schema),
    imports: ['import pyarrow.parquet as pq'],
    writeImports: prepared?.imports ?? [],
    write: (target) => [
      ...(prepared?.lines ?? []),
      ...withPaths(schema, 'table.column_names', (names) =>
        call('pq.write_table', [
          'table',
          target,
          ...pyarrowArguments(settings, request, names),
          ...sortingArguments(request),
        ]),
      ),
    ],
    read: (source) => [`table = pq.read_table(${source})`],
  };
  const smallDictionary =
    settings.dictionaryKiB < 1_024 && settings.columns.some((each) => each.encoding === 'DICTIONARY');
  const columns = schema.kind === 'table' ? schema.columns : [];
  const byArrow = needsArrowTypes(columns);
  const pandas: PythonFile = {
    ...(smallDictionary ? { readsOnly: nullableColumns } : {}),
    ...shared,
    tool: 'pandas',
    label: 'pandas',
    input: 'df: a pandas.DataFrame',
    addedBytesPerColumn: pandasBytesPerColumn,
    imports: ['import pandas as pd'],
    writeImports: byArrow ? ['import pyarrow as pa'] : [],
    write: (target) => [
      ...pandasTypeLines(columns),
      ...withPaths(schema, 'df.columns', (names) =>
        call('df.to_parquet', [target, 'index=False', ...pyarrowArguments(settings, request, names)]),
      ),
    ],
    read: (source) => [`df = pd.read_parquet(${source}${byArrow ? ', dtype_backend="pyarrow"' : ''})`],
  };
  return [pyarrow, ...(schema.kind === 'table' ? [pandas] : [])].map((each) => pythonSnippet(each, codec, request));
}

/** Lines with the expression of the paths of all columns that Parquet stores: nested columns have others than their names. */
function withPaths(schema: DatasetSchema, names: string, lines: (paths: string) => string[]): string[] {
  const columns = schema.kind === 'table' ? schema.columns : [];
  const nested = parquetLeaves(columns).filter(({ path, column }) => path !== column.name);
  const paths = nested.map(({ path }) => pythonText(path));
  const written = lines(nested.length === 0 ? names : 'paths');
  return nested.length > 0 && written.some((line) => line.includes('in paths') || line.includes('(paths'))
    ? [...listed('paths = [', [`*${names}`, ...paths], ']'), ...written]
    : written;
}

const sortingArguments = ({ sorting }: SnippetRequest): string[] =>
  sorting === undefined
    ? []
    : [`sorting_columns=[pq.SortingColumn(${sorting.column}${sorting.descending ? ', descending=True' : ''})]`];

const sparkCodecs: Readonly<Record<string, string>> = {
  none: 'uncompressed',
  snappy: 'snappy',
  gzip: 'gzip',
  lz4: 'lz4_raw',
  zstd: 'zstd',
  brotli: 'brotli',
};

/** Whether the settings are those that R's and Spark's writers offer. */
const isPlain = ({ encoding, byColumn: own, bloomFilter }: ParquetSettings): boolean =>
  ['PLAIN', 'DICTIONARY'].includes(encoding) && !own && !bloomFilter;

function r({ inner, fileName, source }: SnippetRequest, settings: ParquetSettings): Snippet[] {
  if (!isPlain(settings) || settings.pageVersion !== '1') return [];
  const values = [
    'df',
    rText(fileName),
    `chunk_size = ${settings.rowGroupRows}`,
    `compression = ${rText(inner === null ? 'uncompressed' : inner.id)}`,
    ...(inner?.level === null || inner === null ? [] : [`compression_level = ${inner.level}`]),
    ...(settings.encoding === 'PLAIN' ? ['use_dictionary = FALSE'] : []),
    ...(settings.pageKiB === 1_024 ? [] : [`data_page_size = ${settings.pageKiB * 1_024}`]),
    ...(settings.statistics === 'none' ? ['write_statistics = FALSE'] : []),
  ];
  return [
    {
      tool: 'r',
      label: 'R',
      language: 'r',
      write: joined(['library(arrow)', '', ...rInput(source), ...call('write_parquet', values)]),
      read: joined(['library(arrow)', '', `df <- read_parquet(${rText(fileName)})`]),
      tested: false,
    },
  ];
}

function julia({ inner, fileName, source }: SnippetRequest, settings: ParquetSettings): Snippet[] {
  if (!isPlain(settings) || inner === null || !['snappy', 'gzip', 'zstd'].includes(inner.id)) return [];
  return [
    {
      tool: 'julia',
      label: 'Julia',
      language: 'julia',
      write: joined([
        'using Parquet2',
        '',
        ...juliaInput(source, '. Parquet2 chooses levels, pages and row groups itself.'),
        `Parquet2.writefile(${juliaText(fileName)}, df; compression_codec=:${inner.id})`,
      ]),
      read: joined(['using DataFrames, Parquet2', '', `df = DataFrame(Parquet2.Dataset(${juliaText(fileName)}))`]),
      tested: false,
    },
  ];
}

function spark({ inner, fileName, source }: SnippetRequest, settings: ParquetSettings): Snippet[] {
  if (!isPlain(settings) || settings.pageVersion !== '1' || inner?.id === 'brotli') return [];
  const set = (name: string, value: string | number | boolean) => `  .option("${name}", "${value}")`;
  return [
    {
      tool: 'java',
      label: 'Java (Spark)',
      language: 'java',
      write: joined([
        ...sparkInput(source, 'Spark ends a row group by its bytes, and makes a folder with this file.'),
        'df.coalesce(1).write()',
        set('compression', sparkCodecs[inner?.id ?? 'none'] ?? 'uncompressed'),
        ...(inner?.id === 'zstd' ? [set('parquet.compression.codec.zstd.level', inner.level ?? 1)] : []),
        set('parquet.enable.dictionary', settings.encoding === 'DICTIONARY'),
        set('parquet.page.size', settings.pageKiB * 1_024),
        set('parquet.page.row.count.limit', settings.pageRows),
        `  .parquet(${javaText(fileName)});`,
      ]),
      read: `Dataset<Row> df = spark.read().parquet(${javaText(fileName)});`,
      tested: false,
    },
  ];
}

export function parquetSnippets(request: SnippetRequest, codec: PythonCodec | null, isWrapped: boolean): Snippet[] {
  // The tools would have to prove the declared order, too.
  if (String(request.candidate.options.sortedBy ?? '').trim() !== '') return [];
  const settings = settingsOf(request, meta.columnSettings);
  if (isWrapped) return codec === null ? [] : pythonSnippets(request, settings, codec);
  return [pythonSnippets(request, settings, null), duckdbParquet(request, settings), r(request, settings)]
    .concat([julia(request, settings), spark(request, settings)])
    .flat();
}
