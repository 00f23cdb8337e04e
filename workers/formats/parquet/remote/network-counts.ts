import type { ColumnMetaData, SchemaElement } from 'hyparquet';
import { footerMetadata } from '../file/footer-metadata';
import { readOffsetIndex } from 'hyparquet/src/indexes.js';
import type { FileCounts } from '../../../model/entry';
import { type ByteRange, bytesOf } from '../../../model/remote/network-requests';
import { type ChunkBounds, type ChunkParts, type ColumnParts, parquetReads } from '../../../model/remote/parquet-reads';

/**
 * The requests and bytes that a reader over a network needs of a Parquet file, from nothing on: for one column of the table, and for the middle
 * row of all columns: see {@link parquetReads}.
 * @throws what hyparquet throws on a damaged file.
 */
export function parquetNetworkCounts(file: Uint8Array<ArrayBuffer>, columnIndex: number): FileCounts {
  const { metadata, footerStart, groups } = partsOf(file);
  const leaves = leavesOf(metadata.schema, columnIndex);
  const { rowGroup } = groups;
  const inRow = groups.chunks[rowGroup] ?? [];
  return parquetReads({
    sizeBytes: file.length,
    footerStart,
    column: groups.chunks.map((chunks) => leaves.flatMap((leaf) => chunks[leaf]?.whole ?? [])),
    rowGroupBytes: bytesOf(inRow.map(({ whole }) => whole)),
    indexes: inRow.flatMap(({ index }) => index ?? []),
    pages: inRow.flatMap(({ whole, parts: { row } }) => {
      if (row === null) return [whole];
      const pageStart = whole.start + row.pageStart;
      return [
        { start: whole.start, end: whole.start + row.dictionaryBytes },
        { start: pageStart, end: pageStart + row.pageBytes },
      ];
    }),
  });
}

/** The parts of the only column of a Parquet file. @throws what hyparquet throws on a damaged file. */
export function columnPartsOf(file: Uint8Array<ArrayBuffer>): ColumnParts {
  const { groups } = partsOf(file);
  return {
    rowGroup: groups.rowGroup,
    groups: groups.chunks.map((chunks) => chunks.map(({ parts }) => parts)),
  };
}

interface PlacedChunk {
  readonly whole: ByteRange;
  readonly index: ByteRange | null;
  readonly parts: ChunkParts;
}

/** The chunks of each row group, and the row group of the middle row. */
function partsOf(file: Uint8Array<ArrayBuffer>) {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const metadata = footerMetadata(file);
  const row = Math.floor(Number(metadata.num_rows) / 2);
  let first = 0;
  let rowGroup = 0;
  const chunks = metadata.row_groups.map((group, number) => {
    const rows = Number(group.num_rows);
    const inGroup = row >= first && row < first + rows ? row - first : null;
    if (inGroup !== null) rowGroup = number;
    first += rows;
    return group.columns.flatMap((chunk): PlacedChunk[] => {
      const { meta_data: column, offset_index_offset: at, offset_index_length: length } = chunk;
      if (column === undefined) return [];
      const start = Number(column.dictionary_page_offset || column.data_page_offset);
      const bytes = Number(column.total_compressed_size);
      const index = at === undefined || length === undefined ? null : { start: Number(at), end: Number(at) + length };
      return [
        {
          whole: { start, end: start + bytes },
          index,
          parts: {
            bytes,
            indexBytes: length ?? 0,
            bounds: boundsOf(column),
            row: inGroup === null || index === null ? null : rowParts(view, index, start, inGroup),
          },
        },
      ];
    });
  });
  return {
    metadata,
    footerStart: file.length - 8 - view.getUint32(file.length - 8, true),
    groups: { rowGroup, chunks },
  };
}

const widths: Readonly<Record<string, number>> = { BOOLEAN: 1, INT32: 4, FLOAT: 4, INT64: 8, DOUBLE: 8 };
/** Of a decimal number that is stored as bytes. */
const decimalWidth = 16;
const encoder = new TextEncoder();

function boundsOf({ type, statistics }: Pick<ColumnMetaData, 'type' | 'statistics'>): ChunkBounds | null {
  const { min_value: least, max_value: most } = statistics ?? {};
  if (least === undefined || most === undefined) return null;
  const bytesIn = (value: typeof least) => {
    if (typeof value === 'string') return encoder.encode(value).length;
    return value instanceof Uint8Array ? value.length : (widths[type] ?? decimalWidth);
  };
  return {
    bytes: bytesIn(least) + bytesIn(most),
    hasFormerForm: statistics?.min !== undefined,
    areWhole: statistics?.is_min_value_exact !== false && statistics?.is_max_value_exact !== false,
  };
}

/** Where a row is in its chunk, as the chunk's offset index tells. Null if it does not. */
function rowParts(view: DataView<ArrayBuffer>, index: ByteRange, chunkStart: number, row: number): ChunkParts['row'] {
  const { page_locations: locations } = readOffsetIndex({
    view: new DataView(view.buffer, view.byteOffset + index.start, index.end - index.start),
    offset: 0,
  });
  const page = locations.findLast(({ first_row_index: of }) => Number(of) <= row);
  if (page === undefined) return null;
  return {
    dictionaryBytes: Math.max(0, Number(locations[0]?.offset ?? chunkStart) - chunkStart),
    pageStart: Number(page.offset) - chunkStart,
    pageBytes: page.compressed_page_size,
  };
}

/** The places of the stored columns of which a column of the table consists. The schema lists each element before those inside it. */
function leavesOf(schema: readonly SchemaElement[], columnIndex: number): number[] {
  const leaves: number[] = [];
  for (let [element, column, leaf] = [1, 0, 0]; element < schema.length && column <= columnIndex; column += 1)
    for (let open = 1; open > 0 && element < schema.length; element += 1) {
      const children = schema[element]?.num_children ?? 0;
      open += children - 1;
      if (children > 0) continue;
      if (column === columnIndex) leaves.push(leaf);
      leaf += 1;
    }
  return leaves;
}
