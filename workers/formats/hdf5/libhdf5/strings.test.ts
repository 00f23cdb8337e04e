import { expect, it } from 'vitest';
import { decodeStrings, encodeStrings } from './strings';

it('encodes strings end to end, of one to four bytes a letter', () => {
  const strings = ['seq0', '', 'é', '한글', '😀', 'a😀b'];
  const { offsets, bytes } = encodeStrings(strings);
  expect([...offsets]).toEqual([0, 4, 4, 6, 12, 16, 22]);
  expect(decodeStrings({ offsets, bytes })).toEqual(strings);
});

it('gives half a surrogate pair the three bytes of U+FFFD, as TextEncoder does', () => {
  expect(encodeStrings(['\ud800x', '\udc00']).offsets).toEqual(Int32Array.of(0, 4, 7));
});
