import type { ImportedDataset, ImportedSet, SameData } from '../../../workers/model/imported-set';
import type { OptionValues } from '../../../workers/model/options';
import type { RunResult } from '../../../workers/model/result';
import { workloads } from '../../../workers/registry/metadata';

/** The reference to a run's data that a set's dataset stores. Null if the run has no data yet. */
export function dataOfRun(result: RunResult, dataset: number): SameData | null {
  const spec = result.plan.datasets[dataset];
  const info = result.datasets[dataset];
  if (spec === undefined) return null;
  if (spec.source === 'workload') return { kind: 'workload', workload: spec.workload, knobs: { ...spec.knobs } };
  const sha256 = spec.sha256 ?? (info?.status === 'ready' ? info.sha256 : null);
  return sha256 === null ? null : { kind: 'file', sha256 };
}

/** True if both are the same data. A parameter that a stored set lacks was added later, so its default is meant. */
export function isSameData(a: SameData | null, b: SameData | null): boolean {
  if (a === null || b === null) return false;
  if (a.kind === 'file' || b.kind === 'file') return a.kind === 'file' && b.kind === 'file' && a.sha256 === b.sha256;
  if (a.workload !== b.workload) return false;
  const defaults = new Map(workloads.get(a.workload)?.parameters.map(({ id, default: value }) => [id, value]));
  const knobOf = (knobs: OptionValues, parameter: string) => knobs[parameter] ?? defaults.get(parameter);
  return [...Object.keys(a.knobs), ...Object.keys(b.knobs)].every(
    (parameter) => knobOf(a.knobs, parameter) === knobOf(b.knobs, parameter),
  );
}

/** The datasets of a set that the user confirmed to be the run's data. */
export function datasetsOfSameData(set: ImportedSet, result: RunResult, dataset: number): ImportedDataset[] {
  const here = dataOfRun(result, dataset);
  return set.datasets.filter(({ sameAs }) => isSameData(sameAs, here));
}

/**
 * Of those datasets, the ones whose number of items is nearest to the run's, as a factor. A figure shown beside one
 * size must not be a mean over sizes a hundred times larger. If the run or a dataset states no number of items, all of
 * them.
 */
export function nearestDatasetsOfSameData(set: ImportedSet, result: RunResult, dataset: number): ImportedDataset[] {
  const same = datasetsOfSameData(set, result, dataset);
  const info = result.datasets[dataset];
  const here = info?.status === 'ready' ? info.itemCount : 0;
  if (here === 0 || same.some(({ itemCount }) => itemCount === null || itemCount === 0)) return same;
  const distances = same.map(({ itemCount }) => Math.abs(Math.log((itemCount ?? here) / here)));
  const smallestDistance = Math.min(...distances);
  return same.filter((_, index) => distances[index] === smallestDistance);
}
