import type { DatasetSchema } from '../../workers/model/dataset';
import type { Candidate } from '../../workers/model/plan';
import type { ResultRow } from '../figures/rows';
import { whyOperationUnsupported } from '../figures/unsupported-operation';
import type { UserFile } from '../figures/user-file';
import type { Situation } from '../view/situation';
import { contendersOf, type Requirements } from './contenders';
import { nativeContenders, nativeFactorsOf } from './native/native-contenders';
import type { Benchmarks, NativeFactors } from './native/native-factors';
import { unreadableReason } from './readers';

/** Where the times are from: this browser, a browser elsewhere, or native libraries, whose figures were imported. */
export type MeasuredBy = 'here' | 'elsewhere' | 'native';

/** What a run measured of one dataset, as far as an answer and its chart rest on it. */
export interface MeasuredDataset {
  /** The rows of the dataset. */
  readonly rows: readonly ResultRow[];
  readonly candidates: readonly Candidate[];
  /** Null if the data could not be made, so that nothing was measured either. */
  readonly schema: DatasetSchema | null;
  readonly seed: number;
  /** The user's file as it is. Null if the data was generated. */
  readonly userFile: UserFile | null;
  readonly measuredBy: MeasuredBy;
  /** The factors to native runs that the user imported, by the row’s key. They go before those of the benchmarks. */
  readonly importedFactors: ReadonlyMap<string, NativeFactors>;
}

/** What the candidates must be able to do, for a dataset of this schema. */
export const requirementsOf = (candidates: readonly Candidate[], schema: DatasetSchema | null): Requirements => ({
  candidates,
  unreadableReason: (candidate, tool) => unreadableReason(candidate, tool, schema),
  unsupportedReason: (candidate, operation) => whyOperationUnsupported(operation, [candidate], schema),
});

/** True if the times that native libraries are expected to take decide. */
export const expectsNative = (situation: Situation, measuredBy: MeasuredBy): boolean =>
  situation.timesOf === 'native' && measuredBy !== 'native' && situation.goal !== 'size';

const noFactors: ReadonlyMap<string, NativeFactors> = new Map();

/** The factors from the browser's times to native ones, by the row’s key. `benchmarks` is null until they are loaded. */
export function factorsOf(
  { rows, candidates, schema, measuredBy, importedFactors }: Omit<MeasuredDataset, 'seed' | 'userFile'>,
  benchmarks: Benchmarks | null,
): ReadonlyMap<string, NativeFactors> {
  if (measuredBy === 'native' || schema === null) return noFactors;
  const all = new Map(benchmarks === null ? [] : nativeFactorsOf(rows, candidates, schema.kind, benchmarks));
  for (const [key, own] of importedFactors) all.set(key, { ...all.get(key), ...own });
  return all;
}

/** The contenders with the times of the browser, or with those that native libraries are expected to take. */
export function contendersFor(
  timesOf: Situation['timesOf'],
  rows: readonly ResultRow[],
  situation: Situation,
  requirements: Requirements,
  factors: ReadonlyMap<string, NativeFactors>,
) {
  const measured = contendersOf(rows, { ...situation, timesOf }, requirements);
  if (timesOf === 'browser') return measured;
  const native = nativeContenders(measured.contenders, situation, factors);
  return { contenders: native.contenders, excluded: [...native.excluded, ...measured.excluded] };
}
