import type { ByteMap } from '../byte-map';
import type { FileSample } from '../plan';
import { drawUnits } from '../strata';
import type { RemotePlace } from './remote-file';

/** A file at an address, of which only the metadata was fetched. */
export interface RemoteTable {
  /** The id of its format, which is also that of its type of file. */
  readonly format: string;
  readonly place: RemotePlace;
  readonly map: ByteMap;
  /** The footer, without its length and the magic bytes. */
  readonly footer: Uint8Array<ArrayBuffer>;
  readonly rows: number;
  /** The columns of the table, which may be nested. */
  readonly columns: readonly string[];
  readonly groups: readonly RemoteGroup[];
}

export interface RemoteGroup {
  readonly rows: number;
  /** The bytes of each column in the file. */
  readonly columnBytes: readonly number[];
}

/** The columns and row groups to fetch, by their numbers from 0, in ascending order. */
export interface FetchedPart {
  readonly columns: readonly number[];
  readonly groups: readonly number[];
  /** Whether the row groups are a sample of all, whose rows and bytes the fetched file then tells. */
  readonly isSample?: boolean;
}

/** The most bytes that are fetched of one file for its rows, or as a whole: as many as a file may have that is read. */
export const fetchLimitBytes = 512 * 1_048_576;

/** A sample of some columns: row groups spread over the file, as many as have about so many bytes in the file as a sample is to have in memory. */
export function samplePart(
  { groups }: Pick<RemoteTable, 'groups'>,
  columns: readonly number[],
  sample: FileSample,
): FetchedPart {
  const bytes = bytesOfPart({ groups }, { columns, groups: groups.map((_, group) => group) });
  const take = Math.round((groups.length * sample.targetBytes) / Math.max(1, bytes));
  return { columns, groups: drawUnits(groups.length, take, sample.seed), isSample: true };
}

/** The bytes of a part in the file. */
export const bytesOfPart = ({ groups }: Pick<RemoteTable, 'groups'>, part: FetchedPart): number =>
  part.groups.reduce(
    (sum, group) => sum + part.columns.reduce((bytes, column) => bytes + (groups[group]?.columnBytes[column] ?? 0), 0),
    0,
  );
