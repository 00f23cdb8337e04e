import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dodgeColumns, stackLabels } from './dodge';

describe('dodgeColumns', () => {
  it('leaves marks that are apart in one column', () => expect(dodgeColumns([10, 40, 90], 14)).toEqual([0, 0, 0]));
  it('moves those that would cover another aside', () =>
    expect(dodgeColumns([20, 10, 12, 30], 14)).toEqual([2, 0, 1, 0]));
});

describe('stackLabels', () => {
  it('leaves labels with room where they are', () =>
    expect(stackLabels([20, 80, 50], 13, 0, 100)).toEqual([20, 80, 50]));
  it('shares out a crowd about its middle', () => expect(stackLabels([50, 50, 50], 10, 0, 100)).toEqual([40, 50, 60]));
  it('keeps order, spacing and bounds', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -20, max: 420 }), { minLength: 1, maxLength: 30 }), (positions) => {
        const placed = stackLabels(positions, 13, 0, 400);
        const sorted = positions
          .map((position, index) => ({ position, y: placed[index] ?? Number.NaN }))
          .sort((a, b) => a.y - b.y);
        sorted.forEach(({ position, y }, index) => {
          expect(y).toBeGreaterThanOrEqual(6.5 - 1e-9);
          expect(y).toBeLessThanOrEqual(393.5 + 1e-9);
          const before = sorted[index - 1];
          if (before === undefined) return;
          expect(y - before.y).toBeGreaterThanOrEqual(13 - 1e-9);
          expect(position).toBeGreaterThanOrEqual(before.position);
        });
      }),
    );
  });
});
