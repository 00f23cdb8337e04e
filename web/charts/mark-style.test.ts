import { expect, it } from 'vitest';
import type { CodecImplementationMeta, CodecMeta } from '../../workers/model/entry';
import { codecs, formats } from '../../workers/registry/metadata';
import { nameCandidates } from '../figures/candidate-names';
import { markColor, markShape, markShapes, shapePaths } from './mark-style';
import { candidate, codec } from '../results/testing/test-results';

const idsOf = ({ implementations }: CodecMeta) =>
  implementations.filter(({ compresses }) => compresses).map(({ id }) => id);
const families = ['none', ...new Set([...codecs.values()].map(({ family }) => family))];
/** Formats without a codec, and with one of the family inside. */
const formatIds = (family: string) =>
  [...formats.values()].flatMap(({ implementations }) =>
    implementations
      .filter(({ innerCodecs }) => family === 'none' || innerCodecs.some((inner) => inner.family === family))
      .map(({ id }) => id),
  );

it.each(families)('tells every implementation apart that may be drawn in the hue of %s', (family) => {
  const ids = new Set([
    ...[...codecs.values()].filter((codec) => codec.family === family).flatMap(idsOf),
    ...formatIds(family),
  ]);
  const shapes = [...ids].map((id) => markShape(id));
  expect(new Set(shapes).size).toBe(ids.size);
  expect(shapes).not.toContain(markShape('gone'));
});

it('shares shapes only between hues, where there are more implementations than shapes', () => {
  const implementation = (id: string): CodecImplementationMeta => ({
    id,
    label: id,
    library: { package: id, version: '1', license: 'MIT' },
    compresses: true,
    decompresses: true,
    levels: null,
    estimateMBps: { compress: 1, decompress: 1 },
  });
  const made = (family: string): CodecMeta => ({
    id: family,
    label: family,
    family,
    notInNativeScript: null,
    readers: {},
    extension: family,
    implementations: Array.from({ length: 10 }, (_, index) => implementation(`${family}${index}`)),
  });
  const registry = { codecs: new Map(['a', 'b', 'c'].map((family) => [family, made(family)])), formats: new Map() };
  for (const codec of registry.codecs.values())
    expect(new Set(idsOf(codec).map((id) => markShape(id, registry))).size).toBe(10);
});

it('draws every shape differently', () => expect(new Set(Object.values(shapePaths)).size).toBe(markShapes.length));

it('keeps a colour whatever else is shown', () => {
  const gzip = candidate('raw', codec('gzip', 6, 'fflate'));
  const [alone] = nameCandidates([gzip]);
  const [, among] = nameCandidates([candidate('raw'), gzip, candidate('raw', codec('gzip', 9, 'fflate'))]);
  if (alone === undefined || among === undefined) throw new Error('two names');
  expect(markColor(among)).toBe(markColor(alone));
  expect(markColor(alone)).toContain('deflate');
});

/** The corners of a path of straight lines as radius and angle in degrees, the first from the right clockwise. */
const cornersOf = (path: string) =>
  path
    .slice(1, -1)
    .split('L')
    .map((corner) => {
      const [x = Number.NaN, y = Number.NaN] = corner.split(',').map(Number);
      const degrees = Math.round((Math.atan2(y, x) * 180) / Math.PI);
      return [Math.hypot(x, y).toFixed(1), (degrees + 360) % 360];
    });

it.each([
  ['triangle', ['6.9'], [270, 30, 150]],
  ['triangleDown', ['6.9'], [90, 210, 330]],
  ['triangleRight', ['6.9'], [0, 120, 240]],
  ['triangleLeft', ['6.9'], [180, 300, 60]],
  ['diamond', ['6.5'], [0, 90, 180, 270]],
  ['hexagon', ['5.7'], [0, 60, 120, 180, 240, 300]],
  ['pentagon', ['6.0'], [270, 342, 54, 126, 198]],
  ['star', ['7.4', '3.2'], [270, 306, 342, 18, 54, 90, 126, 162, 198, 234]],
  ['starOfFour', ['7.6', '2.7'], [0, 45, 90, 135, 180, 225, 270, 315]],
] as const)('draws a %s with its corners around the middle', (shape, radii, degrees) => {
  expect(shapePaths[shape]).toMatch(/^M.*Z$/);
  expect(cornersOf(shapePaths[shape])).toEqual(degrees.map((degree, index) => [radii[index % radii.length], degree]));
});

it('draws a cross of four equal arms, upright and turned by an eighth', () => {
  const degrees = [252, 288, 315, 342, 18, 45, 72, 108, 135, 162, 198, 225];
  const radii = degrees.map((_, index) => (index % 3 === 2 ? '2.7' : '6.3'));
  expect(cornersOf(shapePaths.plus)).toEqual(degrees.map((degree, index) => [radii[index], degree]));
  expect(cornersOf(shapePaths.saltire)).toEqual(degrees.map((degree, index) => [radii[index], (degree + 45) % 360]));
});

it('gives the first shapes to whoever meets the most others in a hue, then in the registry’s order', () => {
  const of = (id: string, family: string, names: readonly string[], compresses = true): [string, CodecMeta] => [
    id,
    {
      id,
      label: id,
      family,
      notInNativeScript: null,
      readers: {},
      extension: id,
      implementations: names.map((name) => ({
        id: name,
        label: name,
        library: { package: name, version: '1', license: 'MIT' },
        compresses,
        decompresses: true,
        levels: null,
        estimateMBps: { compress: 1, decompress: 1 },
      })),
    },
  ];
  const registry = {
    codecs: new Map([
      of('one', 'a', ['alone']),
      of('two', 'b', ['first', 'both']),
      of('three', 'c', ['both', 'third']),
      of('four', 'd', ['reader'], false),
    ]),
    formats: new Map(),
  };
  expect(['both', 'first', 'third', 'alone', 'reader', 'gone'].map((id) => markShape(id, registry))).toEqual([
    'circle',
    'square',
    'triangle',
    'diamond',
    'dome',
    'dome',
  ]);
});

it('gives the last shape to all for whom none is left in their hue', () => {
  const [, gzip] = [...codecs].find(([id]) => id === 'gzip') ?? [];
  const [implementation] = gzip?.implementations ?? [];
  if (gzip === undefined || implementation === undefined) throw new Error('The registry has gzip.');
  const implementations = Array.from({ length: 18 }, (_, index) => ({
    ...implementation,
    id: `i${index}`,
    compresses: true,
  }));
  const registry = { codecs: new Map([['gzip', { ...gzip, implementations }]]), formats: new Map() };
  const shapes = implementations.map(({ id }) => markShape(id, registry));
  expect(shapes).toEqual([...markShapes.slice(0, 16), 'dome', 'dome']);
});
