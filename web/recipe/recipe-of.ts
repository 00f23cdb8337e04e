import { version } from '../../package.json';
import type { ColumnSchema } from '../../workers/model/column-schema';
import { searchedWriter } from '../../workers/model/searched-writer';
import { columnTypeText } from '../../workers/model/column-type-text';
import type { DatasetSchema } from '../../workers/model/dataset';
import type { ColumnSettings } from '../../workers/model/entry';
import { parquetLeaves } from '../../workers/model/parquet-leaves';
import { type Candidate, innerCodec, wrappingCodec } from '../../workers/model/plan';
import {
  columnOfSetting,
  type ParquetRecipe,
  parseRecipe,
  type Recipe,
  type RecipeColumn,
  recipeJson,
  recipeKind,
  type RecipeRange,
  recipeVersion,
} from '../../workers/model/recipe';
import type { RewriteRecipe } from '../../workers/model/rewrite';
import type { FoundFile } from '../../workers/model/search-choice';
import { formats } from '../../workers/registry/metadata';
import { settingsOf } from '../../workers/snippets/parquet-settings';
import type { RecipeSource, SearchedData } from '../decide/beside-code';
import { measuredFigures, type ResultRow } from '../figures/rows';

/** Recipes of what a search found, and of a run's candidates. */

type TableSchema = Extract<DatasetSchema, { kind: 'table' }>;

/** The search adds up columns that were written alone; only the footer is predicted, within 1 % of the file (rule 30 of docs/measurement.md). */
const footerShare = 0.01;

/** The recipe of the file that a search found. The times are those of all columns, one call each, so that they have no limits. */
export function recipeOfFound(
  rewrite: RewriteRecipe,
  { columns }: TableSchema,
  { sizeBytes, encodeMs, decodeMs }: FoundFile,
  data: SearchedData,
): Recipe {
  const types = new Map(columns.map((column) => [column.name, columnTypeText(column)]));
  const isWhole = data.rows === data.measuredRows;
  const times = data.measuredRows === 0 ? 1 : data.rows / data.measuredRows;
  const likely = Math.round(sizeBytes * times);
  const unlimited = (figure: number): RecipeRange => ({ likely: figure * times, low: null, high: null });
  return checked({
    ...head,
    writes: {
      format: searchedWriter.format,
      columns: rewrite.columns.map(({ name, setting }) => columnOfSetting(name, typeOf(types, name), setting)),
      order: [...rewrite.order],
      layout: rewrite.layout,
      pageVersion: '1',
      statistics: 'columnChunk',
      bloomFilter: false,
    },
    measuredOn: { ...data, by: 'search' },
    expected: {
      sizeBytes: isWhole
        ? { likely, low: Math.floor(likely * (1 - footerShare)), high: Math.ceil(likely * (1 + footerShare)) }
        : unlimited(sizeBytes),
      encodeMs: unlimited(encodeMs),
      decodeMs: unlimited(decodeMs),
    },
  });
}

export const recipeOf = (source: RecipeSource): Recipe =>
  source.kind === 'found'
    ? recipeOfFound(source.rewrite, source.schema, source.found, source.data)
    : recipeOfCandidate(source.candidate, source.schema, source.row, source.fileName);

const head = { kind: recipeKind, version: recipeVersion, formatlab: version } as const;
const typeOf = (types: ReadonlyMap<string, string>, name: string) => (types.get(name) ?? '').slice(0, 2_000);

/**
 * The recipe of a candidate, with the figures of its row if it was measured. A Parquet file of a table is told column by column; every other candidate
 * by its options.
 */
export function recipeOfCandidate(
  candidate: Candidate,
  schema: DatasetSchema,
  row: ResultRow | null,
  fileName: string | null,
): Recipe {
  const completed = row?.status === 'completed' ? row : null;
  const rows = row?.itemCount ?? 0;
  return checked({
    ...head,
    writes: parquetOf(candidate, schema) ?? {
      format: candidate.format,
      implementation: candidate.implementation,
      options: candidate.options,
      codec: candidate.codec,
    },
    measuredOn: {
      name: fileName,
      rows,
      measuredRows: row?.wholeFile?.sampleItems ?? completed?.sample?.items ?? rows,
      fileBytes: row?.userFile?.sizeBytes ?? null,
      sha256: row?.dataSha256 ?? null,
      by: 'run',
    },
    expected: {
      sizeBytes: completed === null ? null : sizeRange(completed),
      encodeMs: row === null ? null : timeRange(row, 'encode'),
      decodeMs: row === null ? null : timeRange(row, 'decode'),
    },
  });
}

/** A recipe as it is read again: what this page writes, it also opens. */
const checked = (recipe: Recipe): Recipe => parseRecipe(recipeJson(recipe));

function sizeRange(row: Extract<ResultRow, { status: 'completed' }>): RecipeRange | null {
  const { sizeBytes, predicted, sample } = row;
  if (sizeBytes === null) return null;
  const limits = predicted?.limits ?? null;
  if (limits !== null)
    return { likely: sizeBytes, low: Math.min(sizeBytes, limits.low), high: Math.max(sizeBytes, limits.high) };
  const isExact = predicted === null && sample === null;
  return { likely: sizeBytes, low: isExact ? sizeBytes : null, high: isExact ? sizeBytes : null };
}

function timeRange(row: ResultRow, operation: 'encode' | 'decode'): RecipeRange | null {
  const figures = measuredFigures(row, operation);
  if (figures === null) return null;
  const { bestMs } = figures.summary;
  const { kind, lowMs, highMs } = figures.spread;
  return {
    likely: bestMs,
    low: kind === 'roundsRange' ? Math.min(lowMs, bestMs) : null,
    high: Math.max(highMs, bestMs),
  };
}

function parquetOf(candidate: Candidate, schema: DatasetSchema): ParquetRecipe | null {
  if (candidate.format !== searchedWriter.format || schema.kind !== 'table' || wrappingCodec(candidate) !== null)
    return null;
  const request = { candidate, schema, inner: innerCodec(candidate), fileName: '' };
  const { columns, rowGroupRows, pageKiB, pageRows, dictionaryKiB, pageVersion, statistics, bloomFilter } = settingsOf(
    request,
    formats.get(candidate.format)?.columnSettings,
  );
  if (columns.length === 0) return null;
  return {
    format: searchedWriter.format,
    columns: schema.columns.map((column) => columnOf(column, columns)),
    order: [],
    layout: { rowGroupRows, pageKiB, pageRows, dictionaryKiB },
    pageVersion: pageVersion === '2' ? '2' : '1',
    statistics: statistics === 'none' || statistics === 'page' ? statistics : 'columnChunk',
    bloomFilter,
  };
}

function columnOf(column: ColumnSchema, columns: readonly ColumnSettings[]): RecipeColumn {
  const own = parquetLeaves([column]).flatMap(({ path }) => {
    const found = columns.find(({ name }) => name === path);
    return found === undefined ? [] : [{ path, found }];
  });
  const [first] = own;
  const codecOf = ({ codec }: ColumnSettings) => (codec === null ? null : { id: codec.id, level: codec.level });
  const setting = {
    encoding: first?.found.encoding ?? 'PLAIN',
    codec: first === undefined ? null : codecOf(first.found),
    narrowing: null,
  };
  const whole = columnOfSetting(column.name, columnTypeText(column).slice(0, 2_000), setting);
  if (own.length < 2) return whole;
  const parts = own.map(({ path, found }) => {
    const { encoding, codec } = columnOfSetting(path, '', {
      encoding: found.encoding,
      codec: codecOf(found),
      narrowing: null,
    });
    return { path, encoding, codec };
  });
  return { ...whole, parts };
}
