import { damageOf } from '../../../model/damaged-input';
import type { FileMetaData } from 'hyparquet';
import { FormatlabError } from '../../../model/errors';
import { footerMetadata } from '../file/footer-metadata';
import { contradictionInPages } from './pages';

/** The maximum size that a file may claim, in bytes: about as much as a browser tab can hold. */
const maxBytes = 2 ** 31;

const checked = new WeakMap<Uint8Array, FileMetaData>();

const bytesOfType: Record<string, number> = { INT64: 8, DOUBLE: 8, INT96: 12, INT32: 4, FLOAT: 4, BOOLEAN: 1 };

/**
 * The footer of a file that claims at most 2 GiB of decompressed pages and as much of decoded data. A file is checked only once, so that repeated timed calls do not include the check.
 * @throws `malformedInput` if the footer cannot be read, `tooLarge` if it claims more
 */
export function requireReadable(file: Uint8Array<ArrayBuffer>): FileMetaData {
  const known = checked.get(file);
  if (known !== undefined) return known;
  const metadata = readFooter(file);
  requireHonest(file, metadata);
  checked.set(file, metadata);
  return metadata;
}

/** Checks the types of the footer's values. The parser does not validate, so a damaged footer may hold any value anywhere. */
function requireHonest(file: Uint8Array<ArrayBuffer>, metadata: FileMetaData): void {
  try {
    requireClaimsWithin(file, metadata);
  } catch (thrown) {
    if (thrown instanceof FormatlabError) throw thrown;
    throw damagedFooter('does not have the structure of a footer', null, thrown);
  }
}

function requireClaimsWithin(file: Uint8Array<ArrayBuffer>, metadata: FileMetaData): void {
  let decompressedBytes = 0;
  let decodedBytes = 0;
  for (const group of metadata.row_groups) {
    for (const { meta_data: column } of group.columns) {
      if (column === undefined) throw damagedFooter('names a column chunk without metadata');
      const start = Number(column.dictionary_page_offset ?? column.data_page_offset);
      if (
        start < 4 ||
        column.total_compressed_size < 0n ||
        start + Number(column.total_compressed_size) > file.length
      ) {
        throw damagedFooter(
          `names a column chunk from byte ${start} of ${column.total_compressed_size} bytes, though the file has ${file.length}`,
        );
      }
      const fault = contradictionInPages(file, start, column);
      if (fault !== null)
        throw damagedFooter(`names the column chunk “${column.path_in_schema.join('.')}”, which ${fault}`);
      decompressedBytes += Number(column.total_uncompressed_size);
      decodedBytes += Number(column.num_values) * (bytesOfType[column.type] ?? 4);
    }
  }
  if (decompressedBytes > maxBytes || decodedBytes > maxBytes) {
    throw new FormatlabError({
      tag: 'tooLarge',
      stage: 'decode',
      format: 'parquet',
      message: `The file of ${file.length} bytes claims to hold ${Math.max(decompressedBytes, decodedBytes)} bytes, more than the limit of ${maxBytes}.`,
    });
  }
}

/** Parses the footer again at every call. @throws `malformedInput` */
export function readFooter(file: Uint8Array<ArrayBuffer>): FileMetaData {
  try {
    return footerMetadata(file);
  } catch (cause) {
    throw damagedFooter(`can’t be read: ${cause instanceof Error ? cause.message : String(cause)}`, null, cause);
  }
}

const damagedFooter = damageOf({ format: 'parquet', subject: 'The Parquet footer' });
