import { expect, test } from 'vitest';
import { telling } from '../../workers/model/testing/telling';
import { flagTexts, sampleNote } from './summary-flags';

const words = Object.values(flagTexts);

test('each flag has a letter of its own, a label for a list and a sentence that explains it', () => {
  for (const { mark, label, explanation } of words) {
    expect(mark).toMatch(/^[a-z]$/);
    expect(label).toMatch(/^[a-z][a-z’ ]+$/);
    expect(explanation).toMatch(/^[A-Z].+\.$/);
  }
  expect(new Set(words.map(({ mark }) => mark)).size).toBe(words.length);
  expect(new Set(words.map(({ label }) => label)).size).toBe(words.length);
});

test('a sample is told with all there are, where that is known', () => {
  expect(sampleNote(1_000, 246_469)).toMatch(telling('1,000', '246,469'));
  expect(sampleNote(12, null).match(/\d+/gu)).toEqual(['12']);
});
