import { expect, test } from 'vitest';
import { philoxBlock, philoxFill, uniform53 } from './philox';

/** Random123's published known answers (tests/kat_vectors, philox4x32 10). */
const knownAnswers = [
  { counter: [0, 0, 0, 0], key: [0, 0], words: [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8] },
  {
    counter: [0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff],
    key: [0xffffffff, 0xffffffff],
    words: [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd],
  },
  {
    counter: [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
    key: [0xa4093822, 0x299f31d0],
    words: [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1],
  },
] as const;

test.each(knownAnswers)('gives the known answer for counter $counter', ({ counter, key, words }) => {
  expect([...philoxBlock(counter, key)]).toEqual([...words]);
});

test('a run of blocks equals the blocks one by one, over the end of 32 bits', () => {
  const run = new Uint32Array(16);
  philoxFill(run, 0xfffffffe, { key: [7, 9], counter: [1, 2, 3] });
  const single = [0xfffffffe, 0xffffffff, 0, 1].flatMap((block) => [...philoxBlock([block, 1, 2, 3], [7, 9])]);
  expect([...run]).toEqual(single);
});

test('uniform53 is k·2⁻⁵³ at its edges', () => {
  expect(uniform53(0, 0)).toBe(0);
  expect(uniform53(0xffffffff, 0xffffffff)).toBe(1 - 2 ** -53);
  expect(uniform53(0, 1 << 6)).toBe(2 ** -53);
  expect(uniform53(1 << 5, 0)).toBe(2 ** -27);
});
