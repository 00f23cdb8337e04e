import { expect, test } from 'vitest';
import { candidate, codec } from '../testing/test-results';
import { colorScale, rampColor } from './color-scale';
import { cellsAndFields } from './testing/test-cells';

const made = cellsAndFields({
  cells: [
    { candidate: candidate('plain'), sizeBytes: 10_000_000, ms: { encode: 5 } },
    { candidate: candidate('packed', codec('zstd', 1)), sizeBytes: 2_000_000, ms: { encode: 50 } },
    { candidate: candidate('packed', codec('zstd', 9)), sizeBytes: 1_000_000, ms: { encode: 500 } },
  ],
});
const colors = (id: string) => {
  const scale = colorScale(made.field(id), made.cells);
  return { legend: scale.legend, of: made.cells.map(scale.colorOf) };
};

test('codecs keep their own colours', () => expect(colors('codec').legend).toEqual({ kind: 'codec' }));

test('each category has a hue of its own, and the legend names it', () => {
  const { legend, of } = colors('format');
  expect(legend.kind === 'categories' && legend.entries.map(({ label }) => label)).toEqual(['plain', 'packed']);
  expect(of[1]).toBe(of[2]);
  expect(of[0]).not.toBe(of[1]);
});

test('a number between the ends has its share of the ramp', () => {
  const levels = cellsAndFields({
    cells: [2, 3, 6].map((level) => ({ candidate: candidate('packed', codec('zstd', level)), ms: { encode: 5 } })),
  });
  const { colorOf } = colorScale(levels.field('level'), levels.cells);
  expect(levels.cells.map(colorOf)).toEqual([rampColor(0), rampColor(0.25), rampColor(1)]);
});

test('numbers have the ramp from the lowest to the highest, and what has none is neutral', () => {
  const { legend, of } = colors('level');
  expect(of).toEqual(['var(--codec-none)', rampColor(0), rampColor(1)]);
  expect(legend).toEqual({ kind: 'ramp', low: '1', high: '9', without: true });
  // Times that span a factor of 100 are on a logarithmic ramp.
  expect(colors('encode.time').of).toEqual([rampColor(0), rampColor(0.5), rampColor(1)]);
});

test('a ramp with a zero is linear, however far the others are', () => {
  const sizes = cellsAndFields({
    cells: [0, 1, 100].map((size, index) => ({
      candidate: candidate(`f${index}`),
      sizeBytes: size * 1_000_000,
      ms: { encode: 1 },
    })),
  });
  const { colorOf } = colorScale(sizes.field('size'), sizes.cells);
  expect(sizes.cells.map(colorOf)).toEqual([rampColor(0), rampColor(0.01), rampColor(1)]);
});
