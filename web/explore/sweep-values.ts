import { planLimits } from '../../workers/model/plan';
import { type SweepParameter, type SweepValue, sweepValueTick } from '../figures/parameter-sweep';

/** The values of a parameter sweep, as the user gives them: as a list, or from a first to a last value in steps. */

/** A sweep makes one dataset of each value, and a plan has so many at most. */
export const maxSweepValues = planLimits.datasets;
const defaultCount = 5;

export type NumericParameter = Exclude<SweepParameter, { type: 'choice' }>;
/** Whether neighbouring values differ by the same amount or by the same factor. */
export type Spacing = 'steps' | 'factors';

const significant = (value: number) => Number(value.toPrecision(3));

/**
 * `count` values from `from` to `to`. Inner values are rounded to three digits, or to whole numbers for an integer. Values that are equal after
 * that are given once. Equal factors need positive ends; otherwise the steps are equal.
 */
export function spacedValues(
  parameter: NumericParameter,
  {
    from,
    to,
    count,
    spacing,
  }: { readonly from: number; readonly to: number; readonly count: number; readonly spacing: Spacing },
): number[] {
  const byFactors = spacing === 'factors' && from > 0 && to > 0;
  const values = Array.from({ length: count }, (_, index) => {
    if (index === 0) return from;
    if (index === count - 1) return to;
    const share = index / (count - 1);
    const exact = byFactors ? from * (to / from) ** share : from + share * (to - from);
    return parameter.type === 'integer' ? Math.round(exact) : significant(exact);
  });
  return [...new Set(values)].sort((a, b) => a - b);
}

/** Whether a parameter's range is so wide that equal factors show more than equal steps. */
export const defaultSpacing = ({ min, max }: NumericParameter): Spacing =>
  min > 0 && max / min >= 100 ? 'factors' : 'steps';

/** The values with which a sweep starts: all choices, or five values over the whole range. */
export function defaultSweepValues(parameter: SweepParameter): SweepValue[] {
  if (parameter.type === 'choice') return parameter.choices.slice(0, maxSweepValues).map(({ value }) => value);
  const { min: from, max: to } = parameter;
  return spacedValues(parameter, { from, to, count: defaultCount, spacing: defaultSpacing(parameter) });
}

type ParsedValues = { readonly values: number[] } | { readonly problem: string };

const separators = /[\s;,]+/;
const plainNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Parses a list such as `0.01, 0.05, 25 %`, sorted in ascending order, or says what is wrong with it and what to do. */
export function parseSweepValues(parameter: NumericParameter, text: string): ParsedValues {
  const parts = text
    .replace(/\s+%/g, '%')
    .split(separators)
    .filter((part) => part !== '');
  const range = `${parameter.type === 'integer' ? 'a whole number' : 'a number'} from ${parameter.min} to ${parameter.max}`;
  const values: number[] = [];
  for (const part of parts) {
    const isPercentage = part.endsWith('%');
    const digits = isPercentage ? part.slice(0, -1) : part;
    const value = plainNumber.test(digits) ? Number(digits) / (isPercentage ? 100 : 1) : Number.NaN;
    const isWhole = parameter.type === 'number' || Number.isInteger(value);
    if (!(value >= parameter.min && value <= parameter.max) || !isWhole)
      return { problem: `“${part.slice(0, 20)}” can’t be used: each value must be ${range}.` };
    if (values.includes(value))
      return { problem: `${sweepValueTick(parameter, value)} stands there twice. Remove one.` };
    values.push(value);
  }
  if (values.length < 2) return { problem: `Write two values or more, separated by commas: each ${range}.` };
  if (values.length > maxSweepValues)
    return { problem: `These are ${values.length} values. A sweep has ${maxSweepValues} at most: remove some.` };
  return { values: values.sort((a, b) => a - b) };
}
