import { completeOptions, type OptionValue, type OptionValues } from '../../workers/model/options';
import type { WorkloadMeta } from '../../workers/model/entry';
import { type Candidate, candidateKey, type DatasetSpec, type Plan, planLimits } from '../../workers/model/plan';

/** Changes of a plan as the page makes them, each giving a new plan. */

export type WorkloadSpec = Extract<DatasetSpec, { source: 'workload' }>;
export type OwnFileSpec = Extract<DatasetSpec, { source: 'ownFile' }>;

/** The dataset that the controls edit: the largest of a sweep, which the others are derived from. */
export function mainDataset(plan: Plan): DatasetSpec {
  const [first, ...rest] = plan.datasets;
  if (first === undefined) throw new RangeError('A plan has at least one dataset.');
  return rest.reduce<DatasetSpec>(
    (largest, spec) => (spec.source === 'workload' && largest.source === 'workload' && spec.size > largest.size ? spec : largest),
    first,
  );
}

export const sweepSteps = [1, 3, 5] as const;
export type SweepSteps = (typeof sweepSteps)[number];

/** `size` and its halves going down, the smallest first; sizes that would fall below `min` are left out. */
export function sweepSizes(size: number, steps: SweepSteps, min: number): number[] {
  const sizes = Array.from({ length: steps }, (_, index) => Math.round(size / 2 ** (steps - 1 - index)));
  return [...new Set(sizes.filter((each) => each >= min && each > 0))];
}

/** How many sizes are swept; a plan with another number of datasets (from a link) counts as its own number. */
export const sweepLength = (plan: Plan): number => plan.datasets.length;

function sweep(spec: WorkloadSpec, steps: number, min: number): DatasetSpec[] {
  const known = sweepSteps.find((each) => each === steps) ?? 1;
  return sweepSizes(spec.size, known, min).map((size) => ({ ...spec, size }));
}

export function withWorkload(plan: Plan, workload: WorkloadMeta, seed: number): Plan {
  const spec: WorkloadSpec = {
    source: 'workload',
    workload: workload.id,
    knobs: completeOptions(workload.knobs, {}, workload.label),
    size: workload.size.default,
    seed,
  };
  return { ...plan, datasets: [spec] };
}

function editWorkload(plan: Plan, workload: WorkloadMeta, change: (spec: WorkloadSpec) => WorkloadSpec, steps = sweepLength(plan)): Plan {
  const main = mainDataset(plan);
  return main.source === 'workload' ? { ...plan, datasets: sweep(change(main), steps, workload.size.min) } : plan;
}

export const withSize = (plan: Plan, workload: WorkloadMeta, size: number) => editWorkload(plan, workload, (spec) => ({ ...spec, size }));
export const withKnob = (plan: Plan, workload: WorkloadMeta, id: string, value: OptionValue) =>
  editWorkload(plan, workload, (spec) => ({ ...spec, knobs: { ...spec.knobs, [id]: value } }));
export const withKnobs = (plan: Plan, workload: WorkloadMeta, knobs: OptionValues) => editWorkload(plan, workload, (spec) => ({ ...spec, knobs }));
export const withDataSeed = (plan: Plan, workload: WorkloadMeta, seed: number) => editWorkload(plan, workload, (spec) => ({ ...spec, seed }));
export const withSweep = (plan: Plan, workload: WorkloadMeta, steps: SweepSteps) => editWorkload(plan, workload, (spec) => spec, steps);

export const withOwnFile = (plan: Plan, spec: OwnFileSpec): Plan => ({ ...plan, datasets: [spec] });

export function hasCandidate(plan: Plan, candidate: Candidate): boolean {
  const key = candidateKey(candidate);
  return plan.candidates.some((each) => candidateKey(each) === key);
}

/** The plan with those of `candidates` that it does not have yet, as far as the limit goes. */
export function withCandidates(plan: Plan, candidates: readonly Candidate[]): Plan {
  const added = candidates.filter(
    (candidate, index) => !hasCandidate(plan, candidate) && candidates.findIndex((other) => candidateKey(other) === candidateKey(candidate)) === index,
  );
  return { ...plan, candidates: [...plan.candidates, ...added].slice(0, planLimits.candidates) };
}

/** The plan without one candidate; the last one stays, since a plan has at least one. */
export function withoutCandidate(plan: Plan, index: number): Plan {
  return plan.candidates.length === 1 ? plan : { ...plan, candidates: plan.candidates.toSpliced(index, 1) };
}
