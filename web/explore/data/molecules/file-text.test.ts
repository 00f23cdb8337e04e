import { expect, test } from 'vitest';
import { fileText } from './file-text';

const bytes = (text: string) => new TextEncoder().encode(text);

test('text is shown as text, with a mark where there is more', () => {
  expect(fileText(bytes('CCO ethanol\n'), 12)).toBe('CCO ethanol\n');
  expect(fileText(bytes('C1CCCCC1'), 900)).toBe('C1CCCCC1\n…');
});

test('a character that is cut at the end makes no text binary', () => {
  expect(fileText(bytes('naïve').subarray(0, 3), 6)).toBe('na\n…');
});

test('what is no text is shown in hexadecimal', () => {
  expect(fileText(Uint8Array.of(0xac, 0xed, 0x00, 0x05, 0x73), 5)).toBe(`ac ed 00 05 73${' '.repeat(33)}  ····s`);
  expect(fileText(bytes('a\0b'), 3)).toMatch(/^61 00 62 .*a·b$/u);
});
