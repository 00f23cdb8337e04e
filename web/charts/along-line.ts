import type { Box } from './label-placement';

/** Distance between two boxes, px. */
const step = 12;

/** Covers a line through points with small boxes, as obstacles for `placeLabels`. All lengths are in pixels. */
export function boxesAlongLine(points: readonly { readonly x: number; readonly y: number }[]): Box[] {
  return points.slice(1).flatMap((to, index) => {
    const from = points[index] ?? to;
    const count = Math.max(1, Math.min(40, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / step)));
    return Array.from({ length: count }, (_, at) => {
      const share = (at + 0.5) / count;
      return { x: from.x + (to.x - from.x) * share - 2, y: from.y + (to.y - from.y) * share - 2, width: 4, height: 4 };
    });
  });
}
