import { expect, test } from 'vitest';
import type { DatasetSchema } from '../model/dataset';
import type { Candidate, Plan } from '../model/plan';
import { codecs, formats } from '../registry/metadata';
import { encodeUnsupportedReason, plannedCells, controlCandidate } from './cells';
import { findCodec, findFormat } from './registry';
import { telling } from '../model/testing/telling';

const registry = { formats, codecs };
const vectors: DatasetSchema = { kind: 'keyedVectors', elementType: 'float64', dimension: 4 };
const candidate = (format: string, implementation = 'formatlab', codec: Candidate['codec'] = null): Candidate => ({
  format,
  implementation,
  options: {},
  codec,
});
const gzip = {
  id: 'gzip',
  level: null,
  implementation: 'browser',
  granularity: 'file',
} as unknown as Candidate['codec'];
const planOf = (...candidates: Candidate[]) => ({ datasets: [{}, {}], candidates }) as unknown as Plan;

test('every candidate is planned for every dataset', () =>
  expect(plannedCells(planOf(candidate('raw'), candidate('npy')))).toEqual([
    { dataset: 0, candidate: 0, isControl: false },
    { dataset: 0, candidate: 1, isControl: false },
    { dataset: 1, candidate: 0, isControl: false },
    { dataset: 1, candidate: 1, isControl: false },
  ]));

test('an unknown format or implementation is told', () => {
  expect(encodeUnsupportedReason(registry, candidate('gone'), vectors)).toMatch(telling('gone', 'formatlab'));
  expect(encodeUnsupportedReason(registry, candidate('raw', 'other'), vectors)).toMatch(telling('raw', 'other'));
});

test('what a format has no place for is told, and null where it has', () => {
  expect(encodeUnsupportedReason(registry, candidate('raw'), vectors)).toBeNull();
  expect(encodeUnsupportedReason(registry, candidate('hashdbm'), vectors)).toMatch(/\w/);
});

test('the first candidate that really encodes is the A/A control', () => {
  const control = (...candidates: Candidate[]) => controlCandidate(planOf(...candidates), vectors, registry);
  expect(control(candidate('hashdbm'), candidate('raw'), candidate('npz', 'fflate'), candidate('messagepack'))).toBe(2);
  expect(control(candidate('raw'), candidate('raw', 'formatlab', gzip))).toBe(1);
  expect(control(candidate('hashdbm'), candidate('raw'))).toBe(1);
  expect(control(candidate('hashdbm'))).toBeNull();
});

test('formats and codecs are found with their implementation', () => {
  const format = formats.get('npz');
  expect(findFormat(registry, 'npz', 'fflate')).toEqual({
    format,
    implementation: format?.implementations.find(({ id }) => id === 'fflate'),
  });
  expect(findFormat(registry, 'npz', 'other')).toBeNull();
  expect(findFormat(registry, 'other', 'formatlab')).toBeNull();
  const [id = '', codec] = [...codecs][0] ?? [];
  const [implementation] = codec?.implementations ?? [];
  expect(findCodec(registry, id, implementation?.id ?? '')).toEqual({ codec, implementation });
  expect(findCodec(registry, id, null)).toBeNull();
  expect(findCodec(registry, 'other', null)).toBeNull();
});
