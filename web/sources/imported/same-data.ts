import type { ImportedDataset, ImportedSet, SameData } from '../../../workers/model/imported-set';
import type { RunResult } from '../../../workers/model/result';

/** The data of a run as a set's dataset refers to it; null where the run has none yet. */
export function dataOfRun(result: RunResult, dataset: number): SameData | null {
  const spec = result.plan.datasets[dataset];
  const info = result.datasets[dataset];
  if (spec === undefined) return null;
  if (spec.source === 'workload') return { kind: 'workload', workload: spec.workload, knobs: { ...spec.knobs } };
  const sha256 = spec.sha256 ?? (info?.status === 'ready' ? info.sha256 : null);
  return sha256 === null ? null : { kind: 'file', sha256 };
}

export function isSameData(a: SameData | null, b: SameData | null): boolean {
  if (a === null || b === null) return false;
  if (a.kind === 'file' || b.kind === 'file') return a.kind === 'file' && b.kind === 'file' && a.sha256 === b.sha256;
  const knobs = new Set([...Object.keys(a.knobs), ...Object.keys(b.knobs)]);
  return a.workload === b.workload && [...knobs].every((parameter) => a.knobs[parameter] === b.knobs[parameter]);
}

/** The set's datasets that the user says are the run's data. */
export function datasetsAs(set: ImportedSet, result: RunResult, dataset: number): ImportedDataset[] {
  const here = dataOfRun(result, dataset);
  return set.datasets.filter(({ sameAs }) => isSameData(sameAs, here));
}

/**
 * Of those, the ones whose number of items is nearest to the run's, as factors: what stands beside one size is no mean over a hundred times that. All of them where the run or one
 * of them tells no number.
 */
export function nearestAs(set: ImportedSet, result: RunResult, dataset: number): ImportedDataset[] {
  const same = datasetsAs(set, result, dataset);
  const info = result.datasets[dataset];
  const here = info?.status === 'ready' ? info.itemCount : 0;
  if (here === 0 || same.some(({ itemCount }) => itemCount === null || itemCount === 0)) return same;
  const distances = same.map(({ itemCount }) => Math.abs(Math.log((itemCount ?? here) / here)));
  const least = Math.min(...distances);
  return same.filter((_, index) => distances[index] === least);
}
