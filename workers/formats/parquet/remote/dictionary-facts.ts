import { parquetHeader } from 'hyparquet/src/column.js';
import { footerMetadata } from '../file/footer-metadata';
import type { DictionaryColumnParts, DictionaryFileParts } from '../../../model/statistics/dictionary-size';

const nothing = { dictionaries: 0, values: 0, dictionaryBytes: 0, dataBytes: 0, plainDictionaryBytes: 0 };

/**
 * The dictionaries and the data of each column of a Parquet file.
 * @throws what hyparquet throws on a damaged file.
 */
export function parquetParts(file: Uint8Array<ArrayBuffer>): DictionaryFileParts {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const metadata = footerMetadata(file);
  const footerBytes = view.getUint32(file.length - 8, true);
  const columns = new Map<string, DictionaryColumnParts>();
  let chunkBytes = 0;
  for (const { columns: chunks } of metadata.row_groups) {
    for (const { meta_data: chunk } of chunks) {
      if (chunk === undefined) continue;
      const path = chunk.path_in_schema.join('.');
      const before = columns.get(path) ?? { ...nothing, depth: chunk.path_in_schema.length };
      const bytes = Number(chunk.total_compressed_size);
      const page = dictionaryPage(view, Number(chunk.dictionary_page_offset ?? 0));
      chunkBytes += bytes;
      columns.set(path, {
        depth: before.depth,
        dictionaries: before.dictionaries + (page === null ? 0 : 1),
        values: before.values + (page?.values ?? 0),
        dictionaryBytes: before.dictionaryBytes + (page?.bytes ?? 0),
        plainDictionaryBytes: before.plainDictionaryBytes + (page?.plainBytes ?? 0),
        dataBytes: before.dataBytes + bytes - (page?.bytes ?? 0),
      });
    }
  }
  return {
    rowGroups: metadata.row_groups.length,
    footerBytes,
    otherBytes: Math.max(0, file.length - footerBytes - chunkBytes),
    columns,
  };
}

/** The dictionary page at an offset; null if there is none. */
function dictionaryPage(view: DataView<ArrayBuffer>, offset: number) {
  if (offset <= 0 || offset >= view.byteLength) return null;
  const reader = { view, offset };
  const header = parquetHeader(reader);
  if (header.dictionary_page_header === undefined) return null;
  return {
    values: header.dictionary_page_header.num_values,
    bytes: reader.offset - offset + header.compressed_page_size,
    plainBytes: header.uncompressed_page_size,
  };
}
