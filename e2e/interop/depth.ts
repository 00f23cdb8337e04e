/** What of the interop tests runs: depth.py has the same for the tests themselves. */
export type Depth = 'quick' | 'full';

/** Whether a file that is left to the full suite, or is not, is written. */
export const belongs = (depth: Depth, isFull: boolean): boolean => depth === 'full' || !isFull;
