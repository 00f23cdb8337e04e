import { type ColumnMetaData, type FileMetaData, parquetMetadata } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { crcOf } from '../libraries/tkrzw/checksums';
import { checkDecodedSize } from './limits';
import { unreadableFileError } from './refusal';
import { checkThriftStruct } from '../libraries/parquet/thrift-bounds';

/** The minimum memory of one decoded value, in bytes. For a text, that of its offset. */
const bytesOfType: Readonly<Record<string, number>> = {
  INT64: 8,
  DOUBLE: 8,
  INT96: 12,
  INT32: 4,
  FLOAT: 4,
  BOOLEAN: 1,
};

/**
 * Checks a file before it is read: the decoded size that it claims, and its pages' checksums, if it has any. Returns the footer's metadata.
 * @throws `tooLarge` if the content would not fit; FormatlabError if a page is damaged.
 */
export function checkClaimedSizes(file: Uint8Array<ArrayBuffer>, remedy: string): FileMetaData {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const footerEnd = file.length - 8;
  checkThriftStruct(new DataView(file.buffer, file.byteOffset, footerEnd), footerEnd - view.getUint32(footerEnd, true));
  const metadata = parquetMetadata(file, { geoparquet: false });
  let pageBytes = 0;
  let decodedBytes = 0;
  for (const group of metadata.row_groups) {
    pageBytes += Number(group.total_byte_size);
    for (const { meta_data: column } of group.columns) {
      if (column === undefined) continue;
      // With run-length encoding, a few bytes may stand for any number of values.
      decodedBytes += Number(column.num_values) * (bytesOfType[column.type] ?? 4);
      const at = damagedPage(file, column);
      if (at !== null)
        throw unreadableFileError(
          `It is damaged: the page at byte ${at.toLocaleString('en')}, of the column “${column.path_in_schema.join('.')}”, does not match its checksum.`,
          remedy,
          { format: 'parquet' },
        );
    }
  }
  checkDecodedSize(Math.max(pageBytes, decodedBytes), 'parquet');
  return metadata;
}

/**
 * The position of the first page whose CRC-32 (PageHeader.crc in parquet.thrift) does not match; null if all match. Invalid pages are left
 * to the reader.
 */
function damagedPage(file: Uint8Array, column: ColumnMetaData): number | null {
  // Some writers store 0 if there is no dictionary.
  const start = Number(column.dictionary_page_offset || column.data_page_offset);
  const chunkBytes = Number(column.total_compressed_size);
  if (start < 4 || chunkBytes < 0 || start + chunkBytes > file.length) return null;
  const reader = { view: new DataView(file.buffer, file.byteOffset + start, chunkBytes), offset: 0 };
  while (reader.offset < chunkBytes) {
    const header = headerAt(reader);
    const from = start + reader.offset;
    const to = from + (header?.compressed_page_size ?? -1);
    if (header === null || !(to >= from) || to > start + chunkBytes) return null;
    if (header.crc !== undefined && header.crc >>> 0 !== crcOf(4, file, from, to)) return from;
    reader.offset += header.compressed_page_size;
  }
  return null;
}

function headerAt(reader: { view: DataView<ArrayBufferLike>; offset: number }) {
  try {
    checkThriftStruct(reader.view, reader.offset);
    return parquetHeader(reader);
  } catch {
    return null;
  }
}
