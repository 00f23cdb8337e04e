import { expect, test } from 'vitest';
import { boxesAlongLine } from './along-line';

test('a line of 24 pixels has two boxes of 4, centred a quarter and three quarters along', () =>
  expect(
    boxesAlongLine([
      { x: 10, y: 100 },
      { x: 34, y: 100 },
    ]),
  ).toEqual([
    { x: 14, y: 98, width: 4, height: 4 },
    { x: 26, y: 98, width: 4, height: 4 },
  ]));

test('boxes lie on a slope', () =>
  expect(
    boxesAlongLine([
      { x: 0, y: 0 },
      { x: 3, y: -4 },
    ]),
  ).toEqual([{ x: -0.5, y: -4, width: 4, height: 4 }]));

test('each stretch has its own boxes, one at least and 40 at most', () => {
  const count = (...xs: number[]) => boxesAlongLine(xs.map((x) => ({ x, y: 0 }))).length;
  expect(count(0, 0)).toBe(1);
  expect(count(0, 13)).toBe(2);
  expect(count(0, 480)).toBe(40);
  expect(count(0, 10_000)).toBe(40);
  expect(count(0, 12, 36)).toBe(3);
  expect(count(5)).toBe(0);
});
