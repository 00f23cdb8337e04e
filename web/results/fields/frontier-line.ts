import { frontierStepLine } from '../../charts/frontier';
import type { Box } from '../../charts/label-placement';

interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * The corners, in pixels, of the step line through the frontier's marks, from one edge of the plot to another. The plot's y grows downwards.
 */
export function frontierCorners(
  places: readonly Place[],
  plot: Box,
  better: { readonly x: 'smaller' | 'larger'; readonly y: 'smaller' | 'larger' },
): Place[] {
  const signX = better.x === 'larger' ? 1 : -1;
  const signY = better.y === 'larger' ? -1 : 1;
  const worst = {
    x: signX * (signX > 0 ? plot.x : plot.x + plot.width),
    y: signY * (signY < 0 ? plot.y + plot.height : plot.y),
  };
  const oriented = places.map(({ x, y }) => ({ x: x * signX, y: y * signY })).sort((a, b) => a.x - b.x || b.y - a.y);
  return frontierStepLine(oriented, worst.x, worst.y).map(({ x, y }) => ({ x: x * signX, y: y * signY }));
}
