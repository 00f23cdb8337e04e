import type { Candidate, DatasetSpec } from '../plan';
import type { DatasetInfo } from '../result';
import type { CoordinatorCalls } from './coordinator';

/** The calls from the coordinator to the data worker, which makes each dataset once. */
export interface DataCalls {
  make: {
    in: { spec: DatasetSpec; ownFile: Blob | null };
    /** `fileDecoder`: for a user's file, the candidate whose decoder is to be timed on the file itself. */
    out: { blob: Blob; info: Extract<DatasetInfo, { status: 'ready' }>; fileDecoder: Candidate | null };
    progress: { fraction: number };
  };
  inspect: CoordinatorCalls['inspectFile'];
  byteMap: CoordinatorCalls['byteMap'];
  remoteTable: CoordinatorCalls['remoteTable'];
  remotePart: CoordinatorCalls['remotePart'];
  fitTable: CoordinatorCalls['fitTable'];
  countWord: CoordinatorCalls['countWord'];
  molecules: CoordinatorCalls['molecules'];
  /** One molecule as a dataset of its own, in canonical form. */
  molecule: { in: { spec: DatasetSpec; ownFile: Blob | null; molecule: number }; out: { blob: Blob }; progress: never };
}
