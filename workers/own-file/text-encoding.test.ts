import { describe, expect, it } from 'vitest';
import type { TextEncodingLabel } from '../model/reading-options';
import { cutSample } from '../open-file/sample/cut-sample';
import { asUtf8, guessUtf16 } from './text-encoding';
import { told } from '../open-file/testing/told';
import { checkUtf8 } from './unreadable-bytes';
import { telling } from '../model/testing/telling';

const noteOf = async (bytes: readonly number[], chosen?: TextEncodingLabel) =>
  (await asUtf8(new Blob([new Uint8Array(bytes)]), chosen)).note;
const unreadable = (encoding: string, count: number) => told(encoding, `${count} of its characters`);

describe('bytes that stand for no character', () => {
  it.each<[TextEncodingLabel, readonly number[], string]>([
    // Half a pair of surrogates, and a byte at the end.
    ['utf-16le', [0x61, 0, 0x3d, 0xd8, 0x62, 0, 0x63], 'UTF-16LE'],
    ['utf-16be', [0, 0x61, 0xd8, 0x3d, 0, 0x62, 0x63], 'UTF-16BE'],
    ['shift_jis', [0x61, 0xa0, 0x62, 0xfd], 'Shift_JIS'],
    ['euc-kr', [0x61, 0xff, 0x62, 0xff], 'EUC-KR'],
    ['big5', [0xa1, 0x20, 0xa1, 0x21], 'Big5'],
    ['gb18030', [0x61, 0xff, 0x62, 0xff], 'GB18030'],
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
    expect(await noteOf([0x61, 0xe9])).toMatch(telling('UTF-8', 'Windows-1252', '“Reading options”'));
  });

  it('are no unit of UTF-16 at an odd place', async () => {
    expect(await noteOf([0x00, 0xfd, 0xff, 0x00, 0x3d, 0xd8], 'utf-16le')).toEqual(unreadable('UTF-16LE', 1));
  });
});

describe('UTF-8 with a few bytes that are none', () => {
  const bytesOf = (text: string) => [...new TextEncoder().encode(text)];

  it('is read as such, and each place is named', async () => {
    const bytes = [...bytesOf('é\r\nü\rö\n'), 0xe9, 0x0a, 0xe2, 0x82];
    const read = await asUtf8(new Blob([new Uint8Array(bytes)]));
    expect([read.label, await read.file.text()]).toEqual(['utf-8', 'é\r\nü\rö\n\uFFFD\n\uFFFD']);
    expect(read.note).toEqual(told(2, '0xE9', 'line 4', 'byte 11', '0xE2', 'line 5', 'byte 13', '“Reading options”'));
    // The same without the accents is in an encoding of one byte for each character, unless a mark tells.
    const latin = bytes.slice(10);
    expect((await asUtf8(new Blob([new Uint8Array(latin)]))).label).toBe('windows-1252');
    expect((await asUtf8(new Blob([new Uint8Array([0xef, 0xbb, 0xbf, ...latin])]))).label).toBe('utf-8');
  });

  it('has as many such places as the decoder shows', async () => {
    for (let lead = 0x80; lead < 0x100; lead += 1)
      for (const rest of [
        [],
        [0x41],
        [0x80],
        [0x9f, 0x80],
        [0xa0, 0x80, 0x41],
        [0x90, 0x80, 0x80],
        [0xbf, 0xbf, 0xbf],
      ]) {
        const bytes = new Uint8Array([lead, ...rest]);
        const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
        const { valid, unreadable } = await checkUtf8(new Blob([bytes]));
        const shown = [...text].filter((character) => character === '\uFFFD').length;
        const others = [...text].filter((character) => character > '\x7f').length - shown;
        expect([lead, rest, valid, unreadable]).toEqual([lead, rest, others, shown]);
      }
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
      expect(little.note).toMatch(telling('byte order mark', 'UTF-16'));
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

describe('encodings of East Asia', () => {
  const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
  const read = (bytes: string) => asUtf8(new Blob([latin1(bytes)]));

  it.each<[TextEncodingLabel, string, string]>([
    [
      'shift_jis',
      '\x94\xd4\x8d\x86,\x93s\x8es\n1,\x93\x8c\x8b\x9e\x93s\n2,\x91\xe5\x8d\xe3\x95{\n3,\x90_\x93\xde\x90\xec\x8c\xa7\n',
      '番号,都市\n1,東京都\n2,大阪府\n3,神奈川県\n',
    ],
    [
      'euc-jp',
      '\xc8\xd6\xb9\xe6,\xc5\xd4\xbb\xd4\n1,\xc5\xec\xb5\xfe\xc5\xd4\n2,\xc2\xe7\xba\xe5\xc9\xdc\n3,\xbf\xc0\xc6\xe0\xc0\xee\xb8\xa9\n',
      '番号,都市\n1,東京都\n2,大阪府\n3,神奈川県\n',
    ],
    [
      'gb18030',
      '\xb1\xe0\xba\xc5,\xb3\xc7\xca\xd0\n1,\xb1\xb1\xbe\xa9\n2,\xb9\xe3\xd6\xdd\n3,\xc9\xcf\xba\xa3\n4,\xc9\xee\xdb\xda\n5,\xba\xbc\xd6\xdd\n6,\xb3\xc9\xb6\xbc\n',
      '编号,城市\n1,北京\n2,广州\n3,上海\n4,深圳\n5,杭州\n6,成都\n',
    ],
    [
      'big5',
      '\xbds\xb8\xb9,\xab\xb0\xa5\xab\n1,\xbbO\xa5_\xa5\xab\n2,\xb0\xaa\xb6\xaf\xa5\xab\n3,\xb7s\xa6\xcb\xbf\xa4\n',
      '編號,城市\n1,臺北市\n2,高雄市\n3,新竹縣\n',
    ],
    [
      'euc-kr',
      '\xb9\xf8\xc8\xa3,\xb5\xb5\xbd\xc3\n1,\xbc\xad\xbf\xef\xc6\xaf\xba\xb0\xbd\xc3\n2,\xba\xce\xbb\xea\xb1\xa4\xbf\xaa\xbd\xc3\n',
      '번호,도시\n1,서울특별시\n2,부산광역시\n',
    ],
  ])('are found by their characters: %s', async (label, bytes, text) => {
    // ASCII may come first for longer than what is compared.
    for (const head of ['', 'a,b\n'.repeat(100_000)]) {
      const found = await read(`${head}${bytes}`);
      expect([found.label, await found.file.text()]).toEqual([label, `${head}${text}`]);
      expect(found.note).toMatch(telling('UTF-8', found.encoding, '“Reading options”'));
    }
  });

  it('are not found in letters with accents, nor in a few characters', async () => {
    // Windows-1252, Mac OS Roman (whose letters are valid in Shift_JIS) and two characters.
    for (const bytes of [
      'a\n1,M\xfcller\n2,J\xe4ger\n3,Caf\xe9\n',
      'M\x9fller,J\x8ager\n'.repeat(20),
      '\x93\x8c\x8b\x9e\n',
    ]) {
      const found = await read(bytes);
      expect([found.label, found.note]).toEqual(['windows-1252', expect.stringContaining('If letters look wrong')]);
    }
  });

  it('leave other scripts to the user, who is told that the letters are probably wrong', async () => {
    const found = await read('\xe8\xec\xff,\xe3\xee\xf0\xee\xe4\n1,\xcc\xee\xf1\xea\xe2\xe0\n2,\xd2\xf3\xeb\xe0\n');
    expect([found.label, found.note]).toEqual([
      'windows-1252',
      told('UTF-8', 'Windows-1252', 'Western Europe', '“Reading options”'),
    ]);
  });
});

it.each([
  ['little-endian', true, '\ufeff'],
  ['big-endian', false, '\ufeff'],
  ['little-endian without a mark', true, ''],
])('a sample of UTF-16, %s, is cut between its rows', async (_, littleEndian, mark) => {
  const text = `${mark}"row","text"\n${Array.from({ length: 9_000 }, (_each, row) => `${row},"a, ${row}\u4e2d\n😀"\n`).join('')}`;
  const bytes = new DataView(new ArrayBuffer(2 * text.length));
  for (let at = 0; at < text.length; at += 1) bytes.setUint16(2 * at, text.charCodeAt(at), littleEndian);
  const cut = await cutSample(new Blob([bytes]), 'csv', { seed: 6, targetBytes: 64_000 });
  if (cut === null) throw new Error('It was not cut.');
  const decoder = new TextDecoder(littleEndian ? 'utf-16le' : 'utf-16be');
  const [header, ...rows] = decoder.decode(await cut.file.arrayBuffer()).split(/(?<=😀"\n|text"\n)/u);
  expect(header).toBe('"row","text"\n');
  for (const row of rows) expect(row).toMatch(/^(\d+),"a, \1\u4e2d\n😀"\n$/u);
  expect(rows).toHaveLength(cut.unitItems.reduce((sum, items) => sum + items, -1));
  expect(Number.parseInt(rows.at(-1) ?? '', 10)).toBeGreaterThan(8_000);
  expect([cut.isFirstPart, Math.abs(cut.totalItems - 9_000) < 300]).toEqual([false, true]);
});
