import { countedRequests, requestsOfPart } from '../figures/network-reads';
import type { UserFile } from '../figures/user-file';
import type { Situation } from '../view/situation';
import { neededOperations } from './needed-operations';
import { partialRequests } from './partial-requests';
import { readerRequests, withSizeRequest } from './reader-requests';
import { factorOverRounds, type Timed } from './round-totals';
import type { CandidateFigures } from './totals';

/**
 * The figures from which the total of the user's file follows, or why there is no total, as a sentence. The file is a reference and no candidate: it has
 * no time to write. What was not measured in parts is read by decoding the whole file.
 */
export function userFileFigures(file: UserFile, situation: Situation): CandidateFigures | string {
  const { sizeBytes, decode, project, lookup, lookupsPerCall, counts } = file;
  const needed = neededOperations(situation);
  if (needed.includes('encode')) return 'No total: another program wrote it, so its time to write is not known.';
  if (needed.length > 0 && situation.timesOf === 'native') return 'No total: no native time of it is known.';
  if (needed.length > 0 && decode === null) return 'No total: its time to read was not measured.';
  const asked = readerRequests(counts, sizeBytes, situation);
  const counted = (part: 'project' | 'lookup', ms: number | null) => {
    if (ms === null) return null;
    return asked === null
      ? withSizeRequest(requestsOfPart(counts, part, sizeBytes), situation)
      : asked[part === 'project' ? 'column' : 'row'];
  };
  const columnMs = project?.bestMs ?? null;
  const lookupMs = lookup === null ? null : lookup.bestMs / lookupsPerCall;
  return {
    sizeBytes,
    encodeMs: Number.NaN,
    decodeMs: decode?.bestMs ?? Number.NaN,
    columnMs,
    lookupMs,
    ...partialRequests(
      counted('project', columnMs),
      counted('lookup', lookupMs),
      asked?.toOpen ?? countedRequests(counts, 'open'),
    ),
  };
}

/** How many times the contender's total the file's is, over the rounds that both have. Not finite if the contender's total is 0. */
export function userFileFactor(
  { roundBestMs }: UserFile,
  figures: CandidateFigures,
  contender: Timed,
  situation: Situation,
): number {
  const measured = Object.entries(roundBestMs).filter(([, rounds]) => rounds.size > 0);
  return factorOverRounds({ figures, roundBestMs: Object.fromEntries(measured) }, contender, situation);
}
