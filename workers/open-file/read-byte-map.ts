import type { ByteMap } from '../model/byte-map';
import { type ByteMapFormat, byteMapFormatOf } from '../model/byte-map-formats';
import { FormatlabError, toErrorRecord } from '../model/errors';
import { failure } from '../byte-map/failures';
import { type ByteSource, sourceOf } from '../byte-map/source';

type MapFile = (source: ByteSource) => Promise<ByteMap>;

const mapOf: Readonly<Record<ByteMapFormat, () => Promise<MapFile>>> = {
  parquet: async () => (await import('../formats/parquet/map/parquet')).mapParquet,
  arrow: async () => (await import('../formats/arrow/map/arrow')).mapArrow,
  npy: async () => (await import('../formats/npy/map/npy')).mapNpy,
  zip: async () => (await import('../formats/npy/npz/map/zip')).mapZip,
  sqlite: async () => (await import('../formats/sqlite/map/sqlite')).mapSqlite,
  hdf5: async () => (await import('../formats/hdf5/map/hdf5')).mapHdf5,
  root: async () => (await import('../formats/root/map/root')).mapRoot,
  tkrzw: async () => (await import('../formats/tkrzw/map/tkrzw')).mapTkrzw,
  tkrzwSkip: async () => (await import('../formats/tkrzw/map/skip')).mapSkipDatabase,
  pickle: async () => (await import('../formats/pickle/map/pickle')).mapPickle,
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
