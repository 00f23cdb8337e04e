import { expect, test } from 'vitest';
import { PhiloxSequence } from './draws';
import { philoxFill } from './philox';

function wordsOf(key: number, index: number, purpose: number, count: number): number[] {
  const words = new Uint32Array(count);
  philoxFill(words, 0, { key: [key, 0], counter: [index, 0, purpose] });
  return [...words];
}
const started = (key: number, index: number, purpose: number) => {
  const draws = new PhiloxSequence(key);
  draws.start(index, purpose);
  return draws;
};

test('words are Philox’s of the key, index and purpose, block after block', () => {
  const draws = started(5, 6, 7);
  expect(Array.from({ length: 200 }, () => draws.word())).toEqual(wordsOf(5, 6, 7, 200));
});

test('a new start begins anew', () => {
  const draws = started(5, 6, 7);
  for (let drawn = 0; drawn < 100; drawn += 1) draws.word();
  draws.start(8, 9);
  expect(Array.from({ length: 70 }, () => draws.word())).toEqual(wordsOf(5, 8, 9, 70));
});

test('a draw below a bound is the word’s share of it', () => {
  const draws = started(1, 2, 3);
  expect(Array.from({ length: 50 }, () => draws.below(1_000))).toEqual(
    wordsOf(1, 2, 3, 50).map((word) => Number((BigInt(word) * 1_000n) >> 32n)),
  );
});

test('an event happens where the draw is below its thousandths', () => {
  const shares = wordsOf(1, 2, 3, 50).map((word) => Number((BigInt(word) * 1_000n) >> 32n));
  for (const perMille of [0, 250, 500, 1_000]) {
    const draws = started(1, 2, 3);
    expect(shares.map(() => draws.happens(perMille))).toEqual(shares.map((share) => share < perMille));
  }
  const [first = 0] = shares;
  expect([started(1, 2, 3).happens(first), started(1, 2, 3).happens(first + 1)]).toEqual([false, true]);
});
