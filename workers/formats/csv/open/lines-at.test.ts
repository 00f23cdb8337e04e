import { expect, it } from 'vitest';
import { lineNumbersOfRows } from './lines-at';

it.each([
  ['a\nb\nc', [0, 2, 4], [1, 2, 3]],
  ['a\r\n"b\r\nc"\r\nd', [0, 3, 11], [1, 2, 4]],
  ['a\rb\rc', [0, 2, 2, 4], [1, 2, 2, 3]],
  ['a\n\nb', [3], [3]],
  ['a\n\n\r\nb\nc', [2, 6], [4, 5]],
  ['a\nb', [], []],
  ['a\nb', [100], [2]],
])('finds the lines of places in %j', async (text, places, lines) =>
  expect(await lineNumbersOfRows(new Blob([text]), places)).toEqual(lines),
);
