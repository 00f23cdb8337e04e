import { typeDetectionBytes } from '../model/file-type';
import type { OwnFileType } from '../model/plan';
import type { FileStart } from './file-start';
import { isTar } from '../own-file/other-kinds';
import { findPacked, isZip } from './packed/find-packed';
import { packingLabels } from '../own-file/packed/packings';
import { type PackedFile, unpackHead } from '../own-file/packed/unpack';
import { zipEntries } from '../own-file/packed/zip-directory';
import { typeFartherBack } from '../registry/file-types';
import { toUnreadableFileError } from '../own-file/refusal';
import { contentOfZip, decideType, type DetectedContent, detectContent } from './sniff';

/** A user's file with its type. */
interface OpenedFile extends FileStart {
  readonly type: OwnFileType;
  /** The file if it is compressed and its content has the type. */
  readonly packed: PackedFile | null;
  /** That the content's type is unknown, so that the file is read as plain bytes; null if it is known, or if the user chose that. */
  readonly note: string | null;
}

const unreadable = (thrown: unknown, { fileName, chosen }: Pick<FileStart, 'fileName' | 'chosen'>) =>
  toUnreadableFileError(
    thrown,
    chosen ?? 'bytes',
    `${fileName} could not be read.`,
    'It may have been moved or changed since it was chosen: choose it again.',
  );

/** Reads the first bytes of a file and, of a Zip archive, its directory. */
export async function startOf(file: Blob, fileName: string, chosen: OwnFileType | null): Promise<FileStart> {
  if (chosen === 'bytes') return { file, fileName, chosen, head: new Uint8Array(), entries: null };
  try {
    const head = new Uint8Array(await file.slice(0, typeDetectionBytes).arrayBuffer());
    return { file, fileName, chosen, head, entries: isZip(head) ? await zipEntries(file) : null };
  } catch (thrown) {
    throw unreadable(thrown, { fileName, chosen });
  }
}

/** Finds out how a file is packed, and of which type its content is. */
export async function openFile(start: FileStart): Promise<OpenedFile> {
  const { file, fileName, chosen, head, entries } = start;
  if (chosen === 'bytes') return { ...start, type: 'bytes', packed: null, note: null };
  try {
    const packed = await findPacked(start);
    if (packed !== null) {
      const { head: inner, whole } = await unpackHead(packed, typeDetectionBytes);
      const look = detectContent(inner, whole);
      const type = decideType(packed.innerName, chosen, look);
      return type === 'bytes'
        ? {
            ...start,
            type,
            packed: null,
            note: measuredAsBytes(`${look.description}, compressed with ${packingLabels[packed.packing]}`),
          }
        : { ...start, type, packed, note: null };
    }
    const look = isZip(head)
      ? contentOfZip(entries?.map(({ name }) => name) ?? null)
      : await behindUserBlock(file, head, detectContent(head, file.size <= typeDetectionBytes));
    const type = decideType(fileName, chosen, look);
    return { ...start, type, packed: null, note: type === 'bytes' ? measuredAsBytes(look.description) : null };
  } catch (thrown) {
    throw unreadable(thrown, start);
  }
}

/** The type whose signature stands farther back than where the type is detected. Of a compressed file, only the head is known. */
async function behindUserBlock(file: Blob, head: Uint8Array, look: DetectedContent): Promise<DetectedContent> {
  const found = (look.type === null || !look.certain) && !isTar(head) ? await typeFartherBack(file) : null;
  return found === null ? look : { type: found.id, description: found.phrase, certain: true };
}

export const measuredAsBytes = (description: string) =>
  `It is ${description}, in which no table was found, so it is measured as bytes. To read it as a table, choose its type under “Read as”.`;
