import type { FileMetaData } from 'hyparquet';
import { failure, malformed } from '../../../byte-map/failures';
import { readFooter } from '../map/footer';
import { count } from '../file/page-header';
import { mapFooter } from '../map/parquet';
import { SpanList } from '../../../byte-map/span-tree';
import { readThriftTree } from '../file/thrift-tree';
import { FormatlabError, toErrorRecord } from '../../../model/errors';
import { RemoteFile, type RemoteOptions, type RemotePlace, RemoteRequests } from '../../../model/remote/remote-file';
import {
  type FetchedPart,
  fetchLimitBytes,
  type RemoteGroup,
  type RemoteTable,
} from '../../../model/remote/remote-table';
import { RemoteSource } from './remote-source';
import { fileOfSelection, selectParquet, type TableColumn, tableColumns } from '../file/select-parquet';

/** The end of the file that is fetched first: most footers fit in. */
const tailBytes = 65_536;
/** A larger footer is not fetched. */
const footerLimitBytes = 64 * 1_048_576;
/** Offset indexes are fetched up to this size in all; they tell where the pages are. */
const indexLimitBytes = 1_048_576;
/** Chunks with at most so many bytes between them are fetched in one request. */
const gapBytes = 65_536;

/**
 * Fetches the metadata of a Parquet file: its footer, and the offset indexes if they are small. No page is fetched.
 * @throws {FormatlabError} if the host sends something else than the file, or the file is damaged.
 */
export async function readRemoteTable(place: RemotePlace, options: RemoteOptions): Promise<RemoteTable> {
  const source = new RemoteSource(new RemoteFile(place, new RemoteRequests(options)));
  const size = place.sizeBytes;
  const end = Math.min(size, tailBytes);
  const tail = await source.read(size - end, end);
  try {
    const footerBytes = new DataView(tail.buffer, tail.byteOffset + end - 8, 4).getUint32(0, true);
    if (footerBytes <= size && footerBytes > footerLimitBytes)
      throw failure(
        'tooLarge',
        `Its footer has ${footerBytes.toLocaleString('en')} bytes; at most ${footerLimitBytes.toLocaleString('en')} are fetched.`,
      );
    const spans = new SpanList();
    const footer = await readFooter(source, spans);
    const bytes = await source.read(size - 8 - footerBytes, footerBytes);
    await fetchIndexes(source, footer.metadata);
    const map = await mapFooter(source, spans, footer, 'offsetIndexes');
    const columns = tableColumns(readThriftTree(bytes));
    return {
      format: 'parquet',
      place,
      map,
      footer: bytes.slice(),
      rows: count(footer.metadata.num_rows, 'The file'),
      columns: columns.map(({ name }) => name),
      groups: footer.metadata.row_groups.map((group) => groupOf(group, columns)),
    };
  } catch (thrown) {
    throw damaged(thrown);
  }
}

function groupOf(
  { num_rows: rows, columns: chunks }: FileMetaData['row_groups'][number],
  columns: readonly TableColumn[],
): RemoteGroup {
  return {
    rows: count(rows, 'A row group'),
    columnBytes: columns.map(({ leaves: { from, to } }) =>
      chunks
        .slice(from, to)
        .reduce((sum, { meta_data: chunk }) => sum + count(chunk?.total_compressed_size, 'A column chunk'), 0),
    ),
  };
}

/** Writers put all offset indexes one after the other. Where they do not, they are not fetched. */
async function fetchIndexes(source: RemoteSource, { row_groups: groups }: FileMetaData): Promise<void> {
  const places = groups.flatMap(({ columns }) =>
    columns.flatMap(({ offset_index_offset: offset, offset_index_length: bytes }) =>
      offset === undefined || bytes === undefined
        ? []
        : [
            {
              start: count(offset, 'An offset index'),
              end: count(offset, 'An offset index') + count(bytes, 'An offset index'),
            },
          ],
    ),
  );
  if (places.length === 0) return;
  const start = places.reduce((least, place) => Math.min(least, place.start), Number.POSITIVE_INFINITY);
  const end = places.reduce((most, place) => Math.max(most, place.end), 0);
  if (end - start > 0 && end - start <= indexLimitBytes) await source.read(start, end - start);
}

/**
 * Fetches some columns and row groups, as a Parquet file of their own with the same pages.
 * @throws {FormatlabError} if they are too large, or the host sends something else.
 */
export async function fetchPart(
  { place, footer }: Pick<RemoteTable, 'place' | 'footer'>,
  part: FetchedPart,
  options: RemoteOptions & { readonly onProgress: (fraction: number) => void },
): Promise<Blob> {
  let selection: ReturnType<typeof selectParquet>;
  try {
    selection = selectParquet(footer, part);
  } catch (thrown) {
    throw damaged(thrown);
  }
  const bytes = selection.chunks.reduce((sum, chunk) => sum + chunk.bytes, 0);
  if (bytes > fetchLimitBytes)
    throw failure(
      'tooLarge',
      `These rows have ${bytes.toLocaleString('en')} bytes; at most ${fetchLimitBytes.toLocaleString('en')} can be fetched.`,
    );
  const file = new RemoteFile(place, new RemoteRequests(options));
  const pieces = new Map<number, Uint8Array<ArrayBuffer>>();
  let fetched = 0;
  for (const { offset, end, chunks } of requestsOf(selection.chunks.map((chunk, index) => ({ ...chunk, index })))) {
    if (end > place.sizeBytes)
      throw malformed(`A column chunk ends at byte ${end}, but the file has only ${place.sizeBytes}.`);
    const read = await file.read(offset, end - offset);
    for (const chunk of chunks)
      pieces.set(chunk.index, read.subarray(chunk.offset - offset, chunk.offset - offset + chunk.bytes));
    fetched += end - offset;
    options.onProgress(Math.min(1, fetched / Math.max(1, bytes)));
  }
  return fileOfSelection(
    selection.chunks.map((_, index) => pieces.get(index) ?? new Uint8Array(0)),
    selection,
  );
}

interface ChunkPlace {
  readonly offset: number;
  readonly bytes: number;
  readonly index: number;
}

/** Chunks that are near each other, to be fetched in one request of at most 8 MiB, unless one chunk is larger. */
function requestsOf(chunks: readonly ChunkPlace[]): { offset: number; end: number; chunks: ChunkPlace[] }[] {
  const requests: { offset: number; end: number; chunks: ChunkPlace[] }[] = [];
  for (const chunk of [...chunks].sort((one, other) => one.offset - other.offset)) {
    const last = requests.at(-1);
    const end = chunk.offset + chunk.bytes;
    if (last !== undefined && chunk.offset - last.end <= gapBytes && end - last.offset <= 8 * 1_048_576) {
      last.end = Math.max(last.end, end);
      last.chunks.push(chunk);
    } else requests.push({ offset: chunk.offset, end, chunks: [chunk] });
  }
  return requests;
}

/** What a parser throws on a damaged file, as an error for the page. */
function damaged(thrown: unknown): unknown {
  if (thrown instanceof FormatlabError || (thrown instanceof DOMException && thrown.name === 'AbortError'))
    return thrown;
  const record = toErrorRecord(thrown, { tag: 'malformedInput', stage: 'import' });
  return new FormatlabError(
    { ...record, message: `The file is damaged: ${record.message}`.slice(0, 2_000) },
    { cause: thrown },
  );
}
