import type { DatasetSchema } from '../../workers/model/dataset';
import { type Candidate, wrappingCodec } from '../../workers/model/plan';
import { networkPrefix } from './file-counts-text';
import type { CompletedRow } from './rows';
import { whyOperationUnsupported } from './unsupported-operation';

/** What a reader over a network needs, from nothing on. */
export type NetworkRead =
  | {
      readonly requests: number;
      readonly bytes: number;
      readonly isWhole: boolean;
      /** Why the whole file is needed for a part of the data, as a sentence. Absent where a part would take as much. */
      readonly whyWhole?: string;
    }
  /** Why it is not known. */
  | { readonly unsupported: string };

const parts = { project: 'ForOneColumn', lookup: 'ForOneRow' } as const;

/**
 * The requests and bytes of reading everything, one column, and one row or key. Reading everything is one request. So is the rest where
 * the candidate can only be read as a whole.
 */
export function networkRead(
  row: Pick<CompletedRow, 'sizeBytes' | 'counts' | 'sample'>,
  operation: 'decode' | 'project' | 'lookup',
  candidate: Candidate,
  schema: DatasetSchema | null,
): NetworkRead {
  const { sizeBytes, counts, sample } = row;
  if (sizeBytes === null) return { unsupported: 'It has no file.' };
  const whole = { requests: 1, bytes: sizeBytes, isWhole: true };
  if (operation === 'decode') return whole;
  if (wrappingCodec(candidate)?.granularity === 'file')
    return { ...whole, whyWhole: 'The file is compressed as a whole.' };
  const requests = counts[`${networkPrefix}Requests${parts[operation]}`];
  const bytes = counts[`${networkPrefix}Bytes${parts[operation]}`];
  if (requests !== undefined && bytes !== undefined) {
    if (sample !== null)
      return { unsupported: 'Only a sample of the data was encoded, whose file has other row groups.' };
    return bytes < sizeBytes ? { requests, bytes, isWhole: false } : whole;
  }
  const whyWhole = whyOperationUnsupported(operation, [candidate], schema);
  if (whyWhole !== null) return { ...whole, whyWhole };
  return readInPlaces.has(candidate.format)
    ? { unsupported: 'This run did not count which parts of the file a reader asks for.' }
    : { ...whole, whyWhole: 'No reader of this format asks for parts of a file.' };
}

/** The formats whose libraries read files in places (`networkReads` of their sessions; for Parquet `parquetNetworkCounts`). */
const readInPlaces: ReadonlySet<string> = new Set([
  'parquet',
  'arrow',
  'hdf5',
  'root',
  'rntuple',
  'npy',
  'hashdbm',
  'treedbm',
]);
