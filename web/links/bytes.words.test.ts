import { expect, test } from 'vitest';
import { deflate, inflateBounded } from './bounded-inflate';
import { ByteReader, ByteWriter, fromBase64Url } from './bytes';

const readerOf = (...bytes: number[]) => new ByteReader(Uint8Array.from(bytes));

test.each([
  ['a number is below 0', () => new ByteWriter().unsigned(-1), '-1 is not a whole number of at least 0.'],
  [
    'a number is beyond what a double holds',
    () => readerOf(255, 255, 255, 255, 255, 255, 255, 16).unsigned(),
    'The link contains a number that is too large.',
  ],
  ['bytes are missing', () => readerOf(1).raw(2), 'The link is incomplete: parts are missing at its end.'],
  ['a byte is missing', () => readerOf().byte(), 'The link is incomplete: figures are missing at its end.'],
  ['a text has a length that no bytes have', () => fromBase64Url('A'), 'The link is cut off.'],
  ['a text has another character', () => fromBase64Url('A='), 'The link contains an invalid character.'],
  ['a text has bits too many', () => fromBase64Url('AB'), 'The link ends in an invalid character.'],
])('where %s', (_what, act, words) => expect(act).toThrow(words));

test.each([
  [
    'what is packed is too large',
    async () => inflateBounded(await deflate(new Uint8Array(2_000_000)), 1_999_999),
    'The link unpacks to more than 2 MB, more than any result of Formatlab needs.',
  ],
  [
    'what is packed was never packed',
    () => inflateBounded(new Uint8Array([255, 255, 255]), 3_000),
    'The packed part of the link can’t be unpacked.',
  ],
])('where %s', async (_what, act, words) => expect(act()).rejects.toThrow(words));
