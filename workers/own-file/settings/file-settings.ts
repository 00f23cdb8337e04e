import type { OwnFileType } from '../../model/plan';
import { toUnreadableFileError } from '../refusal';
import type { DetectedWriting } from './file-writing';
import { gzipLevel, gzipSettings } from './gzip';

/** What determines the settings of a file, besides its content. */
export interface WritingOptions {
  readonly type: OwnFileType;
  /** How a text file was read, in words. */
  readonly dialect: string | null;
  /** The original file if it was packed, in which case `content` is the unpacked file; else null. */
  readonly packed: Blob | null;
}

/** The settings with which a file was written, from its own bytes; null for plain bytes. */
export async function detectFileWriting(content: Blob, options: WritingOptions): Promise<DetectedWriting | null> {
  try {
    const writing = await unpackedWriting(content, options);
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

async function unpackedWriting(content: Blob, { type, dialect }: WritingOptions): Promise<DetectedWriting | null> {
  switch (type) {
    case 'parquet':
      return (await import('./parquet')).detectParquetWriting(content);
    case 'arrow':
      return (await import('./arrow')).detectArrowWriting(content);
    case 'npy':
      return (await import('./npy')).detectNpyWriting(content);
    case 'csv':
    case 'json':
    case 'ndjson':
    case 'smiles':
    case 'sdf':
      return (await import('./text')).detectTextWriting(content, type, dialect);
    case 'bytes':
      return null;
  }
}

/**
 * Adds gzip's settings as the first ones. A candidate has only one codec, so a file that is also compressed inside has no matching
 * candidate.
 */
async function packedWriting({ settings, candidate }: DetectedWriting, packed: Blob): Promise<DetectedWriting> {
  const header = new Uint8Array(await packed.slice(0, 10).arrayBuffer());
  return {
    settings: { ...settings, facts: [...gzipSettings(header), ...settings.facts] },
    candidate:
      candidate === null || candidate.codec !== null
        ? null
        : {
            ...candidate,
            codec: { id: 'gzip', implementation: 'libdeflate', level: gzipLevel(header), granularity: 'file' },
          },
  };
}
