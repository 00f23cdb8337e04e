import type { TriedSetting } from '../column-search';
import type { Table } from '../dataset';
import type { FileCounts } from '../entry';
import type { Stage } from '../errors';
import type { Candidate, DatasetSpec, Effort, Operation } from '../plan';
import type { LookupKeys, ProjectColumn } from '../operation-choices';
import type { RewriteRecipe, RewrittenFile } from '../rewrite';
import type { DatasetSample, OperationResult, RoundSamples, Verification, WholeBytes } from '../result';
import type { SortKey } from '../sort-rows';
import type { UserData } from '../user-data';
import type { ColumnTrial, FileTrial, TableDescription, TrialTable } from '../trial-table';

/**
 * The calls from the coordinator to a measuring worker, and from a search worker to its own. Each worker runs one trial of one cell, or the trials of one
 * search, and is then terminated.
 */
export interface MeasureCalls {
  /**
   * Runs a trial. It reports progress at every change of stage, with the file's size once it is written, and at least twice a second between calls. Silence therefore means that one
   * call hangs.
   */
  trial: {
    in: TrialRequest;
    out: TrialResult;
    progress: {
      readonly stage: Stage;
      readonly asking?: PendingSecondDecoder;
      readonly sizeBytes?: number;
      /** The result so far, before parts of a sample are encoded alone: it counts if these take too long. */
      readonly measured?: MeasuredTrial;
    };
  };
  encode: { in: { dataset: Blob; candidate: Candidate }; out: { file: Blob }; progress: never };
  /** Reads a table, of which the next six calls ask: see {@link TrialTable}. */
  openTrialTable: { in: { dataset: Blob }; out: null; progress: never };
  describeTable: { in: { mayNarrow: boolean }; out: TableDescription; progress: never };
  takeRows: { in: { rows: Int32Array | null }; out: Table; progress: never };
  sortRows: { in: { order: readonly SortKey[] }; out: { rows: Int32Array; sortMs: number }; progress: never };
  placeRows: { in: { rows: Int32Array | null }; out: null; progress: never };
  tryColumn: { in: ColumnTrial; out: Omit<TriedSetting, 'allRows'>; progress: never };
  fileBytes: { in: FileTrial; out: number; progress: never };
  /** Writes a table as a recipe says, and verifies the file. */
  rewriteTable: {
    in: { dataset: Blob; recipe: RewriteRecipe };
    out: Omit<RewrittenFile, 'fileName'>;
    progress: never;
  };
}

/**
 * Sent before a second decoder starts. All other measurements are complete; `result` is the trial's result if the decoder never returns.
 */
export interface PendingSecondDecoder {
  /** Label of the second decoder. */
  readonly reader: string;
  /** The result so far, with the verdicts of the decoders before this one. */
  readonly result: MeasuredTrial;
}

/** The user's file, and how the plan reads it. */
export interface UserFileOpening {
  readonly spec: Extract<DatasetSpec, { source: 'ownFile' }>;
  readonly data: UserData;
  /** True if the data are the file of a sample, and no sample is to be taken of them. */
  readonly isSampleFile: boolean;
}

/** What a measuring worker needs for one trial. */
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
  /** The seed for the rows or keys that `lookup` draws. */
  readonly seed: number;
  /** The plan's column for `project` and its choice of look-ups; absent for the defaults. */
  readonly projectColumn?: ProjectColumn;
  readonly lookupKeys?: LookupKeys;
  /** The SHA-256 of the file of this cell that an earlier trial decoded and compared with the data; null if there is none. */
  readonly verifiedSha256: string | null;
  /** If true, other implementations also read the file to verify it. Once for each cell is enough. */
  readonly secondDecoders: boolean;
  /** The user's file, if a trial is to decode it instead of a file that it encodes. */
  readonly userFile?: Blob;
  /** The user's file, if a trial is to read it with the reader that opened it. Then the candidate says nothing. */
  readonly opening?: UserFileOpening;
  /** If the dataset is a sample of a file: what it holds of it. The trial then encodes parts of it alone. Once for each cell is enough. */
  readonly partsOf?: DatasetSample;
  /** If encoding the parts is expected to take longer than so many milliseconds, they are left to a later trial. Absent: they may take any time. */
  readonly partsLimitMs?: number;
  /** Name of the file that `store` and `load` use in the origin's private file system. No other trial uses it. */
  readonly scratchName: string;
}

/** One operation of one trial: its result, with the samples of this round only. */
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
      /** For a sample of a file, if the request asks for them: see `partsBytes` and `wholeBytes` of a completed cell. */
      readonly partsBytes?: number[];
      readonly brokenBytes?: number;
      readonly wholeBytes?: WholeBytes;
      /** If the parts were left to a later trial: the milliseconds that it is expected to take. */
      readonly partsLeftMs?: number;
      readonly verification: Verification;
      readonly operations: Partial<Record<Operation, TrialOperation>>;
      readonly setUpMs: number;
      readonly wasmPeakBytes: number | null;
      /** A checksum of all results, so that the JavaScript engine cannot optimise any call away. */
      readonly sink: number;
    }
  | { readonly status: 'unsupported'; readonly reason: string };
