import type { FittedTable } from '../fitted-table';
import type { DatasetSpec } from '../plan';
import type { UserData } from '../user-data';
import type { CoordinatorCalls } from './coordinator';
import type { MadeDataset } from './read-file';

/** The calls from the coordinator to the data worker, which makes each dataset once. */
export interface DataCalls {
  make: {
    in: { spec: DatasetSpec; ownFile: UserData | null };
    out: MadeDataset;
    progress: { fraction: number };
  };
  inspect: CoordinatorCalls['inspectFile'];
  byteMap: CoordinatorCalls['byteMap'];
  remoteTable: CoordinatorCalls['remoteTable'];
  remotePart: CoordinatorCalls['remotePart'];
  fitTable: { in: { dataset: Blob }; out: FittedTable; progress: never };
  countWord: CoordinatorCalls['countWord'];
  molecules: CoordinatorCalls['molecules'];
  /** One molecule as a dataset of its own, in canonical form. */
  molecule: { in: { spec: DatasetSpec; ownFile: Blob | null; molecule: number }; out: { blob: Blob }; progress: never };
}
