import { describe, expect, test } from 'vitest';
import { defaultLayout, encodingOfParts } from '../../workers/model/column-search';
import {
  columnOfSetting,
  parseRecipe,
  type Recipe,
  recipeJson,
  recipeLimits,
  rewriteOf,
} from '../../workers/model/recipe';
import { hostileNames } from '../../workers/model/testing/hostile-names';
import { telling } from '../../workers/model/testing/telling';
import { applyScript } from './apply-script';
import { openRecipe } from './open-recipe';
import { recipeOfCandidate, recipeOfFound } from './recipe-of';
import { recipeText } from './recipe-text';
import { targetsOf } from './targets';
import { pyarrowSizeOf } from '../column-search/pyarrow-size';
import { candidateOfRecipe, narrowedSchema, planSentences } from '../column-search/recipe';
import { rewriteSnippets } from '../column-search/rewrite-snippets';
import type { ResultRow } from '../figures/rows';
import { plain, recipe, schema, setting, tried } from '../column-search/testing/test-recipe';

describe('the plan of a rewrite', () => {
  test('tells every change', () => {
    const variant = { order: recipe.order, sortMs: 12, layout: recipe.layout };
    const chosen = { variant, trials: new Map(), sizeBytes: 1_000_000, encodeMs: 0, decodeMs: 0 };
    const told = [
      ['“a "day"” ascending', '“id” descending', '12.0 ms'],
      ['“id”', 'int32', 'int64'],
      ['“a "day"”', 'date', 'utf8'],
      ['“seen”', 'timestamp in ms', 'timestamp (ns, UTC)'],
      ['“id”', 'DELTA_BINARY_PACKED', 'zstd 3'],
      ['“a "day"”', 'Dictionary', 'zstd 3'],
      ['“seen”', 'PLAIN', 'no codec'],
      ['“a "day"”'],
      ['1,024 KiB', '16,384 KiB'],
      ['1.00 MB'],
    ];
    expect(planSentences(chosen, recipe, schema)).toEqual(
      told.map((facts) => expect.stringMatching(telling(...facts))),
    );
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

  test('casts the items of lists and the fields of structs', () => {
    const float64 = (name: string) => ({ name, type: 'float64' as const, nullable: false });
    const nested: Parameters<typeof rewriteSnippets>[1] = {
      kind: 'table',
      columns: [
        { name: 'vector', type: 'list', nullable: false, item: float64('item') },
        {
          name: 'place',
          type: 'struct',
          nullable: false,
          fields: [{ name: 'note', type: 'utf8', nullable: true }, float64('x')],
        },
      ],
    };
    const float32 = { to: 'float32' } as const;
    const fields = [
      { name: 'note', narrowing: null },
      { name: 'x', narrowing: float32 },
    ];
    const columns = [
      {
        name: 'vector',
        setting: { ...setting('BYTE_STREAM_SPLIT', 1), narrowing: { to: 'list', item: float32 } as const },
      },
      { name: 'place', setting: { ...setting('DICTIONARY', 1), narrowing: { to: 'struct', fields } as const } },
    ];
    const narrow = { ...plain, columns };
    expect(narrowedSchema(nested, narrow).columns).toMatchObject([
      { type: 'list', item: { name: 'item', type: 'float32' } },
      { type: 'struct', fields: [{ type: 'utf8' }, { name: 'x', type: 'float32' }] },
    ]);
    const [pyarrow, duckdb] = rewriteSnippets(narrow, nested);
    expect(pyarrow?.code).toContain('"vector": pa.list_(pa.float32())');
    expect(pyarrow?.code).toContain(
      '"place": pa.struct([("note", table.schema.field("place").type.field(0).type), ("x", pa.float32())])',
    );
    expect(pyarrow?.code).toContain('"vector.list.element": "BYTE_STREAM_SPLIT"');
    expect(duckdb?.code).toContain('CAST("vector" AS FLOAT[])');
    const castPlace = `CASE WHEN "place" IS NOT NULL THEN {'note': "place"."note", 'x': CAST("place"."x" AS FLOAT)} END AS "place"`;
    expect(duckdb?.code).toContain(castPlace);
    const items = { to: 'list', item: { to: 'struct', fields } } as const;
    const list = {
      name: 'places',
      type: 'list',
      nullable: false,
      item: nested.columns[1] as (typeof nested.columns)[0],
    } as const;
    const settings = [{ name: 'places', setting: { ...setting('DICTIONARY', 1), narrowing: items } }];
    const [, ofStructs] = rewriteSnippets({ ...plain, columns: settings }, { kind: 'table', columns: [list] });
    const castPlaces = `[CASE WHEN item IS NOT NULL THEN {'note': item."note", 'x': CAST(item."x" AS FLOAT)} END FOR item IN "places"] AS "places"`;
    expect(ofStructs?.code).toContain(castPlaces);
  });

  test('by pyarrow sets each field of a struct by its path', () => {
    const parts = [
      ['place.note', 'DICTIONARY'],
      ['place.x', 'BYTE_STREAM_SPLIT'],
    ] as const;
    const place = {
      name: 'place',
      type: 'struct' as const,
      nullable: false,
      fields: [
        { name: 'note', type: 'utf8' as const, nullable: true },
        { name: 'x', type: 'float64' as const, nullable: false },
      ],
    };
    const id = { name: 'id', type: 'int64' as const, nullable: false };
    const columns = [
      { name: 'id', setting: setting('DICTIONARY', 1) },
      { name: 'place', setting: setting(encodingOfParts(parts), 9) },
    ];
    const [pyarrow] = rewriteSnippets({ ...plain, columns }, { kind: 'table', columns: [id, place] });
    expect(pyarrow?.code).toContain('column_encoding={"place.x": "BYTE_STREAM_SPLIT"}');
    expect(pyarrow?.code).toMatch(/compression_level=\{[^}]*"place\.note": 9[^}]*"place\.x": 9/u);
    expect(pyarrow?.code).toMatch(/use_dictionary=\[[^\]]*\[\s*"place\.x"/u);
  });

  test('by pyarrow says that columns with gzip can be larger', () => {
    const gzip = plain.columns.map((column, index) =>
      index > 0 ? column : { ...column, setting: { ...column.setting, codec: { id: 'gzip', level: 6 } } },
    );
    const [same] = rewriteSnippets(plain, schema);
    const [other] = rewriteSnippets({ ...plain, columns: gzip }, schema);
    expect(same?.lacks).toBeNull();
    expect(other?.lacks).toMatch(telling('gzip', 'pyarrow'));
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
    expect(rewriteSnippets(plain, schema, { sizeBytes: 1_000, trials: many })[0]?.lacks).toMatch(
      telling('pyarrow', '1.03 kB', '3.3 %'),
    );
  });

  test('by pyarrow has as many statistics for floats in a list as for floats', () => {
    const bounds = { bytes: 16, hasFormerForm: false, areWhole: true };
    const found = { sizeBytes: 1_000, trials: new Map([['id', tried(300, undefined, bounds)]]) };
    const sizeOf = (type: 'float32' | 'uint32', isList: boolean) => {
      const item = { name: 'id', type, nullable: false };
      return pyarrowSizeOf(found, [isList ? { name: 'id', type: 'list', nullable: false, item } : item]).sizeBytes;
    };
    expect(sizeOf('float32', true)).toBe(sizeOf('float32', false));
    expect(sizeOf('float32', true)).toBeGreaterThan(sizeOf('uint32', true));
  });

  test('by pyarrow leaves out the statistics of long texts where they would count', () => {
    const bounds = { bytes: 128, hasFormerForm: false, areWhole: false };
    const snippetOf = (bytes: number) =>
      rewriteSnippets(plain, schema, {
        sizeBytes: bytes + 300,
        trials: new Map([['a "day"', { ...tried(bytes, undefined, bounds), column: 'a "day"' }]]),
      })[0];
    expect(snippetOf(100_000)?.code).toMatch(/write_statistics=\[[^\]]* not in \["a \\"day\\""\]\]/u);
    expect(snippetOf(100_000)?.lacks).toMatch(telling('pyarrow', '“a "day"”'));
    expect(snippetOf(10_000_000)).toEqual(rewriteSnippets(plain, schema)[0]);
  });

  test('by DuckDB has the codec of the most bytes, since it takes one for all columns', () => {
    const sizes = [10, 20, 1_000];
    const columns = plain.columns.map(({ name }, index) => ({ name, setting: setting('PLAIN', index < 2 ? null : 9) }));
    const trials = new Map(columns.map((column, index) => [column.name, tried(sizes[index] ?? 0, column.setting)]));
    const [, duckdb] = rewriteSnippets({ ...plain, columns }, schema, { sizeBytes: 1_030, trials });
    expect(duckdb?.code).toContain('COMPRESSION zstd, COMPRESSION_LEVEL 9');
    expect(duckdb?.sizeRange).toEqual([-0.4, 1.5]);
  });

  test('by DuckDB has a codec if any column has one, however many bytes the others have', () => {
    const columns = plain.columns.map(({ name }, index) => ({ name, setting: setting('PLAIN', index < 2 ? null : 9) }));
    const trials = new Map(columns.map((column, index) => [column.name, tried(index < 2 ? 9_000 : 1, column.setting)]));
    const [, duckdb] = rewriteSnippets({ ...plain, columns }, schema, { sizeBytes: 18_001, trials });
    expect(duckdb?.code).toContain('COMPRESSION zstd, COMPRESSION_LEVEL 9');
  });

  test('changes nothing where the recipe does not', () => {
    const [pyarrow, duckdb] = rewriteSnippets(plain, schema);
    const lines = pyarrow?.code.split('\n') ?? [];
    expect(lines).toHaveLength(4);
    expect(lines[3]).toBe('pq.write_table(table, "data.parquet", compression="zstd", compression_level=1)');
    expect(duckdb?.code.split('\n').slice(0, 4)).toEqual(['-- data: a table', 'COPY (', '  SELECT *', '  FROM data']);
  });
});

const writes = {
  format: 'parquet' as const,
  columns: recipe.columns.map(({ name, setting: own }) => columnOfSetting(name, 'int64', own)),
  order: [...recipe.order],
  layout: recipe.layout,
  pageVersion: '1' as const,
  statistics: 'columnChunk' as const,
  bloomFilter: false,
};

describe('the file of a recipe', () => {
  const range = { likely: 10, low: 9, high: null };
  const whole: Recipe = {
    kind: 'formatlab.recipe',
    version: 1,
    formatlab: '0.1.0',
    writes,
    measuredOn: { name: 'a.csv', rows: 9, measuredRows: 9, fileBytes: 80, sha256: null, by: 'search' },
    expected: { sizeBytes: range, encodeMs: range, decodeMs: null },
  };
  const tagOf = (text: string) => {
    try {
      parseRecipe(text);
      return null;
    } catch (thrown) {
      return (thrown as { record: { tag: string } }).record.tag;
    }
  };

  test('is read as it was written, and is the rewrite that it was made of', () => {
    const read = parseRecipe(recipeJson(whole));
    expect(read).toEqual(whole);
    expect(rewriteOf(writes)).toEqual(recipe);
    const parts = encodingOfParts([
      ['place.x', 'BYTE_STREAM_SPLIT, zstd 19'],
      ['place.note', 'DICTIONARY'],
    ]);
    const nested = columnOfSetting('place', 'struct', setting(parts, 3));
    expect(nested.parts?.map(({ path, codec }) => [path, codec?.level])).toEqual([
      ['place.x', 19],
      ['place.note', 3],
    ]);
    expect(rewriteOf({ ...writes, columns: [nested] }).columns[0]?.setting.encoding).toBe(parts);
  });

  test('is refused if it is no recipe, or too large', () => {
    const changed = (change: object) => JSON.stringify({ ...whole, ...change });
    const [column] = writes.columns;
    const wrong = [
      '{',
      changed({ version: 2 }),
      changed({ more: 1 }),
      changed({ writes: { ...writes, columns: [column, column] } }),
      changed({ writes: { ...writes, columns: [{ ...column, codec: { id: 'rm -rf', level: 1 } }] } }),
      changed({ expected: { ...whole.expected, sizeBytes: { likely: 1, low: 2, high: null } } }),
      `${'{"to":"list","item":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
      `"${'x'.repeat(recipeLimits.characters)}"`,
    ];
    expect(wrong.map(tagOf)).toEqual(wrong.map(() => 'malformedInput'));
    expect(tagOf(changed({}))).toBeNull();
  });
});

describe('a recipe for other tools', () => {
  const targetOf = (tool: string, of = writes, some = schema) =>
    targetsOf(of, some).find((target) => target.tool === tool) ?? { code: '', lacks: null };

  test('is a prescription of one directive a line, without the names that it can’t have', () => {
    const { code, lacks } = targetOf('parquet-linter');
    expect(code.split('\n')).toEqual([
      'set file max_row_group_size 1048576',
      'set file data_page_size_limit 1048576',
      ...[
        'compression zstd(3)',
        'encoding delta_binary_packed',
        'dictionary false',
        'statistics chunk',
        'bloom_filter false',
      ].map((property) => `set column id ${property}`),
      ...[
        'compression uncompressed',
        'encoding plain',
        'dictionary false',
        'statistics chunk',
        'bloom_filter false',
      ].map((property) => `set column seen ${property}`),
    ]);
    expect(lacks).toMatch(telling('“a "day"”', 'order', 'types'));
  });

  test('has hostile names only as literals', () => {
    const names = hostileNames(1_000);
    const columns = names.map((name) => ({ name, type: 'int64' as const, nullable: true }));
    const hostile = {
      ...writes,
      order: [],
      columns: names.map((name) => columnOfSetting(name, 'int64', setting('PLAIN', 3, { to: 'int32' }))),
    };
    const of = (tool: string) => targetOf(tool, hostile, { kind: 'table', columns });
    const directive = /^set (?:file|column [^\s#.\p{C}]+) [a-z_]+ [a-z0-9_()]+$/u;
    expect(
      of('parquet-linter')
        .code.split('\n')
        .filter((line) => !directive.test(line)),
    ).toEqual([]);
    expect(of('parquet-rewrite').code).not.toContain('touch');
    expect(of('polars').code.split('\n')).toHaveLength(names.length + 9);
    const { code } = of('spark');
    expect(code.split('\n').filter((line) => line.startsWith('frame = frame.withColumn('))).toHaveLength(names.length);
  });

  test('names what each tool can’t express', () => {
    expect(targetOf('spark').lacks).toMatch(telling('Spark', 'codec', 'row group', '“seen”'));
    expect(targetOf('polars').lacks).toMatch(telling('Polars', 'codec', 'encoding'));
    expect(targetOf('parquet-rewrite').lacks).toMatch(telling('parquet-rewrite', 'order', 'types'));
    const layout = { ...writes.layout, pageRows: 20_000 };
    const same = {
      ...writes,
      layout,
      order: [],
      columns: plain.columns.map((each) => columnOfSetting(each.name, 'int64', each.setting)),
    };
    expect(targetOf('polars', same).lacks).toBeNull();
    expect(targetOf('parquet-rewrite', same).lacks).toBeNull();
  });

  test('is one Python file whose parts import nothing from each other', () => {
    const script = applyScript(
      recipeOfFound(
        recipe,
        schema,
        {
          variant: { order: [], sortMs: 0, layout: recipe.layout },
          trials: new Map(),
          sizeBytes: 1_000,
          encodeMs: 1,
          decodeMs: 1,
        },
        { name: 'a\u202e"b', rows: 5, measuredRows: 5, fileBytes: 9, sha256: null },
      ),
    );
    expect(script).not.toMatch(/^\s*(?:from|import) apply_/mu);
    expect(script).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u);
    expect(script.match(/^from __future__/gmu)).toHaveLength(1);
  });

  test('of a candidate has the settings of each column, and its figures as text', () => {
    const candidate = candidateOfRecipe({ ...recipe, order: [] });
    const made = recipeOfCandidate(candidate, schema, null, 'a\nb.csv');
    expect(made.writes).toMatchObject({
      columns: writes.columns.map(({ name, encoding, codec }) => ({ name, encoding, codec })),
    });
    expect(recipeText(made)).toMatch(telling('DELTA_BINARY_PACKED', 'zstd 3', '“a b.csv”'));
    const sha256 = 'ab'.repeat(32);
    const row = { status: 'pending', dataSha256: sha256, itemCount: 5, wholeFile: null, userFile: null } as ResultRow;
    expect(recipeOfCandidate(candidate, schema, row, null).measuredOn).toMatchObject({ sha256, rows: 5 });
    const csv = { format: 'csv', implementation: 'csv-core', options: {}, codec: null };
    expect(recipeOfCandidate(csv, schema, null, null).writes).toEqual(csv);
  });
});

describe('a recipe that is opened', () => {
  const whole = (of: Recipe['writes']): Recipe => ({
    ...recipeOfCandidate({ format: 'csv', implementation: 'csv-core', options: {}, codec: null }, schema, null, null),
    writes: of,
  });
  const tagOf = (of: Recipe['writes'], some: typeof schema | null) => {
    try {
      openRecipe(whole(of), some);
      return null;
    } catch (thrown) {
      return (thrown as { record: { tag: string } }).record.tag;
    }
  };

  test('is a candidate with its settings, and tells what that leaves out', () => {
    const { candidate, leftOut } = openRecipe(whole({ ...writes, statistics: 'page' }), schema);
    expect(candidate.options).toMatchObject({ dictionaryKiB: 16_384, statistics: 'page' });
    expect(leftOut).toEqual(['order', 'types']);
    const again = recipeOfCandidate(candidate, schema, null, null);
    // An encoding of another type of column stays away from it: texts have no deltas of integers.
    expect(again.writes).toMatchObject({ ...writes, statistics: 'page', order: [], columns: expect.any(Array) });
  });

  test('is refused if it does not fit the data', () => {
    const [first, ...others] = schema.columns;
    expect(tagOf(writes, null)).toBe('unsupported');
    expect(tagOf(writes, { kind: 'table', columns: others })).toBe('unsupported');
    expect(tagOf({ ...writes, columns: writes.columns.slice(1) }, schema)).toBe('unsupported');
    expect(tagOf({ format: 'none', implementation: 'none', options: {}, codec: null }, schema)).toBe('unsupported');
    expect(
      tagOf(writes, { kind: 'table', columns: [...others, first].filter((each) => each !== undefined) }),
    ).toBeNull();
  });
});
