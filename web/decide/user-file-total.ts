import { verdictMargin } from '../../workers/model/statistics/compare';
import { intervalOverRounds, type RoundsInterval } from '../../workers/model/statistics/intervals';
import { median } from '../../workers/model/statistics/samples';
import { countedRequests, requestsOfPart } from '../figures/network-reads';
import type { UserFile } from '../figures/user-file';
import type { Situation } from '../view/situation';
import { leastTotal } from './least-total';
import { neededOperations, timedOperations } from './needed-operations';
import { partialRequests } from './partial-requests';
import { readerRequests, withSizeRequest } from './reader-requests';
import { commonRounds, factorOverRounds, type Timed, totalAt } from './round-totals';
import { type CandidateFigures, totalOf } from './totals';

/** What is not known of the user's file, and of which its total counts no time. */
export type LeftOut = 'writing' | 'reading';

/** What the user's file takes as it is: keeping, moving and reading it. */
interface UserFileTotal {
  readonly figures: CandidateFigures;
  /** Milliseconds, money, or bytes: see `totalOf`. */
  readonly total: number;
  /** What the situation does and the total leaves out, since it is not known. Empty if the total is whole. */
  readonly leftOut: readonly LeftOut[];
}

/**
 * The total of the user's file. Another program wrote it, so that its time to write is not known; its time to read is not known if no trial measured it,
 * nor in other tools. What is not known counts as 0 and is named. What was not measured in parts is read by decoding the whole file.
 */
export function userFileTotal(file: UserFile, situation: Situation): UserFileTotal {
  const { sizeBytes, decode, project, lookup, lookupsPerCall, counts, needsNoDecoding } = file;
  const needed = neededOperations(situation);
  const writes = needed.includes('encode');
  const reads = needed.some((operation) => operation !== 'encode');
  const isReadKnown = needsNoDecoding || (decode !== null && situation.timesOf !== 'native');
  const asked = readerRequests(counts, sizeBytes, situation);
  const counted = (part: 'project' | 'lookup', ms: number | null) => {
    if (ms === null) return null;
    return asked === null
      ? withSizeRequest(requestsOfPart(counts, part, sizeBytes), situation)
      : asked[part === 'project' ? 'column' : 'row'];
  };
  const known = (ms: number): number => (isReadKnown ? ms : 0);
  const columnMs = project === null ? null : known(project.bestMs);
  const lookupMs = lookup === null ? null : known(lookup.bestMs / lookupsPerCall);
  const figures: CandidateFigures = {
    sizeBytes,
    encodeMs: 0,
    decodeMs: known(decode?.bestMs ?? 0),
    columnMs,
    lookupMs,
    ...partialRequests(
      counted('project', columnMs),
      counted('lookup', lookupMs),
      asked?.toOpen ?? countedRequests(counts, 'open'),
    ),
  };
  return {
    figures,
    total: totalOf(situation, figures),
    leftOut: [...(writes ? ['writing' as const] : []), ...(reads && !isReadKnown ? ['reading' as const] : [])],
  };
}

/** A contender without the times that the total of the user's file leaves out: both sides are compared by what is known of both. */
export function withoutLeftOut({ figures, roundBestMs }: Timed, leftOut: readonly LeftOut[]): Timed {
  const [noWriting, noReading] = [leftOut.includes('writing'), leftOut.includes('reading')];
  const { encode, ...reading } = roundBestMs;
  return {
    figures: {
      ...figures,
      encodeMs: noWriting ? 0 : figures.encodeMs,
      decodeMs: noReading ? 0 : figures.decodeMs,
      columnMs: noReading && figures.columnMs !== null ? 0 : figures.columnMs,
      lookupMs: noReading && figures.lookupMs !== null ? 0 : figures.lookupMs,
    },
    roundBestMs: { ...(noReading ? {} : reading), ...(noWriting || encode === undefined ? {} : { encode }) },
  };
}

/** How a contender compares with the user's file, by what is known of both. */
export interface AgainstUserFile {
  /** How many times the contender's total the file's is, over the rounds that both have. Not finite if the contender's total is 0. */
  readonly factor: number;
  /** The 95 % interval of the factor (rule 8). Null for sizes, and with too few rounds. */
  readonly interval: RoundsInterval | null;
  /** The contender's total without what is left out. */
  readonly total: number;
}

/** @param seed of the resampling */
export function againstUserFile(file: UserFile, contender: Timed, situation: Situation, seed: number): AgainstUserFile {
  const [own, than] = bothSides(file, contender, situation);
  const isTimed = neededOperations(situation).length > 0;
  const logs = isTimed
    ? commonRounds([own, than]).map((round) =>
        Math.log(totalAt(own, situation, round) / totalAt(than, situation, round)),
      )
    : [];
  const interval = logs.every(Number.isFinite) ? intervalOverRounds(logs, median, seed) : null;
  return {
    factor: factorOverRounds(own, than, situation),
    interval: interval && { ...interval, low: Math.exp(interval.low), high: Math.exp(interval.high) },
    total: totalOf(situation, than.figures),
  };
}

function bothSides(file: UserFile, contender: Timed, situation: Situation): [own: Timed, than: Timed] {
  const { figures, leftOut } = userFileTotal(file, situation);
  const measured = Object.entries(file.roundBestMs).filter(([, rounds]) => rounds.size > 0);
  const roundBestMs: Timed['roundBestMs'] = leftOut.includes('reading') ? {} : Object.fromEntries(measured);
  return [{ figures, roundBestMs }, withoutLeftOut(contender, leftOut)];
}

/** The factor alone, without a resampling. */
export function fileFactor(file: UserFile, contender: Timed, situation: Situation): number {
  const [own, than] = bothSides(file, contender, situation);
  return factorOverRounds(own, than, situation);
}

/** True if no contender is more than 3 % better than the user's file as it is: then the file is to be kept. False without contenders. */
export const isFileAsGood = (file: UserFile, contenders: readonly Timed[], situation: Situation): boolean =>
  contenders.length > 0 &&
  contenders.every((contender) => !(fileFactor(file, contender, situation) > 1 + verdictMargin));

/**
 * False if the file is more than 3 % behind the contender even with the shortest times that its rounds allow (rule 26): then further rounds of the file do not
 * change that. Whether a round of the file got warm is not known.
 */
export function canFileBeAsGood(file: UserFile, contender: Timed, situation: Situation): boolean {
  const [own, than] = bothSides(file, contender, situation);
  const least = leastTotal({ ...own, neverWarm: new Set(timedOperations) }, situation);
  return !(least / totalOf(situation, than.figures) > 1 + verdictMargin);
}

/** What the total leaves out, in brackets behind it. Empty if it is whole. */
export const leftOutWords = (leftOut: readonly LeftOut[]): string =>
  leftOut.length === 0 ? '' : ` (without ${leftOut.join(' and ')})`;
