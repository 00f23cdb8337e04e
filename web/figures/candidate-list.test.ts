import { expect, it } from 'vitest';
import { candidateList } from './candidate-list';

it('separates names that contain commas by semicolons', () => {
  expect(candidateList([])).toBe('');
  expect(candidateList(['CSV'])).toBe('CSV');
  expect(candidateList(['CSV, gzip 6', 'Pickle'])).toBe('CSV, gzip 6 and Pickle');
  expect(candidateList(['CSV', 'JSON', 'Pickle'])).toBe('CSV, JSON and Pickle');
  expect(candidateList(['CSV, gzip 6', 'JSON', 'Pickle']).split('; ')).toEqual(['CSV, gzip 6', 'JSON', 'and Pickle']);
});
