import type { ColumnMetaData } from 'hyparquet';
import { pageHeaderAt } from '../file/page-header';

/**
 * Why the pages of a column chunk contradict the footer; null if they claim no more than the footer. Only page headers are read. The check is needed because readers allocate memory
 * for the claims of a page, and a few bytes of run-length encoding can claim two billion values.
 */
export function contradictionInPages(file: Uint8Array, start: number, column: ColumnMetaData): string | null {
  const chunkBytes = Number(column.total_compressed_size);
  const reader = { view: new DataView(file.buffer, file.byteOffset + start, chunkBytes), offset: 0 };
  let values = 0;
  let uncompressedBytes = 0;
  while (reader.offset < chunkBytes) {
    const headerStart = reader.offset;
    const header = pageHeaderAt(reader);
    const dataHeader = header?.data_page_header ?? header?.data_page_header_v2;
    const claimed = dataHeader?.num_values ?? header?.dictionary_page_header?.num_values;
    if (
      header === null ||
      claimed === undefined ||
      !(claimed >= 0) ||
      !(header.compressed_page_size >= 0) ||
      !(header.uncompressed_page_size >= 0)
    ) {
      return `has no page at byte ${start + headerStart}`;
    }
    uncompressedBytes += reader.offset - headerStart + header.uncompressed_page_size;
    reader.offset += header.compressed_page_size;
    if (dataHeader !== undefined) values += claimed;
    // A dictionary page stores plain values: each takes at least a byte, except booleans, which have no dictionary.
    else if (claimed > header.uncompressed_page_size)
      return `has a dictionary of ${claimed} values in ${header.uncompressed_page_size} bytes`;
  }
  if (reader.offset !== chunkBytes) return `has a page that reaches past the chunk’s ${chunkBytes} bytes`;
  if (BigInt(values) !== column.num_values)
    return `has pages with ${values} values, but the footer declares ${column.num_values}`;
  if (BigInt(uncompressedBytes) > column.total_uncompressed_size)
    return `has pages of ${uncompressedBytes} bytes, but the footer declares ${column.total_uncompressed_size}`;
  return null;
}
