export { Draws } from '../../model/draws';

/** What a stream of random words decides; the last word of its Philox counter. */
export const purpose = { record: 0, family: 1, group: 2, language: 3 } as const;

/** A whole number below 1000 from the lower half of a random word: the upper half is then left for something else. */
export const perMilleOf = (random: number): number => ((random & 0xffff) * 1_000) >>> 16;
