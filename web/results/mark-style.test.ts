import { expect, it } from 'vitest';
import type { CodecImplementationMeta, CodecMeta } from '../../workers/model/entry';
import { codecs, formats } from '../../workers/registry/metadata';
import { nameCandidates } from './candidate-names';
import { markColor, markShape, markShapes, shapePaths } from './mark-style';
import { candidate, codec } from './test-results';

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
