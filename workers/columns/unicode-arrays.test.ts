import { describe, expect, it, test } from 'vitest';
import { areUtf8, TextBatch } from './text-batch';
import { packUnicode, unpackUnicode, withoutTrailingZeros } from './unicode-arrays';
import { telling } from '../model/testing/telling';

const encoder = new TextEncoder();

describe('arrays of texts as numpy has them', () => {
  it.each([
    [[]],
    [['']],
    [['a', '', 'ü', '日本語', '😀😀', 'x\0y']],
    [Array.from({ length: 10_000 }, (_, index) => `text ${index}${index % 97 === 0 ? 'é' : ''}`)],
  ])('keeps %j', (texts: string[]) => {
    const packed = packUnicode(texts, 'npy');
    expect(packed.data.length).toBe(texts.length * packed.width * 4);
    expect(unpackUnicode(packed, 'npy')).toEqual(texts);
  });

  it('counts characters, not their halves, and never has none', () => {
    expect(packUnicode(['😀😀', 'abc'], 'npy').width).toBe(3);
    expect(packUnicode(['', ''], 'npy').width).toBe(1);
  });

  it('loses zeros at the end, and those alone', () => {
    expect(unpackUnicode(packUnicode(['a\0\0', '\0b'], 'npy'), 'npy')).toEqual(['a', '\0b']);
    expect(withoutTrailingZeros('a\0b\0\0')).toBe('a\0b');
  });

  it.each([0xd800, 0xdfff, 0x110000, 0xffffffff])('refuses 0x%x, which is no character', (code) => {
    const data = new Uint8Array(Uint32Array.of(97, code).buffer);
    expect(() => unpackUnicode({ width: 1, data }, 'npy')).toThrow(/Character 1 of the texts/);
  });
});

describe('the bytes of arrays of texts', () => {
  const codesOf = (data: Uint8Array) => [...new Uint32Array(data.slice().buffer)];
  const unpacked = (width: number, ...codes: number[]) =>
    unpackUnicode({ width, data: new Uint8Array(Uint32Array.from(codes).buffer) }, 'npy');

  it('are one code of four bytes for each character, the rest zeros', () => {
    const { width, data } = packUnicode(['a😀b', '\ud7ff\ue000', '', '\u{10ffff}'], 'npy');
    expect(width).toBe(3);
    expect(codesOf(data)).toEqual([97, 0x1f600, 98, 0xd7ff, 0xe000, 0, 0, 0, 0, 0x10ffff, 0, 0]);
    expect(packUnicode(['\u{10000}', 'ab', '\u{10000}\u{10000}x'], 'npy').width).toBe(3);
  });

  it('are read at the ends of every width of UTF-8', () => {
    const codes = [1, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff];
    expect(unpacked(1, ...codes)).toEqual(codes.map((code) => String.fromCodePoint(code)));
    expect(unpacked(10, ...codes)).toEqual([String.fromCodePoint(...codes)]);
    expect(unpacked(2, 97, 0, 0, 98, 0, 0, 99, 100)).toEqual(['a', '\0b', '', 'cd']);
  });

  it('are read wherever they begin', () => {
    const { width, data } = packUnicode(['ab', 'é'], 'npy');
    for (const offset of [0, 1, 2, 3, 4]) {
      const shifted = new Uint8Array(offset + data.length + 3);
      shifted.set(data, offset);
      expect(unpackUnicode({ width, data: shifted.subarray(offset, offset + data.length) }, 'npy')).toEqual([
        'ab',
        'é',
      ]);
    }
  });

  it.each([4_095, 4_096, 4_097, 8_192])('are read some thousand at a time, all %i of them', (count) => {
    const texts = Array.from({ length: count }, (_, at) => `${at}é`);
    expect(unpackUnicode(packUnicode(texts, 'npy'), 'npy')).toEqual(texts);
  });

  it('are read where a text is longer than the room for a batch', () => {
    const texts = ['日'.repeat(20_000), 'a', '😀'.repeat(20_001)];
    expect(unpackUnicode(packUnicode(texts, 'npy'), 'npy')).toEqual(texts);
  });

  it('are refused with the place and the code of what is no character', () => {
    expect(() => unpacked(2, 97, 98, 99, 0xd800)).toThrow(telling('Character 3', '0xd800'));
    expect(() => unpacked(1, 0x110000)).toThrow(telling('Character 0', '0x110000'));
  });

  it('are refused where the longest text makes more than 2 GiB of them', () => {
    const texts = ['x'.repeat(2 ** 19 + 1), ...new Array<string>(1_023).fill('')];
    expect(() => packUnicode(texts, 'npy')).toThrow(
      telling('524289 characters', '4 bytes', '2147487744 bytes', '2 GiB'),
    );
  });

  it('keep of a text all but the zeros at its end', () => {
    expect(['', 'a', '\0', '\0\0', 'a\0', '\0a', 'ab\0\0'].map(withoutTrailingZeros)).toEqual([
      '',
      'a',
      '',
      '',
      'a',
      '\0a',
      'ab',
    ]);
  });
});

describe('texts in a batch', () => {
  test('of every length, ASCII and not', () => {
    const texts = Array.from({ length: 9_000 }, (_, index) =>
      index % 1_000 === 7 ? 'é'.repeat(index * 5) : `text ${index}`,
    );
    const parts = texts.map((text) => encoder.encode(text));
    const file = encoder.encode(texts.join(''));
    const batch = new TextBatch(file, 'pickle');
    let at = 0;
    for (const { length } of parts) {
      batch.add(at, at + length);
      at += length;
    }
    expect(batch.finish()).toEqual(texts);
  });

  test('keep a byte order mark', () => {
    const file = encoder.encode('\ufeffa');
    const batch = new TextBatch(file, 'pickle');
    batch.add(0, file.length);
    expect(batch.finish()).toEqual(['\ufeffa']);
  });

  test('that are not UTF-8 are refused', () => {
    const batch = new TextBatch(Uint8Array.of(0x61, 0xff), 'pickle');
    batch.add(1, 2);
    expect(() => batch.finish()).toThrow(/byte 1.*not UTF-8/);
  });
});

test('texts that share a character are not UTF-8, though all of them together are', () => {
  const data = encoder.encode('aéb');
  expect(areUtf8({ offsets: Int32Array.of(0, 1, 3, 4), data })).toBe(true);
  expect(areUtf8({ offsets: Int32Array.of(0, 2, 4), data })).toBe(false);
  expect(areUtf8({ offsets: Int32Array.of(0, 2), data: data.subarray(0, 2) })).toBe(false);
  expect(areUtf8({ offsets: Int32Array.of(0), data: new Uint8Array() })).toBe(true);
});
