import type { ColumnChunk, ColumnMetaData } from 'hyparquet';
import { readOffsetIndex } from 'hyparquet/src/indexes.js';
import { checkThriftStruct } from '../file/thrift-bounds';
import { malformed } from '../../../byte-map/failures';
import type { ByteSource } from '../../../byte-map/source';
import { branch, present, type SpanList } from '../../../byte-map/span-tree';
import { count } from '../file/page-header';
import type { ChunkPages, ChunkPlace } from './pages';

/** What a source over a network adds: whether bytes were fetched before. */
export interface FetchedSource extends ByteSource {
  readonly has: (offset: number, bytes: number) => boolean;
}

const isFetched = (source: ByteSource, offset: number, bytes: number) =>
  !('has' in source) || (source as FetchedSource).has(offset, bytes);

/** The pages of a column chunk without their headers: from its offset index if that was fetched, else only the dictionary and the rest. */
export async function pagesOfOffsetIndex(
  source: ByteSource,
  spans: SpanList,
  place: ChunkPlace,
  chunk: ColumnChunk,
  column: ColumnMetaData,
): Promise<ChunkPages> {
  const end = place.start + place.bytes;
  const dataStart = count(column.data_page_offset, `The column chunk “${place.name}”`);
  if (dataStart > end) throw malformed(`The pages of the column chunk “${place.name}” start after its end.`);
  const dictionaryBytes = dataStart - place.start;
  const data = (await pagePlaces(source, chunk, place, dataStart)) ?? [
    { name: 'Data pages', offset: dataStart, bytes: end - dataStart },
  ];
  return {
    parts: present([
      branch('Dictionary page', [
        spans.leaf('Dictionary, with its header', 'dictionary', place.start, dictionaryBytes),
      ]),
      ...data.map(({ name, offset, bytes }) => spans.leaf(name, 'page', offset, bytes)),
    ]),
    dictionary: dictionaryBytes === 0 ? null : { values: null, offset: place.start, bytes: dictionaryBytes },
    encodings: encodingsOf(column),
    values: count(column.num_values, place.name),
    uncompressedBytes: count(column.total_uncompressed_size, place.name),
  };
}

interface PagePlace {
  readonly name: string;
  readonly offset: number;
  readonly bytes: number;
}

/** Null if the file has no offset index of the chunk, or it was not fetched. */
async function pagePlaces(
  source: ByteSource,
  { offset_index_offset: at, offset_index_length: length }: ColumnChunk,
  { name, start, bytes: chunkBytes }: ChunkPlace,
  dataStart: number,
): Promise<PagePlace[] | null> {
  if (at === undefined || length === undefined) return null;
  const offset = count(at, 'An offset index');
  const bytes = count(length, 'An offset index');
  if (bytes === 0 || !isFetched(source, offset, bytes)) return null;
  const index = await source.read(offset, bytes);
  const view = new DataView(index.buffer, index.byteOffset, index.length);
  try {
    checkThriftStruct(view, 0);
  } catch (cause) {
    throw malformed(`The offset index of “${name}” is damaged.`, cause);
  }
  const { page_locations: locations } = readOffsetIndex({ view, offset: 0 });
  let expected = dataStart;
  const pages = locations.map((location, number) => {
    const pageOffset = count(location.offset, 'An offset index');
    const pageBytes = count(location.compressed_page_size, 'An offset index');
    if (pageOffset < expected || pageOffset + pageBytes > start + chunkBytes)
      throw malformed(`The offset index of “${name}” has a page outside its column chunk.`);
    expected = pageOffset + pageBytes;
    return { name: `Page ${number + 1}`, offset: pageOffset, bytes: pageBytes };
  });
  return pages;
}

/** The encodings of the data pages, with their numbers if the footer has them. */
function encodingsOf({ encoding_stats: stats, encodings }: ColumnMetaData): Map<string, number | null> {
  const found = new Map<string, number | null>();
  const dataPages = (stats ?? []).filter(({ page_type: type }) => type === 'DATA_PAGE' || type === 'DATA_PAGE_V2');
  for (const { encoding, count: pages } of dataPages) found.set(encoding, (found.get(encoding) ?? 0) + pages);
  if (dataPages.length === 0) for (const encoding of encodings) found.set(encoding, null);
  return found;
}
