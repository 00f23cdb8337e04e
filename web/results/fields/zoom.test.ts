import { expect, test } from 'vitest';
import { panBy, shareOf, spanBetween, valueAt, zoomBy, zoomTo } from './zoom';

const axes = {
  x: { whole: [1, 10_000], scale: 'log' },
  y: { whole: [0, 8], scale: 'linear' },
} as const;

test.each([
  ['log', [1, 100]],
  ['linear', [-4, 6]],
] as const)('a place on a %s axis and its value are inverse', (scale, span) => {
  for (const share of [0, 0.25, 1]) expect(shareOf(valueAt(share, span, scale), span, scale)).toBeCloseTo(share, 12);
});

test('a rectangle becomes the part of both axes that it covers', () => {
  const zoom = zoomTo(null, axes, { x: [0.25, 0.75], y: [0.5, 1] });
  expect(zoom?.x[0]).toBeCloseTo(10, 9);
  expect(zoom?.x[1]).toBeCloseTo(1_000, 9);
  expect(zoom?.y).toEqual([4, 8]);
});

test('zooming in and out again shows everything', () => {
  const zoom = zoomBy(null, axes, 2, { x: 0.1, y: 0.9 });
  expect(zoom).not.toBeNull();
  expect(zoomBy(zoomBy(zoom, axes, 2), axes, 1 / 8)).toBeNull();
});

test('the place that is zoomed around stays where it is', () => {
  const centre = { x: 0.3, y: 0.6 };
  const zoom = zoomBy(null, axes, 2, centre);
  if (zoom === null) throw new Error('It is zoomed.');
  const value = valueAt(centre.x, axes.x.whole, axes.x.scale);
  expect(shareOf(value, zoom.x, axes.x.scale)).toBeCloseTo(centre.x, 9);
});

test('a part never leaves the axis, nor gets smaller than a ten-thousandth', () => {
  const zoom = zoomBy(null, axes, 4);
  const right = panBy(panBy(zoom, axes, 5, 0), axes, 5, 0);
  expect(right?.x[1]).toBe(10_000);
  expect(shareOf(right?.x[0] ?? 0, axes.x.whole, 'log')).toBeCloseTo(0.75, 9);
  const [low, high] = spanBetween(0.5, 0.5, [0, 8], [0, 8], 'linear');
  expect(high - low).toBeCloseTo(8e-4, 9);
});
