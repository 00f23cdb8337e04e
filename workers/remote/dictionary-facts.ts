import { parquetHeader } from 'hyparquet/src/column.js';
import { footerMetadata } from '../formats/parquet/file/footer-metadata';
import type { DictionaryFacts } from '../model/statistics/dictionary-size';

/** What a Parquet file of our own is made of. All numbers are bytes, or counts where they say so. */
export interface ParquetParts {
  readonly rowGroups: number;
  readonly footerBytes: number;
  /** All that is neither in the footer nor in a column chunk: page indexes, Bloom filters, the marks of the format. */
  readonly otherBytes: number;
  /** By the path of the column, its parts joined by dots. */
  readonly columns: ReadonlyMap<string, ColumnParts>;
}

export interface ColumnParts extends DictionaryFacts {
  /** How many names its path has: more than one for a part of a list or a struct. */
  readonly depth: number;
  /** Of the values in the dictionaries, without the headers of the pages. */
  readonly plainDictionaryBytes: number;
}

const nothing = { dictionaries: 0, values: 0, dictionaryBytes: 0, dataBytes: 0, plainDictionaryBytes: 0 };

/**
 * The dictionaries and the data of each column of a Parquet file.
 * @throws what hyparquet throws on a damaged file.
 */
export function parquetParts(file: Uint8Array<ArrayBuffer>): ParquetParts {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const metadata = footerMetadata(file);
  const footerBytes = view.getUint32(file.length - 8, true);
  const columns = new Map<string, ColumnParts>();
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
