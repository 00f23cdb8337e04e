export { PhiloxSequence } from '../../model/draws';

/** What each stream of random words is used for: the last word of its Philox counter. */
export const randomStreamPurpose = { record: 0, family: 1, group: 2, language: 3 } as const;

/** A number below 1000 from the lower half of a random word. The upper half remains available for another choice. */
export const perMilleFromRandom = (random: number): number => ((random & 0xffff) * 1_000) >>> 16;
