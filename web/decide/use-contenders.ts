import { useCallback, useMemo } from 'react';
import type { Situation } from '../view/situation';
import { contenderSituation } from './contenders';
import { contendersFor, expectsNative, factorsOf, type MeasuredDataset, requirementsOf } from './contending';
import { useBenchmarks } from './native/use-benchmarks';
import { useStable } from './use-stable';

/** The candidates of a run that a situation lets take part, with their totals, and those that it puts out. */
export function useContenders(
  { rows, candidates, schema, measuredBy, importedFactors }: MeasuredDataset,
  situation: Situation,
) {
  const requirements = useMemo(() => requirementsOf(candidates, schema), [candidates, schema]);
  const loaded = useBenchmarks();
  const benchmarks = loaded.status === 'loaded' ? loaded.benchmarks : null;
  const factors = useMemo(
    () => factorsOf({ rows, candidates, schema, measuredBy, importedFactors }, benchmarks),
    [measuredBy, benchmarks, rows, candidates, schema, importedFactors],
  );
  const wantsNative = expectsNative(situation, measuredBy);
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
