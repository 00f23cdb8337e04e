import type { Requests } from '../figures/network-reads';
import { afterOpening, type CandidateFigures, noRequests } from './totals';

/**
 * What a reader over a network asks for, for one column and for look-ups (rule 29). Null stands for the whole file, and for what is not known.
 * @param ofOneColumn from nothing on: to open the file and read one column
 * @param ofOneRow from nothing on: to open the file and read one row or key
 * @param toOpen to open the file alone, which all reads can share. If it is not known, each look-up opens the file anew.
 */
export function partialRequests(
  ofOneColumn: Requests | null,
  ofOneRow: Requests | null,
  toOpen: Requests | null,
): Pick<CandidateFigures, 'columnRequests' | 'lookupRequests'> {
  const open = toOpen ?? noRequests;
  return {
    columnRequests:
      ofOneColumn === null || toOpen === null ? ofOneColumn : { ...ofOneColumn, toOpen: within(toOpen, ofOneColumn) },
    lookupRequests:
      ofOneRow === null
        ? null
        : {
            open,
            // A result from outside may count less for a row than for opening, and no look-up takes less than nothing.
            each: afterOpening(ofOneRow, within(open, ofOneRow)),
          },
  };
}

/** At most as many as all. */
const within = (some: Requests, all: Requests): Requests => ({
  requests: Math.min(some.requests, all.requests),
  steps: Math.min(some.steps, all.steps),
  bytes: Math.min(some.bytes, all.bytes),
});
