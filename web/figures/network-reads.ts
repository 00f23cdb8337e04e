import { type Candidate, wrappingCodec } from '../../workers/model/plan';
import { formats } from '../../workers/registry/metadata';
import { networkPrefix } from './file-counts-text';
import type { CompletedRow } from './rows';

/** Requests of a reader over a network, and the bytes that they ask for. */
export interface Requests {
  readonly requests: number;
  /** How many of them wait for one before: those of a step are sent at once. */
  readonly steps: number;
  readonly bytes: number;
}

/** What a reader over a network needs, from nothing on. */
export type NetworkRead =
  | (Requests & {
      readonly isWhole: boolean;
      /** Why the whole file is needed for a part of the data, as a sentence. Absent where a part would take as much. */
      readonly whyWhole?: string;
    })
  /** Why it is not known. */
  | { readonly unsupported: string };

const parts = { open: 'ToOpen', project: 'ForOneColumn', lookup: 'ForOneRow' } as const;

/**
 * The requests for a part of the file as they were counted. Null if they were not. If the steps were not counted, each request waits for the one
 * before.
 */
export function countedRequests(counts: Readonly<Record<string, number>>, part: keyof typeof parts): Requests | null {
  const [requests, bytes, steps = requests] = (['Requests', 'Bytes', 'Steps'] as const).map(
    (figure) => counts[`${networkPrefix}${figure}${parts[part]}`],
  );
  return requests === undefined || steps === undefined || bytes === undefined ? null : { requests, steps, bytes };
}

/** The requests for a part of the file. Null if they were not counted, or if they ask for no less than the whole file. */
export function requestsOfPart(
  counts: Readonly<Record<string, number>>,
  part: keyof typeof parts,
  sizeBytes: number,
): Requests | null {
  const counted = countedRequests(counts, part);
  return counted !== null && counted.bytes < sizeBytes ? counted : null;
}

/**
 * The requests and bytes of reading everything, one column, and one row or key. Reading everything is one request. So is the rest where
 * the candidate can only be read as a whole.
 * @param unsupportedReason why the candidate does not support the operation on this data. Null if it does.
 */
export function networkRead(
  row: Pick<CompletedRow, 'sizeBytes' | 'counts' | 'sample'> & Partial<Pick<CompletedRow, 'wholeFile'>>,
  operation: 'decode' | 'project' | 'lookup',
  candidate: Candidate,
  unsupportedReason: (candidate: Candidate, operation: 'project' | 'lookup') => string | null,
): NetworkRead {
  const { sizeBytes, counts, sample, wholeFile = null } = row;
  if (sizeBytes === null) return { unsupported: 'It has no file.' };
  const whole = { requests: 1, steps: 1, bytes: sizeBytes, isWhole: true };
  if (operation === 'decode') return whole;
  if (wrappingCodec(candidate)?.granularity === 'file')
    return { ...whole, whyWhole: 'The file is compressed as a whole.' };
  const counted = countedRequests(counts, operation);
  if (counted !== null) {
    // Of a sample of a file, the counts are those of the whole file (rule 32).
    if (sample !== null && wholeFile === null)
      return {
        unsupported: 'Only a sample of the data was encoded, and a reader asks for other parts of a file of all data.',
      };
    return counted.bytes < sizeBytes ? { ...counted, isWhole: false } : whole;
  }
  const whyWhole = unsupportedReason(candidate, operation);
  if (whyWhole !== null) return { ...whole, whyWhole };
  return formats.get(candidate.format)?.readsParts
    ? { unsupported: 'This run did not count which parts of the file a reader asks for.' }
    : { ...whole, whyWhole: 'No reader of this format asks for parts of a file.' };
}
