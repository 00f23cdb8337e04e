import type { ByteMap } from '../model/byte-map';
import { FormatlabError, toErrorRecord } from '../model/errors';
import { failure } from '../byte-map/failures';
import { sourceOf } from '../byte-map/source';
import { mapFolderOf } from '../registry/file-types';
import { mapOf } from './roles';

/**
 * Finds out what each byte of a file is for.
 * @throws FormatlabError if the file is of no supported format, or damaged.
 */
export async function readByteMap(file: Blob): Promise<ByteMap> {
  const folder = await mapFolderOf(file);
  if (folder === null) throw failure('unsupported', 'It is of no format whose files have a map of their bytes.');
  try {
    return await mapOf(folder)(sourceOf(file));
  } catch (thrown) {
    if (thrown instanceof FormatlabError) throw thrown;
    // What a parser throws on a damaged file.
    const record = toErrorRecord(thrown, { tag: 'malformedInput', stage: 'import' });
    throw new FormatlabError(
      { ...record, message: `It is damaged: ${record.message}`.slice(0, 2_000) },
      { cause: thrown },
    );
  }
}
