import type { Requests } from '../figures/network-reads';
import type { CandidateFigures } from './totals';

/**
 * What a reader over a network asks for, for one column and for look-ups (rule 29). Null stands for the whole file, and for what is not known.
 * @param ofOneRow from nothing on: to open the file and read one row or key
 * @param toOpen to open the file alone, which is then shared by all look-ups. If it is not known, each look-up opens the file anew.
 */
export function partialRequests(
  columnRequests: Requests | null,
  ofOneRow: Requests | null,
  toOpen: Requests | null,
): Pick<CandidateFigures, 'columnRequests' | 'lookupRequests'> {
  if (ofOneRow === null) return { columnRequests, lookupRequests: null };
  const open = toOpen ?? { requests: 0, steps: 0, bytes: 0 };
  return {
    columnRequests,
    lookupRequests: {
      open,
      // A result from outside may count less for a row than for opening, and no look-up takes less than nothing.
      each: {
        requests: Math.max(0, ofOneRow.requests - open.requests),
        steps: Math.max(0, ofOneRow.steps - open.steps),
        bytes: Math.max(0, ofOneRow.bytes - open.bytes),
      },
    },
  };
}
