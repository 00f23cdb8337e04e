import type { FileCounts } from '../entry';
import type { DictionaryFileParts } from '../statistics/dictionary-size';
import type { ColumnParts } from './parquet-reads';
import type { RemoteOptions, RemotePlace } from './remote-file';
import type { FetchedPart, RemoteTable } from './remote-table';

/** What `remote.ts` in a format's folder exports: where the parts of its files are, and how some of them are fetched from an address. */
export interface RemoteParts {
  /**
   * Fetches the metadata of a file, and no data.
   * @throws {FormatlabError} if the host sends something else than the file, or the file is damaged.
   */
  readonly readTable: (place: RemotePlace, options: RemoteOptions) => Promise<RemoteTable>;
  /**
   * Fetches some columns and row groups, as a file of their own.
   * @throws {FormatlabError} if they are too large, or the host sends something else.
   */
  readonly fetchPart: (
    table: Pick<RemoteTable, 'place' | 'footer'>,
    part: FetchedPart,
    options: RemoteOptions & { readonly onProgress: (fraction: number) => void },
  ) => Promise<Blob>;
  /** The requests and bytes that a reader over a network needs of a file, whichever library wrote it. */
  readonly networkCounts: (file: Uint8Array<ArrayBuffer>, columnIndex: number) => FileCounts;
  /** The parts of the only column of a file. */
  readonly columnParts: (file: Uint8Array<ArrayBuffer>) => ColumnParts;
  /** The dictionaries and the data of each column, by which the size of a whole file is predicted from a sample's. */
  readonly dictionaryParts: (file: Uint8Array<ArrayBuffer>) => DictionaryFileParts;
}
