/** The part of both axes that the reader has zoomed to. Categories are positions, counted from 0. */
export interface Zoom {
  readonly x: Span;
  readonly y: Span;
}

export type Span = readonly [low: number, high: number];
export type Scale = 'log' | 'linear';

/** The smallest part of a whole axis that can be zoomed to. */
const smallestShare = 1e-4;

/** The position of a value on an axis, from 0 to 1. */
export const shareOf = (value: number, [low, high]: Span, scale: Scale): number =>
  scale === 'log' ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);

/** The value at a position on an axis: the inverse of `shareOf`. */
export const valueAt = (share: number, [low, high]: Span, scale: Scale): number =>
  scale === 'log' ? low * (high / low) ** share : low + share * (high - low);

export const isWithin = (value: number, [low, high]: Span): boolean => value >= low && value <= high;

/**
 * The part of an axis between two positions of its present part, from 0 to 1. It stays inside `whole`, and does not get smaller than a
 * ten-thousandth of it.
 */
export function spanBetween(from: number, to: number, present: Span, whole: Span, scale: Scale): Span {
  const inWhole = (share: number) => shareOf(valueAt(share, present, scale), whole, scale);
  const [a, b] = [inWhole(Math.min(from, to)), inWhole(Math.max(from, to))];
  const length = Math.min(1, Math.max(smallestShare, b - a));
  // A part that reaches beyond the whole axis is moved back into it.
  const start = Math.min(1 - length, Math.max(0, (a + b) / 2 - length / 2));
  const end = start + length;
  return [start === 0 ? whole[0] : valueAt(start, whole, scale), end === 1 ? whole[1] : valueAt(end, whole, scale)];
}

/** True if the part is the whole axis, but for rounding. */
const isWhole = (span: Span, whole: Span, scale: Scale): boolean =>
  Math.abs(shareOf(span[0], whole, scale)) < 1e-9 && Math.abs(shareOf(span[1], whole, scale) - 1) < 1e-9;

interface Axes {
  readonly x: { readonly whole: Span; readonly scale: Scale };
  readonly y: { readonly whole: Span; readonly scale: Scale };
}

/** Null if the zoom shows everything. */
const orNull = (zoom: Zoom, { x, y }: Axes): Zoom | null =>
  isWhole(zoom.x, x.whole, x.scale) && isWhole(zoom.y, y.whole, y.scale) ? null : zoom;

/** Zooms to a rectangle, given as shares of the present part of the axes: x from the left, y from the bottom. */
export function zoomTo(
  zoom: Zoom | null,
  axes: Axes,
  shares: { readonly x: readonly [number, number]; readonly y: readonly [number, number] },
): Zoom | null {
  const part = (axis: 'x' | 'y') =>
    spanBetween(...shares[axis], zoom?.[axis] ?? axes[axis].whole, axes[axis].whole, axes[axis].scale);
  return orNull({ x: part('x'), y: part('y') }, axes);
}

/** Shows `1 / factor` of the present part of both axes, around the position `centre` in shares. */
export function zoomBy(
  zoom: Zoom | null,
  axes: Axes,
  factor: number,
  centre: { readonly x: number; readonly y: number } = { x: 0.5, y: 0.5 },
): Zoom | null {
  const around = (share: number): [number, number] => [share - share / factor, share + (1 - share) / factor];
  return zoomTo(zoom, axes, { x: around(centre.x), y: around(centre.y) });
}

/** Moves the present part by shares of itself. */
export const panBy = (zoom: Zoom | null, axes: Axes, x: number, y: number): Zoom | null =>
  zoomTo(zoom, axes, { x: [x, 1 + x], y: [y, 1 + y] });
