import { expect, test } from 'vitest';
import { cutToWidth, fittedLabel, longestCut } from './measure-text';

// Without a canvas, a character of a font of 10 px is 5.8 px wide.
const widthOf = (characters: number) => 5.8 * characters + 0.1;

test('the longest beginning that fits is taken, down to the fewest characters', () => {
  const room = (characters: number) => longestCut('abcdef', 3, (cut) => cut.length <= characters);
  expect([room(6), room(5), room(4), room(3)]).toEqual(['abcde…', 'abcd…', 'abc…', null]);
  expect(longestCut('ab cd', 1, (cut) => cut.length <= 4)).toBe('ab…');
});

test('a label is short where the long one has no room, and keeps its level when it is cut', () => {
  const label = { label: 'Parquet, zstd 19', shortLabel: 'zstandard 19' };
  const fitted = (characters: number) => fittedLabel(label, 10, widthOf(characters));
  expect([fitted(16), fitted(15), fitted(11)]).toEqual(['Parquet, zstd 19', 'zstandard 19', 'zstanda… 19']);
  expect([fitted(7), fitted(6)]).toEqual(['zst… 19', 'zstandard 19']);
});

test('a text is cut to at least one character', () => {
  const cut = (characters: number) => cutToWidth('abcd', 10, widthOf(characters));
  expect([cut(4), cut(3), cut(1)]).toEqual(['abcd', 'ab…', 'a…']);
});
