import { type FileMetaData, parquetMetadata } from 'hyparquet';
import { FormatlabError } from '../../../model/errors';
import { faultOfPages } from './pages';

/** What a file may claim to hold: about what a tab can. */
const limitBytes = 2 ** 31;

const checked = new WeakMap<Uint8Array, FileMetaData>();

const bytesOfType: Record<string, number> = { INT64: 8, DOUBLE: 8, INT96: 12, INT32: 4, FLOAT: 4, BOOLEAN: 1 };

/**
 * The footer of a file whose claims a tab can hold, by its own word: decompressed pages of at most 2 GiB, and as much once decoded. Throws
 * `malformedInput` where it can't be read, `tooLarge` where it claims more. A file is checked once, so that the clock of a repeated call has no part of it.
 */
export function requireReadable(file: Uint8Array<ArrayBuffer>): FileMetaData {
  const known = checked.get(file);
  if (known !== undefined) return known;
  const metadata = readFooter(file);
  requireHonest(file, metadata);
  checked.set(file, metadata);
  return metadata;
}

/** The parser believes what it reads, so that a damaged footer may hold anything in any place. */
function requireHonest(file: Uint8Array<ArrayBuffer>, metadata: FileMetaData): void {
  try {
    requireClaimsWithin(file, metadata);
  } catch (thrown) {
    if (thrown instanceof FormatlabError) throw thrown;
    throw new FormatlabError(
      {
        tag: 'malformedInput',
        stage: 'decode',
        format: 'parquet',
        message: 'The Parquet footer holds something else than a footer does.',
      },
      { cause: thrown },
    );
  }
}

function requireClaimsWithin(file: Uint8Array<ArrayBuffer>, metadata: FileMetaData): void {
  let decompressedBytes = 0;
  let decodedBytes = 0;
  for (const group of metadata.row_groups) {
    for (const { meta_data: column } of group.columns) {
      if (column === undefined) throw damaged('a column chunk without metadata');
      const start = Number(column.dictionary_page_offset ?? column.data_page_offset);
      if (
        start < 4 ||
        column.total_compressed_size < 0n ||
        start + Number(column.total_compressed_size) > file.length
      ) {
        throw damaged(
          `a column chunk from byte ${start} of ${column.total_compressed_size} bytes, though it has ${file.length}`,
        );
      }
      const fault = faultOfPages(file, start, column);
      if (fault !== null) throw damaged(`the column chunk “${column.path_in_schema.join('.')}”, which ${fault}`);
      decompressedBytes += Number(column.total_uncompressed_size);
      decodedBytes += Number(column.num_values) * (bytesOfType[column.type] ?? 4);
    }
  }
  if (decompressedBytes > limitBytes || decodedBytes > limitBytes) {
    throw new FormatlabError({
      tag: 'tooLarge',
      stage: 'decode',
      format: 'parquet',
      message: `The file of ${file.length} bytes claims to hold ${Math.max(decompressedBytes, decodedBytes)} bytes, more than the ${limitBytes} that are read here.`,
    });
  }
}

/** The footer, parsed anew at every call. Throws `malformedInput`. */
export function readFooter(file: Uint8Array<ArrayBuffer>): FileMetaData {
  try {
    return parquetMetadata(file, { geoparquet: false });
  } catch (cause) {
    throw new FormatlabError(
      {
        tag: 'malformedInput',
        stage: 'decode',
        format: 'parquet',
        message: `The Parquet footer can’t be read: ${cause instanceof Error ? cause.message : String(cause)}.`,
      },
      { cause },
    );
  }
}

function damaged(what: string): FormatlabError {
  return new FormatlabError({
    tag: 'malformedInput',
    stage: 'decode',
    format: 'parquet',
    message: `The Parquet footer names ${what}.`,
  });
}
