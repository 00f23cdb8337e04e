import { expect, test, vi } from 'vitest';
import type { ScatterPublishedMark } from './PublishedFigures';
import { scatterFrame } from './scatter-frame';
import type { ScatterPoint } from './scatter-points';
import { linearAxis, logAxis } from '../charts/ticks';

// Widths come from a canvas, which Node has not: five pixels a character.
vi.mock('../charts/measure-text', () => ({ textWidthPx: (text: string) => 5 * text.length }));

const point = (x: number, y: number, low = x, high = x) =>
  ({ key: `${x}`, x, y, low, high, figures: { unit: 'bytes' } }) as unknown as ScatterPoint;
const mark = (id: string, x: number | null, y: number) => ({ id, x, y }) as unknown as ScatterPublishedMark;
const wide = { throughputScale: 'log', ratioScale: 'log', width: 800, height: 400, narrow: false } as const;

test('the axes go around all points and marks, and 1', () => {
  const frame = scatterFrame([point(1e8, 2), point(1e9, 5)], [mark('a', 1e7, 8)], wide);
  const xs = [1e8, 1e8, 1e8, 1e9, 1e9, 1e9, 1e7];
  expect(frame.x.domain).toEqual(logAxis(xs, 9, 0.1).domain);
  expect(frame.y).toEqual(logAxis([2, 5, 8, 1], 8, 0.12, 1.05));
});

test('linear axes have no room of a share', () => {
  const frame = scatterFrame([point(1e8, 2), point(1e9, 5)], [], {
    ...wide,
    throughputScale: 'linear',
    ratioScale: 'linear',
  });
  expect(frame.x.domain).toEqual(linearAxis([1e8, 1e9], 9).domain);
  expect(frame.y).toEqual(linearAxis([2, 5, 1], 8));
});

test('a narrow chart has fewer ticks and a narrower scale', () => {
  const points = [point(1e5, 2), point(1e10, 5)];
  const narrow = scatterFrame(points, [], { ...wide, narrow: true });
  expect(narrow.yAxisWidth).toBe(34);
  expect(narrow.x.domain).toEqual(logAxis([1e5, 1e10], 5, 0.1).domain);
  const linear = scatterFrame(points, [], { ...wide, throughputScale: 'linear', narrow: true });
  expect(linear.x.ticks.length).toBeLessThan(
    scatterFrame(points, [], { ...wide, throughputScale: 'linear' }).x.ticks.length,
  );
});

test('a wide chart keeps its margins', () =>
  expect(scatterFrame([point(1e8, 2)], [], wide)).toMatchObject({
    margin: { top: 8, right: 12, bottom: 0, left: 0 },
    xAxisHeight: 24,
    yAxisWidth: 40,
    laneWidth: 0,
    lane: new Map(),
  }));

test('a spread is taken in up to three times its point', () => {
  const domain = (low: number, high: number) => scatterFrame([point(1e8, 2, low, high)], [], wide).x.domain;
  expect(domain(5e7, 2e8)).toEqual(logAxis([1e8, 5e7, 2e8], 9, 0.1).domain);
  expect(domain(1, 1e12)).toEqual(logAxis([1e8, 1e8 / 3, 3e8], 9, 0.1).domain);
});

test('marks without a speed stand in a lane of 13 pixels a column', () => {
  const frame = scatterFrame([point(1e8, 2)], [mark('a', null, 4), mark('b', 1e8, 3)], wide);
  expect([...frame.lane]).toEqual([['a', 13]]);
  expect(frame.laneWidth).toBe(26);
});

test.each(['log', 'linear'] as const)('marks of one height stand side by side on a %s scale', (ratioScale) => {
  const marks = [mark('a', null, 4), mark('b', null, 4), mark('c', null, 1)];
  const frame = scatterFrame([point(1e8, 2)], marks, { ...wide, ratioScale });
  expect([...frame.lane]).toEqual([
    ['a', 13],
    ['b', 26],
    ['c', 13],
  ]);
  expect(frame.laneWidth).toBe(39);
});

test('marks share a column from 15 pixels apart', () => {
  const columns = (height: number) => [
    ...scatterFrame([point(1e8, 100)], [mark('a', null, 50), mark('b', null, 60)], {
      ...wide,
      ratioScale: 'linear',
      height,
    }).lane.values(),
  ];
  // The axis goes from 0 to 100 or a little more: a tenth of 100 pixels is too near, of 400 far enough.
  expect(columns(132)).toEqual([26, 13]);
  expect(columns(432)).toEqual([13, 13]);
});

test('without a speed there are no ticks', () =>
  expect(scatterFrame([], [mark('a', null, 4)], wide).x.ticks).toEqual([]));

test('a tick whose figure would be cut at the right edge is left out', () => {
  const points = [point(1e8, 2), point(1e9, 5)];
  const all = logAxis([1e8, 1e9], 9, 0.1).ticks;
  expect(scatterFrame(points, [], wide).x.ticks).toEqual(all);
  const narrowed = scatterFrame(points, [], { ...wide, width: 60 }).x.ticks;
  expect(narrowed.length).toBeLessThan(all.length);
  expect(all.slice(0, narrowed.length)).toEqual(narrowed);
});

test('the axis reaches the line of the user’s file', () => {
  const highest = (line: number | null) => scatterFrame([point(1e8, 2)], [], { ...wide, line }).y.domain[1];
  expect(highest(null)).toBeLessThan(10);
  expect(highest(10)).toBeGreaterThanOrEqual(10);
});
