import { expect } from 'vitest';
import { telling } from '../../model/testing/telling';

/** Stands for a note or a refusal that tells these facts, within what `toEqual` or `toMatchObject` expects. */
export const told = (...facts: Parameters<typeof telling>): string =>
  expect.stringMatching(telling(...facts)) as string;
