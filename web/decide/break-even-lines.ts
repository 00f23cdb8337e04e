import type { Situation } from '../view/situation';
import type { Axis } from './axes';
import type { Contender } from './contenders';
import { winnersAlong } from './envelope';
import { type CandidateFigures, totalOf } from './totals';

/** The lines of the break-even chart: each contender's total along an axis, and the parts of the axis that each winner has. */
export interface BreakEvenLines {
  /** The values of the parameter at which the lines are drawn, evenly spaced on a logarithmic scale. */
  readonly values: Float64Array;
  /** By contender: the total at each of the values. */
  readonly totals: readonly { readonly contender: Contender; readonly at: Float64Array }[];
  /** The smallest total at each of the values. */
  readonly smallest: Float64Array;
  readonly spans: readonly BreakEvenSpan[];
}

export interface BreakEvenSpan {
  readonly contender: Contender;
  readonly from: number;
  readonly to: number;
  /** The smallest totals within the span, at the drawn values and at both ends. */
  readonly line: readonly { readonly value: number; readonly total: number }[];
}

/** The contenders of these spans, each once. */
export const contendersIn = (spans: readonly BreakEvenSpan[]): readonly Contender[] => [
  ...new Set(spans.map(({ contender }) => contender)),
];

/** Enough for a smooth line at 1,200 px: between two points it is a straight line. */
const steps = 96;

export function breakEvenLines(axis: Axis, situation: Situation, contenders: readonly Contender[]): BreakEvenLines {
  const figures = contenders.map(({ figures: one }) => one);
  const values = Float64Array.from(
    { length: steps + 1 },
    (_, step) => axis.min * (axis.max / axis.min) ** (step / steps),
  );
  const situations = Array.from(values, (value) => axis.withValue(situation, value));
  // Thousands of totals for each movement of a slider: plain loops take a fraction of the time of arrays made for each.
  const smallest = new Float64Array(values.length).fill(Number.POSITIVE_INFINITY);
  const totals = contenders.map((contender) => {
    const at = new Float64Array(values.length);
    for (let index = 0; index < at.length; index += 1) {
      const total = totalOf(situations[index] as Situation, contender.figures);
      at[index] = total;
      if (total < (smallest[index] as number)) smallest[index] = total;
    }
    return { contender, at };
  });
  const spans = winnersAlong(axis, situation, figures).flatMap(({ winner, from, to }): BreakEvenSpan[] => {
    const contender = contenders[winner];
    if (contender === undefined) return [];
    const inside = [...values].filter((value) => value > from && value < to);
    const line = [from, ...inside, to].map((value) => ({
      value,
      total: totalAt(axis, situation, contender.figures, value),
    }));
    return [{ contender, from, to, line }];
  });
  return { values, totals, smallest, spans };
}

const totalAt = (axis: Axis, situation: Situation, figures: CandidateFigures, value: number) =>
  totalOf(axis.withValue(situation, value), figures);

/** A value's place on a logarithmic scale from 0 to 1. */
export const fractionOf = ({ min, max }: Axis, value: number): number => Math.log(value / min) / Math.log(max / min);

export const valueAt = ({ min, max }: Axis, fraction: number): number => min * (max / min) ** fraction;
