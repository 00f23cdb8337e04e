import { expect, it } from 'vitest';
import { codecs, formats } from '../../workers/registry/metadata';
import { nameCandidates } from './candidate-names';
import { markColor, markShape, markShapes, shapePaths } from './mark-style';
import { candidate, codec } from './test-results';

it('gives every writing implementation of the registry a shape of its own', () => {
  const ofCodecs = [...codecs.values()].flatMap(({ implementations }) => implementations.filter(({ compresses }) => compresses));
  const ids = new Set([...ofCodecs, ...[...formats.values()].flatMap(({ implementations }) => implementations)].map(({ id }) => id));
  const shapes = [...ids].map((id) => markShape(id));
  expect(ids.size).toBeGreaterThan(5);
  expect(new Set(shapes).size).toBe(ids.size);
  expect(shapes).not.toContain(markShape('gone'));
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
