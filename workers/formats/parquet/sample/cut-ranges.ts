import { type ColumnChunk, type FileMetaData, parquetSchema } from 'hyparquet';
import { getMaxDefinitionLevel, getMaxRepetitionLevel, getTreePath } from 'hyparquet/src/schema.js';
import { sourceOf } from '../../../byte-map/source';
import { decompressorsWithin } from '../file/decompressors';
import { parquetImportError } from '../file/import-failure';
import { fileOfSelection, footerOfSample } from '../file/select-parquet';
import type { PageDecodingColumn } from '../file/slice-page';
import type { RowRange } from '../../../model/strata';
import { type ChunkPlace, type SlicedColumnChunk, sliceColumnChunk } from './cut-chunk';

/** Ranges of the rows of one row group, counted from its first. */
interface GroupRanges {
  readonly group: number;
  readonly ranges: RowRange[];
}

/** The row groups that ranges of the rows of the file lie in. The ranges are in ascending order and don't overlap. */
function groupRanges(groupRows: readonly number[], ranges: readonly RowRange[]): GroupRanges[] {
  let first = 0;
  return groupRows.flatMap((rows, group): GroupRanges[] => {
    const start = first;
    first += rows;
    const inside = ranges.flatMap(({ from, to }) => {
      const part = { from: Math.max(from, start) - start, to: Math.min(to, start + rows) - start };
      return part.to > part.from ? [part] : [];
    });
    return inside.length === 0 ? [] : [{ group, ranges: inside }];
  });
}

/**
 * Cuts ranges of rows from a Parquet file: those of one row group become a row group. Only the pages that hold the rows are read.
 * @throws FormatlabError if the file is damaged, or stored in a way of which no part can be cut.
 */
export async function sliceRanges(
  file: Blob,
  footer: Uint8Array,
  metadata: FileMetaData,
  ranges: readonly RowRange[],
): Promise<Blob> {
  const decompressors = decompressorsWithin(metadata);
  const schema = parquetSchema(metadata);
  const source = sourceOf(file);
  const made: { group: number; rows: number; chunks: SlicedColumnChunk[] }[] = [];
  for (const { group, ranges: inside } of groupRanges(
    metadata.row_groups.map(({ num_rows: rows }) => Number(rows)),
    ranges,
  )) {
    const { columns = [], num_rows: rows = 0n } = metadata.row_groups[group] ?? {};
    const chunks: SlicedColumnChunk[] = [];
    for (const chunk of columns) {
      const { meta_data: stored } = chunk;
      if (stored === undefined)
        throw parquetImportError('unsupported', 'A column of it is encrypted, or in another file.');
      const path = getTreePath(schema, stored.path_in_schema);
      const column: PageDecodingColumn = {
        type: stored.type,
        typeLength: path.at(-1)?.element.type_length,
        maxRepetition: getMaxRepetitionLevel(path),
        maxDefinition: getMaxDefinitionLevel(path),
        codec: stored.codec,
        decompress: decompressors[stored.codec],
      };
      chunks.push(await sliceColumnChunk(file, source, placeOf(chunk, Number(rows), column), column, inside));
    }
    made.push({ group, rows: inside.reduce((sum, { from, to }) => sum + to - from, 0), chunks });
  }
  return fileOfSelection(
    made.flatMap(({ chunks }) => chunks.flatMap(({ parts }) => parts)),
    { footer: footerOfSample(footer, made) },
  );
}

function placeOf(chunk: ColumnChunk, rows: number, { maxRepetition }: PageDecodingColumn): ChunkPlace {
  const { meta_data: stored, offset_index_offset: indexStart, offset_index_length: indexBytes } = chunk;
  const data = Number(stored?.data_page_offset);
  // Some writers store 0 if there is no dictionary.
  const dictionary = Number(stored?.dictionary_page_offset ?? 0) || null;
  return {
    start: Math.min(data, dictionary ?? data),
    bytes: Number(stored?.total_compressed_size),
    dictionary,
    rows,
    isRepeated: maxRepetition > 0,
    offsetIndex:
      indexStart === undefined || indexBytes === undefined ? null : { start: Number(indexStart), bytes: indexBytes },
  };
}
