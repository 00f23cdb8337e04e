import { describe, expect, it } from 'vitest';
import type { TextEncodingLabel } from '../model/reading-options';
import { asUtf8 } from './text-encoding';

const noteOf = async (bytes: readonly number[], chosen?: TextEncodingLabel) =>
  (await asUtf8(new Blob([new Uint8Array(bytes)]), chosen)).note;
const unreadable = (encoding: string, count: number) =>
  expect.stringContaining(`As ${encoding}, ${count} of its characters cannot be read`);

describe('bytes that stand for no character', () => {
  it.each<[TextEncodingLabel, readonly number[], string]>([
    // Half a pair of surrogates, and a byte at the end.
    ['utf-16le', [0x61, 0, 0x3d, 0xd8, 0x62, 0, 0x63], 'UTF-16LE'],
    ['utf-16be', [0, 0x61, 0xd8, 0x3d, 0, 0x62, 0x63], 'UTF-16BE'],
    ['shift_jis', [0x61, 0xa0, 0x62, 0xfd], 'shift_jis'],
    ['euc-kr', [0x61, 0xff, 0x62, 0xff], 'euc-kr'],
    ['big5', [0xa1, 0x20, 0xa1, 0x21], 'big5'],
    ['gb18030', [0x61, 0xff, 0x62, 0xff], 'gb18030'],
    ['utf-8', [0x61, 0xff, 0x62, 0xc3], 'UTF-8'],
    ['windows-1252', [0x61, 0x81, 0x62, 0x9d], 'Windows-1252'],
  ])('are counted in %s', async (encoding, bytes, name) => {
    expect(await noteOf(bytes, encoding)).toEqual(unreadable(name, 2));
  });

  it.each<[TextEncodingLabel, readonly number[]]>([
    ['utf-16le', [0xfd, 0xff]],
    ['utf-16be', [0xff, 0xfd]],
    ['gb18030', [0x84, 0x31, 0xa4, 0x37]],
    ['utf-8', [0xef, 0xbf, 0xbd]],
  ])('are told from a replacement character that the file holds, in %s', async (encoding, spelled) => {
    expect(new TextDecoder(encoding).decode(new Uint8Array(spelled))).toBe('\uFFFD');
    expect(await noteOf(spelled, encoding)).toBeNull();
    const wide = encoding.startsWith('utf-16') ? [...spelled, ...spelled, 0x61] : [...spelled, ...spelled, 0xff];
    expect(await noteOf(wide, encoding)).toMatch(/ 1 of its characters/u);
  });

  it('are counted where the encoding was found, too', async () => {
    expect(await noteOf([0xff, 0xfe, 0x61, 0, 0x3d, 0xd8, 0x62, 0])).toEqual(unreadable('UTF-16LE', 1));
    expect(await noteOf([0x61, 0x81])).toEqual(unreadable('Windows-1252', 1));
    expect(await noteOf([0x61, 0xe9])).toMatch(/^The file is not valid UTF-8; .*“Reading options”\.$/u);
  });

  it('are no unit of UTF-16 at an odd place', async () => {
    expect(await noteOf([0x00, 0xfd, 0xff, 0x00, 0x3d, 0xd8], 'utf-16le')).toEqual(unreadable('UTF-16LE', 1));
  });
});
