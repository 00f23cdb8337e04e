import type { ColumnSchema } from '../../workers/model/column-schema';
import { parquetLeaves } from '../../workers/model/parquet-leaves';
import type { ChunkBounds, ChunkParts } from '../../workers/model/remote/parquet-reads';
import type { FoundFile } from '../../workers/model/search-choice';

/** What pyarrow makes of a file that was found, with the same settings. */
export interface PyarrowSize {
  readonly sizeBytes: number;
  /** The columns that pyarrow is to write no statistics of: they have long texts, which it can't shorten, so that they would count. */
  readonly withoutStatistics: readonly string[];
}

/** About what a page takes in an offset index. */
const indexedPageBytes = 11;
/** Where the offset index is, as the footer states it for each chunk. */
const indexPlaceBytes = 6;
/** Formatlab's notes in the footer. */
const notesBytes = 54;
/** In the statistics, besides the two values: the count of nulls, two marks, and what begins and ends the statistics. */
const fewestStatisticsBytes = 6;
/** pyarrow writes no statistics of longer values. */
const mostValueBytes = 4_096;
/** The share of the file that is worth a word or a setting. */
export const noticedShare = 0.01;

/** The bytes of both values, each with what precedes it. */
const valuesBytes = ({ bytes }: ChunkBounds): number => bytes + 4;

const pagesOf = ({ indexBytes }: ChunkParts): number => Math.max(1, Math.floor(indexBytes / indexedPageBytes));

/**
 * The size by pyarrow, which differs from Formatlab's in three ways. It writes statistics into the header of each page, too. It writes no offset index.
 * And it writes the bounds of floats in their former form, too.
 */
export function pyarrowSizeOf(
  { sizeBytes, trials }: Pick<FoundFile, 'sizeBytes' | 'trials'>,
  columns: readonly ColumnSchema[],
): PyarrowSize {
  const withoutStatistics: string[] = [];
  let more = -notesBytes;
  for (const column of columns) {
    const { name } = column;
    const groups = trials.get(name)?.parts.groups ?? [];
    const chunks = groups.flat();
    const shortened = chunks.filter(({ bounds }) => bounds?.areWhole === false);
    // In the headers of the pages and in the footer.
    const places = shortened.reduce((sum, chunk) => sum + pagesOf(chunk) + 1, 0);
    const isLeftOut = places * 2 * mostValueBytes > noticedShare * sizeBytes;
    if (isLeftOut) withoutStatistics.push(name);
    // A nested column has a chunk for each of its leaves.
    const areFloats = parquetLeaves([column]).map(({ column: { type } }) => type === 'float32' || type === 'float64');
    for (const group of groups)
      group.forEach((chunk, leaf) => {
        more += moreBytesOf(chunk, areFloats[leaf] === true, isLeftOut);
      });
  }
  return { sizeBytes: sizeBytes + more, withoutStatistics };
}

function moreBytesOf(chunk: ChunkParts, isFloat: boolean, isLeftOut: boolean): number {
  const { bounds, indexBytes } = chunk;
  const withoutIndex = indexBytes === 0 ? 0 : -indexBytes - indexPlaceBytes;
  if (bounds === null) return withoutIndex;
  const values = valuesBytes(bounds);
  if (isLeftOut) return withoutIndex - values - fewestStatisticsBytes;
  const isFormerFormNew = isFloat && !bounds.hasFormerForm;
  const inHeader = fewestStatisticsBytes + values * (isFloat || bounds.hasFormerForm ? 2 : 1);
  return withoutIndex + pagesOf(chunk) * inHeader + (isFormerFormNew ? values : 0);
}
