import { DamagedInput } from '../../../model/damaged-input';
import type { FileMetaData } from 'hyparquet';
import { checkDecodedSize } from '../../../own-file/limits';
import { checkPages } from './parquet-pages';
import { unreadableFileError } from '../../../own-file/refusal';
import { footerMetadata } from '../file/footer-metadata';
import { checkThriftStruct } from '../file/thrift-bounds';

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
 * Checks a file before it is read: the decoded size that it claims, and its pages. Returns the footer's metadata.
 * @throws `tooLarge` if the content would not fit; FormatlabError if a page is damaged.
 */
export function checkClaimedSizes(file: Uint8Array<ArrayBuffer>, remedy: string): FileMetaData {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const footerEnd = file.length - 8;
  checkThriftStruct(new DataView(file.buffer, file.byteOffset, footerEnd), footerEnd - view.getUint32(footerEnd, true));
  const metadata = footerMetadata(file);
  checkNotEncrypted(metadata);
  let pageBytes = 0;
  let decodedBytes = 0;
  for (const group of metadata.row_groups) {
    pageBytes += Number(group.total_byte_size);
    for (const { meta_data: column } of group.columns) {
      if (column === undefined) continue;
      // With run-length encoding, a few bytes may stand for any number of values.
      decodedBytes += Number(column.num_values) * (bytesOfType[column.type] ?? 4);
    }
  }
  checkDecodedSize(Math.max(pageBytes, decodedBytes), 'parquet');
  try {
    checkPages(file, metadata);
  } catch (thrown) {
    if (!(thrown instanceof DamagedInput)) throw thrown;
    throw unreadableFileError(`It is damaged: ${thrown.problem}.`, remedy, { format: 'parquet' });
  }
  return metadata;
}

/** A file whose footer is not encrypted may have encrypted columns. */
function checkNotEncrypted({ row_groups: groups }: FileMetaData): void {
  const columns = (groups[0]?.columns ?? []).filter(({ crypto_metadata: key }) => key !== undefined);
  if (columns.length === 0) return;
  const names = columns.flatMap(({ meta_data: column }) =>
    column === undefined ? [] : [`“${column.path_in_schema.join('.').slice(0, 60)}”`],
  );
  throw unreadableFileError(
    `${columns.length.toLocaleString('en')} of its columns ${columns.length === 1 ? 'is' : 'are'} encrypted${names.length === 0 ? '' : `: ${names.slice(0, 10).join(', ')}`}.`,
    'Write it again without encryption, or without these columns.',
    { tag: 'unsupported', format: 'parquet' },
  );
}
