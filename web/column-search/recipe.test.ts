import { describe, expect, test } from 'vitest';
import { type ColumnSetting, defaultLayout, type TriedSetting } from '../../workers/model/column-search';
import type { Narrowing } from '../../workers/model/narrowing';
import type { ChunkBounds } from '../../workers/model/remote/parquet-reads';
import type { RewriteRecipe } from '../../workers/model/rewrite';

import { pyarrowSizeOf } from './pyarrow-size';
import { candidateOfRecipe, narrowedSchema, planSentences } from './recipe';
import { rewriteSnippets } from './rewrite-snippets';

const setting = (encoding: string, level: number | null, narrowing: Narrowing | null = null): ColumnSetting => ({
  encoding,
  codec: level === null ? null : { id: 'zstd', level },
  narrowing,
});
const schema = {
  kind: 'table' as const,
  columns: [
    { name: 'id', type: 'int64' as const, nullable: false },
    { name: 'a "day"', type: 'utf8' as const, nullable: true },
    { name: 'seen', type: 'timestamp' as const, nullable: false, unit: 'ns' as const, timeZone: 'UTC' },
  ],
};
const recipe: RewriteRecipe = {
  order: [
    { column: 'a "day"', descending: false },
    { column: 'id', descending: true },
  ],
  layout: { ...defaultLayout, pageRows: 134_217_728, dictionaryKiB: 16_384 },
  columns: [
    { name: 'id', setting: setting('DELTA_BINARY_PACKED', 3, { to: 'int32' }) },
    { name: 'a "day"', setting: setting('DICTIONARY', 3, { from: 'text', to: 'date' }) },
    { name: 'seen', setting: setting('PLAIN', null, { to: 'timestamp', unit: 'ms' }) },
  ],
};
const plain: RewriteRecipe = {
  order: [],
  layout: defaultLayout,
  columns: schema.columns.map(({ name }) => ({ name, setting: setting('DICTIONARY', 1) })),
};

const tried = (
  bytes: number,
  own = setting('DICTIONARY', 1),
  bounds: ChunkBounds = { bytes: 16, hasFormerForm: true, areWhole: true },
): TriedSetting => ({
  column: 'id',
  setting: own,
  variant: { order: [], sortMs: null, layout: defaultLayout },
  allRows: true,
  sizeBytes: bytes,
  footerBytes: 300,
  encodeMs: 0,
  decodeMs: 0,
  lookupMs: null,
  parts: { rowGroup: 0, groups: [[{ bytes, row: null, indexBytes: 11, bounds }]] },
});

describe('the plan of a rewrite', () => {
  test('says every change in words', () => {
    const variant = { order: recipe.order, sortMs: 12, layout: recipe.layout };
    const chosen = { variant, trials: new Map(), sizeBytes: 1_000_000, encodeMs: 0, decodeMs: 0 };
    expect(planSentences(chosen, recipe, schema)).toEqual([
      'Sort all rows by “a "day"” ascending, then “id” descending. Rows with equal keys keep their order, and nulls come last. That takes 12.0 ms at each encode.',
      'Store “id” as int32 instead of int64: every value comes back.',
      'Store “a "day"” as date instead of utf8: every value comes back.',
      'Store “seen” as timestamp in ms instead of timestamp (ns, UTC): every value comes back.',
      'Write “id” with: DELTA_BINARY_PACKED, zstd 3.',
      'Write “a "day"” with: Dictionary, zstd 3.',
      'Write “seen” with: PLAIN, no codec.',
      'Declare in the file that its rows are sorted by “a "day"”, so that readers can use it.',
      'Lay the file out with pages of 1,024 KiB, however many rows; dictionaries of up to 16,384 KiB.',
      'The file is expected to have 1.00 MB.',
    ]);
  });

  test('has the narrower types, and the layout as options', () => {
    expect(narrowedSchema(schema, recipe).columns).toEqual([
      { name: 'id', type: 'int32', nullable: false },
      { name: 'a "day"', type: 'date', nullable: true },
      { name: 'seen', type: 'timestamp', nullable: false, unit: 'ms', timeZone: 'UTC' },
    ]);
    expect(candidateOfRecipe(recipe).options).toMatchObject({ pageRows: 134_217_728, dictionaryKiB: 16_384 });
    expect(candidateOfRecipe(plain).options).toMatchObject({ ...defaultLayout, columns: '' });
  });
});

describe('the code of a rewrite', () => {
  test('by pyarrow casts, sorts and has every setting', () => {
    const [pyarrow] = rewriteSnippets(recipe, schema);
    expect(pyarrow?.code).toBe(`import pyarrow as pa
import pyarrow.parquet as pq

# table: a pyarrow.Table
types = {
    "id": pa.int32(),
    "a \\"day\\"": pa.date32(),
    "seen": pa.timestamp("ms", tz="UTC"),
}
for name, type in types.items():
    table = table.set_column(table.column_names.index(name), name, table[name].cast(type))
table = table.sort_by([("a \\"day\\"", "ascending"), ("id", "descending")])
pq.write_table(
    table, "data.parquet",
    compression=dict.fromkeys(table.column_names, "zstd") | {"seen": "none"},
    compression_level={"id": 3, "a \\"day\\"": 3},
    use_dictionary=[name for name in table.column_names if name not in ["id", "seen"]],
    column_encoding={"id": "DELTA_BINARY_PACKED"}, max_rows_per_page=134217728,
    dictionary_pagesize_limit=16777216, coerce_timestamps="ms",
    sorting_columns=[pq.SortingColumn(1)]
)`);
  });

  test('by pyarrow counts the fields of a struct before the column that the file is sorted by', () => {
    const place = {
      name: 'place',
      type: 'struct' as const,
      nullable: false,
      fields: ['x', 'y'].map((name) => ({ name, type: 'float64' as const, nullable: false })),
    };
    const names = ['place', 'id'];
    const columns = names.map((name) => ({ name, setting: setting('DICTIONARY', 3) }));
    const order = [{ column: 'id', descending: true }];
    const [pyarrow] = rewriteSnippets(
      { order, layout: defaultLayout, columns },
      { kind: 'table', columns: [place, { name: 'id', type: 'int64', nullable: false }] },
    );
    expect(pyarrow?.code).toContain('sorting_columns=[pq.SortingColumn(2, descending=True)]');
  });

  test('by pyarrow says that columns with gzip can be larger', () => {
    const gzip = plain.columns.map((column, index) =>
      index > 0 ? column : { ...column, setting: { ...column.setting, codec: { id: 'gzip', level: 6 } } },
    );
    const [same] = rewriteSnippets(plain, schema);
    const [other] = rewriteSnippets({ ...plain, columns: gzip }, schema);
    expect(same?.lacks).toBeNull();
    expect(other?.lacks).toContain('columns with gzip can be larger by pyarrow');
  });

  test('by pyarrow says how large its statistics make small pages', () => {
    const lacksOf = (bytes: number) =>
      rewriteSnippets(plain, schema, { sizeBytes: bytes + 700, trials: new Map([['id', tried(bytes)]]) })[0]?.lacks;
    // 46 bytes in the page’s header, less 17 for the offset index and 54 for Formatlab’s notes.
    expect(pyarrowSizeOf({ sizeBytes: 1_000, trials: new Map([['id', tried(300)]]) }, schema.columns).sizeBytes).toBe(
      975,
    );
    expect(lacksOf(300)).toBeNull();
    const many = new Map(schema.columns.map(({ name }) => [name, { ...tried(300), column: name }]));
    expect(rewriteSnippets(plain, schema, { sizeBytes: 1_000, trials: many })[0]?.lacks).toBe(
      'pyarrow also writes each page’s smallest and largest value into the page’s header, and has no setting for that. With pages as small as these, its file is expected to have about 1.03 kB, which is 3.3 % more.',
    );
  });

  test('by pyarrow leaves out the statistics of long texts where they would count', () => {
    const bounds = { bytes: 128, hasFormerForm: false, areWhole: false };
    const snippetOf = (bytes: number) =>
      rewriteSnippets(plain, schema, {
        sizeBytes: bytes + 300,
        trials: new Map([['a "day"', { ...tried(bytes, undefined, bounds), column: 'a "day"' }]]),
      })[0];
    expect(snippetOf(100_000)?.code).toContain(
      'write_statistics=[name for name in table.column_names if name not in ["a \\"day\\""]]',
    );
    expect(snippetOf(100_000)?.lacks).toBe(
      'pyarrow can’t shorten the long texts in the statistics of “a "day"”, as Formatlab does. They would make its file larger, so that its lines leave these statistics out.',
    );
    expect(snippetOf(10_000_000)).toEqual(rewriteSnippets(plain, schema)[0]);
  });

  test('by DuckDB says what DuckDB can’t do', () => {
    const [, duckdb] = rewriteSnippets(recipe, schema);
    expect(duckdb?.code).toBe(`-- data: a table
COPY (
  SELECT * EXCLUDE ("row number of the rewrite") REPLACE (
    CAST("id" AS INTEGER) AS "id",
    CAST("a ""day""" AS DATE) AS "a ""day"""
  )
  FROM (SELECT *, row_number() OVER () AS "row number of the rewrite" FROM data)
  ORDER BY "a ""day""" NULLS LAST, "id" DESC NULLS LAST, "row number of the rewrite"
) TO 'data.parquet' (
    FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 3, ROW_GROUP_SIZE 1048576,
    PARQUET_VERSION v2, STRING_DICTIONARY_PAGE_SIZE_LIMIT 16777216
);`);
    expect(duckdb?.lacks).toBe(
      'DuckDB takes no setting for the encoding of each column, a codec and level for each column, the size of pages, the unit of timestamps with a time zone or the declared order of rows; it chooses these itself, so that its file has another size.',
    );
  });

  test('by DuckDB has the codec of the most bytes, since it takes one for all columns', () => {
    const sizes = [10, 20, 1_000];
    const columns = plain.columns.map(({ name }, index) => ({ name, setting: setting('PLAIN', index < 2 ? null : 9) }));
    const trials = new Map(columns.map((column, index) => [column.name, tried(sizes[index] ?? 0, column.setting)]));
    const [, duckdb] = rewriteSnippets({ ...plain, columns }, schema, { sizeBytes: 1_030, trials });
    expect(duckdb?.code).toContain('COMPRESSION zstd, COMPRESSION_LEVEL 9');
  });

  test('changes nothing where the recipe does not', () => {
    const [pyarrow, duckdb] = rewriteSnippets(plain, schema);
    expect(pyarrow?.code).toBe(`import pyarrow.parquet as pq

# table: a pyarrow.Table
pq.write_table(table, "data.parquet", compression="zstd", compression_level=1)`);
    expect(duckdb?.code.split('\n').slice(0, 4)).toEqual(['-- data: a table', 'COPY (', '  SELECT *', '  FROM data']);
  });
});
