import type { DatasetSchema } from '../../workers/model/dataset';
import { type Candidate, wrappingCodec } from '../../workers/model/plan';
import { networkPrefix } from './file-counts-text';
import type { CompletedRow } from './rows';
import { whyOperationUnsupported } from './unsupported-operation';

/** What a reader over a network needs, from nothing on. */
export type NetworkRead =
  | { readonly requests: number; readonly bytes: number; readonly isWhole: boolean }
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
  if (wrappingCodec(candidate) !== null && wrappingCodec(candidate)?.granularity === 'file') return whole;
  const requests = counts[`${networkPrefix}Requests${parts[operation]}`];
  const bytes = counts[`${networkPrefix}Bytes${parts[operation]}`];
  if (requests !== undefined && bytes !== undefined) {
    if (sample !== null)
      return { unsupported: 'Only a sample of the data was encoded, whose file has other row groups.' };
    return bytes < sizeBytes ? { requests, bytes, isWhole: false } : whole;
  }
  if (whyOperationUnsupported(operation, [candidate], schema) !== null) return whole;
  return {
    unsupported:
      candidate.format === 'parquet'
        ? 'This run did not count which parts of the file a reader asks for.'
        : 'Which parts of a file a reader asks for is counted for Parquet alone.',
  };
}
