import type { Operation } from '../../workers/model/plan';
import type { Situation } from '../view/situation';

/** The operations whose times a total can contain. */
export const timedOperations = ['encode', 'decode', 'project', 'lookup'] as const satisfies readonly Operation[];
export type TimedOperation = (typeof timedOperations)[number];

/**
 * The operations whose times the situation's total contains. Reads of one column and look-ups fall back to decoding, and count as decoding also if that
 * is faster.
 */
export function neededOperations({ goal, writes, reads, columnReads, lookups }: Situation): TimedOperation[] {
  if (goal === 'size') return [];
  const isNeeded: Record<TimedOperation, boolean> = {
    encode: writes > 0,
    decode: reads > 0,
    project: columnReads > 0,
    lookup: lookups > 0,
  };
  return timedOperations.filter((operation) => isNeeded[operation]);
}
