import { expect, test } from 'vitest';
import { isSameData } from './same-data';

const ofKnobs = (knobs: Record<string, string | number>, workload = 'keyedVectors') =>
  ({ kind: 'workload', workload, knobs }) as const;

test('a parameter that a stored set lacks means its default', () => {
  const stored = ofKnobs({ dimension: 64 });
  expect(isSameData(stored, ofKnobs({ dimension: 64, distribution: 'uniform' }))).toBe(true);
  expect(isSameData(ofKnobs({ dimension: 64, distribution: 'uniform' }), stored)).toBe(true);
  expect(isSameData(stored, ofKnobs({ dimension: 64, distribution: 'normal' }))).toBe(false);
  expect(isSameData(stored, ofKnobs({ dimension: 64 }, 'events'))).toBe(false);
});

test('files are the same data if their bytes are', () => {
  const file = (sha256: string) => ({ kind: 'file', sha256 }) as const;
  expect(isSameData(file('aa'), file('aa'))).toBe(true);
  expect(isSameData(file('aa'), file('bb'))).toBe(false);
  expect(isSameData(file('aa'), ofKnobs({}))).toBe(false);
  expect(isSameData(ofKnobs({}), file('aa'))).toBe(false);
  expect(isSameData(null, file('aa'))).toBe(false);
});
