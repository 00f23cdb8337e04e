import type { FileStart } from '../file-start';
import { startsWith } from '../../own-file/other-kinds';
import { unreadableFileError } from '../../own-file/refusal';
import { detectContent, unknownBinary } from '../sniff';
import { packingOf } from '../../own-file/packed/packings';
import { type PackedFile, packedFile } from '../../own-file/packed/unpack';
import { isReadableEntry, type ZipEntry } from '../../own-file/packed/zip-directory';

export const isZip = (head: Uint8Array): boolean => startsWith(head, 'PK\x03\x04');

/** Members that macOS adds to an archive, beside the user's. */
export const isOfSystem = ({ name }: ZipEntry) => /^__MACOSX\/|(^|\/)\.DS_Store$/u.test(name);

/**
 * The compressed file; null if the file is not compressed as a whole. Formats that are Zip archives themselves are not compressed in this sense.
 * @throws `unsupported` if it is a Zip archive of one file that can't be unpacked
 */
export async function findPacked({
  file,
  fileName,
  head,
  entries: found,
}: Pick<FileStart, 'file' | 'fileName' | 'head' | 'entries'>): Promise<PackedFile | null> {
  const extension = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  if (isZip(head)) {
    const all = found ?? [];
    const entries = all.filter((entry) => !isOfSystem(entry));
    const [entry] = entries;
    // An archive of arrays is a dataset of its own, even if there is only one.
    if (entry === undefined || entries.length > 1 || entry.name.endsWith('.npy')) return null;
    requireReadable(fileName, entry);
    const besides = all.filter(isOfSystem).map(({ name }) => name);
    return packedFile(file, fileName, 'zip', entry, besides);
  }
  const packing = await packingOf(
    file,
    head,
    extension,
    (start) => detectContent(start, false).description !== unknownBinary,
  );
  return packing === null ? null : packedFile(file, fileName, packing);
}

/** Methods that other programs write: section 4.4.5 of PKWARE’s APPNOTE.TXT 6.3.10. */
const methodNames: Readonly<Record<number, string>> = {
  6: 'implode',
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'xz',
  98: 'PPMd',
};

const methodText = (method: number): string =>
  methodNames[method] === undefined ? String(method) : `${method} (${methodNames[method]})`;

function requireReadable(fileName: string, entry: ZipEntry): void {
  if (isReadableEntry(entry)) return;
  const { method, isEncrypted } = entry;
  throw unreadableFileError(
    isEncrypted
      ? `${fileName} is an encrypted Zip archive.`
      : `${fileName} is a Zip archive whose file is compressed by method ${methodText(method)}; Formatlab reads 0 (stored) and 8 (deflated).`,
    'Unpack it first and choose its content, or measure its bytes as they are.',
    { tag: 'unsupported' },
  );
}
