import { seededRandom } from '../../workers/model/random';
import type { Contender } from './contenders';
import type { CandidateFigures } from './totals';

/** The number of bootstrap replicates. A probability from 1,000 is off by at most 3 percentage points (95 %). */
export const replicateCount = 1_000;
/** The maximum number of rounds that a replicate draws. Efforts have at most 16. */
const maxDraws = 64;

/**
 * Bootstrap replicates of the measured times. Each draws rounds with replacement, the same ones for all candidates, since a round measures
 * all of them at about the same time. So it draws from `rounds`, which all candidates that are compared must have: see `commonRounds`.
 */
export interface Replicates {
  /** Calls `take` once for each replicate with the contender's figures in it. The object is reused, so `take` must not keep it. */
  readonly forEach: (
    contender: Contender,
    rounds: readonly number[],
    take: (figures: CandidateFigures, replicate: number) => void,
  ) => void;
  /** The best time of each replicate's rounds, given the best time of each round. Null without rounds. */
  readonly bests: (bestMsByRound: ReadonlyMap<number, number>, rounds: readonly number[]) => Float64Array | null;
}

/** The rounds that are in each of the maps, in ascending order. */
export function roundsInAll(all: readonly ReadonlyMap<number, unknown>[]): readonly number[] {
  const [first, ...others] = all;
  return [...(first?.keys() ?? [])]
    .filter((round) => others.every((rounds) => rounds.has(round)))
    .sort((a, b) => a - b);
}

/** The rounds in which all times of all these contenders were measured. Leading candidates have more (rule 26). */
export const commonRounds = (contenders: readonly Contender[]): readonly number[] =>
  roundsInAll(contenders.flatMap(({ roundBestMs }) => Object.values(roundBestMs)));

export function createReplicates(seed: number): Replicates {
  const random = seededRandom(seed);
  const draws = Float64Array.from({ length: replicateCount * maxDraws }, () => random.next());
  /** By the rounds, which stay the same objects while the situation changes. */
  const bestsOnce = new WeakMap<ReadonlyMap<number, number>, Map<string, Float64Array>>();

  const bestOfDraws = (bestMs: ReadonlyMap<number, number> | undefined, of: readonly number[]): Float64Array | null => {
    const rounds = of.flatMap((round) => bestMs?.get(round) ?? []);
    if (bestMs === undefined || rounds.length === 0) return null;
    const once = bestsOnce.get(bestMs) ?? new Map<string, Float64Array>();
    bestsOnce.set(bestMs, once);
    const key = of.join(' ');
    const known = once.get(key);
    if (known !== undefined) return known;
    const count = Math.min(rounds.length, maxDraws);
    const bests = Float64Array.from({ length: replicateCount }, (_, replicate) => {
      let best = Number.POSITIVE_INFINITY;
      for (let draw = 0; draw < count; draw += 1) {
        const index = Math.floor((draws[replicate * maxDraws + draw] as number) * rounds.length);
        best = Math.min(best, rounds[index] as number);
      }
      return best;
    });
    once.set(key, bests);
    return bests;
  };

  const noiseOnce = new Map<string, Float64Array>();
  /** What the operation's time is multiplied by: 1, or a lognormal draw from the interval of the factor to native. */
  const noiseOf = ({ row, nativeFactors }: Contender, operation: 'encode' | 'decode'): Float64Array | null => {
    const found = nativeFactors?.[operation];
    if (found === undefined) return null;
    const spread = Math.max(Math.log(found.high / found.factor), Math.log(found.factor / found.low)) / normal95;
    const key = `${row.key} ${operation} ${spread}`;
    const known = noiseOnce.get(key);
    if (known !== undefined) return known;
    const normals = normalDraws(seed, key);
    const noise = normals.map((normal) => Math.exp(spread * normal));
    noiseOnce.set(key, noise);
    return noise;
  };

  return {
    bests: bestOfDraws,
    forEach: (contender, rounds, take) => {
      const { figures, roundBestMs } = contender;
      const encodeNoise = noiseOf(contender, 'encode');
      const decodeNoise = noiseOf(contender, 'decode');
      const [encode, decode, project, lookup] = [
        bestOfDraws(roundBestMs.encode, rounds),
        bestOfDraws(roundBestMs.decode, rounds),
        bestOfDraws(roundBestMs.project, rounds),
        bestOfDraws(roundBestMs.lookup, rounds),
      ];
      const drawn = { ...figures };
      for (let replicate = 0; replicate < replicateCount; replicate += 1) {
        const encodeTimes = encodeNoise?.[replicate] ?? 1;
        const decodeTimes = decodeNoise?.[replicate] ?? 1;
        if (encode !== null) drawn.encodeMs = (encode[replicate] as number) * encodeTimes;
        if (decode !== null) drawn.decodeMs = (decode[replicate] as number) * decodeTimes;
        if (project !== null) drawn.columnMs = (project[replicate] as number) * decodeTimes;
        if (lookup !== null) drawn.lookupMs = (lookup[replicate] as number) * decodeTimes;
        take(drawn, replicate);
      }
    },
  };
}

/** Half the width of the middle 95 % of a standard normal distribution. */
const normal95 = 1.959964;

/** Standard normal draws for each replicate by the Box–Muller transform, the same for the same seed and key. */
function normalDraws(seed: number, key: string): Float64Array {
  let hash = seed;
  for (let index = 0; index < key.length; index += 1) hash = (Math.imul(hash, 31) + key.charCodeAt(index)) >>> 0;
  const random = seededRandom(hash);
  return Float64Array.from(
    { length: replicateCount },
    () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next()),
  );
}
