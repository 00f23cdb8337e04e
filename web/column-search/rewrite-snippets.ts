import type { ColumnSchema } from '../../workers/model/column-schema';
import { type ColumnSetting, codecKey, partEncodings, partSetting } from '../../workers/model/column-search';
import type { DatasetSchema } from '../../workers/model/dataset';
import { type Narrowing, unitOfForm } from '../../workers/model/narrowing';
import { declaredKey, type RewriteRecipe } from '../../workers/model/rewrite';
import { parquetLeaves } from '../../workers/model/parquet-leaves';
import type { FoundFile } from '../../workers/model/search-choice';
import { sqlIdentifier, sqlLiteral } from '../../workers/model/sql';
import type { SortKey } from '../../workers/model/sort-rows';
import { pythonText } from '../../workers/snippets/literals';
import { call, joined, type OtherSize, otherSizeText } from '../../workers/snippets/snippet';
import { readableSource } from '../../workers/registry/source-readers';
import type { SnippetSource } from '../../workers/snippets/snippet-source';
import { snippetsFor } from '../decide/snippets/snippets';
import { duckdbInput } from '../../workers/snippets/source';
import { formatBytes, formatPercent } from '../figures/figures';
import { duckdbCast, leavesZoned, zoneOf } from './duckdb-casts';
import { noticedShare, type PyarrowSize, pyarrowSizeOf } from './pyarrow-size';
import { candidateOfRecipe, namesText, narrowedSchema } from './recipe';

/** Lines that rewrite a table with another tool, for users to copy. */
export interface RewriteSnippet {
  readonly tool: 'pyarrow' | 'duckdb';
  readonly label: string;
  readonly code: string;
  /** What the tool can't do, or does otherwise than the recipe says, in sentences. Null if it does all. */
  readonly lacks: string | null;
  /** How far the size of the tool's file differs from that of the page's. Absent if it is within 2 %. */
  readonly sizeRange?: OtherSize['range'];
}

type TableSchema = Extract<DatasetSchema, { kind: 'table' }>;

/** A file that was found: its size, and what its columns were tried with. */
type FoundSizes = Pick<FoundFile, 'sizeBytes' | 'trials'>;

/**
 * The lines by pyarrow, with every setting, and by DuckDB, as far as it can.
 * @param found the file that the recipe writes; null if its size is not known
 * @param source the user's file, which the lines then read first
 */
export function rewriteSnippets(
  recipe: RewriteRecipe,
  schema: TableSchema,
  found: FoundSizes | null = null,
  source?: SnippetSource,
): readonly RewriteSnippet[] {
  return [...pyarrow(recipe, schema, found, source), duckdb(recipe, schema, found, source)];
}

function pyarrow(
  recipe: RewriteRecipe,
  schema: TableSchema,
  file: FoundSizes | null,
  source: SnippetSource | undefined,
): RewriteSnippet[] {
  const written = narrowedSchema(schema, recipe);
  const declared = declaredKey(recipe.order, written.columns);
  const sorting =
    declared === null
      ? undefined
      : {
          column: leafIndex(written, declared.column),
          descending: declared.descending,
        };
  const size = file === null ? null : pyarrowSizeOf(file, written.columns);
  const casts = recipe.columns.flatMap(({ name, setting: { narrowing } }) =>
    narrowing === null
      ? []
      : [
          `${pythonText(name)}: ${pyarrowType(narrowing, columnOf(schema, name), `table.schema.field(${pythonText(name)}).type`)}`,
        ],
  );
  const prepared = [
    ...(casts.length === 0
      ? []
      : [
          'types = {',
          ...casts.map((cast) => `    ${cast},`),
          '}',
          'for name, type in types.items():',
          '    table = table.set_column(table.column_names.index(name), name, table[name].cast(type))',
        ]),
    ...pyarrowSort(recipe.order, written),
  ];
  const found = snippetsFor(candidateOfRecipe(recipe), written, {
    sorting,
    anySize: true,
    withoutStatistics: size?.withoutStatistics ?? [],
    source,
    prepared: {
      imports: [
        ...(casts.length === 0 && !hasCategory(recipe.order, written) ? [] : ['import pyarrow as pa']),
        ...(hasCategory(recipe.order, written) ? ['import pyarrow.compute as pc'] : []),
      ],
      lines: prepared,
    },
  }).find(({ tool }) => tool === 'pyarrow');
  if (found === undefined || found.write === null) return [];
  const hasGzip = recipe.columns.some(({ setting }) => setting.codec?.id === 'gzip');
  const lacks = [
    ...(hasGzip ? [otherGzip] : []),
    ...(file === null || size === null ? [] : statisticsText(size, file)),
  ];
  return [{ tool: 'pyarrow', label: 'pyarrow', code: found.write, lacks: lacks.length === 0 ? null : lacks.join(' ') }];
}

/** Why pyarrow's file has other statistics, and another size by that. */
function statisticsText({ sizeBytes, withoutStatistics }: PyarrowSize, file: FoundSizes): string[] {
  const share = sizeBytes / file.sizeBytes - 1;
  return [
    ...(withoutStatistics.length === 0
      ? []
      : [
          `pyarrow can’t shorten the long texts in the statistics of ${namesText(withoutStatistics)}, as Formatlab does. They would make its file larger, so that its lines leave these statistics out.`,
        ]),
    ...(share <= noticedShare
      ? []
      : [
          `pyarrow also writes each page’s smallest and largest value into the page’s header, and has no setting for that. With pages as small as these, its file is expected to have about ${formatBytes(sizeBytes)}, which is ${formatPercent(share)} more.`,
        ]),
  ];
}

const isCategory = ({ columns }: TableSchema, name: string): boolean =>
  columns.some((column) => column.name === name && column.type === 'category');

const hasCategory = (order: RewriteRecipe['order'], schema: TableSchema): boolean =>
  order.some(({ column }) => isCategory(schema, column));

function pyarrowSort(order: RewriteRecipe['order'], schema: TableSchema): string[] {
  if (order.length === 0) return [];
  const keys = { open: '[', items: order.map(pyarrowKey), close: ']' } as const;
  if (!hasCategory(order, schema)) return [...call('table = table.sort_by', [keys])];
  return [
    '# pyarrow does not sort by a dictionary column: it sorts by its values instead.',
    'keys = {',
    ...order.map(({ column: name }) => {
      const column = `table[${pythonText(name)}]`;
      return `    ${pythonText(name)}: ${isCategory(schema, name) ? `${column}.cast(${column}.type.value_type)` : column},`;
    }),
    '}',
    ...call('order = pc.sort_indices', ['pa.table(keys)', { ...keys, open: 'sort_keys=[' }]),
    'table = table.take(order)',
  ];
}

/** The number of a column among those that Parquet stores, as `pq.SortingColumn` takes it: the fields of a struct are columns of their own. */
function leafIndex({ columns }: TableSchema, name: string): number {
  const before = columns.slice(
    0,
    columns.findIndex((column) => column.name === name),
  );
  return parquetLeaves(before).length;
}

const otherGzip =
  'pyarrow compresses gzip with zlib. Formatlab uses libdeflate, which often finds more repetitions, so that columns with gzip can be larger by pyarrow.';

const columnOf = ({ columns }: TableSchema, name: string): ColumnSchema | undefined =>
  columns.find((each) => each.name === name);

/**
 * The type in which pyarrow writes a column.
 * @param own the expression of the column's own type, for the fields of a struct that keep theirs
 */
function pyarrowType(narrowing: Narrowing, column: ColumnSchema | undefined, own: string): string {
  if (narrowing.to === 'list') {
    const item = column?.type === 'list' ? column.item : undefined;
    return `pa.list_(${pyarrowType(narrowing.item, item, `${own}.value_type`)})`;
  }
  if (narrowing.to === 'struct') {
    const fields = narrowing.fields.map(({ name, narrowing: narrow }, index) => {
      const field = column?.type === 'struct' ? column.fields[index] : undefined;
      const type = `${own}.field(${index}).type`;
      return `(${pythonText(name)}, ${narrow === null ? type : pyarrowType(narrow, field, type)})`;
    });
    return `pa.struct([${fields.join(', ')}])`;
  }
  const timeZone = zoneOf(column);
  if (narrowing.to === 'date') return 'pa.date32()';
  if (narrowing.to !== 'timestamp') return `pa.${narrowing.to}()`;
  const unit = 'from' in narrowing ? unitOfForm(narrowing) : narrowing.unit;
  const zone = 'from' in narrowing ? (narrowing.isUtc ? 'UTC' : null) : timeZone;
  return `pa.timestamp("${unit}"${zone === null ? '' : `, tz=${pythonText(zone)}`})`;
}

const duckdbCodecs: Readonly<Record<string, string>> = {
  snappy: 'snappy',
  gzip: 'gzip',
  lz4: 'lz4_raw',
  zstd: 'zstd',
  brotli: 'brotli',
};

const pyarrowKey = ({ column, descending }: SortKey): string =>
  `(${pythonText(column)}, "${descending ? 'descending' : 'ascending'}")`;

/** NaN is DuckDB's greatest number: descending, it would come first. */
function sqlKeys({ column, descending }: SortKey, { columns }: TableSchema): string[] {
  const name = sqlIdentifier(column);
  if (!descending) return [`${name} NULLS LAST`];
  const type = columns.find((each) => each.name === column)?.type;
  const isFloat = type === 'float32' || type === 'float64';
  return [...(isFloat ? [`isnan(${name}) NULLS LAST`] : []), `${name} DESC NULLS LAST`];
}

/** Encodings of Parquet that DuckDB only chooses in files of version 2. */
const newEncodings = new Set([
  'DELTA_BINARY_PACKED',
  'BYTE_STREAM_SPLIT',
  'DELTA_LENGTH_BYTE_ARRAY',
  'DELTA_BYTE_ARRAY',
]);

/** The codec of the most compressed bytes, for a tool that has one for the whole file. Without a codec, texts would take several times as much. */
function mainCodec(recipe: RewriteRecipe, found: FoundSizes | null): ColumnSetting['codec'] {
  if (found === null || found.trials.size === 0) return candidateOfRecipe(recipe).codec;
  const bytesByCodec = new Map<string, { readonly codec: ColumnSetting['codec']; readonly bytes: number }>();
  for (const { setting, sizeBytes } of found.trials.values()) {
    if (setting.codec === null) continue;
    const key = codecKey(setting.codec);
    bytesByCodec.set(key, { codec: setting.codec, bytes: (bytesByCodec.get(key)?.bytes ?? 0) + sizeBytes });
  }
  return [...bytesByCodec.values()].sort((one, other) => other.bytes - one.bytes)[0]?.codec ?? null;
}

function duckdb(
  recipe: RewriteRecipe,
  schema: TableSchema,
  found: FoundSizes | null,
  source: SnippetSource | undefined,
): RewriteSnippet {
  const codec = mainCodec(recipe, found);
  const { order, layout, columns } = recipe;
  const casts = columns.flatMap(({ name, setting: { narrowing } }) => {
    const cast = narrowing === null ? null : duckdbCast(sqlIdentifier(name), narrowing, columnOf(schema, name));
    return cast === null ? [] : [`    ${cast} AS ${sqlIdentifier(name)}`];
  });
  const isVersion2 = columns.some(({ setting: { encoding } }) =>
    (partEncodings(encoding)?.map(([, own]) => partSetting(own).encoding) ?? [encoding]).some((own) =>
      newEncodings.has(own),
    ),
  );
  const options = [
    'FORMAT parquet',
    `COMPRESSION ${codec === null ? 'uncompressed' : (duckdbCodecs[codec.id] ?? 'zstd')}`,
    ...(codec?.id === 'zstd' ? [`COMPRESSION_LEVEL ${codec.level}`] : []),
    `ROW_GROUP_SIZE ${layout.rowGroupRows}`,
    ...(isVersion2 ? ['PARQUET_VERSION v2'] : []),
    `STRING_DICTIONARY_PAGE_SIZE_LIMIT ${layout.dictionaryKiB * 1_024}`,
  ];
  // DuckDB's sort is not stable: the number of the row decides between equal rows.
  const rowNumber = sqlIdentifier('row number of the rewrite');
  const rows = order.length === 0 ? 'data' : `(SELECT *, row_number() OVER () AS ${rowNumber} FROM data)`;
  const code = joined([
    ...duckdbInput(readableSource(source)),
    'COPY (',
    `  SELECT *${order.length === 0 ? '' : ` EXCLUDE (${rowNumber})`}${casts.length === 0 ? '' : ' REPLACE ('}`,
    ...(casts.length === 0 ? [] : [casts.join(',\n'), '  )']),
    `  FROM ${rows}`,
    ...(order.length === 0
      ? []
      : [`  ORDER BY ${[...order.flatMap((key) => sqlKeys(key, schema)), rowNumber].join(', ')}`]),
    ...call(`) TO ${sqlLiteral('data.parquet')} `, options),
  ]).concat(';');
  return {
    tool: 'duckdb',
    label: 'DuckDB',
    code,
    lacks: lacksOf(recipe, schema, codec?.id ?? null),
    sizeRange: duckdbRange,
  };
}

/** How far the size of DuckDB's file differs. */
const duckdbRange: OtherSize['range'] = [-0.4, 1.5];

function lacksOf(recipe: RewriteRecipe, schema: TableSchema, codec: string | null): string | null {
  const { columns, layout, order } = recipe;
  const isDeclared = declaredKey(order, narrowedSchema(schema, recipe).columns) !== null;
  const codecs = new Set(columns.map(({ setting }) => JSON.stringify(setting.codec)));
  const hasUncast = columns.some(
    ({ name, setting: { narrowing } }) => narrowing !== null && leavesZoned(narrowing, columnOf(schema, name)),
  );
  const lacks = [
    'the encoding of each column',
    ...(codecs.size > 1 ? ['a codec and level for each column'] : []),
    ...(codec !== null && codec !== 'zstd' && codec !== 'snappy' && codec !== 'lz4' ? [`the level of ${codec}`] : []),
    ...(layout.pageKiB === 1_024 && layout.pageRows === 20_000 ? [] : ['the size of pages']),
    ...(hasUncast ? ['the unit of timestamps with a time zone'] : []),
    ...(isDeclared ? ['the declared order of rows'] : []),
  ];
  return otherSizeText({
    because: `DuckDB takes no setting for ${orList(lacks)}, and chooses these itself`,
    range: duckdbRange,
  });
}

export const orList = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
