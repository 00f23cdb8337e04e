import type { FileCounts } from '../entry';
import type { Stage } from '../errors';
import type { Candidate, Effort, Operation } from '../plan';
import type { LookupKeys, ProjectColumn } from '../operation-choices';
import type { OperationResult, RoundSamples, Verification } from '../result';

/** What the coordinator asks of a measuring worker. A worker makes one trial of one cell and is ended. */
export interface MeasureCalls {
  /** Progress is told at every change of stage and at least twice a second between calls: silence is a call that hangs. */
  trial: { in: TrialRequest; out: TrialResult; progress: { readonly stage: Stage; readonly asking?: AskingReader } };
  encode: { in: { dataset: Blob; candidate: Candidate }; out: { file: Blob }; progress: never };
}

/** Told before a second decoder is asked: everything else is measured, and is the trial's result where the decoder never ends. */
export interface AskingReader {
  /** Its label. */
  readonly reader: string;
  /** With what the decoders before it made of the file. */
  readonly result: MeasuredTrial;
}

export interface TrialRequest {
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
  /** What the plan says of them; absent as there. */
  readonly projectColumn?: ProjectColumn;
  readonly lookupKeys?: LookupKeys;
  /** Whether the other implementations that can read the file are asked too (once for each cell is enough). */
  readonly secondDecoders: boolean;
  /** Name of the file in the origin's private file system that `store` and `load` use; nobody else's. */
  readonly scratchName: string;
}

/** One operation in one trial: the result with just this round's samples. */
export type TrialOperation =
  | (Omit<Extract<OperationResult, { status: 'measured' }>, 'rounds'> & { readonly samples: RoundSamples })
  | Exclude<OperationResult, { status: 'measured' }>;

export type MeasuredTrial = Extract<TrialResult, { status: 'measured' }>;

export type TrialResult =
  | {
      readonly status: 'measured';
      readonly sizeBytes: number | null;
      readonly encodedSha256: string | null;
      readonly counts?: FileCounts;
      readonly sample?: { readonly items: number; readonly dataBytes: number; readonly fixedBytes: number };
      readonly verification: Verification;
      readonly operations: Partial<Record<Operation, TrialOperation>>;
      readonly setUpMs: number;
      readonly wasmPeakBytes: number | null;
      /** Depends on what the calls made, so that none of them can be left away as unused. */
      readonly sink: number;
    }
  | { readonly status: 'unsupported'; readonly reason: string };
