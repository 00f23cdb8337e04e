import { type ColumnSetting, defaultLayout, type TriedSetting } from '../../../workers/model/column-search';
import type { Narrowing } from '../../../workers/model/narrowing';
import type { ChunkBounds } from '../../../workers/model/remote/parquet-reads';
import type { RewriteRecipe } from '../../../workers/model/rewrite';

export const setting = (encoding: string, level: number | null, narrowing: Narrowing | null = null): ColumnSetting => ({
  encoding,
  codec: level === null ? null : { id: 'zstd', level },
  narrowing,
});
export const schema = {
  kind: 'table' as const,
  columns: [
    { name: 'id', type: 'int64' as const, nullable: false },
    { name: 'a "day"', type: 'utf8' as const, nullable: true },
    { name: 'seen', type: 'timestamp' as const, nullable: false, unit: 'ns' as const, timeZone: 'UTC' },
  ],
};
/** Sorts, narrows each column, and sets each apart. */
export const recipe: RewriteRecipe = {
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
/** Changes nothing. */
export const plain: RewriteRecipe = {
  order: [],
  layout: defaultLayout,
  columns: schema.columns.map(({ name }) => ({ name, setting: setting('DICTIONARY', 1) })),
};

/** The column `id` as it was tried, with so many bytes. */
export const tried = (
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
