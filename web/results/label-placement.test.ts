import { expect, it } from 'vitest';
import { type Box, type LabelAnchor, placeLabels } from './label-placement';

const bounds = { x: 0, y: 0, width: 320, height: 380 };

/** A worst case of the phone: 20 points, most in one cluster. */
const crowd: LabelAnchor[] = Array.from({ length: 20 }, (_, index) => ({
  id: `p${index}`,
  x: 120 + ((index * 37) % 70),
  y: 150 + ((index * 53) % 90),
  radius: 5,
  width: 66,
  height: 13,
}));

it('places twenty crowded labels without covering a label or a point', () => {
  const placed = placeLabels(crowd, bounds);
  expect(placed.map(({ overlap }) => overlap)).toEqual(crowd.map(() => 0));
});

it('keeps every label inside the bounds', () => {
  for (const { x, y, width, height } of placeLabels(crowd, bounds)) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(bounds.width);
    expect(y + height).toBeLessThanOrEqual(bounds.height);
  }
});

it('puts a lone label right beside its point, without a leader', () => {
  expect(placeLabels([{ id: 'a', x: 100, y: 100, radius: 5, width: 50, height: 12 }], bounds)).toEqual([
    { id: 'a', x: 108, y: 94, width: 50, height: 12, leader: null, overlap: 0 },
  ]);
});

it('turns a label at the right edge to the other side', () => {
  expect(placeLabels([{ id: 'a', x: 310, y: 100, radius: 5, width: 50, height: 12 }], bounds)[0]?.x).toBeLessThan(260);
});

it('draws a leader to a label that had to go far', () => {
  expect(placeLabels(crowd, bounds).some(({ leader }) => leader !== null)).toBe(true);
});

it('gives the same places again', () => expect(placeLabels(crowd, bounds)).toEqual(placeLabels(crowd, bounds)));

const label = (id: string, x: number, y: number): LabelAnchor => ({ id, x, y, radius: 5, width: 50, height: 12 });
const placeOf = (anchors: readonly LabelAnchor[], within = bounds, obstacles: readonly Box[] = []) =>
  placeLabels(anchors, within, obstacles).map(({ x, y }) => [Math.round(x * 100) / 100, Math.round(y * 100) / 100]);

it('prefers the right, then the left, then below to the right', () => {
  expect(placeOf([label('a', 100, 100)])).toEqual([[108, 94]]);
  expect(placeOf([label('a', 310, 100)])).toEqual([[252, 94]]);
  // Neither side has 58 pixels, and a flatter slope would cover the mark: three sixteenths of a turn from the right.
  const [dx, dy] = [Math.cos((3 / 8) * Math.PI), Math.sin((3 / 8) * Math.PI)];
  const [[x, y] = []] = placeOf([label('a', 30, 100)], { x: 0, y: 0, width: 86, height: 380 });
  expect(x).toBeCloseTo(30 + 8 * dx - 25 * (1 - dx), 1);
  expect(y).toBeCloseTo(100 + 8 * dy - 6 * (1 - dy), 1);
});

it('ends the leader on the edges of the mark and of the label', () =>
  expect(placeLabels([label('a', 0, 50)], { x: 60, y: 0, width: 300, height: 100 })).toEqual([
    { id: 'a', x: 74, y: 44, width: 50, height: 12, leader: { x1: 5, y1: 50, x2: 74, y2: 50 }, overlap: 0 },
  ]));

it('draws a leader from the first ring on', () =>
  expect(placeLabels([label('a', 0, 50)], { x: 9, y: 40, width: 300, height: 20 })[0]).toMatchObject({
    x: 17,
    leader: { x1: 5, y1: 50, x2: 17, y2: 50 },
  }));

it('puts labels of one place on both sides of it', () =>
  expect(placeOf([label('a', 100, 100), label('b', 100, 100)])).toEqual([
    [108, 94],
    [42, 94],
  ]));

it('keeps off another point', () => expect(placeOf([label('a', 100, 100), label('b', 130, 100)])[0]).toEqual([42, 94]));

it('keeps off an obstacle where there is room at the other side', () => {
  const obstacle = { x: 120, y: 98, width: 4, height: 4 };
  expect(placeOf([label('a', 100, 100)], bounds, [obstacle])).toEqual([[42, 94]]);
  expect(placeOf([label('a', 100, 100)], bounds, [{ ...obstacle, y: 200 }])).toEqual([[108, 94]]);
});

it('tells the area that labels share where there is room for one only', () => {
  const one = { x: 108, y: 94, width: 50, height: 12 };
  expect(placeLabels([label('a', 100, 100), label('b', 100, 100)], one).map(({ overlap }) => overlap)).toEqual([
    51 * 13,
    51 * 13,
  ]);
});

it('puts a label without any room to the right all the same', () =>
  expect(placeLabels([label('a', 100, 100)], { x: 0, y: 0, width: 1, height: 1 })).toEqual([
    { id: 'a', x: 108, y: 94, width: 50, height: 12, leader: null, overlap: 0 },
  ]));

it('counts a covered point as overlap', () => {
  const [first] = placeLabels([label('a', 100, 100), label('b', 130, 100)], { x: 108, y: 94, width: 50, height: 12 });
  // Both labels at the same place, and the first over the second's point of ten pixels, with a pixel of air.
  expect(first).toMatchObject({ x: 108, y: 94 });
  expect(first?.overlap).toBeGreaterThanOrEqual(11 * 11);
});
