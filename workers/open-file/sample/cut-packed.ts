import type { FileSample, OwnFileType } from '../../model/plan';
import { type PackedFile, unpackedPieces, unpackFile } from '../../own-file/packed/unpack';
import type { CutSample } from '../../own-file/sample/cut';
import { cutSample } from './cut-sample';
import { findFileType } from '../../registry/file-types';
import { readerOf } from '../roles';
import { StreamedText } from '../../own-file/sample/text/streamed-text';

/** What a file unpacks to, or a sample of it. */
interface UnpackedSample {
  /** The whole content. Null if only the sample was kept. */
  readonly content: Blob | null;
  /** Null if all of the content is read. */
  readonly cut: CutSample | null;
  /** The size of the content. */
  readonly contentBytes: number;
}

/** Whether a compressed file of the type may unpack to any size: only blocks of it are kept. */
export const isCutAsUnpacked = (type: OwnFileType): boolean => readerOf(type).cutText !== undefined;

/**
 * Unpacks a file, and cuts a sample of it if it is large. Of a text, only blocks are kept as it is unpacked.
 * @throws `tooLarge` if the content exceeds the limit for its type, and no sample of it can be taken
 */
export async function cutPacked(
  packed: PackedFile,
  type: OwnFileType,
  sample: FileSample | null,
): Promise<UnpackedSample> {
  const cutText = readerOf(type).cutText;
  if (sample !== null && cutText !== undefined) {
    const text = new StreamedText(sample);
    for await (const piece of unpackedPieces(packed, null, { isLimited: false })) text.add(piece);
    const found = text.end();
    if (!(found instanceof Blob)) {
      const cut = await cutText(found, sample);
      if (cut !== null) return { content: null, cut, contentBytes: found.size };
    }
  }
  const content = await unpackFile(packed, findFileType(type));
  const cut = sample === null ? null : await cutSample(content, type, sample);
  return { content, cut, contentBytes: content.size };
}
