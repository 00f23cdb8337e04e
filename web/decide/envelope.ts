import type { Situation } from '../view/situation';
import type { Axis } from './axes';
import { type CandidateFigures, totalOf } from './totals';

/** A part of an axis in which one candidate has the smallest total. `from` and `to` are values of the parameter, in ascending order. */
export interface WinnerSpan {
  readonly winner: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The winner along an axis from `min` to `max`, in closed form: between two changes of slope every total is a straight line in `u`, so the
 * next crossing is the nearest intersection with the winner's line. Equal totals count for the first candidate. Empty without candidates.
 */
export function winnersAlong(
  axis: Axis,
  situation: Situation,
  figures: readonly CandidateFigures[],
  { min, max }: { readonly min: number; readonly max: number } = axis,
): WinnerSpan[] {
  if (figures.length === 0 || !(max > min)) return [];
  const ends = [axis.toU(min), axis.toU(max)].sort((a, b) => a - b);
  const [start = 0, end = 0] = ends;
  const inner = figures.flatMap((one) => axis.breaks(situation, one)).filter((u) => u > start && u < end);
  const corners = [...new Set([start, ...inner, end])].sort((a, b) => a - b);
  const spans: { winner: number; from: number; to: number }[] = [];
  const add = (winner: number, from: number, to: number) => {
    const last = spans.at(-1);
    if (last?.winner === winner) last.to = to;
    else spans.push({ winner, from, to });
  };
  const totalsAt = (u: number) => {
    const here = axis.withValue(situation, axis.fromU(u));
    return Float64Array.from(figures, (one) => totalOf(here, one));
  };
  let right = totalsAt(start);
  for (let index = 0; index + 1 < corners.length; index += 1) {
    const left = right;
    const from = corners[index] as number;
    const to = corners[index + 1] as number;
    right = totalsAt(to);
    addWinners(left, right, (winner, a, b) =>
      add(winner, from + a * (to - from), b === 1 ? to : from + b * (to - from)),
    );
  }
  const inValues = spans.map(({ winner, from, to }) => {
    const [low = min, high = max] = [axis.fromU(from), axis.fromU(to)].sort((a, b) => a - b);
    return { winner, from: low, to: high };
  });
  return inValues.sort((a, b) => a.from - b.from);
}

/** The winners between two corners, whose totals are given: lines from `left[i]` at 0 to `right[i]` at 1. */
function addWinners(
  left: Float64Array,
  right: Float64Array,
  add: (winner: number, from: number, to: number) => void,
): void {
  let position = 0;
  let winner = lowestAt(left, right, 0);
  while (position < 1) {
    const base = left[winner] as number;
    const slope = (right[winner] as number) - base;
    let next = 1;
    let nextWinner = winner;
    for (let other = 0; other < left.length; other += 1) {
      const otherSlope = (right[other] as number) - (left[other] as number);
      // Only a line that falls faster, or rises more slowly, can cross below the winner's.
      if (!(otherSlope < slope)) continue;
      const crossing = ((left[other] as number) - base) / (slope - otherSlope);
      if (crossing <= position || crossing > next) continue;
      const isSteeper =
        crossing < next ||
        nextWinner === winner ||
        otherSlope < (right[nextWinner] as number) - (left[nextWinner] as number);
      if (crossing < 1 && isSteeper) {
        next = crossing;
        nextWinner = other;
      }
    }
    add(winner, position, next);
    position = next;
    if (nextWinner === winner) break;
    winner = nextWinner;
  }
}

/** The lowest line at `position`. Of equal lines, the one that is lower afterwards, then the first. */
function lowestAt(left: Float64Array, right: Float64Array, position: number): number {
  let best = 0;
  let bestTotal = Number.POSITIVE_INFINITY;
  let bestSlope = Number.POSITIVE_INFINITY;
  for (let index = 0; index < left.length; index += 1) {
    const slope = (right[index] as number) - (left[index] as number);
    const total = (left[index] as number) + position * slope;
    if (total < bestTotal || (total === bestTotal && slope < bestSlope)) {
      best = index;
      bestTotal = total;
      bestSlope = slope;
    }
  }
  return best;
}
