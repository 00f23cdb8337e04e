import { completeOptions, type OptionValue, type OptionValues } from '../../workers/model/options';
import type { WorkloadMeta } from '../../workers/model/entry';
import { parameterSweepOf, type SweepValue } from '../figures/parameter-sweep';
import { type Candidate, candidateKey, type DatasetSpec, type Plan, planLimits } from '../../workers/model/plan';

export type WorkloadSpec = Extract<DatasetSpec, { source: 'workload' }>;
export type OwnFileSpec = Extract<DatasetSpec, { source: 'ownFile' }>;

/** The dataset that the controls edit. In a size sweep it is the largest one; the smaller sizes are derived from it. In a parameter sweep it is the first. */
export function mainDataset(plan: Plan): DatasetSpec {
  const [first, ...rest] = plan.datasets;
  if (first === undefined) throw new RangeError('A plan has at least one dataset.');
  return rest.reduce<DatasetSpec>(
    (largest, spec) =>
      spec.source === 'workload' && largest.source === 'workload' && spec.size > largest.size ? spec : largest,
    first,
  );
}

/** The kinds of size sweep: a number of sizes, each half of the next, or powers of ten. */
export const sweepSteps = [1, 3, 5, 'decades'] as const;
type SweepSteps = (typeof sweepSteps)[number];

const maxDecades = 4;

/** The sizes of a sweep in ascending order: `size` and repeated halves of it, or `size` and the four powers of ten below it. Sizes below `min` are omitted. */
export function sweepSizes(size: number, steps: SweepSteps, min: number): number[] {
  const highest = Math.ceil(Math.log10(size)) - 1;
  const sizes =
    steps === 'decades'
      ? [...Array.from({ length: maxDecades }, (_, index) => 10 ** (highest - maxDecades + 1 + index)), size]
      : Array.from({ length: steps }, (_, index) => Math.round(size / 2 ** (steps - 1 - index)));
  return [...new Set(sizes.filter((each) => each >= min && each >= 1))];
}

/** The kind of size sweep that a plan has; a parameter sweep has one size. A sweep from a link with other sizes is recognised by the number of its sizes. Null if no kind matches. */
export function sweepOf(plan: Plan, min: number): SweepSteps | null {
  const main = mainDataset(plan);
  if (main.source !== 'workload' || parameterSweepOf(plan.datasets) !== null) return 1;
  const sizes = plan.datasets.flatMap((spec) => (spec.source === 'workload' ? [spec.size] : [])).sort((a, b) => a - b);
  return (
    sweepSteps.find((steps) => sweepSizes(main.size, steps, min).join() === sizes.join()) ??
    sweepSteps.find((steps) => steps === sizes.length) ??
    null
  );
}

const sweep = (spec: WorkloadSpec, steps: SweepSteps, min: number): DatasetSpec[] =>
  sweepSizes(spec.size, steps, min).map((size) => ({ ...spec, size }));

/** The plan with the workload, at its default size and parameters, as its only dataset. */
export function withWorkload(plan: Plan, workload: WorkloadMeta, seed: number): Plan {
  const spec: WorkloadSpec = {
    source: 'workload',
    workload: workload.id,
    knobs: completeOptions(workload.parameters, {}, workload.label),
    size: workload.size.default,
    seed,
  };
  return { ...plan, datasets: [spec] };
}

/** Changes the data, and keeps its sweep. */
function editWorkload(plan: Plan, workload: WorkloadMeta, change: (spec: WorkloadSpec) => WorkloadSpec): Plan {
  const main = mainDataset(plan);
  if (main.source !== 'workload') return plan;
  const swept = parameterSweepOf(plan.datasets);
  if (swept === null)
    return { ...plan, datasets: sweep(change(main), sweepOf(plan, workload.size.min) ?? 1, workload.size.min) };
  return withParameterSweep({ ...plan, datasets: [change(main)] }, swept.parameter.id, swept.values);
}

export const withSize = (plan: Plan, workload: WorkloadMeta, size: number) =>
  editWorkload(plan, workload, (spec) => ({ ...spec, size }));
export const withParameter = (plan: Plan, workload: WorkloadMeta, id: string, value: OptionValue) =>
  editWorkload(plan, workload, (spec) => ({ ...spec, knobs: { ...spec.knobs, [id]: value } }));
export const withParameters = (plan: Plan, workload: WorkloadMeta, knobs: OptionValues) =>
  editWorkload(plan, workload, (spec) => ({ ...spec, knobs }));
export const withDataSeed = (plan: Plan, workload: WorkloadMeta, seed: number) =>
  editWorkload(plan, workload, (spec) => ({ ...spec, seed }));
/** The plan with a size sweep, which replaces a sweep of a parameter. */
export function withSweep(plan: Plan, workload: WorkloadMeta, steps: SweepSteps): Plan {
  const main = mainDataset(plan);
  return main.source === 'workload' ? { ...plan, datasets: sweep(main, steps, workload.size.min) } : plan;
}

/** The plan with one dataset for each value of a parameter, which replaces a size sweep. There are at most as many as a plan can have. */
export function withParameterSweep(plan: Plan, id: string, values: readonly SweepValue[]): Plan {
  const main = mainDataset(plan);
  if (main.source !== 'workload' || values.length === 0) return plan;
  return {
    ...plan,
    datasets: values.slice(0, planLimits.datasets).map((value) => ({ ...main, knobs: { ...main.knobs, [id]: value } })),
  };
}

/** The plan with one value of the swept parameter. */
export const withoutParameterSweep = (plan: Plan, id: string, value: OptionValue): Plan =>
  withParameterSweep(plan, id, typeof value === 'boolean' ? [] : [value]);

/** The plan of which a run first searches the best Parquet settings of each column, or of which it does not. */
export function withSearch(plan: Plan, on: boolean): Plan {
  const { searchesColumns: _, ...rest } = plan;
  return on ? { ...rest, searchesColumns: true } : rest;
}

export const withOwnFile = (plan: Plan, spec: OwnFileSpec): Plan => ({ ...plan, datasets: [spec] });

export function hasCandidate(plan: Plan, candidate: Candidate): boolean {
  const key = candidateKey(candidate);
  return plan.candidates.some((each) => candidateKey(each) === key);
}

/** The plan with further candidates. Those that it already has are not repeated, and those beyond the limit are dropped. */
export function withCandidates(plan: Plan, candidates: readonly Candidate[]): Plan {
  const added = candidates.filter(
    (candidate, index) =>
      !hasCandidate(plan, candidate) &&
      candidates.findIndex((other) => candidateKey(other) === candidateKey(candidate)) === index,
  );
  return { ...plan, candidates: [...plan.candidates, ...added].slice(0, planLimits.candidates) };
}

/** The plan without one candidate. The only candidate of a plan can't be removed. */
export function withoutCandidate(plan: Plan, index: number): Plan {
  return plan.candidates.length === 1 ? plan : { ...plan, candidates: plan.candidates.toSpliced(index, 1) };
}
