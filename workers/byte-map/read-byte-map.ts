import type { ByteMap } from '../model/byte-map';
import { type ByteMapFormat, byteMapFormatOf } from '../model/byte-map-formats';
import { FormatlabError, toErrorRecord } from '../model/errors';
import { failure } from './failures';
import { type ByteSource, sourceOf } from './source';

type MapFile = (source: ByteSource) => Promise<ByteMap>;

const mapOf: Readonly<Record<ByteMapFormat, () => Promise<MapFile>>> = {
  parquet: async () => (await import('./parquet/parquet')).mapParquet,
  arrow: async () => (await import('./arrow/arrow')).mapArrow,
  npy: async () => (await import('./numpy/npy')).mapNpy,
  zip: async () => (await import('./numpy/zip')).mapZip,
  sqlite: async () => (await import('./sqlite/sqlite')).mapSqlite,
  hdf5: async () => (await import('./hdf5/hdf5')).mapHdf5,
  root: async () => (await import('./root/root')).mapRoot,
  tkrzw: async () => (await import('./tkrzw/tkrzw')).mapTkrzw,
  tkrzwSkip: async () => (await import('./tkrzw/skip')).mapSkipDatabase,
  pickle: async () => (await import('./pickle/pickle')).mapPickle,
};

/**
 * Finds out what each byte of a file is for.
 * @throws FormatlabError if the file is of no supported format, or damaged.
 */
export async function readByteMap(file: Blob): Promise<ByteMap> {
  const format = await byteMapFormatOf(file);
  if (format === null) throw failure('unsupported', 'It is of no format whose files have a map of their bytes.');
  try {
    return await (await mapOf[format]())(sourceOf(file));
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
