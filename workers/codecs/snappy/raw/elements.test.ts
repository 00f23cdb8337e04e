import { compress } from 'snappyjs';
import { expect, it } from 'vitest';
import { FormatlabError } from '../../../model/errors';
import { checkSnappy } from './elements';

function tagOf(input: readonly number[] | Uint8Array, limitBytes = 1_000): string {
  try {
    checkSnappy(Uint8Array.from(input), limitBytes);
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return thrown.record.tag;
    throw thrown;
  }
  return 'accepted';
}

it('accepts what is written', () => {
  for (const size of [0, 1, 59, 60, 61, 62, 255, 256, 257, 900])
    expect(tagOf(compress(new Uint8Array(size).map((_, index) => (index * index) & 255)))).toBe('accepted');
  expect(tagOf(compress(new Uint8Array(1_000)))).toBe('accepted');
});

it('accepts the longer forms that the format allows', () => {
  // A literal of 2 with its length in one byte; a copy with an offset of four.
  expect(tagOf([2, 60 << 2, 1, 97, 98])).toBe('accepted');
  expect(tagOf([4, 1 << 2, 97, 98, (1 << 2) | 3, 2, 0, 0, 0])).toBe('accepted');
});

it('refuses what snappyjs would run on over, or fill up without a word', () => {
  // A literal of 2^31 bytes: its length turns negative in 32 bits, and snappyjs goes back by as much.
  expect(tagOf([10, 63 << 2, 0xff, 0xff, 0xff, 0x7f, 97])).toBe('decodeFailed');
  expect(tagOf([10, 63 << 2, 0, 0, 0, 0x80, 97])).toBe('decodeFailed');
  // A copy from before the beginning, and one from nowhere.
  expect(tagOf([5, 0, 97, (3 << 2) | 2, 9, 0])).toBe('decodeFailed');
  expect(tagOf([5, 0, 97, (3 << 2) | 2, 0, 0])).toBe('decodeFailed');
  // Fewer bytes and more than are declared.
  expect(tagOf([5, 0, 97])).toBe('decodeFailed');
  expect(tagOf([1, 1 << 2, 97, 98])).toBe('decodeFailed');
  expect(tagOf([])).toBe('decodeFailed');
});

it('tells a length that is too much from one that is a lie', () => {
  expect(tagOf(compress(new Uint8Array(1_001)))).toBe('tooLarge');
  expect(tagOf([0xff, 0xff, 0xff, 0xff, 0x0f, 0, 97])).toBe('decodeFailed');
  expect(tagOf([0xff, 0xff, 0xff, 0xff, 0x7f, 0, 97])).toBe('decodeFailed');
});
