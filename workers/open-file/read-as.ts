import type { OwnFileType } from '../model/plan';
import type { ImportResult, ReadOptions } from '../own-file/imported';
import { toUnreadableFileError } from '../own-file/refusal';
import { readerOf } from './roles';
import { phraseOf } from './sniff';

/** Reads a file with the reader of its type, which is downloaded on first use. */
export async function readAs(type: OwnFileType, file: Blob, options: ReadOptions): Promise<ImportResult> {
  const { read, offersTimes = false } = readerOf(type);
  try {
    const result = await read(file, options);
    return offersTimes ? (await import('./offered-times')).offerTimes(result, options.columnTypes, type) : result;
  } catch (thrown) {
    throw toUnreadableFileError(
      thrown,
      type,
      `${options.fileName} could not be read as ${phraseOf(type)}.`,
      'Check that it opens in the program it came from, or read it as plain bytes.',
    );
  }
}
