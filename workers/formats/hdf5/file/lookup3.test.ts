import { expect, it } from 'vitest';
import { lookup3 } from './lookup3';

// From driver5() of Bob Jenkins' lookup3.c, with initial value 0.
it.each([
  ['', 0xdeadbeef],
  ['Four score and seven years ago', 0x17770551],
])('gives the published value for “%s”', (text, hash) => {
  expect(lookup3(new TextEncoder().encode(text))).toBe(hash);
});
