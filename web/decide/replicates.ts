import { seededRandom } from '../../workers/model/random';
import type { Situation } from '../view/situation';
import type { Contender } from './contenders';
import { type Noise, totalAt } from './round-totals';

/** The number of bootstrap replicates. A probability from 1,000 is off by at most 3 percentage points (95 %). */
export const replicateCount = 1_000;
/** The maximum number of rounds that a replicate draws. Efforts have at most 16 rounds, budgets rarely more than 64. */
const maxDraws = 64;

/**
 * Bootstrap replicates of the rounds. Each draws rounds with replacement, the same ones for all candidates, since a round measures all of them at
 * about the same time. So it draws from rounds that all candidates which are compared must have: see `commonRounds`.
 */
export interface Replicates {
  /**
   * The median over each replicate's rounds.
   *
   * @param count the number of rounds
   * @param valueOfRound the value of the round at a place among them; asked for once in each replicate
   * @param replicates how many of the replicates; all unless told
   */
  readonly medians: (
    count: number,
    valueOfRound: (place: number, replicate: number) => number,
    replicates?: number,
  ) => Float64Array;
  /** Null if the contender's times are as measured. */
  readonly noiseOf: (contender: Contender) => ((replicate: number) => Noise) | null;
}

export function createReplicates(seed: number): Replicates {
  const random = seededRandom(seed);
  const draws = Float64Array.from({ length: replicateCount * maxDraws }, () => random.next());
  const noiseOnce = new Map<string, Float64Array>();
  const noiseDraws = ({ row, nativeFactors }: Contender, operation: 'encode' | 'decode'): Float64Array | null => {
    const found = nativeFactors?.[operation];
    if (found === undefined) return null;
    const spread = Math.max(Math.log(found.high / found.factor), Math.log(found.factor / found.low)) / normal95;
    const key = `${row.key} ${operation} ${spread}`;
    const known = noiseOnce.get(key);
    if (known !== undefined) return known;
    const noise = normalDraws(seed, key).map((normal) => Math.exp(spread * normal));
    noiseOnce.set(key, noise);
    return noise;
  };
  return {
    medians: (count, valueOfRound, replicates = replicateCount) => {
      const drawn = new Float64Array(Math.min(count, maxDraws));
      const values = new Float64Array(count);
      const knownIn = new Int32Array(count).fill(-1);
      return Float64Array.from({ length: replicates }, (_, replicate) => {
        for (let draw = 0; draw < drawn.length; draw += 1) {
          const place = Math.floor((draws[replicate * maxDraws + draw] as number) * count);
          if (knownIn[place] !== replicate) values[place] = valueOfRound(place, replicate);
          knownIn[place] = replicate;
          drawn[draw] = values[place] as number;
        }
        return medianInPlace(drawn);
      });
    },
    noiseOf: (contender) => {
      const [encode, decode] = [noiseDraws(contender, 'encode'), noiseDraws(contender, 'decode')];
      if (encode === null && decode === null) return null;
      return (replicate) => ({ encode: encode?.[replicate] ?? 1, decode: decode?.[replicate] ?? 1 });
    },
  };
}

/** The median, for which the values are sorted where they are. Of an even number it is the middle of two; of both infinities, the lower one. */
function medianInPlace(values: Float64Array): number {
  values.sort();
  const [low, high] = [values[(values.length - 1) >> 1] ?? Number.NaN, values[values.length >> 1] ?? Number.NaN];
  return low === high || low === Number.NEGATIVE_INFINITY ? low : (low + high) / 2;
}

/** The median over each replicate's rounds of the logarithm of one contender's total divided by another's, of the same round (rule 9). */
export function logRatioMedians(
  replicates: Replicates,
  situation: Situation,
  [of, than]: readonly [Contender, Contender],
  rounds: readonly number[],
): Float64Array {
  const totals = [of, than].map((contender) => {
    const noiseOf = replicates.noiseOf(contender);
    if (noiseOf !== null)
      return (place: number, replicate: number) =>
        totalAt(contender, situation, rounds[place] as number, noiseOf(replicate));
    const known = Float64Array.from(rounds, (round) => totalAt(contender, situation, round));
    return (place: number) => known[place] as number;
  });
  const [above, below] = totals as [(typeof totals)[number], (typeof totals)[number]];
  return replicates.medians(rounds.length, (place, replicate) =>
    Math.log(above(place, replicate) / below(place, replicate)),
  );
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
