import type { ColumnSchema } from '../../workers/model/column-schema';
import { codecText } from '../../workers/model/column-search';
import type { DatasetSchema } from '../../workers/model/dataset';
import { narrowingText, type PlainNarrowing, unitOfForm } from '../../workers/model/narrowing';
import type { ParquetRecipe, RecipeColumn } from '../../workers/model/recipe';
import { pythonText } from '../../workers/snippets/literals';
import { call, joined } from '../../workers/snippets/snippet';
import { namesText } from '../column-search/recipe';
import { orList } from '../column-search/rewrite-snippets';
import { type Leaf, leavesOf, prescription } from './prescription';

/**
 * What other tools do with a recipe, and what they can't. pyarrow and DuckDB have theirs in `rewriteSnippets`. Tried once by hand, with settings and values
 * as wanted: parquet-linter 0.1.1, Polars 2.1.0, Spark 4.3.0, parquet-rewrite 57.3.0.
 */

interface Target {
  readonly tool: string;
  readonly label: string;
  readonly code: string;
  /** What the tool can't express, in a sentence. Null if it can all. */
  readonly lacks: string | null;
}

type TableSchema = Extract<DatasetSchema, { kind: 'table' }>;

interface Made {
  readonly recipe: ParquetRecipe;
  readonly leaves: readonly Leaf[];
  readonly schema: TableSchema;
}

export function targetsOf(recipe: ParquetRecipe, schema: TableSchema): readonly Target[] {
  const made: Made = { recipe, schema, leaves: leavesOf(recipe, schema.columns) };
  return [linter(made), polars(made), spark(made), parquetRewrite(made)];
}

/** What a tool leaves as it is. @param own what else it lacks */
const lacksText = (tool: string, lacks: readonly string[], own: readonly string[] = []): string | null => {
  const texts = [...(lacks.length === 0 ? [] : [`${tool} has no setting for ${orList(lacks)}.`]), ...own];
  return texts.length === 0 ? null : texts.join(' ');
};

function linter({ recipe, schema }: Made): Target {
  const { text, leftOut } = prescription(recipe, schema.columns);
  const { order, columns, layout, pageVersion } = recipe;
  return {
    tool: 'parquet-linter',
    label: 'parquet-linter',
    code: text,
    lacks: lacksText(
      'A prescription',
      [
        ...(order.length > 0 ? ['the order of rows'] : []),
        ...(columns.some(({ narrowing }) => narrowing !== null) ? ['narrower types'] : []),
        ...(layout.pageRows === 20_000 ? [] : ['the rows of a page']),
        ...(pageVersion === '1' ? [] : ['the version of the pages']),
      ],
      leftOut.length === 0 ? [] : [`It can’t state the settings of ${namesText(leftOut)}, which stay as they are.`],
    ),
  };
}

/** The codec that most columns have, for a tool that has one for all. */
function mainCodec(leaves: readonly Leaf[]): RecipeColumn['codec'] {
  const counts = new Map<string, { readonly codec: RecipeColumn['codec']; readonly count: number }>();
  for (const { codec } of leaves)
    if (codec !== null) counts.set(codecText(codec), { codec, count: (counts.get(codecText(codec))?.count ?? 0) + 1 });
  return [...counts.values()].sort((one, other) => other.count - one.count)[0]?.codec ?? null;
}

/** What a tool lacks that has one codec for all columns, and no encodings by column. */
function shared({ leaves }: Made, hasDictionaryByColumn: boolean): string[] {
  const codecs = new Set(leaves.map(({ codec }) => codecText(codec)));
  const wanted = leaves.map(({ encoding }) => encoding);
  const others = wanted.some((encoding) => encoding !== 'DICTIONARY' && encoding !== 'PLAIN');
  const isMixed = new Set(wanted).size > 1;
  return [
    ...(codecs.size > 1 ? ['a codec by column'] : []),
    ...(others || (isMixed && !hasDictionaryByColumn) ? ['an encoding by column'] : []),
  ];
}

const codecNames = { snappy: 'snappy', gzip: 'gzip', lz4: 'lz4', zstd: 'zstd', brotli: 'brotli' } as const;

interface Cast {
  readonly name: string;
  readonly narrowing: PlainNarrowing;
  readonly column: ColumnSchema;
}

/** The narrowings of columns that have none inside, and the names of the others. */
function castsOf({ recipe, schema }: Made): { readonly casts: readonly Cast[]; readonly nested: readonly string[] } {
  const casts: Cast[] = [];
  const nested: string[] = [];
  for (const { name, narrowing } of recipe.columns) {
    const column = schema.columns.find((each) => each.name === name);
    if (narrowing === null || column === undefined) continue;
    if (narrowing.to === 'list' || narrowing.to === 'struct') nested.push(name);
    else casts.push({ name, narrowing, column });
  }
  return { casts, nested };
}

const nestedText = (nested: readonly string[]) =>
  nested.length === 0 ? [] : [`Its lines leave the types of ${namesText(nested)} as they are.`];

function polars(made: Made): Target {
  const { recipe, schema, leaves } = made;
  const { order, layout } = recipe;
  const codec = mainCodec(leaves);
  const { casts, nested } = castsOf(made);
  const sorts = order.map(({ column }) => pythonText(column)).join(', ');
  const floats = order.filter(
    ({ column, descending }) =>
      descending && schema.columns.find(({ name }) => name === column)?.type.startsWith('float') === true,
  );
  const code = joined([
    'import polars as pl',
    '',
    'frame = pl.scan_parquet("in.parquet")',
    ...(casts.length === 0
      ? []
      : ['frame = frame.with_columns(', ...casts.map((cast) => `    ${polarsCast(cast)},`), ')']),
    ...(order.length === 0
      ? []
      : call('frame = frame.sort', [
          `[${sorts}]`,
          `descending=[${order.map(({ descending }) => (descending ? 'True' : 'False')).join(', ')}]`,
          'nulls_last=True',
          'maintain_order=True',
        ])),
    ...call('frame.sink_parquet', [
      '"out.parquet"',
      `compression="${codec === null ? 'uncompressed' : codecNames[codec.id]}"`,
      ...(codec?.level == null ? [] : [`compression_level=${codec.level}`]),
      `row_group_size=${layout.rowGroupRows}`,
      `data_page_size=${layout.pageKiB * 1_024}`,
      ...(recipe.statistics === 'none' ? ['statistics=False'] : []),
    ]),
  ]);
  const lacks = [
    ...shared(made, false),
    ...(layout.pageRows === 20_000 ? [] : ['the rows of a page']),
    ...(recipe.statistics === 'page' ? ['statistics of pages'] : []),
    ...(recipe.bloomFilter ? ['Bloom filters'] : []),
  ];
  const nan = floats.map(({ column }) => column);
  return {
    tool: 'polars',
    label: 'Polars',
    code,
    lacks: lacksText('Polars', lacks, [
      ...nestedText(nested),
      ...(nan.length === 0 ? [] : [`It puts NaN before the numbers of ${namesText(nan)}, which are descending.`]),
    ]),
  };
}

const polarsTypes: Readonly<Record<string, string>> = {
  int32: 'pl.Int32',
  uint32: 'pl.UInt32',
  int64: 'pl.Int64',
  float32: 'pl.Float32',
};

function polarsCast({ name, narrowing, column }: Cast): string {
  const start = `pl.col(${pythonText(name)})`;
  if (narrowing.to === 'date') return `${start}.str.to_date("%Y-%m-%d")`;
  if (narrowing.to !== 'timestamp') return `${start}.cast(${polarsTypes[narrowing.to] ?? 'pl.Int64'})`;
  if ('from' in narrowing) {
    const fraction = narrowing.digits === 0 ? '' : '%.f';
    const format = `%Y-%m-%d${narrowing.separator}%H:%M:%S${fraction}${narrowing.isUtc ? 'Z' : ''}`;
    const zone = narrowing.isUtc ? '.dt.replace_time_zone("UTC")' : '';
    return `${start}.str.to_datetime(${pythonText(format)}, time_unit="${unitOfForm(narrowing)}")${zone}`;
  }
  const zone = column.type === 'timestamp' ? column.timeZone : undefined;
  return `${start}.cast(pl.Datetime("${narrowing.unit}"${zone === undefined ? '' : `, ${pythonText(zone)}`}))`;
}

/** A name within a path of Spark, where a full stop would mean a field. */
const sparkName = (name: string): string => pythonText(`\`${name.replaceAll('`', '``')}\``);

const sparkCasts: Readonly<Record<string, string>> = { int32: 'int', int64: 'bigint', float32: 'float', date: 'date' };

function spark(made: Made): Target {
  const { recipe, leaves } = made;
  const { order, layout } = recipe;
  const codec = mainCodec(leaves);
  const { casts, nested } = castsOf(made);
  const castable = casts.filter(({ narrowing }) => sparkCasts[narrowing.to] !== undefined);
  const left = casts.filter(({ narrowing }) => sparkCasts[narrowing.to] === undefined);
  const keys = order.map(
    ({ column, descending }) => `F.col(${sparkName(column)}).${descending ? 'desc' : 'asc'}_nulls_last()`,
  );
  const set = (option: string, value: string | number | boolean) =>
    `    .option(${pythonText(option)}, ${pythonText(String(value))})`;
  const withoutDictionary = leaves.filter(({ encoding }) => encoding !== 'DICTIONARY');
  const code = joined([
    'from pyspark.sql import SparkSession, functions as F',
    '',
    'spark = SparkSession.builder.getOrCreate()',
    'frame = spark.read.parquet("in.parquet")',
    ...castable.map(
      ({ name, narrowing }) =>
        `frame = frame.withColumn(${pythonText(name)}, F.col(${sparkName(name)}).cast("${sparkCasts[narrowing.to] ?? ''}"))`,
    ),
    'frame = frame.coalesce(1)',
    ...(keys.length === 0 ? [] : call('frame = frame.sortWithinPartitions', keys)),
    '(',
    '    frame.write',
    set('compression', codec === null ? 'uncompressed' : codec.id === 'lz4' ? 'lz4_raw' : codec.id),
    ...(codec?.id === 'zstd' && codec.level !== null ? [set('parquet.compression.codec.zstd.level', codec.level)] : []),
    ...withoutDictionary.map(({ path }) => set(`parquet.enable.dictionary#${path}`, false)),
    set('parquet.page.size', layout.pageKiB * 1_024),
    set('parquet.page.row.count.limit', layout.pageRows),
    set('parquet.dictionary.page.size', layout.dictionaryKiB * 1_024),
    ...(recipe.bloomFilter ? [set('parquet.bloom.filter.enabled', true)] : []),
    ...(recipe.pageVersion === '2' ? [set('parquet.writer.version', 'v2')] : []),
    '    .parquet("out")',
    ')',
  ]);
  const lacks = [
    ...shared(made, true),
    'the rows of a row group, which it ends by its bytes',
    ...(codec !== null && codec.id !== 'zstd' && codec.level !== null ? [`the level of ${codec.id}`] : []),
  ];
  return {
    tool: 'spark',
    label: 'Spark',
    code,
    lacks: lacksText('Spark', lacks, [
      ...nestedText([...nested, ...left.map(({ name }) => name)]),
      'It writes a folder with one file.',
    ]),
  };
}

function parquetRewrite(made: Made): Target {
  const { recipe, leaves } = made;
  const { layout, columns, order, statistics } = recipe;
  const codec = mainCodec(leaves);
  const encodings = [...new Set(leaves.map(({ encoding }) => encoding))];
  const plain = encodings.filter((encoding) => encoding !== 'DICTIONARY');
  const hasDictionary = leaves.filter(({ encoding }) => encoding === 'DICTIONARY').length * 2 >= leaves.length;
  const narrowings = columns.flatMap(({ narrowing }) => (narrowing === null ? [] : [narrowingText(narrowing)]));
  const code = [
    'parquet-rewrite --input in.parquet --output out.parquet',
    `--compression ${codec === null ? 'none' : codec.id === 'lz4' ? 'lz4-raw' : codec.id}`,
    ...(codec?.level == null ? [] : [`--compression-level ${codec.level}`]),
    ...(plain.length === 1 ? [`--encoding ${(plain[0] ?? '').toLowerCase().replaceAll('_', '-')}`] : []),
    `--dictionary-enabled ${hasDictionary}`,
    `--dictionary-page-size-limit ${layout.dictionaryKiB * 1_024}`,
    `--max-row-group-size ${layout.rowGroupRows}`,
    `--data-page-row-count-limit ${layout.pageRows}`,
    `--data-page-size-limit ${layout.pageKiB * 1_024}`,
    `--statistics-enabled ${statistics === 'columnChunk' ? 'chunk' : statistics}`,
    `--writer-version ${recipe.pageVersion}.0`,
    ...(recipe.bloomFilter ? ['--bloom-filter-enabled true'] : []),
  ].join(' \\\n  ');
  return {
    tool: 'parquet-rewrite',
    label: 'parquet-rewrite',
    code,
    lacks: lacksText('parquet-rewrite', [
      ...shared(made, false),
      ...(narrowings.length > 0 ? ['narrower types'] : []),
      ...(order.length > 0 ? ['the order of rows'] : []),
    ]),
  };
}
