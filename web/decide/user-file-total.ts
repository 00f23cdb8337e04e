import type { UserFile } from '../figures/user-file';
import type { Situation } from '../view/situation';
import type { CandidateFigures } from './totals';
import { neededOperations } from './needed-operations';

/**
 * The figures from which the total of the user's file follows, or why there is no total, as a sentence. The file is a reference and no candidate: it has
 * no time to write. One column and look-ups are read by decoding the whole file, since nothing else was measured.
 */
export function userFileFigures({ sizeBytes, decode }: UserFile, situation: Situation): CandidateFigures | string {
  const needed = neededOperations(situation);
  if (needed.includes('encode')) return 'No total: another program wrote it, so its time to write is not known.';
  if (needed.length > 0 && situation.timesOf === 'native') return 'No total: no native time of it is known.';
  if (needed.length > 0 && decode === null) return 'No total: its time to read was not measured.';
  return {
    sizeBytes,
    encodeMs: Number.NaN,
    decodeMs: decode?.bestMs ?? Number.NaN,
    columnMs: null,
    lookupMs: null,
    columnRequests: null,
    lookupRequests: null,
  };
}
