import type { OwnFileType } from '../../model/plan';
import { toUnreadableFileError } from '../../own-file/refusal';
import type { DetectedWriting } from '../../own-file/settings/file-writing';
import { packedFact, packedCodec } from './packed';
import { readerOf } from '../roles';
import type { PackedFile } from '../../own-file/packed/unpack';

/** What determines the settings of a file, besides its content. */
interface WritingOptions {
  readonly type: OwnFileType;
  /** How a text file was read, in words. */
  readonly dialect: string | null;
  /** The original file if it was compressed as a whole, in which case `content` is the unpacked file; else null. */
  readonly packed: PackedFile | null;
}

/** The settings with which a file was written, from its own bytes; null for plain bytes, and for types whose readers state the facts. */
export async function detectFileWriting(content: Blob, options: WritingOptions): Promise<DetectedWriting | null> {
  try {
    const writing = (await readerOf(options.type).writing?.(content, options.dialect)) ?? null;
    return writing === null || options.packed === null ? writing : await packedWriting(writing, options.packed);
  } catch (thrown) {
    throw toUnreadableFileError(
      thrown,
      options.type,
      'The settings of the file could not be determined: it is damaged.',
      'Write it again with the program it came from.',
    );
  }
}

/**
 * Adds the packing's settings as the first ones. A candidate has only one codec, so a file that is also compressed inside has no matching
 * candidate; nor has one whose packing does not state its level.
 */
async function packedWriting({ settings, candidate }: DetectedWriting, packed: PackedFile): Promise<DetectedWriting> {
  const header = new Uint8Array(await packed.file.slice(0, 16).arrayBuffer());
  const codec = packedCodec(packed.packing, header);
  return {
    settings: { ...settings, facts: [packedFact(packed.packing, header), ...settings.facts] },
    candidate: candidate === null || candidate.codec !== null || codec === null ? null : { ...candidate, codec },
  };
}
