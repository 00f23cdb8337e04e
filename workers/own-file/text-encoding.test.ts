import { describe, expect, it } from 'vitest';
import type { TextEncodingLabel } from '../model/reading-options';
import { asUtf8, guessUtf16 } from './text-encoding';

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

describe('UTF-16 without a byte order mark', () => {
  const units = (text: string, isBig = false) =>
    new Uint8Array(
      Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).flatMap((unit) =>
        isBig ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8],
      ),
    );

  it('is found by its bytes of zero, and named', async () => {
    for (const text of ['a,b\n1,2\n', '城市,人口\n東京,13960000\n大阪,2750000\n', 'x\ny 🙂\n']) {
      const little = await asUtf8(new Blob([units(text)]));
      expect([await little.file.text(), little.label]).toEqual([text, 'utf-16le']);
      expect(little.note).toMatch(/^The file has no byte order mark\./u);
      const big = await asUtf8(new Blob([units(text, true)]));
      expect([await big.file.text(), big.label]).toEqual([text, 'utf-16be']);
    }
  });

  it('is not other text, nor numbers in binary form', () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(guessUtf16(bytes('a,b\n1,\0\n'))).toBeNull();
    expect(guessUtf16(bytes('plain text'))).toBeNull();
    expect(guessUtf16(new Uint8Array([1, 2, 0, 255]))).toBeNull();
    expect(guessUtf16(new Uint8Array(new Uint16Array([1, 2, 3, 400, 500, 6]).buffer))).toBeNull();
    expect(guessUtf16(new Uint8Array(64))).toBeNull();
  });

  it('is what the user chose, if it was chosen', async () => {
    expect((await asUtf8(new Blob([units('a,b\n1,2\n')]), 'windows-1252')).label).toBe('windows-1252');
  });
});
