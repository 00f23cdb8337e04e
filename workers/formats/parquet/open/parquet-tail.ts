import { copyAgainRemedy } from './parquet-refusal';
import { unreadableFileError } from '../../../own-file/refusal';

const magic = 'PAR1';

const tailBytes = 8;

/**
 * Checks that a file ends with the magic bytes, and that the footer's length, before them, is plausible. Returns that length in bytes.
 * @throws FormatlabError if it is none that can be read.
 */
export async function checkFooterLength(file: Blob): Promise<number> {
  const tail = new Uint8Array(await file.slice(-tailBytes).arrayBuffer());
  const end = String.fromCharCode(...tail.subarray(4));
  if (end === 'PARE')
    throw unreadableFileError('It is encrypted.', 'Write it again without encryption.', {
      format: 'parquet',
      tag: 'unsupported',
    });
  if (file.size < 12 || end !== magic)
    throw unreadableFileError(
      `It is truncated: a Parquet file ends with “${magic}”, where its index is, and this one of ${file.size.toLocaleString('en')} bytes does not.`,
      copyAgainRemedy,
      { format: 'parquet' },
    );
  const footerBytes = new DataView(tail.buffer).getUint32(0, true);
  if (footerBytes === 0)
    throw unreadableFileError(
      'Its index is empty, so that it names no columns: it is damaged, or its writer stopped too early.',
      copyAgainRemedy,
      { format: 'parquet' },
    );
  if (footerBytes > file.size - 12)
    throw unreadableFileError(
      `Its index claims ${footerBytes.toLocaleString('en')} bytes of a file of ${file.size.toLocaleString('en')}; it is damaged.`,
      copyAgainRemedy,
      {
        format: 'parquet',
      },
    );
  return footerBytes;
}

/** The footer of a file, with its length and the magic bytes behind it. @throws FormatlabError if it has none. */
export async function footerOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const footerBytes = await checkFooterLength(file);
  return new Uint8Array(await file.slice(file.size - tailBytes - footerBytes).arrayBuffer());
}
