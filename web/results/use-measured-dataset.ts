import { useMemo } from 'react';
import type { ImportedSet } from '../../workers/model/imported-set';
import { importedFactorsOf } from '../decide/native/imported-factors';
import type { MeasuredBy, MeasuredDataset } from '../decide/contending';
import { isBrowserRun } from '../figures/environment-words';
import type { ShownRun } from '../state/shown-run';
import type { useShownRows } from './use-shown-rows';

/** Where the times of a run are from. */
export function measuredBy({ origin, result }: ShownRun): MeasuredBy {
  if (!isBrowserRun(result.environment)) return 'native';
  return origin.kind === 'here' || origin.kind === 'stored' || origin.kind === 'test' ? 'here' : 'elsewhere';
}

/** What the run measured of the dataset that the view shows, with the native runs that the user imported. */
export function useMeasuredDataset(
  shown: ShownRun,
  { plan, view, rows, schema, userFile }: ReturnType<typeof useShownRows>,
  imported: readonly ImportedSet[],
): MeasuredDataset {
  const { result } = shown;
  const { dataset } = view;
  const importedFactors = useMemo(
    () => importedFactorsOf(imported, result, rows, dataset),
    [imported, result, rows, dataset],
  );
  return {
    rows,
    candidates: plan.candidates,
    schema,
    seed: plan.seed,
    userFile,
    measuredBy: measuredBy(shown),
    importedFactors,
  };
}
