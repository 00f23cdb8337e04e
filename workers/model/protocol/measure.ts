import type { Candidate, Effort, Operation } from '../plan';
import type { OperationResult, RoundSamples, Verification } from '../result';

/** What the coordinator asks of a measuring worker. A worker makes one visit to one cell and is ended. */
export interface MeasureCalls {
  visit: { in: VisitRequest; out: VisitResult; progress: { readonly stage: string } };
  encode: { in: { dataset: Blob; candidate: Candidate }; out: { file: Blob }; progress: never };
}

export interface VisitRequest {
  readonly dataset: Blob;
  /** SHA-256 of the dataset's canonical form. */
  readonly sha256: string;
  readonly dataBytes: number;
  readonly candidate: Candidate;
  readonly operations: readonly Operation[];
  readonly effort: Effort;
  readonly timerStepMs: number;
  readonly round: number;
  /** Of the keys that `lookup` draws. */
  readonly seed: number;
}

/** One operation in one visit: the result with just this round's samples. */
export type VisitOperation =
  | (Omit<Extract<OperationResult, { status: 'measured' }>, 'rounds'> & { readonly samples: RoundSamples })
  | Exclude<OperationResult, { status: 'measured' }>;

export type VisitResult =
  | {
      readonly status: 'measured';
      readonly sizeBytes: number;
      readonly encodedSha256: string;
      readonly verification: Verification;
      readonly operations: Partial<Record<Operation, VisitOperation>>;
      readonly setUpMs: number;
      readonly wasmPeakBytes: number | null;
    }
  | { readonly status: 'unsupported'; readonly reason: string };
