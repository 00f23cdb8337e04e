import { expect, test } from 'vitest';
import { isUtf8 } from './utf8-check';

const decoder = new TextDecoder('utf-8', { fatal: true });

function decodes(bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The limits of the ranges of bytes in table 3-7 of the Unicode standard, and their neighbours. */
const first = [0x00, 0x7f, 0x80, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1];
const later = [0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0];

test('agrees with TextDecoder on every sequence of bytes at the limits of their ranges', () => {
  const different: Uint8Array[] = [];
  for (const one of [...first, 0xf3, 0xf4, 0xf5, 0xff])
    for (const two of later)
      for (const three of later)
        for (const four of later)
          for (let length = 0; length <= 4; length += 1) {
            // The neighbours would complete a character that is cut off.
            const bytes = Uint8Array.of(0xe1, one, two, three, four, 0x80, 0x80);
            const own = bytes.subarray(1, 1 + length);
            if (isUtf8(bytes, 1, 1 + length) !== decodes(own)) different.push(own);
          }
  expect(different).toEqual([]);
});
