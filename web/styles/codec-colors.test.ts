import { describe, expect, it } from 'vitest';
import { codecs, formats } from '../../workers/registry/metadata';
import { sortByFamily, codecColor, codecShades, levelFraction, type Theme } from './codec-colors';
import { contrast, linear, oklab, type Rgb } from './testing/color-metrics';

const backgrounds: Record<Theme, string> = { light: '#ffffff', dark: '#111214' };
/** Machado, Oliveira and Fernandes 2009, severity 1. */
const visions: Record<string, readonly number[]> = {
  full: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};
const see = (matrix: readonly number[], [r, g, b]: Rgb): Rgb => {
  const row = (at: number) =>
    Math.min(1, Math.max(0, (matrix[at] ?? 0) * r + (matrix[at + 1] ?? 0) * g + (matrix[at + 2] ?? 0) * b));
  return [row(0), row(3), row(6)];
};
const distance = (a: string, b: string) =>
  Math.min(
    ...Object.values(visions).map((matrix) => {
      const [x, y] = [oklab(see(matrix, linear(a))), oklab(see(matrix, linear(b)))];
      return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
    }),
  );

describe.each(['light', 'dark'] as const)('codec colours in the %s theme', (theme) => {
  it.each(Object.keys(codecShades))('%s has 3:1 against the background in every shade', (family) => {
    for (const shade of Object.values(codecShades[family]?.[theme] ?? {}))
      expect(contrast(shade, backgrounds[theme])).toBeGreaterThanOrEqual(3);
  });

  it('keeps families apart for colour-blind eyes', () => {
    const middles = Object.entries(codecShades).map(([family, themes]) => [family, themes[theme].middle] as const);
    for (const [i, [a, x]] of middles.entries()) {
      for (const [b, y] of middles.slice(i + 1)) expect(distance(x, y), `${a} and ${b}`).toBeGreaterThanOrEqual(0.03);
    }
  });
});

it('has a hue for every codec family of the registry', () => {
  const families = [
    ...codecs.values(),
    ...[...formats.values()].flatMap(({ implementations }) =>
      implementations.flatMap(({ innerCodecs }) => innerCodecs),
    ),
  ].map(({ family }) => family);
  expect(families.filter((family) => !Object.hasOwn(codecShades, family))).toEqual([]);
});

it('gives shades by the level, and the middle one without levels', () => {
  expect(codecColor('zstd')).toBe('var(--codec-zstd)');
  expect(codecColor('zstd', levelFraction(1, { min: 1, max: 19 }))).toBe(
    'color-mix(in oklab, var(--codec-zstd-high) 0%, var(--codec-zstd-low))',
  );
  expect(codecColor('zstd', levelFraction(19, { min: 1, max: 19 }))).toContain('100%');
  expect(levelFraction(null, { min: 1, max: 9 })).toBeNull();
  expect(levelFraction(11, { min: -131_072, max: 22 })).toBe(0.5);
  expect(levelFraction(-7, { min: -131_072, max: 22 })).toBe(0);
  expect(codecColor('toString')).toBe('var(--codec-none)');
});

it('lists codecs by family', () => {
  const codec = (id: string, family: string) => ({ id, family });
  const sorted = sortByFamily([
    codec('blosc', 'blosc'),
    codec('gzip', 'deflate'),
    codec('new', 'constructor'),
    codec('zstd', 'zstd'),
    codec('deflate', 'deflate'),
  ]);
  expect(sorted.map(({ id }) => id)).toEqual(['zstd', 'deflate', 'gzip', 'blosc', 'new']);
  expect(sortByFamily(codecs.values())).toHaveLength(codecs.size);
});
