import type { ByteMap } from '../model/byte-map';
import { toErrorRecord, FormatlabError } from '../model/errors';
import { failure } from './failures';
import { sourceOf } from './source';

/**
 * Finds out what each byte of a file is for.
 * @throws FormatlabError if the file is of no supported format, or damaged.
 */
export async function readByteMap(file: Blob): Promise<ByteMap> {
  const source = sourceOf(file);
  const head = String.fromCharCode(...(await source.read(0, Math.min(8, source.sizeBytes))));
  try {
    if (head.startsWith('PAR1')) return await (await import('./parquet/parquet')).mapParquet(source);
    if (head.startsWith('ARROW1') || head.startsWith('\xff\xff\xff\xff'))
      return await (await import('./arrow/arrow')).mapArrow(source);
  } catch (thrown) {
    if (thrown instanceof FormatlabError) throw thrown;
    // What a parser throws on a damaged file.
    const record = toErrorRecord(thrown, { tag: 'malformedInput', stage: 'import' });
    throw new FormatlabError(
      { ...record, message: `It is damaged: ${record.message}`.slice(0, 2_000) },
      { cause: thrown },
    );
  }
  throw failure('unsupported', 'Only Parquet and Arrow files have a map of their bytes.');
}
