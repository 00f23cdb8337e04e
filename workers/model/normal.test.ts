import { expect, test } from 'vitest';
import { exactLog, normalQuantile } from './normal';

test.each([
  // Of statistics.NormalDist in Python.
  [0.5, 0],
  [0.6, 0.2533471031357998],
  [0.925, 1.439531470938456],
  [0.975, 1.9599639845400536],
  [0.001, -3.090232306167813],
  [1e-9, -5.9978070150076865],
  [1e-13, -7.3487961028006765],
  [1 - 2 ** -53, 8.209536151601386],
])('the normal quantile of %f is %f', (probability, quantile) =>
  expect(Math.abs(normalQuantile(probability) - quantile)).toBeLessThan(4e-15 * Math.max(1, Math.abs(quantile))),
);

test('a probability of 0 counts as the smallest one', () => {
  expect(normalQuantile(0)).toBe(normalQuantile(2 ** -54));
  expect(normalQuantile(0)).toBeLessThan(-8.2);
});

test('the logarithm is that of Math.log to the last digits', () => {
  for (const value of [2 ** -54, 1e-300, 0.1, 0.3, Math.SQRT1_2, 0.75, 0.999_999, 1, 1.5, 12_345])
    expect(Math.abs(exactLog(value) - Math.log(value))).toBeLessThanOrEqual(
      4 * Number.EPSILON * Math.max(1, Math.abs(Math.log(value))),
    );
});
