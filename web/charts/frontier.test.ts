import { expect, it } from 'vitest';
import { frontierOf, frontierStepLine } from './frontier';

it('keeps the points that no other beats in both', () => {
  const points = [
    { id: 'slow and small', x: 1, y: 10 },
    { id: 'beaten', x: 2, y: 3 },
    { id: 'middle', x: 3, y: 5 },
    { id: 'fast and large', x: 9, y: 1 },
    { id: 'as fast, larger', x: 9, y: 0.5 },
  ];
  expect(frontierOf(points).map(({ id }) => id)).toEqual(['slow and small', 'middle', 'fast and large']);
  expect(frontierOf([])).toEqual([]);
});

it('steps about the dominated region from the left edge to the bottom edge', () => {
  expect(
    frontierStepLine(
      [
        { x: 1, y: 10 },
        { x: 3, y: 5 },
      ],
      0.1,
      0.2,
    ),
  ).toEqual([
    { x: 0.1, y: 10 },
    { x: 1, y: 10 },
    { x: 1, y: 5 },
    { x: 3, y: 5 },
    { x: 3, y: 0.2 },
  ]);
  expect(frontierStepLine([], 0, 0)).toEqual([]);
});
