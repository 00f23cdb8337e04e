import { readOffsetIndex } from 'hyparquet/src/indexes.js';
import { count, readPageHeader } from '../file/page-header';
import type { ByteSource } from '../../../byte-map/source';
import { parquetImportError } from '../file/import-failure';
import {
  continuesRow,
  type DecodedDataPage,
  decodeDataPage,
  type PageDecodingColumn,
  rowsStartingInPage,
  slicePage,
} from '../file/slice-page';
import { checkThriftStruct } from '../file/thrift-bounds';
import type { RowRange } from '../../../model/strata';

/** Where a column chunk is in its file. */
export interface ChunkPlace {
  readonly start: number;
  readonly bytes: number;
  /** Where the dictionary is. Null if there is none. */
  readonly dictionary: number | null;
  /** Whether a row may have several values, so that only the levels tell how many rows a page has. */
  readonly isRepeated: boolean;
  /** The rows of its row group. */
  readonly rows: number;
  /** Where its offset index is, which tells the first row of each page. Null if it has none. */
  readonly offsetIndex: { readonly start: number; readonly bytes: number } | null;
}

/** Rows of a column chunk, as a chunk of their own. */
export interface SlicedColumnChunk {
  readonly parts: readonly BlobPart[];
  readonly bytes: number;
  readonly uncompressedBytes: number;
  readonly values: number;
  /** The bytes of the dictionary page, which comes first; 0 without one. */
  readonly dictionaryBytes: number;
}

interface Page {
  readonly at: number;
  /** Null if only its levels tell how many rows it has. */
  readonly rows: number | null;
}

/** The parts of a new chunk. Slices of the file that follow each other become one. */
class ChunkParts {
  readonly #file: Blob;
  readonly #parts: (BlobPart | { from: number; to: number })[] = [];
  bytes = 0;
  uncompressedBytes = 0;
  values = 0;
  dictionaryBytes = 0;

  constructor(file: Blob) {
    this.#file = file;
  }

  copy(from: number, to: number, uncompressedBytes: number, values: number): void {
    const last = this.#parts.at(-1);
    if (last !== undefined && typeof last === 'object' && 'to' in last && last.to === from) last.to = to;
    else this.#parts.push({ from, to });
    this.#count(to - from, uncompressedBytes, values);
  }

  add(bytes: Uint8Array<ArrayBuffer>, values: number): void {
    this.#parts.push(bytes);
    this.#count(bytes.length, bytes.length, values);
  }

  #count(bytes: number, uncompressedBytes: number, values: number): void {
    this.bytes += bytes;
    this.uncompressedBytes += uncompressedBytes;
    this.values += values;
  }

  whole(): SlicedColumnChunk {
    const { bytes, uncompressedBytes, values, dictionaryBytes } = this;
    const parts = this.#parts.map((part) =>
      typeof part === 'object' && 'to' in part ? this.#file.slice(part.from, part.to) : part,
    );
    return { parts, bytes, uncompressedBytes, values, dictionaryBytes };
  }
}

/**
 * Cuts ranges of rows from a column chunk. Pages of which all rows are wanted are copied byte by byte; others are written anew. The ranges are in ascending
 * order and don't overlap.
 * @throws FormatlabError if a page is damaged, or stored in a way that is not known here.
 */
export async function sliceColumnChunk(
  file: Blob,
  source: ByteSource,
  place: ChunkPlace,
  column: PageDecodingColumn,
  ranges: readonly RowRange[],
): Promise<SlicedColumnChunk> {
  const parts = new ChunkParts(file);
  const end = place.start + place.bytes;
  const last = ranges.at(-1)?.to ?? 0;
  if (place.dictionary !== null) {
    const { header, bytes } = await readPageHeader(source, place.dictionary, end);
    const pageBytes = count(header.compressed_page_size, 'A dictionary');
    parts.copy(place.dictionary, place.dictionary + bytes + pageBytes, bytes + header.uncompressed_page_size, 0);
    parts.dictionaryBytes = parts.bytes;
  }
  let row = 0;
  /** The last row that is wanted may go on in the next page. */
  let mayGoOn = false;
  for await (const page of pagesOf(source, place)) {
    if (row >= last && !mayGoOn) break;
    const wanted = (rows: number) => ranges.filter(({ from, to }) => from < row + rows && to > row);
    if (page.rows !== null && wanted(page.rows).length === 0) {
      row += page.rows;
      continue;
    }
    const { header, bytes: headerBytes } = await readPageHeader(source, page.at, end);
    const bodyBytes = count(header.compressed_page_size, `The page at byte ${page.at}`);
    const body = page.at + headerBytes;
    if (body + bodyBytes > end)
      throw parquetImportError(
        'malformedInput',
        `Its page at byte ${page.at} reaches past the end of its column chunk.`,
      );
    const open = async () => decodeDataPage(header, await source.read(body, bodyBytes), column);
    let opened: DecodedDataPage | null = null;
    let { rows } = page;
    if (rows === null) {
      opened = await open();
      rows = rowsStartingInPage(opened);
    }
    if (opened !== null && continuesRow(opened) && (mayGoOn || wanted(rows).some(({ from }) => from < row)))
      throw parquetImportError('unsupported', 'A row of it is in two pages, so that it can’t be cut there.');
    for (const { from, to } of wanted(rows)) {
      if (from <= row && to >= row + rows) {
        const values = (header.data_page_header ?? header.data_page_header_v2)?.num_values ?? 0;
        parts.copy(page.at, body + bodyBytes, headerBytes + header.uncompressed_page_size, values);
        continue;
      }
      opened ??= await open();
      const written = slicePage(opened, column, Math.max(0, from - row), Math.min(rows, to - row));
      parts.add(written.bytes, written.values);
    }
    row += rows;
    mayGoOn = page.rows === null && ranges.some(({ to }) => to === row);
  }
  if (row < last)
    throw parquetImportError('malformedInput', `A column chunk of it has ${row} rows, but claims ${place.rows}.`);
  return parts.whole();
}

/** The data pages of a chunk, by the offset index, or by the header of each. */
async function* pagesOf(source: ByteSource, place: ChunkPlace): AsyncGenerator<Page> {
  if (place.offsetIndex !== null) {
    yield* pagesOfIndex(source, place, place.offsetIndex);
    return;
  }
  const end = place.start + place.bytes;
  for (let at = place.start; at < end; ) {
    const { header, bytes } = await readPageHeader(source, at, end);
    const { data_page_header: v1, data_page_header_v2: v2 } = header;
    const next = at + bytes + count(header.compressed_page_size, `The page at byte ${at}`);
    if (v1 !== undefined || v2 !== undefined)
      yield { at, rows: v2?.num_rows ?? (place.isRepeated ? null : (v1?.num_values ?? 0)) };
    at = next;
  }
}

async function* pagesOfIndex(
  source: ByteSource,
  { rows }: ChunkPlace,
  { start, bytes }: { readonly start: number; readonly bytes: number },
): AsyncGenerator<Page> {
  const stored = await source.read(start, bytes);
  const view = new DataView(stored.buffer, stored.byteOffset, stored.length);
  checkThriftStruct(view, 0);
  const { page_locations: pages } = readOffsetIndex({ view, offset: 0 });
  for (const [index, page] of pages.entries()) {
    const first = count(page.first_row_index, 'A page');
    const next = index + 1 < pages.length ? count(pages[index + 1]?.first_row_index, 'A page') : rows;
    yield { at: count(page.offset, 'A page'), rows: count(next - first, 'A page') };
  }
}
