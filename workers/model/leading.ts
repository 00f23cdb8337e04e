import type { Operation } from './plan';

/** What can still change the answer that the user waits for, and is measured first (rule 26 of docs/measurement.md). */
export interface Leading {
  /** The candidates that can still be the best, as indices of the plan, the best one first. Empty if nobody knows. */
  readonly candidates: readonly number[];
  /** Those that can still be the best by their size alone, which a sample leaves open: no further round tells, but parts of the sample do. */
  readonly openBySize: readonly number[];
  /** The operations whose times the answer follows from. Empty if nobody knows. */
  readonly operations: readonly Operation[];
  /** True if the user's file, as it is, can still be as good as the best candidate. */
  readonly userFile: boolean;
}

/** Without an answer, all is measured. */
export const nobodyKnows: Leading = { candidates: [], openBySize: [], operations: [], userFile: true };
