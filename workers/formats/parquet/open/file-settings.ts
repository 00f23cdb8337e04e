import type { ColumnMetaData, FileMetaData } from 'hyparquet';
import type { Candidate } from '../../../model/plan';
import type { DetectedWriting } from '../../../own-file/settings/file-writing';
import { footerMetadata } from '../file/footer-metadata';
import { footerOf } from './parquet-tail';
import { valuesOfColumnsText, countText, countWithNoun, distinctValues } from '../../../own-file/settings/words';

/** Reads the settings from the footer. The file has been read successfully before. */
export async function detectParquetWriting(file: Blob): Promise<DetectedWriting> {
  const metadata = footerMetadata(await footerOf(file));
  const chunks = metadata.row_groups.flatMap(({ columns }) => columns.flatMap(({ meta_data }) => meta_data ?? []));
  const columns = metadata.row_groups[0]?.columns.flatMap(({ meta_data }) => meta_data ?? []) ?? [];
  const pageVersions = pageVersionsOf(chunks);
  const withBloom = columns.filter(({ bloom_filter_offset }) => bloom_filter_offset !== undefined).length;
  const facts = [
    { name: 'Codec', value: valuesOfColumnsText(columns.map(({ codec }) => codec)) },
    { name: 'Encodings', value: distinctValues(chunks.flatMap(({ encodings }) => encodings)).join(', ') },
    { name: 'Row groups', value: rowGroupsText(metadata) },
    ...(pageVersions.length === 0
      ? []
      : [{ name: 'Data pages', value: pageVersions.map((version) => `version ${version}`).join(' and ') }]),
    { name: 'Columns', value: countText(columns.length) },
    {
      name: 'Statistics',
      value: ofColumns(columns.filter(({ statistics }) => statistics !== undefined).length, columns.length),
    },
    ...(withBloom === 0 ? [] : [{ name: 'Bloom filters', value: ofColumns(withBloom, columns.length) }]),
  ].filter(({ value }) => value !== '');
  return {
    settings: {
      writer: metadata.created_by?.slice(0, 200) ?? null,
      facts: facts.map(({ name, value }) => ({ name, value: value.slice(0, 300) })),
    },
    candidate: candidateOf(metadata, chunks, pageVersions),
  };
}

const ofColumns = (count: number, all: number) =>
  count === 0 ? 'none' : count === all ? 'of all columns' : `of ${countText(count)} of ${countText(all)} columns`;

function rowGroupsText({ row_groups: groups }: FileMetaData): string {
  const rows = groups.map(({ num_rows }) => Number(num_rows));
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return 'none';
  if (rows.length === 1) return `1 of ${countWithNoun(first, 'row')}`;
  const alike = rows.slice(0, -1).every((count) => count === first);
  if (!alike)
    return `${countText(rows.length)} of ${countText(Math.min(...rows))} to ${countText(Math.max(...rows))} rows`;
  return `${countText(rows.length)} of ${countText(first)} rows${last === first ? '' : `, the last of ${countText(last)}`}`;
}

/** The data page versions; empty if the writer stored no statistics of the pages' encodings. */
function pageVersionsOf(chunks: readonly ColumnMetaData[]): readonly ('1' | '2')[] {
  const types = new Set(chunks.flatMap(({ encoding_stats }) => encoding_stats ?? []).map(({ page_type }) => page_type));
  return [...(types.has('DATA_PAGE') ? ['1' as const] : []), ...(types.has('DATA_PAGE_V2') ? ['2' as const] : [])];
}

/** The format's own codecs, with the names and levels of its meta.ts. */
const codecs: Readonly<Record<string, { readonly id: string; readonly level: number | null } | null>> = {
  UNCOMPRESSED: null,
  SNAPPY: { id: 'snappy', level: null },
  GZIP: { id: 'gzip', level: 6 },
  LZ4_RAW: { id: 'lz4', level: null },
  ZSTD: { id: 'zstd', level: 1 },
  BROTLI: { id: 'brotli', level: 1 },
};
const encodingOptions: Readonly<Record<string, string>> = {
  PLAIN_DICTIONARY: 'DICTIONARY',
  RLE_DICTIONARY: 'DICTIONARY',
  DELTA_BINARY_PACKED: 'DELTA_BINARY_PACKED',
  BYTE_STREAM_SPLIT: 'BYTE_STREAM_SPLIT',
  DELTA_LENGTH_BYTE_ARRAY: 'DELTA_LENGTH_BYTE_ARRAY',
  DELTA_BYTE_ARRAY: 'DELTA_BYTE_ARRAY',
};
/** Encodings of levels and booleans, which occur with every option. */
const everywhere: ReadonlySet<string> = new Set(['PLAIN', 'RLE', 'BIT_PACKED']);
const minRowGroupRows = 1_000;
const usualRowGroupRows = 1_048_576;

function statisticsOf(groups: FileMetaData['row_groups']): 'none' | 'columnChunk' | 'page' {
  const columns = groups.flatMap((group) => group.columns);
  if (columns.some(({ column_index_offset }) => column_index_offset !== undefined)) return 'page';
  return columns.some(({ meta_data }) => meta_data?.statistics !== undefined) ? 'columnChunk' : 'none';
}

function candidateOf(
  { row_groups: groups }: FileMetaData,
  chunks: readonly ColumnMetaData[],
  pageVersions: readonly ('1' | '2')[],
): Candidate | null {
  const [name = '', ...otherCodecs] = distinctValues(chunks.map(({ codec }) => codec));
  const codec = codecs[name];
  const encodings = distinctValues(
    chunks.flatMap((chunk) => chunk.encodings.filter((encoding) => !everywhere.has(encoding))),
  ).map((encoding) => encodingOptions[encoding]);
  const [encoding = 'PLAIN', ...otherEncodings] = distinctValues(encodings);
  const rows = Number(groups[0]?.num_rows ?? 0);
  const rowGroupRows = groups.length > 1 ? rows : Math.max(rows, usualRowGroupRows);
  if (
    codec === undefined ||
    otherCodecs.length > 0 ||
    encodings.includes(undefined) ||
    otherEncodings.length > 0 ||
    pageVersions.length > 1 ||
    rowGroupRows < minRowGroupRows
  )
    return null;
  return {
    format: 'parquet',
    implementation: 'arrow-rs',
    options: {
      encoding,
      rowGroupRows,
      pageVersion: pageVersions[0] ?? '1',
      // A footer does not tell these limits. They are the defaults of pyarrow and of arrow-rs.
      pageKiB: 1_024,
      pageRows: 20_000,
      dictionaryKiB: 1_024,
      statistics: statisticsOf(groups),
      bloomFilter: chunks.some(({ bloom_filter_offset }) => bloom_filter_offset !== undefined),
      // The footer declares an order; only writing anew proves it.
      sortedBy: '',
      columns: '',
    },
    codec: codec === null ? null : { ...codec, implementation: null, granularity: 'page' },
  };
}
