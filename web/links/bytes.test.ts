import { describe, expect, test } from 'vitest';
import { telling } from '../../workers/model/testing/telling';
import { FormatlabError } from '../../workers/model/errors';
import { deflate, inflateBounded } from './bounded-inflate';
import { ByteReader, ByteWriter, crc32, damagedLink, fromBase64Url, toBase64Url } from './bytes';

const bytesOf = (text: string) => new TextEncoder().encode(text);

test('what is damaged is malformed input', () => {
  const error = damagedLink('It is cut off.');
  expect(error).toBeInstanceOf(FormatlabError);
  expect(error.record).toEqual({ tag: 'malformedInput', stage: 'parse', message: 'It is cut off.' });
});

describe('base64url', () => {
  // The examples of RFC 4648 §10, without padding, and the two characters that are its own.
  test.each([
    [bytesOf(''), ''],
    [bytesOf('f'), 'Zg'],
    [bytesOf('fo'), 'Zm8'],
    [bytesOf('foo'), 'Zm9v'],
    [bytesOf('foob'), 'Zm9vYg'],
    [bytesOf('fooba'), 'Zm9vYmE'],
    [bytesOf('foobar'), 'Zm9vYmFy'],
    [new Uint8Array([0xfb, 0xff, 0xbf]), '-_-_'],
  ])('of %j is %j', (bytes, text) => {
    expect(toBase64Url(bytes)).toBe(text);
    expect([...fromBase64Url(text)]).toEqual([...bytes]);
  });

  test('of every byte comes back', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    expect([...fromBase64Url(toBase64Url(bytes))]).toEqual([...bytes]);
  });

  test.each([['A'], ['AAAAA'], ['AA='], ['A+'], ['Zh'], ['Zm9']])('of %j is refused', (text) =>
    expect(() => fromBase64Url(text)).toThrow(FormatlabError),
  );
});

test.each([
  ['', 0],
  ['a', 0xe8b7be43],
  // The check value of CRC-32.
  ['123456789', 0xcbf43926],
])('the CRC-32 of %j is %d', (text, crc) => expect(crc32(bytesOf(text))).toBe(crc));

const written = (write: (writer: ByteWriter) => void): number[] => {
  const writer = new ByteWriter();
  write(writer);
  return [...writer.finish()];
};
const readerOf = (...bytes: number[]) => new ByteReader(new Uint8Array(bytes));

describe('whole numbers', () => {
  test.each([
    [0, [0]],
    [127, [127]],
    [128, [128, 1]],
    [16_383, [255, 127]],
    [16_384, [128, 128, 1]],
    [Number.MAX_SAFE_INTEGER, [255, 255, 255, 255, 255, 255, 255, 15]],
  ])('%d takes the bytes %j', (value, bytes) => {
    expect(written((writer) => writer.unsigned(value))).toEqual(bytes);
    const reader = readerOf(...bytes, 9);
    expect(reader.unsigned()).toBe(value);
    expect(reader.remaining).toBe(1);
  });

  test.each([
    [0, [0]],
    [-1, [1]],
    [1, [2]],
    [-64, [127]],
    [64, [128, 1]],
  ])('%d of either sign takes the bytes %j', (value, bytes) => {
    expect(written((writer) => writer.signed(value))).toEqual(bytes);
    expect(readerOf(...bytes).signed()).toBe(value);
  });

  test.each([-1, 0.5, Number.MAX_SAFE_INTEGER + 1, Number.NaN])('%d is refused', (value) =>
    expect(() => written((writer) => writer.unsigned(value))).toThrow(telling(String(value), 0)),
  );

  test('one beyond what a double holds is refused', () =>
    expect(() => readerOf(255, 255, 255, 255, 255, 255, 255, 16).unsigned()).toThrow(FormatlabError));
});

test('a writer holds any number of bytes, one at a time or many', () => {
  const many = Uint8Array.from({ length: 1_030 }, (_, index) => index % 251);
  const oneByOne = written((writer) => {
    for (const byte of many) writer.byte(byte);
  });
  expect(oneByOne).toEqual([...many]);
  for (const length of [1_023, 1_024, 1_025, 5_000]) {
    const bytes = Uint8Array.from({ length }, (_, index) => index % 251);
    const twice = written((writer) => {
      writer.raw(bytes);
      writer.byte(7);
      writer.raw(bytes);
    });
    expect(twice).toEqual([...bytes, 7, ...bytes]);
  }
});

test('a reader reads to the end and no further', () => {
  const reader = readerOf(1, 2, 3);
  expect([reader.remaining, reader.byte(), reader.remaining]).toEqual([3, 1, 2]);
  expect(() => reader.raw(3)).toThrow(FormatlabError);
  expect([...reader.raw(2)]).toEqual([2, 3]);
  expect([...reader.raw(0)]).toEqual([]);
  expect(() => reader.byte()).toThrow(FormatlabError);
  expect(() => readerOf(128).unsigned()).toThrow(FormatlabError);
});

describe('what is inflated', () => {
  /** More bytes than one inflating step gives. */
  const noise = Uint8Array.from({ length: 3_000 }, (_, index) => (index * index * 31 + (index >> 3)) % 256);

  test('is what was deflated, by a dictionary or without', async () => {
    for (const bytes of [noise, new Uint8Array(), bytesOf('formatlab formatlab')]) {
      expect(await inflateBounded(await deflate(bytes), 3_000)).toEqual(bytes);
      const dictionary = bytesOf('formatlab');
      expect(await inflateBounded(await deflate(bytes, dictionary), 3_000, dictionary)).toEqual(bytes);
    }
    const random = Uint8Array.from({ length: 3_000 }, (_, index) => Math.floor(Math.abs(Math.sin(index) * 1e6)) % 256);
    const packed = await deflate(random);
    expect(packed.length).toBeGreaterThan(2 * 512);
    expect(await inflateBounded(packed, 3_000)).toEqual(random);
  });

  test('is no more than the limit', async () => {
    const packed = await deflate(new Uint8Array(2_000_000));
    expect((await inflateBounded(packed, 2_000_000)).length).toBe(2_000_000);
    await expect(inflateBounded(packed, 1_999_999)).rejects.toThrow(telling('2 MB'));
  });

  test('is refused where it is cut off or was never deflated', async () => {
    const packed = await deflate(noise);
    await expect(inflateBounded(packed.slice(0, -20), 3_000)).rejects.toThrow(FormatlabError);
    await expect(inflateBounded(new Uint8Array([255, 255, 255]), 3_000)).rejects.toThrow(FormatlabError);
  });

  test('is nothing of nothing', async () =>
    expect(await inflateBounded(new Uint8Array(), 0)).toEqual(new Uint8Array()));
});
