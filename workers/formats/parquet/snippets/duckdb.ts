import { sqlLiteral } from '../../../model/sql';
import type { ParquetSettings } from '../../../snippets/parquet-settings';
import { call, joined, type OtherSize, type Snippet, type SnippetRequest } from '../../../snippets/snippet';
import { duckdbInput } from '../../../snippets/source';

/** Parquet by DuckDB. */

const duckdbCodecs: Readonly<Record<string, string>> = {
  snappy: 'snappy',
  gzip: 'gzip',
  lz4: 'lz4_raw',
  zstd: 'zstd',
  brotli: 'brotli',
};

/** What DuckDB chooses itself, and how far the size of its file differed by that in our tests. Null if it is within 2 % of the page's. */
function duckdbSize(settings: ParquetSettings): OtherSize | null {
  const lacks = (what: string, ...range: OtherSize['range']): OtherSize => ({
    because: `DuckDB has no setting for ${what}`,
    range,
  });
  if (settings.byColumn) return lacks('the codec or the encoding of one column', -0.6, 1.5);
  if (settings.encoding === 'DICTIONARY')
    return lacks(
      'how long a dictionary of numbers may grow in bytes, and stores runs of equal values in another way',
      -0.25,
      0.7,
    );
  if (settings.encoding !== 'PLAIN')
    return lacks(`the encoding ${settings.encoding}, and chooses one for each column`, -0.02, 0.4);
  const other = [-0.07, 0.05] as const;
  if (settings.pageVersion !== '1') return lacks('the version of the pages', ...other);
  if (settings.pageKiB !== 1_024 || settings.pageRows !== 20_000) return lacks('the size of the pages', ...other);
  if (settings.statistics !== 'columnChunk') return lacks('what the statistics are of', ...other);
  return settings.bloomFilter ? lacks('a Bloom filter of a column without a dictionary', ...other) : null;
}

export function duckdbParquet({ inner, fileName, source }: SnippetRequest, settings: ParquetSettings): Snippet[] {
  const { encoding } = settings;
  // DuckDB knows ALP as an encoding of its own files, not of Parquet's.
  if (settings.columns.some(({ encoding: own }) => own === 'ALP')) return [];
  const otherSize = duckdbSize(settings);
  const values = [
    'FORMAT parquet',
    `COMPRESSION ${inner === null ? 'uncompressed' : (duckdbCodecs[inner.id] ?? inner.id)}`,
    ...(inner?.id === 'zstd' ? [`COMPRESSION_LEVEL ${inner.level ?? 1}`] : []),
    ...(encoding === 'DICTIONARY'
      ? [`STRING_DICTIONARY_PAGE_SIZE_LIMIT ${settings.dictionaryKiB * 1_024}`]
      : ['DICTIONARY_SIZE_LIMIT 0']),
    ...(['PLAIN', 'DICTIONARY'].includes(encoding) ? [] : ['PARQUET_VERSION v2']),
    `ROW_GROUP_SIZE ${settings.rowGroupRows}`,
  ];
  return [
    {
      tool: 'duckdb',
      label: 'DuckDB',
      language: 'sql',
      write: joined([...duckdbInput(source), ...call(`COPY data TO ${sqlLiteral(fileName)} `, values)]).concat(';'),
      read: `CREATE TABLE data AS FROM read_parquet(${sqlLiteral(fileName)});`,
      tested: true,
      ...(otherSize === null ? {} : { otherSize }),
    },
  ];
}
