import { expect, test } from 'vitest';
import { rewriteSnippets } from './rewrite-snippets';
import { plain, recipe, schema, tried } from './testing/test-recipe';

/** The code of a rewrite as a whole, and what a tool lacks, in words. `recipe.test.ts` tests when something is lacking. */

const [pyarrow, duckdb] = rewriteSnippets(recipe, schema);

test('by pyarrow', () =>
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
)`));

test('by DuckDB', () => {
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
    'DuckDB takes no setting for the encoding of each column, a codec and level for each column, the size of pages, the unit of timestamps with a time zone or the declared order of rows, and chooses these itself. In our tests, its file has from 40 % less to 150 % more bytes than the page’s.',
  );
});

test('gzip by pyarrow', () => {
  const columns = plain.columns.map((column) => ({
    ...column,
    setting: { ...column.setting, codec: { id: 'gzip', level: 6 } },
  }));
  expect(rewriteSnippets({ ...plain, columns }, schema)[0]?.lacks).toBe(
    'pyarrow compresses gzip with zlib. Formatlab uses libdeflate, which often finds more repetitions, so that columns with gzip can be larger by pyarrow.',
  );
});

test('statistics by pyarrow', () => {
  const lacksOf = (sizeBytes: number, ...trials: (readonly [string, ReturnType<typeof tried>])[]) =>
    rewriteSnippets(plain, schema, { sizeBytes, trials: new Map(trials) })[0]?.lacks;
  expect(lacksOf(1_000, ...schema.columns.map(({ name }) => [name, { ...tried(300), column: name }] as const))).toBe(
    'pyarrow also writes each page’s smallest and largest value into the page’s header, and has no setting for that. With pages as small as these, its file is expected to have about 1.03 kB, which is 3.3 % more.',
  );
  const long = {
    ...tried(100_000, undefined, { bytes: 128, hasFormerForm: false, areWhole: false }),
    column: 'a "day"',
  };
  expect(lacksOf(100_300, ['a "day"', long])).toBe(
    'pyarrow can’t shorten the long texts in the statistics of “a "day"”, as Formatlab does. They would make its file larger, so that its lines leave these statistics out.',
  );
});
