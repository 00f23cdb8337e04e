import { seededRandom } from '../../workers/model/random';
import type { Contender } from './contenders';
import type { CandidateFigures } from './totals';

/** The number of bootstrap replicates. A probability from 1,000 is off by at most 3 percentage points (95 %). */
export const replicateCount = 1_000;
/** The maximum number of rounds that a replicate draws. Efforts have at most 16. */
const maxDraws = 64;

/**
 * Bootstrap replicates of the measured times. Each draws rounds with replacement, the same ones for all candidates, since a round measures
 * all of them at about the same time. A candidate that lacks a round draws from the rounds that it has.
 */
export interface Replicates {
  /** Calls `take` once for each replicate with the contender's figures in it. The object is reused, so `take` must not keep it. */
  readonly forEach: (contender: Contender, take: (figures: CandidateFigures, replicate: number) => void) => void;
}

export function createReplicates(seed: number): Replicates {
  const random = seededRandom(seed);
  const draws = Float64Array.from({ length: replicateCount * maxDraws }, () => random.next());
  /** By the rounds, which stay the same objects while the situation changes. */
  const bestsOnce = new WeakMap<ReadonlyMap<number, number>, Float64Array>();

  const bestOfDraws = (bestMs: ReadonlyMap<number, number> | undefined): Float64Array | null => {
    if (bestMs === undefined || bestMs.size === 0) return null;
    const known = bestsOnce.get(bestMs);
    if (known !== undefined) return known;
    const rounds = [...bestMs.values()];
    const count = Math.min(rounds.length, maxDraws);
    const bests = Float64Array.from({ length: replicateCount }, (_, replicate) => {
      let best = Number.POSITIVE_INFINITY;
      for (let draw = 0; draw < count; draw += 1) {
        const index = Math.floor((draws[replicate * maxDraws + draw] as number) * rounds.length);
        best = Math.min(best, rounds[index] as number);
      }
      return best;
    });
    bestsOnce.set(bestMs, bests);
    return bests;
  };

  return {
    forEach: ({ figures, roundBestMs }, take) => {
      const [encode, decode, project, lookup] = [
        bestOfDraws(roundBestMs.encode),
        bestOfDraws(roundBestMs.decode),
        bestOfDraws(roundBestMs.project),
        bestOfDraws(roundBestMs.lookup),
      ];
      const drawn = { ...figures };
      for (let replicate = 0; replicate < replicateCount; replicate += 1) {
        if (encode !== null) drawn.encodeMs = encode[replicate] as number;
        if (decode !== null) drawn.decodeMs = decode[replicate] as number;
        if (project !== null) drawn.columnMs = project[replicate] as number;
        if (lookup !== null) drawn.lookupMs = lookup[replicate] as number;
        take(drawn, replicate);
      }
    },
  };
}
