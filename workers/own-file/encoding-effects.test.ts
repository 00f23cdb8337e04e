import { describe, expect, it } from 'vitest';
import { type TextEncodingLabel, textEncodings } from '../model/reading-options';
import { countEncodings } from './encoding-effects';

const effectsOf = async (bytes: readonly number[] | string, now: TextEncodingLabel) =>
  (await countEncodings(new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), now)).effects;
const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0));
const utf16le = (text: string) =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).flatMap((unit) => [unit & 255, unit >> 8]);

describe('what each encoding would do', () => {
  it('is nothing to ASCII, except in UTF-16', async () => {
    const file = new Blob(['a,b\n1,2\n3,4\n']);
    const { effects, countedBytes, isWholeFile } = await countEncodings(file, 'utf-8');
    expect([countedBytes, isWholeFile]).toEqual([12, true]);
    for (const encoding of textEncodings)
      expect([encoding, effects[encoding]]).toEqual([
        encoding,
        { changedLines: encoding.startsWith('utf-16') ? null : 0, unreadable: 0 },
      ]);
  });

  it.each(['', 'a', 'ab\n', 'a,b\n1,2\n3,4\n', 'a,b\n1,2\n3,45\n'])(
    'is the same if %j is known to be ASCII',
    async (text) => {
      const file = new Blob([text]);
      expect(await countEncodings(file, 'utf-8', true)).toEqual(await countEncodings(file, 'utf-8'));
    },
  );

  it('decodes as UTF-16 what long parts in ASCII leave of characters around them', async () => {
    const windowBytes = 2 * 1_048_576;
    const long = 'a'.repeat(windowBytes - 2);
    // The first window ends with the first half of a surrogate pair in one order of bytes, and the second one has an odd number of bytes.
    const bytes = new Uint8Array([
      ...ascii(long),
      0xd8,
      0x0a,
      ...ascii(`b${'c'.repeat(windowBytes + 1)}\n`),
      0xe9,
      0x0a,
    ]);
    const { effects } = await countEncodings(new Blob([bytes]), 'utf-8');
    for (const encoding of ['utf-16le', 'utf-16be'] as const) {
      const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
      expect([encoding, effects[encoding].unreadable]).toEqual([encoding, text.split('\uFFFD').length - 1]);
    }
  });

  it('counts lines that change and characters that cannot be decoded', async () => {
    const bytes = [...ascii('a\n'), 0xe9, ...ascii('\n'), 0x81, 0x81, ...ascii('\nz\n')];
    const effects = await effectsOf(bytes, 'windows-1252');
    // 0x81 has no character in Windows-1252 and Windows-1250.
    expect(effects['windows-1252']).toEqual({ changedLines: 0, unreadable: 2 });
    expect(effects['windows-1251']).toEqual({ changedLines: 2, unreadable: 0 });
    expect(effects['windows-1250']).toEqual({ changedLines: 0, unreadable: 2 });
    expect(effects['iso-8859-15']).toEqual({ changedLines: 0, unreadable: 0 });
    expect(effects['utf-8']).toEqual({ changedLines: 2, unreadable: 3 });
    expect(effects['utf-16le'].changedLines).toBe(null);
  });

  it('tells encodings apart that differ in one character', async () => {
    const effects = await effectsOf([...ascii('a\r'), 0xa4, ...ascii('\r\n'), 0xe4, 0x0a], 'iso-8859-15');
    expect(effects['windows-1252']).toEqual({ changedLines: 1, unreadable: 0 });
    expect(effects['iso-8859-2']).toEqual({ changedLines: 1, unreadable: 0 });
  });

  it('counts what UTF-8 cannot decode, but no replacement character that the file holds', async () => {
    const effects = await effectsOf([0xef, 0xbf, 0xbd, 0x0a, 0xff, 0x0a, ...new TextEncoder().encode('é\n')], 'utf-8');
    expect(effects['utf-8']).toEqual({ changedLines: 0, unreadable: 1 });
    expect(effects['windows-1252']).toEqual({ changedLines: 3, unreadable: 0 });
  });

  it('decodes each line as it stands in the whole file', async () => {
    // A lead byte before a line break, and trail bytes that are letters and marks of ASCII.
    const lines = [[0x83, 0x5c, 0x7c], [0x83], ascii('x'), [0x81, 0x30, 0x81], [0x82, 0xa0, 0x2c, 0x83, 0x7c]];
    const bytes = new Uint8Array(lines.flatMap((line) => [...line, 0x0a]));
    const now = new TextDecoder('windows-1252').decode(bytes).split('\n');
    const effects = await effectsOf([...bytes], 'windows-1252');
    for (const encoding of ['shift_jis', 'euc-jp', 'big5', 'gb18030', 'euc-kr', 'macintosh'] as const) {
      const text = new TextDecoder(encoding).decode(bytes);
      const then = text.split('\n');
      expect([encoding, effects[encoding]]).toEqual([
        encoding,
        {
          changedLines: now.filter((line, index) => line !== then[index]).length,
          unreadable: text.split('\uFFFD').length - 1,
        },
      ]);
    }
  });

  it('changes every line of UTF-16, and counts half a pair', async () => {
    const effects = await effectsOf([...utf16le('a\nb\n'), 0x00, 0xd8], 'utf-16le');
    expect(effects['utf-16le']).toEqual({ changedLines: 0, unreadable: 1 });
    expect(effects['utf-8']).toEqual({ changedLines: null, unreadable: 1 });
    expect(effects['utf-16be'].changedLines).toBe(null);
    expect((await effectsOf('a\nb', 'utf-8'))['utf-16le']).toEqual({ changedLines: null, unreadable: 1 });
  });

  it('decodes what ends in the next piece of the file, and lines that are longer than a piece', async () => {
    // A pair of UTF-16 over the border of two pieces, and one over that of bytes that are read as UTF-8.
    const pair = new Uint8Array(2 * 1_048_576 + 4).fill(0x20);
    pair.set([0x3d, 0xd8, 0x00, 0xde], 2 * 1_048_576 - 2);
    expect((await countEncodings(new Blob([pair]), 'utf-16le')).effects['utf-16le'].unreadable).toBe(0);
    const long = new Uint8Array(3 * 1_048_576).fill(0x61).fill(0xe9, -2);
    const { effects, isWholeFile } = await countEncodings(new Blob([long, '\nx\n']), 'windows-1252');
    expect([isWholeFile, effects['utf-8']]).toEqual([true, { changedLines: 1, unreadable: 2 }]);
  });

  it('takes only U+FFFD itself for one that the file holds', async () => {
    const effects = await effectsOf([0xff, 0xef, 0xbf, 0xbc, 0xef, 0xbc, 0xbd, 0xef, 0xbf, 0xbd, 0x0a], 'utf-8');
    expect(effects['utf-8'].unreadable).toBe(1);
  });

  it('says over what part of a large file it counted', async () => {
    const line = new Uint8Array(1_048_576).fill(0xe9).fill(0x0a, -1);
    const large = await countEncodings(new Blob(Array.from({ length: 18 }, () => line)), 'windows-1252');
    expect([large.countedBytes, large.isWholeFile]).toEqual([16 * 1_048_576, false]);
    expect(large.effects.macintosh).toEqual({ changedLines: 16, unreadable: 0 });
    const plain = await countEncodings(new Blob(['x\n', new Uint8Array(18 * 1_048_576).fill(0x0a)]), 'utf-8');
    expect(plain.isWholeFile).toBe(true);
  });
});
