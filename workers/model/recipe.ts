import * as v from 'valibot';
import { maxColumnNameLength, maxColumns } from './column-schema';
import { codecText, encodingOfParts, type ColumnSetting, type FileLayout, partEncodings } from './column-search';
import { searchedWriter } from './searched-writer';
import { FormatlabError } from './errors';
import type { Narrowing } from './narrowing';
import { candidateCodecSchema, candidateSchema } from './plan';
import { parseWithSchema } from './parse';
import type { RewriteRecipe } from './rewrite';

/**
 * A recipe: how to write files as one was that Formatlab found, so that it can be carried from one file to others. It is pure data of bounded size, also
 * where somebody else wrote it: nothing in it runs.
 */

export const recipeKind = 'formatlab.recipe';
export const recipeVersion = 1;
export const recipeFileName = 'formatlab-recipe.json';

/** The most that a recipe may have. `depth`: of brackets inside one another, since the parser recurses once for each. */
export const recipeLimits = { characters: 4_000_000, keys: 16, parts: 2_000, fields: 1_000, depth: 64 } as const;

const name = v.pipe(v.string(), v.maxLength(maxColumnNameLength));
const path = v.pipe(v.string(), v.maxLength(8 * maxColumnNameLength));
const id = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be an id'));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const positive = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(2 ** 31 - 1));
const figure = v.pipe(v.number(), v.minValue(0), v.maxValue(2 ** 53));

/** The encodings of Parquet as the format's option names them. */
const recipeEncodings = [
  'PLAIN',
  'DICTIONARY',
  'DELTA_BINARY_PACKED',
  'DELTA_LENGTH_BYTE_ARRAY',
  'DELTA_BYTE_ARRAY',
  'BYTE_STREAM_SPLIT',
  'ALP',
] as const;

const recipeCodecSchema = v.nullable(
  v.strictObject({
    id: v.picklist(['snappy', 'gzip', 'lz4', 'zstd', 'brotli']),
    level: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(-(2 ** 20)), v.maxValue(100))),
  }),
);

const narrowingSchema: v.GenericSchema<Narrowing> = v.lazy(() =>
  v.union([
    v.strictObject({ to: v.picklist(['int32', 'uint32', 'float32']) }),
    v.strictObject({ to: v.literal('timestamp'), unit: v.picklist(['ms', 'us']) }),
    v.strictObject({ from: v.literal('text'), to: v.picklist(['int32', 'int64', 'date']) }),
    v.strictObject({
      from: v.literal('text'),
      to: v.literal('timestamp'),
      separator: v.picklist(['T', ' ']),
      digits: v.picklist([0, 3, 6, 9]),
      isUtc: v.boolean(),
    }),
    v.strictObject({ to: v.literal('list'), item: narrowingSchema }),
    v.strictObject({
      to: v.literal('struct'),
      fields: v.pipe(
        v.array(v.strictObject({ name, narrowing: v.nullable(narrowingSchema) })),
        v.minLength(1),
        v.maxLength(recipeLimits.fields),
      ),
    }),
  ]),
);

const columnSchema = v.strictObject({
  name,
  /** The type in the data that were measured, for people and to find files of another schema. */
  type: v.pipe(v.string(), v.maxLength(2_000)),
  encoding: v.picklist(recipeEncodings),
  codec: recipeCodecSchema,
  /** The narrower type in which the column is written; null for its own. Every value must come back. */
  narrowing: v.nullable(narrowingSchema),
  /** Of a nested column: the columns that Parquet stores of it, by their paths, if they have settings of their own. */
  parts: v.exactOptional(
    v.pipe(
      v.array(v.strictObject({ path, encoding: v.picklist(recipeEncodings), codec: recipeCodecSchema })),
      v.minLength(1),
      v.maxLength(recipeLimits.parts),
    ),
  ),
});
export type RecipeColumn = v.InferOutput<typeof columnSchema>;

const parquetSchema = v.strictObject({
  format: v.literal(searchedWriter.format),
  /** In the order of the table; no name twice. */
  columns: v.pipe(
    v.array(columnSchema),
    v.minLength(1),
    v.maxLength(maxColumns),
    v.check((columns) => new Set(columns.map((column) => column.name)).size === columns.length, 'names a column twice'),
  ),
  /** The columns that all rows are sorted by, the first first; nulls last. Empty: the rows keep their order. */
  order: v.pipe(v.array(v.strictObject({ column: name, descending: v.boolean() })), v.maxLength(recipeLimits.keys)),
  layout: v.strictObject({ rowGroupRows: positive, pageKiB: positive, pageRows: positive, dictionaryKiB: positive }),
  pageVersion: v.picklist(['1', '2']),
  statistics: v.picklist(['none', 'columnChunk', 'page']),
  bloomFilter: v.boolean(),
});
export type ParquetRecipe = v.InferOutput<typeof parquetSchema>;

/** Every other format, and a codec around a whole file: the candidate's own options. */
const otherSchema = v.strictObject({
  format: id,
  implementation: id,
  options: candidateSchema.entries.options,
  codec: v.nullable(candidateCodecSchema),
});

/** A figure with the limits that hold it, where they are known. */
const rangeSchema = v.pipe(
  v.strictObject({ likely: figure, low: v.nullable(figure), high: v.nullable(figure) }),
  v.check(
    ({ likely, low, high }) => (low ?? likely) <= likely && likely <= (high ?? likely),
    'has limits that do not hold the likely figure',
  ),
);
export type RecipeRange = v.InferOutput<typeof rangeSchema>;

export const recipeSchema = v.strictObject({
  kind: v.literal(recipeKind),
  version: v.literal(recipeVersion),
  /** The version of Formatlab that wrote the recipe. */
  formatlab: v.pipe(v.string(), v.maxLength(50)),
  writes: v.union([parquetSchema, otherSchema]),
  measuredOn: v.strictObject({
    /** Null if the name is not known, or was left out. */
    name: v.nullable(v.pipe(v.string(), v.maxLength(255))),
    /** Of the whole data. */
    rows: count,
    /** The rows that were measured: all, or those of a sample. */
    measuredRows: count,
    /** The bytes of the file that was read; null of generated data. */
    fileBytes: v.nullable(count),
    /** Of the data that were measured, in canonical form. */
    sha256: v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal'))),
    by: v.picklist(['run', 'search']),
  }),
  /** What to expect of all rows, on the machine that measured. */
  expected: v.strictObject({
    sizeBytes: v.nullable(rangeSchema),
    encodeMs: v.nullable(rangeSchema),
    decodeMs: v.nullable(rangeSchema),
  }),
});
export type Recipe = v.InferOutput<typeof recipeSchema>;

export const isParquetRecipe = (writes: Recipe['writes']): writes is ParquetRecipe => 'columns' in writes;

export const recipeJson = (recipe: Recipe): string => `${JSON.stringify(recipe, null, 2)}\n`;

/**
 * The recipe that a text states.
 * @throws `malformedInput` if it is too long, no JSON, or no recipe
 */
export function parseRecipe(text: string): Recipe {
  if (text.length > recipeLimits.characters)
    throw malformed(`The recipe has more than ${recipeLimits.characters.toLocaleString('en')} characters.`);
  if (depthOf(text) > recipeLimits.depth)
    throw malformed(`The recipe has more than ${recipeLimits.depth} brackets inside one another.`);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/u, ''));
  } catch {
    throw malformed('The recipe is not valid JSON.');
  }
  return parseWithSchema(recipeSchema, value, 'recipe', { tag: 'malformedInput', stage: 'import' });
}

/** How deep brackets lie in one another, outside of texts. */
function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of json.replaceAll(/"(?:[^"\\]|\\.)*"/gsu, '').matchAll(/[[\]{}]/gu)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

const malformed = (message: string) =>
  new FormatlabError({
    tag: 'malformedInput',
    stage: 'import',
    message,
    remedy: `Choose a file ${recipeFileName} that Formatlab has written.`,
  });

/** A codec as a recipe states it. */
type RecipeCodec = v.InferOutput<typeof recipeCodecSchema>;

/** The setting of a column as the search and the rewrite take it. */
function settingOfColumn({ encoding, codec, narrowing, parts }: RecipeColumn): ColumnSetting {
  if (parts === undefined) return { encoding, codec, narrowing };
  const sameCodec = (own: RecipeCodec) => codecText(own) === codecText(codec);
  const ofParts = parts.map(
    (part) =>
      [part.path, sameCodec(part.codec) ? part.encoding : `${part.encoding}, ${codecText(part.codec)}`] as const,
  );
  return { encoding: encodingOfParts(ofParts), codec, narrowing };
}

/** Undoes {@link settingOfColumn}. */
export function columnOfSetting(columnName: string, type: string, setting: ColumnSetting): RecipeColumn {
  const parts = partEncodings(setting.encoding);
  const codec = recipeCodec(setting.codec);
  const base = { name: columnName, type, codec, narrowing: setting.narrowing };
  if (parts === null) return { ...base, encoding: recipeEncoding(setting.encoding) };
  const settings = parts.map(([place, text]) => {
    const [encoding = '', own] = text.split(', ');
    return { path: place, encoding: recipeEncoding(encoding), codec: own === undefined ? codec : codecOfText(own) };
  });
  return { ...base, encoding: settings[0]?.encoding ?? 'PLAIN', parts: settings };
}

const recipeEncoding = (text: string): RecipeColumn['encoding'] => v.parse(v.picklist(recipeEncodings), text);
const recipeCodec = (codec: ColumnSetting['codec']): RecipeCodec => v.parse(recipeCodecSchema, codec);

function codecOfText(text: string): RecipeCodec {
  if (text === 'uncompressed') return null;
  const [codec, level] = text.split(' ');
  return recipeCodec({ id: codec ?? '', level: level === undefined ? null : Number(level) });
}

/** The recipe as the page's own rewrite takes it. */
export const rewriteOf = ({ order, layout, columns }: ParquetRecipe): RewriteRecipe => ({
  order,
  layout: layout satisfies FileLayout,
  columns: columns.map((column) => ({ name: column.name, setting: settingOfColumn(column) })),
});
