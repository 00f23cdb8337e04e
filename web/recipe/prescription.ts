import type { ColumnSchema } from '../../workers/model/column-schema';
import { parquetLeaves } from '../../workers/model/parquet-leaves';
import type { ParquetRecipe, RecipeColumn } from '../../workers/model/recipe';

/**
 * A recipe as a prescription of parquet-linter (github.com/XiangpengHao/parquet-linter, its `prescription.rs`): one directive a line. A line is
 * split at white space, a path at full stops, and what follows a `#` is a comment, so that some names can't be written.
 */

interface Setting {
  readonly encoding: RecipeColumn['encoding'];
  readonly codec: RecipeColumn['codec'];
}

/** A column that Parquet stores, with its setting. */
export interface Leaf extends Setting {
  readonly path: string;
  readonly of: string;
}

/** The columns that Parquet stores, with the settings of the recipe. */
export function leavesOf({ columns }: ParquetRecipe, schema: readonly ColumnSchema[]): readonly Leaf[] {
  const byName = new Map(columns.map((column) => [column.name, column]));
  return parquetLeaves(schema).flatMap(({ path, of }) => {
    const column = byName.get(of);
    if (column === undefined) return [];
    const { encoding, codec } = column.parts?.find((part) => part.path === path) ?? column;
    return [{ path, of, encoding, codec }];
  });
}

/** Whether a name can stand in a prescription: white space and `#` end it, and full stops part it. */
const isPrescribable = (name: string): boolean => /^[^\s#.\p{C}]+$/u.test(name);

const isPath = (path: string, of: string) =>
  isPrescribable(of) && path.slice(of.length).split('.').slice(1).every(isPrescribable);

const usualLevels = { gzip: 6, brotli: 1, zstd: 1 } as const;
const lowestLevels = { gzip: 0, brotli: 0, zstd: 1 } as const;

function codecOf(codec: RecipeColumn['codec']): string | null {
  if (codec === null) return 'uncompressed';
  if (codec.id === 'snappy') return 'snappy';
  if (codec.id === 'lz4') return 'lz4_raw';
  const level = codec.level ?? usualLevels[codec.id];
  return level < lowestLevels[codec.id] ? null : `${codec.id}(${level})`;
}

interface Prescription {
  readonly text: string;
  /** The paths of columns that a prescription can't name, or whose setting it can't state. */
  readonly leftOut: readonly string[];
}

const statisticsOf = { none: 'none', columnChunk: 'chunk', page: 'page' } as const;

export function prescription(recipe: ParquetRecipe, schema: readonly ColumnSchema[]): Prescription {
  const { layout, statistics, bloomFilter } = recipe;
  const leftOut: string[] = [];
  const lines = leavesOf(recipe, schema).flatMap(({ path, of, encoding, codec }) => {
    const compression = codecOf(codec);
    if (!isPath(path, of) || compression === null || encoding === 'ALP') {
      leftOut.push(path);
      return [];
    }
    const set = (property: string, value: string | number | boolean) => `set column ${path} ${property} ${value}`;
    return [
      set('compression', compression),
      // The setting that the file had stays otherwise.
      set('encoding', encoding === 'DICTIONARY' ? 'plain' : encoding.toLowerCase()),
      set('dictionary', encoding === 'DICTIONARY'),
      ...(encoding === 'DICTIONARY' ? [set('dictionary_page_size_limit', layout.dictionaryKiB * 1_024)] : []),
      set('statistics', statisticsOf[statistics]),
      set('bloom_filter', bloomFilter),
    ];
  });
  return {
    text: [
      `set file max_row_group_size ${layout.rowGroupRows}`,
      `set file data_page_size_limit ${layout.pageKiB * 1_024}`,
      ...lines,
    ].join('\n'),
    leftOut,
  };
}
