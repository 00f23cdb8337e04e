import { expect, test } from 'vitest';
import { holdsWords, proseInAssertions, wordsOf } from './prose-in-assertions.mjs';

const all = proseInAssertions();

test('words are counted as a reader counts them', () => {
  expect([wordsOf('10.0 kB, 3, x'), wordsOf('A file is read'), wordsOf('“a b”: int64')]).toEqual([1, 4, 1]);
});

test('assertions compare no prose outside the tests of words', () => {
  expect(new Set(all.map(({ file }) => file)).size).toBeGreaterThan(20);
  expect(all.filter(({ file }) => !holdsWords.test(file))).toEqual([]);
});

test('no sentence is tested in two places', () => {
  const seen = new Map<string, string>();
  const twice = all.flatMap(({ file, line, text }) => {
    const place = `${file}:${line}`;
    const before = seen.get(text);
    seen.set(text, place);
    return before === undefined || !holdsWords.test(file) ? [] : [`${text}: ${before} and ${place}`];
  });
  expect(twice).toEqual([]);
});
