import { useCallback, useMemo } from 'react';
import type { DatasetSchema } from '../../workers/model/dataset';
import type { Candidate, Operation } from '../../workers/model/plan';
import type { Tool } from '../../workers/model/tools';
import type { ResultRow } from '../figures/rows';
import { whyOperationUnsupported } from '../figures/unsupported-operation';
import type { UserFile } from '../figures/user-file';
import type { Situation } from '../view/situation';
import { contenderSituation, contendersOf, type Requirements } from './contenders';
import { nativeContenders, nativeFactorsOf } from './native/native-contenders';
import type { NativeFactors } from './native/native-factors';
import { useBenchmarks } from './native/use-benchmarks';
import { unreadableReason } from './readers';
import { useStable } from './use-stable';

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

/** The candidates of a run that a situation lets take part, with their totals, and those that it puts out. */
export function useContenders(
  { rows, candidates, schema, measuredBy, importedFactors }: MeasuredDataset,
  situation: Situation,
) {
  const requirements = useMemo(
    () => ({
      candidates,
      unreadableReason: (candidate: Candidate, tool: Tool) => unreadableReason(candidate, tool, schema),
      unsupportedReason: (candidate: Candidate, operation: Operation) =>
        whyOperationUnsupported(operation, [candidate], schema),
    }),
    [candidates, schema],
  );
  const loaded = useBenchmarks();
  const benchmarks = loaded.status === 'loaded' && measuredBy !== 'native' ? loaded.benchmarks : null;
  const factors = useMemo(() => {
    if (measuredBy === 'native' || schema === null) return noFactors;
    const ofBenchmarks = benchmarks === null ? [] : nativeFactorsOf(rows, candidates, schema.kind, benchmarks);
    const all = new Map(ofBenchmarks);
    for (const [key, own] of importedFactors) all.set(key, { ...all.get(key), ...own });
    return all;
  }, [measuredBy, benchmarks, rows, candidates, schema, importedFactors]);
  const wantsNative = situation.timesOf === 'native' && measuredBy !== 'native' && situation.goal !== 'size';
  // Most movements of a slider leave the contenders as they are, and with them the lines of the chart.
  const required = useStable(contenderSituation(situation));
  const { contenders, excluded } = useMemo(
    () => contendersFor(wantsNative ? 'native' : 'browser', rows, required, requirements, factors),
    [wantsNative, rows, required, requirements, factors],
  );
  const contendersOfSituation = useCallback(
    (changed: Situation) =>
      contendersFor(wantsNative ? 'native' : 'browser', rows, contenderSituation(changed), requirements, factors)
        .contenders,
    [wantsNative, rows, requirements, factors],
  );
  return { contenders, excluded, contendersOfSituation, wantsNative, requirements, factors, loaded };
}

const noFactors: ReadonlyMap<string, NativeFactors> = new Map();

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
