import { describe, expect, it } from 'vitest';
import { codecs, formats } from '../../workers/registry/metadata';
import { sortByFamily, codecColor, codecShades, levelFraction, type Theme } from './codec-colors';
import { contrast, leastDistance } from './testing/color-metrics';

const backgrounds: Record<Theme, string> = { light: '#ffffff', dark: '#111214' };

describe.each(['light', 'dark'] as const)('codec colours in the %s theme', (theme) => {
  it.each(Object.keys(codecShades))('%s has 3:1 against the background in every shade', (family) => {
    for (const shade of Object.values(codecShades[family]?.[theme] ?? {}))
      expect(contrast(shade, backgrounds[theme])).toBeGreaterThanOrEqual(3);
  });

  it('keeps families apart for colour-blind eyes', () => {
    const middles = Object.entries(codecShades).map(([family, themes]) => [family, themes[theme].middle] as const);
    for (const [i, [a, x]] of middles.entries()) {
      for (const [b, y] of middles.slice(i + 1))
        expect(leastDistance(x, y), `${a} and ${b}`).toBeGreaterThanOrEqual(0.03);
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
  expect([1, 3, 9, 19].map((level) => levelFraction(level, { min: 1, max: 22 }))).toEqual([0, 1 / 3, 2 / 3, 1]);
  expect(levelFraction(11, { min: -131_072, max: 22 })).toBe(2 / 3);
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
