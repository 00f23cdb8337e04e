import type { FormatMeta } from '../../../model/entry';
import { type ReaderChanges, readByNone } from '../../../model/tools';
import { parseColumnSettings } from './column-settings';
import { encodingOf, encodings, type ParquetEncoding } from './encodings';

/** The encodings and codecs that Parquet2.jl reads; DuckDB.jl reads the others. */
const parquet2: readonly string[] = ['PLAIN', 'DICTIONARY', 'uncompressed', 'snappy', 'gzip', 'zstd'];

/** Readers that differ because of encodings and codecs that came to Parquet later than the others. */
export const readersWith: NonNullable<FormatMeta['readersWith']> = ({ options, innerCodec }) => {
  const parsed = parseColumnSettings(options, Object.keys(encodings) as ParquetEncoding[]);
  const columns = typeof parsed === 'string' ? [] : parsed;
  const used = new Set([
    encodingOf(options),
    innerCodec ?? 'uncompressed',
    ...columns.flatMap(({ encoding, codec }) => [...(encoding === null ? [] : [encoding]), codec?.id ?? []].flat()),
  ]);
  if (used.has('ALP'))
    return readByNone(
      'ALP is a preview in Parquet 2.14. The Rust crate parquet 60 reads it; pyarrow 26.0, DuckDB 2.0, Polars 2.1, DataFusion 55 and hyparquet 1.31 do not.',
    );
  const changes: Record<string, ReaderChanges[keyof ReaderChanges]> = {};
  if ([...used].some((each) => !parquet2.includes(each))) changes.julia = { by: 'DuckDB.jl' };
  if (used.has('BYTE_STREAM_SPLIT')) {
    changes.python = { by: 'a recent pyarrow' };
    changes.r = { by: 'a recent arrow' };
    changes.java = { by: 'a recent parquet-java' };
    changes.duckdb = { by: 'read_parquet of a recent DuckDB' };
    changes.commandLine = { by: 'a recent duckdb' };
  }
  if (used.has('lz4')) changes.java = { by: 'a recent parquet-java' };
  if (innerCodec !== null && innerCodec !== 'snappy') changes.browser = { by: 'hyparquet with hyparquet-compressors' };
  if (used.has('brotli'))
    changes.java = { reason: 'parquet-java has no Brotli: it needs the separate library brotli-codec.' };
  return changes;
};
