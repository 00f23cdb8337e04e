import { expect, test } from 'vitest';
import { withoutOverlaps } from './drop-labels';
import { placeLabels, sharedArea } from './label-placement';

const crowd = Array.from({ length: 60 }, (_, index) => ({
  id: `p${index}`,
  x: 60 + (index % 8) * 9,
  y: 60 + Math.floor(index / 8) * 9,
  radius: 6,
  width: 90,
  height: 14,
}));

test('in a chart that is too full, no kept label overlaps another one or a mark', () => {
  const labels = placeLabels(crowd, { x: 0, y: 0, width: 300, height: 200 });
  expect(labels.some(({ overlap }) => overlap > 0)).toBe(true);
  const preferred = new Set(['p59']);
  const kept = withoutOverlaps(labels, crowd, preferred);
  expect(kept.length).toBeGreaterThan(3);
  for (const [index, label] of kept.entries()) {
    for (const other of kept.slice(index + 1)) expect(sharedArea(label, other)).toBe(0);
    for (const { id, x, y, radius } of crowd)
      if (id !== label.id)
        expect(sharedArea(label, { x: x - radius, y: y - radius, width: radius * 2, height: radius * 2 })).toBe(0);
  }
});

test('all labels stay if none overlaps', () => {
  const some = crowd.slice(0, 2).map((anchor, index) => ({ ...anchor, y: 40 + index * 60 }));
  expect(withoutOverlaps(placeLabels(some, { x: 0, y: 0, width: 300, height: 200 }), some, new Set())).toHaveLength(2);
});
