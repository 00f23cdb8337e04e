import { rewriteSnippets } from '../../web/column-search/rewrite-snippets';
import type { SnippetSource } from '../../workers/snippets/snippet-source';
import { snippetsFor } from '../../web/decide/snippets/snippets';
import { applyScript } from '../../web/recipe/apply-script';
import { targetsOf } from '../../web/recipe/targets';
import { defaultLayout } from '../../workers/model/column-search';
import type { ColumnSchema } from '../../workers/model/column-schema';
import { completeOptions, type OptionValues } from '../../workers/model/options';
import type { Candidate } from '../../workers/model/plan';
import { columnOfSetting, type Recipe, recipeKind, recipeVersion } from '../../workers/model/recipe';
import { hostileNames } from '../../workers/model/testing/hostile-names';
import { findFormatImplementation } from '../../workers/registry/metadata';

/** The lines of every tool for tables whose files, sheets and columns have hostile names: test_snippets.py parses them. */
export interface HostileLines {
  readonly target: string;
  readonly language: string;
  readonly fileName: string;
  readonly columns: readonly string[];
  readonly lines: string;
}

const batchSize = 20;
const types: readonly ((name: string) => ColumnSchema)[] = [
  (name) => ({ name, type: 'utf8', nullable: true }),
  (name) => ({ name, type: 'int64', nullable: true }),
  (name) => ({ name, type: 'timestamp', nullable: false, unit: 'ns', timeZone: 'UTC' }),
  (name) => ({ name, type: 'decimal', nullable: false, precision: 12, scale: 9 }),
];
const formats: readonly (readonly [format: string, implementation: string, options: OptionValues])[] = [
  ['parquet', 'arrow-rs', { bloomFilter: true }],
  ['arrow', 'apache-arrow', {}],
  ['csv', 'csv-core', {}],
  ['json', 'jiter', { layout: 'lines' }],
  ['messagepack', 'rmp', {}],
  ['hdf5', 'h5wasm', {}],
  ['root', 'formatlab', {}],
];

const textOptions: NonNullable<SnippetSource['text']> = {
  encoding: 'utf-8',
  delimiter: 'semicolon',
  separator: ';',
  quote: 'double',
  quoteEscape: 'doubled',
  skippedLines: 0,
  header: false,
  decimalMark: 'comma',
  thousands: 'none',
  nullWords: [],
  nullWordsInText: false,
  dateFormat: '%Y-%m-%d',
  timestampFormat: 'iso',
};

function candidateOf([format, implementation, options]: (typeof formats)[number]): Candidate {
  const found = findFormatImplementation(format, implementation);
  if (found === null) throw new Error(`There is no format ${format} by ${implementation}.`);
  return {
    format,
    implementation,
    options: completeOptions(found.implementation.options, options, format),
    codec: null,
  };
}

/** The recipe of a table with these columns, one after the other of two types, sorted by the first. */
function recipeOf(names: readonly string[]): Recipe {
  const [first = ''] = names;
  const columns = names.map((name, index) => ({
    name,
    type: index % 2 === 0 ? 'int64' : 'utf8',
    encoding: index % 2 === 0 ? ('DELTA_BINARY_PACKED' as const) : ('DICTIONARY' as const),
    codec: { id: 'zstd' as const, level: 3 },
    narrowing: index % 2 === 0 ? { to: 'int32' as const } : null,
  }));
  const order = [{ column: first, descending: true }];
  return {
    kind: recipeKind,
    version: recipeVersion,
    formatlab: first,
    writes: {
      ...{ format: 'parquet', columns, order, pageVersion: '1', statistics: 'columnChunk', bloomFilter: false },
      layout: { ...defaultLayout, rowGroupRows: 400 },
    },
    measuredOn: { name: first, rows: 1, measuredRows: 1, fileBytes: null, sha256: null, by: 'search' },
    expected: { sizeBytes: null, encodeMs: null, decodeMs: null },
  };
}

export function hostileLines(): HostileLines[] {
  const names = hostileNames(1_000);
  const ofRecipe = {
    target: 'a recipe by Python',
    language: 'recipe',
    fileName: names[0] ?? '',
    columns: names,
    lines: applyScript(recipeOf(names)),
  };
  const ofTools = Array.from({ length: names.length / batchSize }, (_, batch) => {
    const own = names.slice(batch * batchSize, (batch + 1) * batchSize);
    const fileName = own[0] ?? '';
    const columns = own
      .map((name, index) => (types[index % types.length] ?? types[0])?.(name))
      .filter((each) => each !== undefined);
    const isSheet = batch % 2 === 1;
    const sourceFor = (some: readonly ColumnSchema[]): SnippetSource => ({
      fileName,
      type: isSheet ? 'xlsx' : 'csv',
      text: isSheet ? null : textOptions,
      part: isSheet ? (own[1] ?? '') : null,
      header: false,
      isSelected: true,
      schema: { kind: 'table', columns: [...some] },
    });
    const of = (target: string, some: readonly ColumnSchema[], made: readonly { language: string; code: string }[]) =>
      made.map(({ language, code }) => ({
        target,
        language,
        fileName,
        columns: some.map(({ name }) => name),
        lines: code,
      }));
    const integers = columns.map(({ name }): ColumnSchema => ({ name, type: 'int64', nullable: false }));
    const written = formats.flatMap((each) => {
      const [format] = each;
      const some =
        format === 'root'
          ? integers
          : format === 'hdf5' || format === 'json' || format === 'messagepack'
            ? columns.filter(({ type }) => type !== 'decimal')
            : columns;
      const schema = { kind: 'table' as const, columns: [...some] };
      return snippetsFor(candidateOf(each), schema, { source: sourceFor(some) }).flatMap(
        ({ tool, language, write, read }) =>
          of(
            `${format} by ${tool}`,
            some,
            [write, read].flatMap((code) => (code === null ? [] : [{ language, code }])),
          ),
      );
    });
    const recipe = {
      order: [{ column: fileName, descending: false }],
      layout: defaultLayout,
      columns: integers.map(({ name }) => ({
        name,
        setting: { encoding: 'PLAIN', codec: null, narrowing: { to: 'int32' as const } },
      })),
    };
    const byTargets = targetsOf(
      {
        ...{ format: 'parquet', pageVersion: '1', statistics: 'columnChunk', bloomFilter: false },
        columns: recipe.columns.map(({ name, setting }) => columnOfSetting(name, 'int64', setting)),
        order: recipe.order,
        layout: recipe.layout,
      },
      { kind: 'table', columns: [...integers] },
    );
    const languages: Readonly<Record<string, string>> = { polars: 'python', spark: 'python' };
    const rewritten = rewriteSnippets(recipe, { kind: 'table', columns: [...integers] }, null, sourceFor(integers));
    return [
      ...written,
      ...rewritten.flatMap(({ tool, code }) =>
        of(`rewrite by ${tool}`, integers, [{ language: tool === 'duckdb' ? 'sql' : 'python', code }]),
      ),
      ...byTargets.flatMap(({ tool, code }) =>
        of(`recipe by ${tool}`, integers, [{ language: languages[tool] ?? tool, code }]),
      ),
    ];
  }).flat();
  return [...ofTools, ofRecipe];
}
