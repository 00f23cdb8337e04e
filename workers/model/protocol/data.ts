import type { DatasetSpec } from '../plan';
import type { DatasetInfo } from '../result';
import type { CoordinatorCalls } from './coordinator';

/** The calls from the coordinator to the data worker, which makes each dataset once. */
export interface DataCalls {
  make: {
    in: { spec: DatasetSpec; ownFile: Blob | null };
    out: { blob: Blob; info: Extract<DatasetInfo, { status: 'ready' }> };
    progress: { fraction: number };
  };
  inspect: CoordinatorCalls['inspectFile'];
  byteMap: CoordinatorCalls['byteMap'];
  countWord: CoordinatorCalls['countWord'];
  molecules: CoordinatorCalls['molecules'];
  /** One molecule as a dataset of its own, in canonical form. */
  molecule: { in: { spec: DatasetSpec; ownFile: Blob | null; molecule: number }; out: { blob: Blob }; progress: never };
}
