import { paretoFrontier } from '../../workers/model/statistics/pareto';

/** A place in a chart where both more x and more y is better. */
export interface FrontierPoint {
  readonly x: number;
  readonly y: number;
}

/** The points that no other beats in both, by rising x. */
export function frontierOf<P extends FrontierPoint>(points: readonly P[]): P[] {
  return paretoFrontier(points)
    .flatMap((index) => points[index] ?? [])
    .reverse();
}

/** Corners of the step line about what the frontier dominates, from the left edge `minX` down to the bottom edge `minY`. */
export function stepLine(frontier: readonly FrontierPoint[], minX: number, minY: number): FrontierPoint[] {
  const first = frontier[0];
  const last = frontier.at(-1);
  if (first === undefined || last === undefined) return [];
  const corners: FrontierPoint[] = [{ x: minX, y: first.y }];
  frontier.forEach((point, index) => {
    corners.push({ x: point.x, y: point.y });
    const next = frontier[index + 1];
    if (next !== undefined) corners.push({ x: point.x, y: next.y });
  });
  corners.push({ x: last.x, y: minY });
  return corners;
}
