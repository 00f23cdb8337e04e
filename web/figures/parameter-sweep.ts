import type { WorkloadMeta } from '../../workers/model/entry';
import type { OptionDescriptor } from '../../workers/model/options';
import type { DatasetSpec } from '../../workers/model/plan';
import { workloads } from '../../workers/registry/metadata';
import { formatCount } from './figures';

/**
 * Parameter sweeps: the datasets of a plan that differ in one parameter of their workload, and in nothing else. The plan needs no field for
 * it, since its datasets say it all.
 */

/** A parameter that can be swept: its values are numbers, or one of a few choices. */
export type SweepParameter = Extract<OptionDescriptor, { type: 'integer' | 'number' | 'choice' }>;
export type SweepValue = number | string;

export interface ParameterSweep {
  readonly workload: WorkloadMeta;
  readonly parameter: SweepParameter;
  /** One value for each dataset of the plan, in the plan's order. All differ. */
  readonly values: readonly SweepValue[];
}

export const isSweepParameter = (descriptor: OptionDescriptor): descriptor is SweepParameter =>
  descriptor.type === 'integer' ||
  descriptor.type === 'number' ||
  (descriptor.type === 'choice' && descriptor.choices.length > 1);

/** The parameter sweep that the datasets make. Null if they are one dataset, other data, a size sweep, or differ in several parameters. */
export function parameterSweepOf(datasets: readonly DatasetSpec[]): ParameterSweep | null {
  const specs = datasets.flatMap((spec) => (spec.source === 'workload' ? [spec] : []));
  const [first] = specs;
  const workload = first === undefined ? undefined : workloads.get(first.workload);
  if (first === undefined || workload === undefined || specs.length < 2 || specs.length !== datasets.length)
    return null;
  const isAlike = specs.every(
    ({ workload: id, size, seed }) => id === first.workload && size === first.size && seed === first.seed,
  );
  if (!isAlike) return null;
  const valuesOf = ({ id, default: standard }: OptionDescriptor) => specs.map(({ knobs }) => knobs[id] ?? standard);
  const varying = workload.parameters.filter((each) => new Set(valuesOf(each)).size > 1);
  const [parameter, ...others] = varying;
  if (parameter === undefined || others.length > 0 || !isSweepParameter(parameter)) return null;
  const values = valuesOf(parameter).filter((value) => typeof value !== 'boolean');
  return new Set(values).size === datasets.length ? { workload, parameter, values } : null;
}

/** True if the parameter is a share, from 0 to 1, which texts give as a percentage. */
const isShare = (parameter: SweepParameter): boolean =>
  parameter.type === 'number' && parameter.min === 0 && parameter.max === 1 && parameter.unit === undefined;

/** A value without its unit, as for an axis: `41 %`, `1,000`, `like embeddings`. `digits` limits the significant digits of a number. */
export function sweepValueTick(parameter: SweepParameter, value: SweepValue, digits = 6): string {
  if (parameter.type === 'choice')
    return parameter.choices.find((choice) => choice.value === value)?.label ?? `${value}`;
  const number = Number((isShare(parameter) ? Number(value) * 100 : Number(value)).toPrecision(digits));
  const text = Number.isInteger(number) ? formatCount(number) : String(number);
  return isShare(parameter) ? `${text} %` : text;
}

/** A value with its unit, as in a sentence: `41 %`, `1,000 rows`. */
export const sweepValueText = (parameter: SweepParameter, value: SweepValue, digits?: number): string =>
  sweepValuesText(parameter, [value], { digits });

/** Several values with the unit once: `25 % and 50 %`, `1, 10, 100 rows`. */
export function sweepValuesText(
  parameter: SweepParameter,
  values: readonly SweepValue[],
  { separator = ', ', digits }: { readonly separator?: string; readonly digits?: number | undefined } = {},
): string {
  const text = values.map((value) => sweepValueTick(parameter, value, digits)).join(separator);
  if (parameter.type === 'choice' || parameter.unit === undefined) return text;
  return `${text} ${text === '1' ? parameter.unit.replace(/^(\w+)s$/, '$1') : parameter.unit}`;
}
