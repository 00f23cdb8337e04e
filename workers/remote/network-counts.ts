import { parquetMetadata, type SchemaElement } from 'hyparquet';
import { readOffsetIndex } from 'hyparquet/src/indexes.js';
import type { FileCounts } from '../model/entry';
import { type ByteRange, bytesOf, mergedRanges } from '../model/remote/network-requests';

/** The size of a reader's first request, at the end of the file. */
const tailBytes = 65_536;
/** It merges ranges into one request if the gap between them is at most this. */
const gapBytes = 65_536;

/**
 * The requests and bytes that a reader over a network needs of a Parquet file, from nothing on: for one column of the table, and for the middle
 * row of all columns; and those of them that only open the file. It fetches the end of the file, the rest of the footer if that is longer,
 * and then column chunks; for a row, only the dictionaries and pages that the offset indexes name, if there are any. The requests of a step
 * do not wait for one another, but for the step before.
 * @throws what hyparquet throws on a damaged file.
 */
export function parquetNetworkCounts(file: Uint8Array<ArrayBuffer>, columnIndex: number): FileCounts {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const { length: size } = file;
  const footerStart = size - 8 - view.getUint32(size - 8, true);
  const tail = Math.max(0, size - tailBytes);
  const opened = [{ start: tail, end: size }, ...(footerStart < tail ? [{ start: footerStart, end: tail }] : [])];
  const held = { start: Math.min(footerStart, tail), end: size };
  const metadata = parquetMetadata(file, { geoparquet: false });
  const { row_groups: groups } = metadata;
  const chunkOf = (group: number, column: number): ByteRange[] => {
    const chunk = groups[group]?.columns[column]?.meta_data;
    if (chunk === undefined) return [];
    const start = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
    return [{ start, end: start + Number(chunk.total_compressed_size) }];
  };
  const leaves = leavesOf(metadata.schema, columnIndex);
  const column = groups.flatMap((_, group) => leaves.flatMap((leaf) => chunkOf(group, leaf)));
  const { indexes, pages } = rowRanges(file, groups, Math.floor(Number(metadata.num_rows) / 2), chunkOf);
  const count = (...steps: readonly (readonly ByteRange[])[]) => {
    const byStep = [...opened.map((range) => [range]), ...steps.map((step) => requests(step, held))];
    const all = byStep.flat();
    return {
      requests: all.length,
      steps: byStep.filter(({ length }) => length > 0).length,
      bytes: bytesOf(all),
    };
  };
  const [toOpen, ofColumn, ofRow] = [count(), count(column), count(indexes, pages)];
  return {
    networkRequestsToOpen: toOpen.requests,
    networkStepsToOpen: toOpen.steps,
    networkBytesToOpen: toOpen.bytes,
    networkRequestsForOneColumn: ofColumn.requests,
    networkStepsForOneColumn: ofColumn.steps,
    networkBytesForOneColumn: ofColumn.bytes,
    networkRequestsForOneRow: ofRow.requests,
    networkStepsForOneRow: ofRow.steps,
    networkBytesForOneRow: ofRow.bytes,
  };
}

type Groups = ReturnType<typeof parquetMetadata>['row_groups'];

/** What is read of the pages for one row, and of the offset indexes before. */
function rowRanges(
  file: Uint8Array<ArrayBuffer>,
  groups: Groups,
  row: number,
  chunkOf: (group: number, column: number) => ByteRange[],
): { indexes: ByteRange[]; pages: ByteRange[] } {
  let first = 0;
  for (const [number, group] of groups.entries()) {
    const rows = Number(group.num_rows);
    if (row < first + rows) {
      const indexes: ByteRange[] = [];
      const pages = group.columns.flatMap((chunk, column): ByteRange[] => {
        const [whole] = chunkOf(number, column);
        const { offset_index_offset: at, offset_index_length: length } = chunk;
        if (whole === undefined || at === undefined || length === undefined) return whole === undefined ? [] : [whole];
        const start = Number(at);
        indexes.push({ start, end: start + length });
        const view = new DataView(file.buffer, file.byteOffset + start, length);
        const { page_locations: locations } = readOffsetIndex({ view, offset: 0 });
        const page = locations.findLast(({ first_row_index: of }) => Number(of) <= row - first);
        const firstPage = Number(locations[0]?.offset ?? whole.start);
        if (page === undefined) return [whole];
        const pageStart = Number(page.offset);
        return [
          ...(firstPage > whole.start ? [{ start: whole.start, end: firstPage }] : []),
          { start: pageStart, end: pageStart + page.compressed_page_size },
        ];
      });
      return { indexes, pages };
    }
    first += rows;
  }
  return { indexes: [], pages: [] };
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

/** The requests for some ranges, without those that are held already. */
const requests = (ranges: readonly ByteRange[], held: ByteRange): ByteRange[] =>
  mergedRanges(
    ranges.map(({ start, end }) => ({ start, end: Math.min(end, held.start) })),
    gapBytes,
  );
