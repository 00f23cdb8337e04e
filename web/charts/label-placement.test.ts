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

/** Places, leaders (x1, y1, x2, y2) and overlaps, to hundredths of a pixel. */
const sceneOf = (anchors: readonly LabelAnchor[], within: Box, obstacles: readonly Box[] = []) => {
  const rounded = (pixels: number) => Math.round(pixels * 100) / 100;
  return placeLabels(anchors, within, obstacles).map(({ id, x, y, leader, overlap }) => [
    id,
    rounded(x),
    rounded(y),
    leader === null ? null : [leader.x1, leader.y1, leader.x2, leader.y2].map(rounded),
    rounded(overlap),
  ]);
};

const cluster: LabelAnchor[] = [
  label('a', 100, 60),
  label('b', 108, 64),
  { ...label('c', 96, 70), width: 70 },
  label('d', 112, 56),
  { ...label('e', 104, 76), width: 60 },
  label('f', 92, 58),
  label('g', 120, 68),
];

// What the algorithm gave when it was accepted: nothing is covered while there is room, and leaders don't cross labels.
it.each<[string, readonly LabelAnchor[], Box, readonly Box[], unknown[]]>([
  [
    'seven points in a cluster',
    cluster,
    { x: 0, y: 0, width: 220, height: 140 },
    [],
    [
      ['a', 104.7, 37.74, [102.08, 55.45, 104.7, 49.74], 0],
      ['b', 114, 115.28, [108.58, 68.97, 114, 115.28], 0],
      ['c', 18, 64, null, 0],
      ['d', 135.97, 63.01, [116.8, 57.4, 135.97, 63.01], 0],
      ['e', 30.58, 78.8, [99.11, 77.02, 90.58, 78.8], 0],
      ['f', 28.2, 43.2, [87.1, 57.01, 78.2, 55.2], 0],
      ['g', 124.7, 78.26, [122.08, 72.55, 124.7, 78.26], 0],
    ],
  ],
  [
    'the same beside two obstacles',
    cluster,
    { x: 0, y: 0, width: 220, height: 140 },
    [
      { x: 20, y: 30, width: 60, height: 60 },
      { x: 140, y: 100, width: 30, height: 8 },
    ],
    [
      ['a', 104.7, 37.74, [102.08, 55.45, 104.7, 49.74], 0],
      ['b', 112.7, 74.26, [110.08, 68.55, 112.7, 74.26], 0],
      ['c', 36.89, 95.41, [96, 75, 96, 95.41], 0],
      ['d', 168, 50, [117, 56, 168, 56], 0],
      ['e', 134.81, 113.84, [107.16, 79.88, 134.81, 113.84], 0],
      ['f', 87.28, 20.59, [92, 53, 92, 32.59], 0],
      ['g', 169.83, 85.73, [124.71, 69.68, 169.83, 85.73], 0],
    ],
  ],
  [
    'the same where there is no room for all',
    cluster,
    { x: 40, y: 40, width: 120, height: 50 },
    [],
    [
      ['a', 75, 40, null, 324.57],
      ['b', 44.2, 66.8, [103.1, 64.99, 94.2, 66.8], 183.85],
      ['c', 44.54, 76.93, null, 288.04],
      ['d', 48.2, 41.2, [107.1, 55.01, 98.2, 53.2], 322.3],
      ['e', 40.77, 53.74, [102.5, 71.23, 100.77, 65.74], 229.57],
      ['f', 109, 52, [97, 58, 109, 58], 159],
      ['g', 107.63, 74.93, null, 103.83],
    ],
  ],
  [
    'five points above one another',
    [label('a', 30, 20), label('b', 30, 30), label('c', 30, 40), label('d', 30, 50), label('e', 30, 60)],
    { x: 0, y: 0, width: 92, height: 90 },
    [],
    [
      ['a', 38, 14, null, 0],
      ['b', 5, 1, [30, 25, 30, 13], 0],
      ['c', 38, 34, null, 0],
      ['d', 5, 67, [30, 55, 30, 67], 0],
      ['e', 38, 54, null, 0],
    ],
  ],
  [
    'six points beside one another',
    [20, 50, 80, 110, 140, 170].map((x, index) => label('abcdef'.charAt(index), x, 50)),
    { x: 0, y: 10, width: 200, height: 80 },
    [],
    [
      ['a', 7.63, 31.07, null, 0],
      ['b', 12.37, 56.93, null, 0],
      ['c', 67.63, 56.93, null, 0],
      ['d', 72.37, 31.07, null, 0],
      ['e', 127.63, 56.93, null, 0],
      ['f', 132.37, 31.07, null, 0],
    ],
  ],
  [
    'points of unlike sizes',
    [
      { id: 'a', x: 60, y: 60, radius: 12, width: 80, height: 20 },
      { id: 'b', x: 90, y: 70, radius: 3, width: 30, height: 8 },
      { id: 'c', x: 75, y: 40, radius: 6, width: 44, height: 14 },
      label('d', 66, 84),
    ],
    { x: 10, y: 5, width: 160, height: 110 },
    [],
    [
      ['a', 73.03, 81.82, [66.15, 70.3, 73.03, 81.82], 0],
      ['b', 96, 66, null, 0],
      ['c', 84, 33, null, 0],
      ['d', 11.3, 94.26, [63.92, 88.55, 61.3, 94.26], 0],
    ],
  ],
])('keeps the labels of %s where they are', (_what, anchors, within, obstacles, places) =>
  expect(sceneOf(anchors, within, obstacles)).toEqual(places),
);
