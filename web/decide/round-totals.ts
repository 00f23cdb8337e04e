import { median } from '../../workers/model/statistics/samples';
import type { Situation } from '../view/situation';
import type { Contender } from './contenders';
import { type CandidateFigures, totalOf } from './totals';

/** What a total of a round follows from: of a contender, or of the user's file. */
export type Timed = Pick<Contender, 'figures' | 'roundBestMs'>;

/** What a contender's times are multiplied by: 1, or in a replicate a lognormal draw from the interval of the factor to native. */
export interface Noise {
  readonly encode: number;
  readonly decode: number;
}

const asMeasured: Noise = { encode: 1, decode: 1 };

/** The figures with the best times of one round. Times that its total does not contain stay the headline figures. */
export function figuresAt({ figures, roundBestMs }: Timed, round: number, noise: Noise = asMeasured): CandidateFigures {
  const { encode, decode, project, lookup } = roundBestMs;
  const column = project?.get(round);
  const single = lookup?.get(round);
  return {
    ...figures,
    encodeMs: (encode?.get(round) ?? figures.encodeMs) * noise.encode,
    decodeMs: (decode?.get(round) ?? figures.decodeMs) * noise.decode,
    columnMs: column === undefined ? figures.columnMs : column * noise.decode,
    lookupMs: single === undefined ? figures.lookupMs : single * noise.decode,
  };
}

/** The total by the times of one round. */
export const totalAt = (timed: Timed, situation: Situation, round: number, noise?: Noise): number =>
  totalOf(situation, figuresAt(timed, round, noise));

/** The rounds that are in each of the maps, in ascending order. */
export function roundsInAll(all: readonly ReadonlyMap<number, unknown>[]): readonly number[] {
  const [first, ...others] = all;
  return [...(first?.keys() ?? [])]
    .filter((round) => others.every((rounds) => rounds.has(round)))
    .sort((a, b) => a - b);
}

/** The rounds in which all times of all these were measured. Leading candidates have more (rule 26). */
export const commonRounds = (timed: readonly Timed[]): readonly number[] =>
  roundsInAll(timed.flatMap(({ roundBestMs }) => Object.values(roundBestMs)));

/**
 * One total divided by another: the median of the quotients' logarithms over the rounds that both have (rule 9). Without such rounds, and of sizes,
 * it is the quotient of the totals by the headline figures.
 */
export function factorOverRounds(of: Timed, than: Timed, situation: Situation): number {
  const logs = commonRounds([of, than]).flatMap((round) => {
    const log = Math.log(totalAt(of, situation, round) / totalAt(than, situation, round));
    return Number.isFinite(log) ? [log] : [];
  });
  return logs.length > 0 ? Math.exp(median(logs)) : totalOf(situation, of.figures) / totalOf(situation, than.figures);
}
