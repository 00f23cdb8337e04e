import { paretoFrontier } from '../../workers/model/statistics/pareto';

/** A point in a chart in which larger is better for both x and y. */
interface FrontierPoint {
  readonly x: number;
  readonly y: number;
}

/** The Pareto frontier: the points that no other point exceeds in both x and y. Sorted by ascending x. */
export function frontierOf<P extends FrontierPoint>(points: readonly P[]): P[] {
  return paretoFrontier(points)
    .flatMap((index) => points[index] ?? [])
    .reverse();
}

/**
 * The corners of the step line that bounds the area dominated by the frontier. The line starts at the left edge `minX`
 * and ends at the bottom edge `minY`. Empty if the frontier is empty.
 */
export function frontierStepLine(frontier: readonly FrontierPoint[], minX: number, minY: number): FrontierPoint[] {
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
