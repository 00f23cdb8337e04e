import { expect, it } from 'vitest';
import { type LabelAnchor, placeLabels } from './label-placement';

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
