import { expect, it } from 'vitest';
import { asUtf8 } from './text-encoding';

const choose = 'If letters look wrong, choose its encoding under “Reading options”.';
const latin1 = (text: string) => Array.from(text, (character) => character.charCodeAt(0));

it.each<[string, readonly number[], string]>([
  ['a byte order mark', [0xff, 0xfe, 0x61, 0], 'The file is UTF-16 and was read as such.'],
  [
    'bytes of zero',
    latin1('a\0,\0b\0\n\x001\0,\x002\0\n\0'),
    `The file has no byte order mark. Its bytes of zero show that it is UTF-16, and it was read as such. ${choose}`,
  ],
  [
    'characters of Japanese',
    latin1('\x8as\x8es,\x90l\x8c\xfb\n\x93\x8c\x8b\x9e,1\n\x91\xe5\x8d\xe3,2\n\x96\xbc\x8c\xc3\x89\xae,3\n'),
    `The file is not valid UTF-8. Its characters show that it is Shift_JIS, and it was read as such. ${choose}`,
  ],
  [
    'letters of another script',
    latin1('\xe8\xec\xff,\xe3\xee\xf0\xee\xe4\n1,\xcc\xee\xf1\xea\xe2\xe0\n2,\xd2\xf3\xeb\xe0\n'),
    'The file is not valid UTF-8, and its encoding was not found. It was read as Windows-1252, though its letters are hardly of Western Europe: they are probably wrong. Choose its encoding under “Reading options”.',
  ],
  ['letters of Western Europe', [0x61, 0xe9], `The file is not valid UTF-8; it was read as Windows-1252. ${choose}`],
  [
    'bytes that stand for no character',
    [0xff, 0xfe, 0x61, 0, 0x3d, 0xd8, 0x62, 0],
    'The file is UTF-16 and was read as such. As UTF-16LE, 1 of its characters cannot be read and are shown as “\uFFFD”.',
  ],
])('a note says of %s how the text was read', async (_, bytes, words) => {
  expect((await asUtf8(new Blob([Uint8Array.from(bytes)]))).note).toBe(words);
});
