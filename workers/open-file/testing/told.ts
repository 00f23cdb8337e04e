import { expect } from 'vitest';
import { telling } from '../../model/testing/telling';

/** What a text tells: names, numbers, values. */
export type Facts = readonly (string | number | bigint)[];

/** Stands for a note or a refusal that tells these facts, within what `toEqual` or `toMatchObject` expects. */
export const told = (...facts: Facts): string => expect.stringMatching(telling(...facts)) as string;
