import type { ColumnSettings, FormatMeta } from '../model/entry';
import type { SnippetRequest } from './snippet';

/** What the file's settings are, read from the candidate. */
export interface ParquetSettings {
  readonly columns: readonly ColumnSettings[];
  readonly encoding: string;
  readonly rowGroupRows: number;
  readonly pageVersion: string;
  readonly pageKiB: number;
  readonly pageRows: number;
  readonly dictionaryKiB: number;
  readonly statistics: string;
  readonly bloomFilter: boolean;
  /** True if single columns have settings of their own. */
  readonly byColumn: boolean;
}

export function settingsOf(
  { candidate, schema, inner }: SnippetRequest,
  columnSettings: FormatMeta['columnSettings'],
): ParquetSettings {
  const { options, implementation } = candidate;
  return {
    columns: columnSettings?.({ options, innerCodec: inner, schema }) ?? [],
    encoding: String(options.encoding ?? 'DICTIONARY'),
    rowGroupRows: Number(options.rowGroupRows ?? 1_048_576),
    pageVersion: implementation === 'hyparquet' ? '2' : String(options.pageVersion ?? '1'),
    pageKiB: Number(options.pageKiB ?? 1_024),
    pageRows: Number(options.pageRows ?? 20_000),
    dictionaryKiB: Number(options.dictionaryKiB ?? 1_024),
    statistics: String(options.statistics ?? 'columnChunk'),
    bloomFilter: options.bloomFilter === true,
    byColumn: String(options.columns ?? '').trim() !== '',
  };
}
