/**
 * Indices of the points on the Pareto frontier, in descending order of `x`: no other point is better in both coordinates, larger being
 * better. Equal points are all included; points with NaN are excluded.
 */
export function paretoFrontier(points: readonly { readonly x: number; readonly y: number }[]): number[] {
  const order = points
    .map((_, index) => index)
    .filter((index) => !Number.isNaN(points[index]?.x ?? Number.NaN) && !Number.isNaN(points[index]?.y ?? Number.NaN));
  const at = (index: number) => points[index] as { readonly x: number; readonly y: number };
  order.sort((a, b) => at(b).x - at(a).x || at(b).y - at(a).y);
  let bestY = Number.NEGATIVE_INFINITY;
  let bestX = Number.POSITIVE_INFINITY;
  return order.filter((index) => {
    const { x, y } = at(index);
    const kept = y > bestY || (y === bestY && x === bestX);
    if (kept) {
      bestY = y;
      bestX = x;
    }
    return kept;
  });
}

/** Geometric mean of positive numbers (rule 20: overall scores). NaN for an empty list, or if a value is not positive. */
export function geometricMean(values: readonly number[]): number {
  if (values.length === 0 || values.some((value) => !(value > 0))) return Number.NaN;
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
