import { typeDetectionBytes } from '../model/file-type';
import type { OwnFileType } from '../model/plan';
import { isTar } from '../own-file/other-kinds';
import { findPacked, isZip } from './packed/find-packed';
import { packingLabels } from '../own-file/packed/packings';
import { type PackedFile, unpackHead } from '../own-file/packed/unpack';
import { zipEntries } from '../own-file/packed/zip-directory';
import { typeFartherBack } from '../registry/file-types';
import { toUnreadableFileError } from '../own-file/refusal';
import { contentOfZip, decideType, type DetectedContent, detectContent } from './sniff';

/**
 * The type of the file. `packed` is the file if it is compressed and its content has the type. If the content's type is unknown, the file is
 * read as plain bytes, and `note` says so unless the user chose that.
 */
export async function fileTypeOf(
  file: Blob,
  fileName: string,
  chosen: OwnFileType | null,
): Promise<{ type: OwnFileType; packed: PackedFile | null; note: string | null }> {
  if (chosen === 'bytes') return { type: 'bytes', packed: null, note: null };
  try {
    const packed = await findPacked(file, fileName);
    if (packed !== null) {
      const { head, whole } = await unpackHead(packed, typeDetectionBytes);
      const look = detectContent(head, whole);
      const type = decideType(packed.innerName, chosen, look);
      return type === 'bytes'
        ? {
            type,
            packed: null,
            note: measuredAsBytes(`${look.description}, compressed with ${packingLabels[packed.packing]}`),
          }
        : { type, packed, note: null };
    }
    const head = new Uint8Array(await file.slice(0, typeDetectionBytes).arrayBuffer());
    const look = isZip(head)
      ? contentOfZip((await zipEntries(file))?.map(({ name }) => name) ?? null)
      : await behindUserBlock(file, head, detectContent(head, file.size <= typeDetectionBytes));
    const type = decideType(fileName, chosen, look);
    return { type, packed: null, note: type === 'bytes' ? measuredAsBytes(look.description) : null };
  } catch (thrown) {
    throw toUnreadableFileError(
      thrown,
      chosen ?? 'bytes',
      `${fileName} could not be read.`,
      'It may have been moved or changed since it was chosen: choose it again.',
    );
  }
}

/** The type whose signature stands farther back than where the type is detected. Of a compressed file, only the head is known. */
async function behindUserBlock(file: Blob, head: Uint8Array, look: DetectedContent): Promise<DetectedContent> {
  const found = (look.type === null || !look.certain) && !isTar(head) ? await typeFartherBack(file) : null;
  return found === null ? look : { type: found.id, description: found.phrase, certain: true };
}

export const measuredAsBytes = (description: string) =>
  `It is ${description}, in which no table was found, so it is measured as bytes. To read it as a table, choose its type under “Read as”.`;
