import { describe, expect, it, test } from 'vitest';
import { areUtf8, TextBatch } from './text-batch';
import { packUnicode, unpackUnicode, withoutTrailingZeros } from './unicode-arrays';

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
